"""The tree of a game of two players, grown from the axioms into its sequence form.

In the field: the extensive form with information sets, reduced by card symmetry.

After a wrong guess the other player is taken to win: alone a player can ask until the
pile is known, if q is at most m + n + 1 (Theorem 3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import gcd
from typing import NamedTuple

from mystpy.engines.diagram.diagram import Transition, diagram
from mystpy.engines.diagram.states import Key
from mystpy.errors import QueryError
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.solve.extensive.classes import (
    SHOWN,
    Cards,
    Classes,
    Counts,
    Deal,
    Deals,
    Met,
    Split,
    deals_of,
    drawn,
    hands,
    met_by,
    sizes_of,
    sorts_of,
)
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.menu import (
    PICKING,
    Menu,
    Option,
    PublicNode,
    Variant,
    knows,
    node_after,
)
from mystpy.solve.extensive.subgame import Arrival, Decision, Following, Subgame

Arrivals = Mapping[Counts, Arrival]
"""For each hand that a player may have at a node, how it came to be."""

Both = tuple[Arrivals, Arrivals]

_NOBODY: Met = {}
_NOTHING: Sequence[Counts] = []


class _Coming(NamedTuple):
    """Who comes to a node and acts there, and what may be done, asked for and seen."""

    player: int
    held: Both
    met: Met
    moves: Mapping[Key, Transition]
    asks: Sequence[Counts]
    orbit: int


_Way = tuple[Key, Split | None, dict[Counts, Arrival]]
"""What can be seen to be done, what it does to the classes, and who come to do it."""


class Growth:
    """The trees of a game, broken off after some turns or others.

    Raises QueryError for other than two players, and for q > m + n + 1, where a wrong
    guess does not give the win to the other.
    """

    def __init__(
        self, game: Game, variant: Variant, tick: Callable[[], None] = lambda: None
    ) -> None:
        check_solved(game)
        self._sorts = sorts_of(game)
        self.menu = Menu(variant, self._sorts)
        self.diagram = diagram(2, game.rule_set)
        self._game = game
        self._tick = tick
        self._grown: dict[tuple[object, ...], Subgame] = {}

    def form(self, turns: int) -> SequenceForm:
        """The sequence form of the game, if it is broken off after so many turns."""
        classes = tuple(Cards(k, s.size) for k, s in enumerate(self._sorts))
        one, two = (tuple(sorted(hands(classes, k))) for k in self._game.sizes[1:])
        deals = sum(deal.ways for deal in self.deals(classes, (one, two)))
        whole = self.subgame(self.diagram.start, classes, (one, two), turns)
        return SequenceForm(whole, turns, deals)

    def deals(
        self, classes: Classes, held: tuple[Collection[Counts], Collection[Counts]]
    ) -> Deals:
        """The hands that go together, with the number of deals."""
        return deals_of(self.menu.fit(classes), *held)

    def subgame(
        self,
        state: int,
        classes: Classes,
        held: tuple[tuple[Counts, ...], tuple[Counts, ...]],
        turns: int,
    ) -> Subgame:
        """What can happen in so many turns more, with these hands."""
        key = state, classes, held, turns
        if key not in self._grown:
            self._tick()
            found = Subgame(classes, held)
            _Turn(self, found, turns).grow(state)
            self._grown[key] = found
        return self._grown[key]


def check_solved(game: Game) -> None:
    """Raise QueryError unless the game is one of two players for one prize."""
    check_carried(game, "a solution")
    if game.p != 2:
        raise QueryError(
            "only games of two players are solved",
            hint="what a plan is worth to one of three is not fixed by the others",
        )
    if game.table:
        raise QueryError("games with cards left over are not solved")
    if not game.sorts and game.q > game.sizes[0] + min(game.sizes[1:]) + 1:
        raise QueryError(
            "q is larger than m + n + 1: a wrong guess does not lose such a game",
            hint="who is left alone may never know the pile (Theorem 3.2)",
        )


class _Turn:
    """A turn as it grows, of a subgame with so many turns."""

    def __init__(self, whole: Growth, found: Subgame, turns: int) -> None:
        self._whole = whole
        self._found = found
        self._turns = turns

    def grow(self, state: int) -> None:
        """Grow all that may happen."""
        one, two = (
            {hand: Arrival(k, k, 1) for k, hand in enumerate(held)}
            for held in self._found.hands
        )
        classes = self._found.classes
        node = PublicNode(state, classes, tuple(range(len(classes))))
        deals = self._whole.deals(classes, (one, two))
        if self._turns:
            self._from(node, (one, two), deals, 1)
        else:
            self._over((one, two), deals, 1, cut=True)

    def _from(self, node: PublicNode, held: Both, deals: Deals, orbit: int) -> None:
        """Grow what comes after a node; `orbit` counts the games that look like it."""
        self._found.nodes += 1
        moves = self._whole.diagram.moves(node.state)
        key, move = next(iter(moves.items()))
        kind, player = key[:2]
        if kind == "endturn":
            assert len(moves) == 1, "a turn is over, or it is not"
            if self._turns == 1:
                self._over(held, deals, orbit, cut=True)
            else:
                self._next(move.after[0], node, _fitting(held, deals), orbit)
            return
        met, asks = _NOBODY, _NOTHING
        if kind == "guess":
            met = met_by(player, deals)
        elif kind == "asks":
            asks = self._whole.menu.questions(node.classes, player)
            if not asks:
                self._known(node, player, held, deals, orbit)
                return
        held = _fitting(held, deals)
        came = _Coming(player, held, met, moves, asks, orbit)
        for key, split, mine in self._ahead(node, came):
            others, parts = held[2 - player], orbit
            if split is not None:
                parts *= split.parts
                others = {
                    after: arrival
                    for hand, arrival in others.items()
                    for after, _ in split[hand].values()
                }
            after = node_after(node, key, moves[key], split)
            both = (mine, others) if player == 1 else (others, mine)
            if split is not None:
                left = self._whole.deals(after.classes, both)
            else:
                left = [deal for deal in deals if deal[player - 1] in mine]
            self._from(after, both, left, parts)

    def _known(
        self, node: PublicNode, player: int, held: Both, deals: Deals, orbit: int
    ) -> None:
        """Enter that a player without a useful question knows the pile, and has won."""
        for hand, piles in met_by(player, deals).items():
            assert knows(node.classes, hand, piles)
        if player == 1:
            self._over(held, deals, orbit, cut=False)

    def _next(self, state: int, node: PublicNode, held: Both, orbit: int) -> None:
        """Find what comes after the turn, its classes in an order of their own."""
        answered = any(cards.mark == SHOWN for cards in node.classes)
        told = self._whole.menu.told
        classes = [told(c.after(node.poser, answered)) for c in node.classes]
        columns = [tuple(zip(*sorted(one), strict=True)) for one in held]
        rows = zip(classes, *columns, range(len(classes)), strict=True)
        order = [row[-1] for row in sorted(rows)]

        def sorted_hands(one: Arrivals) -> list[tuple[Counts, Arrival]]:
            return sorted(
                [(tuple([hand[k] for k in order]), came) for hand, came in one.items()]
            )

        first, second = map(sorted_hands, held)
        game = self._whole.subgame(
            state,
            tuple([classes[k] for k in order]),
            (tuple([hand for hand, _ in first]), tuple([hand for hand, _ in second])),
            self._turns - 1,
        )
        came = [came for _, came in first], [came for _, came in second]
        whence = tuple([node.whence[k] for k in order])
        marks = tuple([node.classes[k].mark for k in order])
        self._found.following.append(Following(game, came, orbit, whence, marks))

    def _ahead(self, node: PublicNode, at: _Coming) -> Iterable[_Way]:
        """What can be seen to be done, and how the player's hands come to do it.

        A guess is entered at once: it ends the game.
        """
        menu, held = self._whole.menu, at.held[at.player - 1]
        sizes, ahead = sizes_of(node.classes), dict[tuple[Key, Counts], _Way]()
        for hand, found in menu.options(node, held, at.met, at.moves, at.asks):
            came = held[hand]
            codes = self._codes(at.player, came.code, node, hand, found)
            whole = drawn(sizes, hand) if at.met else 1
            for (key, cards, own), code in zip(found, codes, strict=True):
                if key[0] == "guess":
                    self._guessed(code, came, at, at.met[hand], cards, whole)
                    continue
                if (key, cards) not in ahead:
                    split = menu.split(sizes, cards) if key[0] in PICKING else None
                    ahead[key, cards] = key, split, {}
                _, split, mine = ahead[key, cards]
                after, ways = (hand, 1) if split is None else split[hand][own]
                if code != came.code or ways != 1:
                    mine[after] = Arrival(code, came.origin, came.picks * ways)
                else:
                    mine[after] = came
        return ahead.values()

    def _codes(
        self,
        player: int,
        parent: int,
        node: PublicNode,
        hand: Counts,
        options: list[Option],
    ) -> Sequence[int]:
        """The sequences of the options; none is new where there is no choice."""
        if len(options) == 1 and options[0].key[0] != "guess":
            return (parent,)
        if not options:
            raise QueryError("there is no question that may be asked")
        choice = Decision(parent, node, hand, tuple(options))
        if len(options) > 1:
            return self._found.choose(player, choice)
        self._found.known[player - 1].append(choice)
        return (parent,)

    def _guessed(
        self,
        code: int,
        came: Arrival,
        at: _Coming,
        met: Mapping[Counts, Deal],
        guess: Counts,
        whole: int,
    ) -> None:
        """Enter what a guess is worth: who guesses wrong has lost.

        There are so many ways in the whole to be dealt the hand.
        """
        _, origin, picks = came
        hit = met[guess]
        piles = hit.ways // whole  # that look like the one that is guessed
        for deal in [hit] if at.player == 1 else met.values():
            won = 1 if at.player == 1 else piles - (deal is hit)
            if won:
                hand = deal.two if at.player == 1 else deal.one
                other, source, times = at.held[2 - at.player][hand]
                above, below = at.orbit * deal.ways * won, piles * picks * times
                same = gcd(above, below)
                codes = (code, other, origin, source)
                if at.player == 2:
                    codes = (other, code, source, origin)
                self._found.ends.append((*codes, above // same, below // same, False))

    def _over(self, held: Both, deals: Deals, orbit: int, *, cut: bool) -> None:
        """Enter that the game is over here."""
        for one, two, ways, _ in deals:
            code, origin, picks = held[0][one]
            other, source, times = held[1][two]
            above, below = orbit * ways, picks * times
            same = gcd(above, below)
            chance = above // same, below // same
            self._found.ends.append((code, other, origin, source, *chance, cut))


def _fitting(held: Both, deals: Deals) -> Both:
    """The hands that go with some hand of the other, in the order that they had."""
    one, two = {deal[0] for deal in deals}, {deal[1] for deal in deals}
    if (len(one), len(two)) == (len(held[0]), len(held[1])):
        return held
    return (
        {hand: came for hand, came in held[0].items() if hand in one},
        {hand: came for hand, came in held[1].items() if hand in two},
    )
