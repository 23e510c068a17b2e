"""The tree of a game of two players, grown from the axioms into its sequence form.

In the field: the extensive form with information sets, reduced by card symmetry.

After a wrong guess the other player is taken to win: alone a player can ask until the
pile is known, if q is at most m + n + 1 (Theorem 3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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
    Deals,
    Met,
    Step,
    deals_of,
    drawn,
    hands,
    met_by,
    sorts_of,
)
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.menu import (
    Menu,
    Option,
    PublicNode,
    Variant,
    knows,
    node_after,
    picks,
    step_of,
)
from mystpy.solve.extensive.subgame import Arrival, Decision, End, Following, Subgame

Arrivals = Mapping[Counts, Arrival]
"""For each hand that a player may have at a node, how it came to be."""

Both = tuple[Arrivals, Arrivals]

_NOBODY: Met = {}
_ASKS = {("asks", 1), ("asks", 2)}


class _Coming(NamedTuple):
    """Who comes to a node and acts there, and what may be done, asked for and seen."""

    player: int
    held: Both
    met: Met
    moves: Mapping[Key, Transition]
    asks: Sequence[Counts]
    orbit: int


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
        deals = sum(number for *_, number in self.deals(classes, (one, two)))
        whole = self.subgame(self.diagram.start, classes, (one, two), turns)
        return SequenceForm(whole, turns, deals)

    def deals(
        self, classes: Classes, held: tuple[Collection[Counts], Collection[Counts]]
    ) -> Deals:
        """The hands that go together, with the number of deals."""
        return deals_of(classes, *held, self._sorts)

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
        held = _fitting(held, deals)
        moves = self._whole.diagram.moves(node.state)
        key, move = next(iter(moves.items()))
        if key[0] == "endturn":
            assert len(moves) == 1, "a turn is over, or it is not"
            if self._turns == 1:
                self._over(held, deals, orbit, cut=True)
            else:
                self._next(move.after[0], node, held, orbit)
            return
        player, met, asks = key[1], _NOBODY, list[Counts]()
        if ("guess", player) in moves:
            met = met_by(player, deals, node.classes)
        if moves.keys() & _ASKS:
            asks = self._whole.menu.questions(node.classes, player)
            if not asks:
                self._known(node, player, held, deals, orbit)
                return
        came = _Coming(player, held, met, moves, asks, orbit)
        for key, step, mine in self._ahead(node, came):
            after = node_after(node, key, moves[key], step)
            others = held[2 - player]
            if any(step.picked):
                others = {
                    after: arrival
                    for hand, arrival in others.items()
                    for after in step.hands(hand)
                }
            both = (mine, others) if player == 1 else (others, mine)
            if any(step.picked):
                left = self._whole.deals(after.classes, both)
            else:
                left = [d for d in deals if d[player - 1] in mine]
            self._from(after, both, left, orbit * step.parts)

    def _known(
        self, node: PublicNode, player: int, held: Both, deals: Deals, orbit: int
    ) -> None:
        """Enter that a player without a useful question knows the pile, and has won."""
        for hand, rows in met_by(player, deals, node.classes).items():
            assert knows(node.classes, hand, {pile for *_, pile in rows})
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

    def _ahead(
        self, node: PublicNode, at: _Coming
    ) -> Iterator[tuple[Key, Step, Arrivals]]:
        """What can be seen to be done, and how the player's hands come to do it.

        A guess is entered at once: it ends the game.
        """
        ahead: dict[tuple[Key, Counts], tuple[Step, dict[Counts, Arrival]]] = {}
        for hand, came in at.held[at.player - 1].items():
            piles = {pile for *_, pile in at.met[hand]} if at.met else ()
            options = self._whole.menu.options(node, hand, piles, at.moves, at.asks)
            found = tuple(options)
            codes = self._codes(at.player, Decision(came.code, node, hand, found))
            for option, code in zip(found, codes, strict=True):
                key, cards, own = option
                if key[0] == "guess":
                    mine = Arrival(code, came.origin, came.picks)
                    self._guessed(node, hand, mine, option, at)
                    continue
                if (key, cards) not in ahead:
                    ahead[key, cards] = step_of(node, option), {}
                step, hands_after = ahead[key, cards]
                after, ways = hand, came.picks
                if any(cards):
                    after, ways = step.hand(hand, own), ways * picks(node, hand, option)
                hands_after[after] = Arrival(code, came.origin, ways)
        return ((key, step, mine) for (key, _), (step, mine) in ahead.items())

    def _codes(self, player: int, choice: Decision) -> Sequence[int]:
        """The sequences of the options; none is new where there is no choice."""
        if not choice.options:
            raise QueryError("there is no question that may be asked")
        if len(choice.options) == 1:
            if choice.options[0].key[0] == "guess":
                self._found.known[player - 1].append(choice)
            return (choice.parent,)
        return self._found.choose(player, choice)

    def _enter(
        self, one: Arrival, two: Arrival, chance: tuple[int, int], cut: bool
    ) -> None:
        """Add what chance makes of these hands, as two numbers whose ratio it is."""
        above, below = chance[0], chance[1] * one.picks * two.picks
        same = gcd(above, below)
        codes = one.code, two.code, one.origin, two.origin
        self._found.ends.append(End(*codes, above // same, below // same, cut))

    def _guessed(
        self, node: PublicNode, hand: Counts, mine: Arrival, guess: Option, at: _Coming
    ) -> None:
        """Enter what a guess is worth: who guesses wrong has lost."""
        rest = tuple([c.size - h for c, h in zip(node.classes, hand, strict=True)])
        piles, others = drawn(rest, guess.cards), at.held[2 - at.player]
        for other, deals, pile in at.met[hand]:
            right = int(pile == guess.cards)
            if won := right if at.player == 1 else piles - right:
                pair = mine, others[other]
                one, two = pair if at.player == 1 else pair[::-1]
                self._enter(one, two, (at.orbit * deals * won, piles), cut=False)

    def _over(self, held: Both, deals: Deals, orbit: int, *, cut: bool) -> None:
        """Enter that the game is over here."""
        for one, two, ways in deals:
            self._enter(held[0][one], held[1][two], (orbit * ways, 1), cut)


def _fitting(held: Both, deals: Deals) -> Both:
    """The hands that go with some hand of the other, in the order that they had."""
    one, two = {a for a, *_ in deals}, {b for _, b, _ in deals}
    return (
        {hand: came for hand, came in held[0].items() if hand in one},
        {hand: came for hand, came in held[1].items() if hand in two},
    )
