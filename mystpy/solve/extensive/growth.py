"""The tree of a game of two players, grown from the axioms into its sequence form.

In the field: the extensive form with information sets, reduced by card symmetry.

After a wrong guess the other player is taken to win: alone a player can ask until the
pile is known, if q is at most m + n + 1 (Theorem 3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
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
    Step,
    drawn,
    hands,
    pile_of,
    sorts_of,
    ways,
)
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.menu import (
    Menu,
    Option,
    PublicNode,
    Variant,
    node_after,
    picks,
    step_of,
)
from mystpy.solve.extensive.subgame import Arrival, Decision, End, Following, Subgame

Arrivals = Mapping[Counts, Arrival]
"""For each hand that a player may have at a node, how it came to be."""

Held = tuple[Counts, Arrival]
Both = tuple[Arrivals, Arrivals]

_ASKS = {("asks", 1), ("asks", 2)}


class _Coming(NamedTuple):
    """Who comes to a node and acts there, and what may be done, asked for and seen."""

    player: int
    held: Both
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
        deals = sum(self.ways(classes, a, b) for a in one for b in two)
        whole = self.subgame(self.diagram.start, classes, (one, two), turns)
        return SequenceForm(whole, turns, deals)

    def ways(self, classes: Classes, one: Counts, two: Counts) -> int:
        """In how many ways the cards can be dealt to these hands."""
        return ways(classes, one, two, self._sorts)

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
        if self._turns:
            self._from(node, (one, two), 1)
        else:
            self._over(node, (one, two), 1, cut=True)

    def _from(self, node: PublicNode, held: Both, orbit: int) -> None:
        """Grow what comes after a node; `orbit` counts the games that look like it."""
        self._found.nodes += 1
        held = self._fitting(node.classes, held)
        moves = self._whole.diagram.moves(node.state)
        player, asks = next(iter(moves))[1], list[Counts]()
        if moves.keys() & _ASKS:
            asks = self._whole.menu.questions(node.classes, player)
            if not asks:
                for hand in held[player - 1]:
                    knows = self._whole.menu.knows(
                        node.classes, player, hand, held[2 - player]
                    )
                    assert knows, "who has no useful question knows the pile"
                if player == 1:
                    self._over(node, held, orbit, cut=False)
                return
        came = _Coming(player, held, moves, asks, orbit)
        for key, step, mine in self._ahead(node, came):
            others = {
                after: arrival
                for hand, arrival in held[2 - player].items()
                for after in step.hands(hand)
            }
            after = node_after(node, key, moves[key], step)
            both = (mine, others) if player == 1 else (others, mine)
            grow = self._next if key[0] == "endturn" else self._from
            grow(after, both, orbit * step.parts)

    def _next(self, node: PublicNode, held: Both, orbit: int) -> None:
        """Find what comes after the turn, its classes in an order of their own."""
        held = self._fitting(node.classes, held)
        answered = any(cards.mark == SHOWN for cards in node.classes)
        told = self._whole.menu.told
        classes = [told(c.after(node.poser, answered)) for c in node.classes]
        columns = [tuple(zip(*sorted(one), strict=True)) for one in held]
        rows = zip(classes, *columns, range(len(classes)), strict=True)
        order = [row[-1] for row in sorted(rows)]

        def sorted_hands(one: Arrivals) -> list[tuple[Counts, Arrival]]:
            return sorted(
                (tuple(hand[k] for k in order), came) for hand, came in one.items()
            )

        first, second = map(sorted_hands, held)
        game = self._whole.subgame(
            node.state,
            tuple(classes[k] for k in order),
            (tuple(hand for hand, _ in first), tuple(hand for hand, _ in second)),
            self._turns - 1,
        )
        came = [came for _, came in first], [came for _, came in second]
        whence = tuple(node.whence[k] for k in order)
        marks = tuple(node.classes[k].mark for k in order)
        self._found.following.append(Following(game, came, orbit, whence, marks))

    def _ahead(
        self, node: PublicNode, at: _Coming
    ) -> Iterator[tuple[Key, Step, Arrivals]]:
        """What can be seen to be done, and how the player's hands come to do it.

        A guess is entered at once: it ends the game.
        """
        player, others = at.player, at.held[2 - at.player]
        ahead: dict[tuple[Key, Counts], tuple[Step, dict[Counts, Arrival]]] = {}
        for hand, came in at.held[player - 1].items():
            options = self._whole.menu.options(node, hand, others, at.moves, at.asks)
            found = tuple(options)
            codes = self._codes(player, Decision(came.code, node, hand, found))
            for option, code in zip(found, codes, strict=True):
                if option.key[0] == "guess":
                    mine = hand, came._replace(code=code)
                    self._guessed(node, mine, option, others, at.orbit)
                    continue
                public = option.key, option.cards
                if public not in ahead:
                    ahead[public] = step_of(node, option), {}
                step, hands_after = ahead[public]
                ways = came.picks * picks(node, hand, option)
                arrival = Arrival(code, came.origin, ways)
                hands_after[step.hand(hand, option.own)] = arrival
        return ((key, step, mine) for (key, _), (step, mine) in ahead.items())

    def _codes(self, player: int, choice: Decision) -> Sequence[int]:
        """The sequences of the options; none is new where there is no choice."""
        if not choice.options:
            raise QueryError("there is no question that may be asked")
        if len(choice.options) == 1:
            return (choice.parent,)
        return self._found.choose(player, choice)

    def _fitting(self, classes: Classes, held: Both) -> Both:
        """The hands that go with some hand of the other."""
        ways = self._whole.ways
        pairs = [(a, b) for a in held[0] for b in held[1] if ways(classes, a, b)]
        kept = ({a for a, _ in pairs}, {b for _, b in pairs})
        one, two = (
            {hand: came for hand, came in arrivals.items() if hand in those}
            for arrivals, those in zip(held, kept, strict=True)
        )
        return one, two

    def _enter(
        self, node: PublicNode, one: Held, two: Held, weight: Fraction, cut: bool
    ) -> None:
        """Add what chance makes of these hands here, times a weight."""
        deals = self._whole.ways(node.classes, one[0], two[0])
        if deals and weight:
            (_, first), (_, second) = one, two
            chance = weight * Fraction(deals, first.picks * second.picks)
            codes, origins = (first.code, second.code), (first.origin, second.origin)
            self._found.ends.append(End(codes, origins, chance, cut))

    def _guessed(
        self, node: PublicNode, mine: Held, guess: Option, others: Arrivals, orbit: int
    ) -> None:
        """Enter what a guess is worth: who guesses wrong has lost."""
        hand, _ = mine
        rest = tuple(c.size - h for c, h in zip(node.classes, hand, strict=True))
        right = Fraction(1, drawn(rest, guess.cards))
        first = guess.key[1] == 1
        for other in others.items():
            one, two = (mine, other) if first else (other, mine)
            pile = pile_of(node.classes, one[0], two[0])
            chance = right if pile == guess.cards else Fraction(0)
            won = chance if first else 1 - chance
            self._enter(node, one, two, orbit * won, cut=False)

    def _over(self, node: PublicNode, held: Both, orbit: int, *, cut: bool) -> None:
        """Enter that the game is over here."""
        for one in held[0].items():
            for two in held[1].items():
                self._enter(node, one, two, Fraction(orbit), cut)
