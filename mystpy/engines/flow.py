"""Cards that flow to places: a polynomial bound on who may hold what.

Which cards may be where, if only the sizes of the places have to be respected, is a
question about flows. Clauses of one place that have no card in common are part of
it: for each of them the place gives one of its cards to a *node* of its own, which
takes a card of the clause. Given one way to seat all cards, a card may be at another
node just if some cycle of exchanges takes it there, that is, if the two nodes are in
one strong component. So the bound is exact if no clause is left over, and it settles
at once the counting arguments on which clause learning never ends: a player with n
cards who said yes to n disjoint questions, or k holders who have room for k cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mystpy.engines.places import Places


class Flow:
    """Nodes with the cards that they may take, and a seating of all cards."""

    def __init__(
        self,
        places: Places,
        may: Sequence[int],
        room: Sequence[int],
        clauses: Iterable[int],
    ) -> None:
        """Make the nodes for cards that may be at places with so much room.

        ``rest`` are the clauses of which the nodes take no care.
        """
        self._places = places
        self._room = list(room)
        self._taken = [0] * len(may)
        self._place: list[int] = []
        self._allow: list[int] = []
        self.rest: list[int] = []
        for clause in sorted(clauses, key=int.bit_count):
            self._divide(clause)
        nodes = len(self._place)
        self._place += places.number
        self._allow += may
        self._room = [1] * nodes + self._room
        self._held = [0] * len(self._place)

    def _divide(self, clause: int) -> None:
        """Give a clause a node, if it has no card in common with another at its place."""
        place = self._places.place(clause)
        cards = 0 if place is None else clause >> place * self._places.c
        if place is None or cards & self._taken[place]:
            self.rest.append(clause)
            return
        self._taken[place] |= cards
        self._room[place] -= 1
        self._place.append(place)
        self._allow.append(cards)

    @property
    def cells(self) -> int:
        """The cells of the cards that are seated."""
        held = [0] * len(self._places.number)
        for place, cards in zip(self._place, self._held, strict=True):
            held[place] |= cards
        return self._places.joined(held)

    def seat(self, cells: int, cards: int) -> bool:
        """Seat these cards, as far as possible where the cells have them.

        Returns False if that cannot be done.
        """
        if min(self._room) < 0:
            return False
        where = self._places.split(cells)
        for node, place in enumerate(self._place):
            wanted = where[place] & self._allow[node] & cards
            room = self._room[node]
            while wanted.bit_count() > room:
                wanted &= wanted - 1
            self._held[node] = wanted
            cards ^= wanted
        while cards:
            card = cards & -cards
            if not self._push(card):
                return False
            cards ^= card
        return True

    def _push(self, card: int) -> bool:
        """Seat one more card by moving others on."""

        def has_room(node: int) -> bool:
            return self._held[node].bit_count() < self._room[node]

        starts = [b for b, allow in enumerate(self._allow) if allow & card and self._room[b]]
        moves = self._moves(card, starts, has_room)
        for source, target, moved in moves:
            self._held[target] ^= moved
            if source >= 0:
                self._held[source] ^= moved
        return bool(moves)

    def _moves(
        self, card: int, starts: Sequence[int], goal: Callable[[int], bool]
    ) -> list[tuple[int, int, int]]:
        """Return the fewest moves (from, to, card) by which a node that is a goal takes one.

        The first node takes ``card`` from -1. Returns nothing if no moves do.
        """
        came = {node: (-1, card) for node in starts}
        queue = list(starts)
        ahead = [b for b, room in enumerate(self._room) if room and b not in came]
        for node in queue:
            if goal(node):
                return self._trail(came, node)
            held = self._held[node]
            reached = [b for b in ahead if held & self._allow[b]]
            for b in reached:
                moved = held & self._allow[b]
                came[b] = node, moved & -moved
                ahead.remove(b)
            queue += reached
        return []

    @staticmethod
    def _trail(
        came: dict[int, tuple[int, int]], node: int
    ) -> list[tuple[int, int, int]]:
        moves = []
        while node >= 0:
            source, moved = came[node]
            moves.append((source, node, moved))
            node = source
        return moves

    def reroute(self, card: int, place: int) -> int:
        """Return the cells of a seating with the card at another place, or 0 if none is.

        It has the fewest moves; the clauses that are left over may fail in it.
        """
        home = next(b for b, held in enumerate(self._held) if held & card)
        starts = [
            b
            for b, at in enumerate(self._place)
            if at == place and self._allow[b] & card and self._room[b]
        ]
        moves = self._moves(card, starts, home.__eq__)
        if not moves:
            return 0
        changed = self.cells
        for source, target, moved in moves:
            changed ^= moved << self._place[target] * self._places.c
            out = home if source < 0 else source
            changed ^= moved << self._place[out] * self._places.c
        return changed

    def bound(self) -> list[int]:
        """Return for each place the cards that some seating of all cards has there."""
        found = [0] * len(self._places.number)
        left = [b for b, held in enumerate(self._held) if held]
        while left:
            inside, cards = self._component(left)
            for b in inside:
                found[self._place[b]] |= self._allow[b] & cards
            left = [b for b in left if b not in inside]
        return found

    def _component(self, left: Sequence[int]) -> tuple[set[int], int]:
        """Return the strong component of the first node among these, and its cards."""
        ahead = self._reach(left, self._held, self._allow)
        if len(ahead) > 1:
            ahead &= self._reach(left, self._allow, self._held)
        cards = 0
        for b in ahead:
            cards |= self._held[b]
        return ahead, cards

    @staticmethod
    def _reach(left: Sequence[int], out: list[int], into: list[int]) -> set[int]:
        """Return the nodes that the first one reaches, where out and into share a card."""
        found, cards, rest = {left[0]}, out[left[0]], left[1:]
        while rest:
            apart = []
            for b in rest:
                if into[b] & cards:
                    found.add(b)
                    cards |= out[b]
                else:
                    apart.append(b)
            if len(apart) == len(rest):
                break
            rest = apart
        return found
