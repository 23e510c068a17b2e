"""Cards that flow to places: the consequences of the sizes for the holders.

In the field: filtering of the global cardinality constraint by flows (Régin 1996).

Cards are seated at *nodes*. A node belongs to a place, takes a fixed number of cards,
and may accept only some cards. If all cards are seated, a card may also be at another
node if and only if a cycle of exchanges moves it there, that is, if the two nodes are
in one strong component. `bound` computes this in polynomial time.

Clauses are used in two ways. First, disjoint clauses of one place can each get their
own node without losing any deal. So the bound is an upper bound, and exact if there are
no other clauses. It immediately settles counting arguments that clause learning cannot:
a player with n cards who said yes to n disjoint questions, or k holders with room for
exactly k cards.

Second, if a seating satisfies a clause, a node can be restricted so that it continues
to satisfy it. When this is done for all clauses, the bound is a lower bound: each of
its cells is in some deal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mystpy.engines.symbolic.grid.places import Places

Move = tuple[int, int, int]
"""From a node (or -1), to a node, a card."""


class CardFlow:
    """Nodes with the cards that they may take, and a seating of cards."""

    def __init__(
        self, places: Places, may: Sequence[int], room: Sequence[int], fixed: int
    ) -> None:
        """Make a node for each place, with the cards that may be there and its room.

        The cells `fixed` are in every seating; their cards are left aside.
        """
        self._places = places
        self._fixed = fixed
        self._place = list(range(len(places)))
        self._allow = list(may)
        self._room = list(room)
        self._held = [0] * len(places)
        self._nodes = [[place] for place in self._place]

    @property
    def cells(self) -> int:
        """Return the cells of the cards that are seated."""
        held = self._held[: len(self._places)]
        for node in range(len(held), len(self._held)):
            held[self._place[node]] |= self._held[node]
        return self._places.joined(held) | self._fixed

    def divide(self, clauses: Iterable[int]) -> list[int]:
        """Give separate nodes to disjoint clauses of one place.

        Call it before cards are seated. Returns the remaining clauses.
        """
        rest = []
        taken = [0] * len(self._places)
        for clause in clauses:
            place = self._places.place(clause)
            cards = 0 if place is None else clause >> self._places.shifts[place]
            if place is None or cards & taken[place]:
                rest.append(clause)
                continue
            taken[place] |= cards
            self._add(place, cards, 0)
        return rest

    def _add(self, node: int, cards: int, held: int) -> None:
        """Split a place off a node into its own node, for some of the cards."""
        self._room[node] -= 1
        self._held[node] ^= held
        self._nodes[self._place[node]].append(len(self._place))
        self._place.append(self._place[node])
        self._allow.append(cards & self._allow[node])
        self._room.append(1)
        self._held.append(held)

    def seat(self, cells: int, cards: int) -> bool:
        """Seat these cards, if possible at the given cells.

        Returns False if they cannot be seated.
        """
        if min(self._room) < 0:
            return False
        where = self._places.split(cells) if cells else self._allow
        slack = [
            cards.bit_count() - room
            for cards, room in zip(self._allow, self._room, strict=True)
        ]
        for node in sorted(range(len(slack)), key=slack.__getitem__):
            # The choosy ones first.
            room = self._room[node]
            wanted = where[self._place[node]] & self._allow[node] & cards
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
        """Seat one more card by moving others."""
        held, room = self._held, self._room
        starts = [b for b, cards in enumerate(self._allow) if cards & card and room[b]]
        moves = self._moves(card, starts, lambda b: held[b].bit_count() < room[b])
        for source, target, moved in moves:
            held[target] ^= moved
            if source >= 0:
                held[source] ^= moved
        return bool(moves)

    def move(self, cell: int) -> bool:
        """Seat a card at another place by a cycle of exchanges.

        It is a cycle with the fewest moves. Returns False if there is none.
        """
        place, card = self._places.where(cell)
        home = next(b for b, held in enumerate(self._held) if held & card)
        allow, room = self._allow, self._room
        starts = [b for b in self._nodes[place] if allow[b] & card and room[b]]
        moves = self._moves(card, starts, home.__eq__)
        for source, target, moved in moves:
            self._held[target] ^= moved
            self._held[home if source < 0 else source] ^= moved
        return bool(moves)

    def _moves(
        self, card: int, starts: list[int], goal: Callable[[int], bool]
    ) -> list[Move]:
        """Return the fewest moves by which a goal node takes a card.

        The first takes `card` from -1 to one of the starts; each of the next moves
        another card on from there. Returns nothing if no moves do.
        """
        came = dict.fromkeys(starts, (-1, card))
        ahead = [b for b, room in enumerate(self._room) if room and b not in came]
        for node in starts:
            if goal(node):
                return _trail(came, node)
            held = self._held[node]
            for b in [b for b in ahead if held & self._allow[b]]:
                moved = held & self._allow[b]
                came[b] = node, moved & -moved
                ahead.remove(b)
                starts.append(b)
        return []

    def keep(self, clause: int) -> None:
        """Restrict the nodes so that they satisfy a clause, as the seating does."""
        place = self._places.place(clause)
        if place is None:
            # Of a clause with several places one card stays where it is.
            met = self.cells & clause
            place, cards = self._places.where(met & -met)
            if not met & self._fixed:
                self._keep(place, cards)
        elif not clause & self._fixed:
            self._keep(place, clause >> self._places.shifts[place])

    def _keep(self, place: int, cards: int) -> None:
        choosy = None
        for b in self._nodes[place]:
            seated = self._held[b] & cards
            if not seated:
                continue
            if self._room[b] > 1:
                self._add(b, cards, seated & -seated)
                return
            choosy = b
            if not self._allow[b] & ~cards:
                return
        assert choosy is not None, "the seating meets the clause"
        self._allow[choosy] &= cards

    def bound(self) -> int:
        """Return the cells that a card has in some seating. All cards are seated."""
        found = [0] * len(self._places)
        left = [b for b, held in enumerate(self._held) if held]
        while left:
            inside = self._component(left)
            cards = 0
            for b in inside:
                cards |= self._held[b]
            for b in inside:
                found[self._place[b]] |= self._allow[b] & cards
            left = [b for b in left if b not in inside]
        return self._places.joined(found) | self._fixed

    def _component(self, left: Sequence[int]) -> set[int]:
        """Return the strong component of the first node among these."""
        ahead = _reach(left, self._held, self._allow)
        if len(ahead) > 1:
            ahead &= _reach(left, self._allow, self._held)
        return ahead


def _reach(left: Sequence[int], out: list[int], into: list[int]) -> set[int]:
    """Return what the first node reaches; a step is a card in both out and into."""
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


def _trail(came: dict[int, tuple[int, int]], node: int) -> list[Move]:
    """Return the moves that lead to a node, the last first."""
    moves = []
    while node >= 0:
        source, moved = came[node]
        moves.append((source, node, moved))
        node = source
    return moves
