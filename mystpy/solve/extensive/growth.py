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
from mystpy.solve.extensive.form import Payoffs, SequenceForm
from mystpy.solve.extensive.labels import action_label, label_of
from mystpy.solve.extensive.menu import (
    Menu,
    Option,
    PublicNode,
    Variant,
    node_after,
    picks,
    step_of,
)


class Arrival(NamedTuple):
    """How a player came to a node: by which sequence, picking cards in how many ways.

    The cards are picked evenly of those that are alike, so that each way has the same
    share.
    """

    sequence: int
    picks: int


Arrivals = Mapping[Counts, Arrival]
"""For each hand that a player may have at a node, how it came to be."""

Held = tuple[Counts, Arrival]
Both = tuple[Arrivals, Arrivals]


class _Coming(NamedTuple):
    """Who comes to a node and acts there, and what may be done, asked for and seen."""

    player: int
    held: Both
    moves: Mapping[Key, Transition]
    asks: Sequence[Counts]
    orbit: int


_ASKS = {("asks", 1), ("asks", 2)}


def grown(
    game: Game, variant: Variant, tick: Callable[[], None] = lambda: None
) -> SequenceForm:
    """The sequence form of a game.

    Raises QueryError for other than two players, and for q > m + n + 1, where a wrong
    guess does not give the win to the other.
    """
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
    return _Growth(game, variant, tick).form


class _Growth:
    """A tree as it grows."""

    def __init__(self, game: Game, variant: Variant, tick: Callable[[], None]) -> None:
        self.variant = variant
        self.form = SequenceForm()
        self._tick = tick
        self._sorts = sorts_of(game)
        self._menu = Menu(variant, self._sorts)
        self._diagram = diagram(2, game.rule_set)
        classes = tuple(Cards(k, (), s.size) for k, s in enumerate(self._sorts))
        one, two = (
            {hand: Arrival(0, 1) for hand in hands(classes, size)}
            for size in game.sizes[1:]
        )
        self._deals = sum(self._ways(classes, a, b) for a in one for b in two)
        asked = (False,) * len(classes)
        self._from(PublicNode(self._diagram.start, 1, classes, asked), (one, two), 1)

    def _ways(self, classes: Classes, one: Counts, two: Counts) -> int:
        return ways(classes, one, two, self._sorts)

    def _from(self, node: PublicNode, held: Both, orbit: int) -> None:
        """Grow what comes after a node; `orbit` counts the games that look like it."""
        self.form.positions += 1
        if self.form.positions % 64 == 0:
            self._tick()
        held = self._fitting(node.classes, held)
        if node.turn > (self.variant.turns or node.turn):
            self._over(node, held, orbit, self.form.unfinished)
            return
        moves = self._diagram.moves(node.state)
        player = next(iter(moves))[1]
        asks = self._menu.questions(node, player) if moves.keys() & _ASKS else []
        if moves.keys() & _ASKS and not asks:
            self._known(node, player, held)
            if player == 1:
                self._over(node, held, orbit, self.form.payoffs)
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
            self._from(after, both, orbit * step.parts)

    def _ahead(
        self, node: PublicNode, at: _Coming
    ) -> Iterator[tuple[Key, Step, Arrivals]]:
        """What can be seen to be done, and how the player's hands come to do it.

        A guess is entered at once: it ends the game.
        """
        player, others = at.player, at.held[2 - at.player]
        ahead: dict[tuple[Key, Counts], tuple[Step, dict[Counts, Arrival]]] = {}
        for hand, came in at.held[player - 1].items():
            options = list(self._menu.options(node, hand, others, at.moves, at.asks))
            sequences = self._sequences(node, player, hand, came, options)
            for option, sequence in zip(options, sequences, strict=True):
                if option.key[0] == "guess":
                    mine = hand, came._replace(sequence=sequence)
                    self._guessed(node, mine, option, others, at.orbit)
                    continue
                public = option.key, option.cards
                if public not in ahead:
                    ahead[public] = step_of(node, option), {}
                step, hands_after = ahead[public]
                arrival = Arrival(sequence, came.picks * picks(node, hand, option))
                hands_after[step.hand(hand, option.own)] = arrival
        return ((key, step, mine) for (key, _), (step, mine) in ahead.items())

    def _fitting(self, classes: Classes, held: Both) -> Both:
        """The hands that go with some hand of the other."""
        pairs = [(a, b) for a in held[0] for b in held[1] if self._ways(classes, a, b)]
        kept = ({a for a, _ in pairs}, {b for _, b in pairs})
        one, two = (
            {hand: came for hand, came in arrivals.items() if hand in those}
            for arrivals, those in zip(held, kept, strict=True)
        )
        return one, two

    def _known(self, node: PublicNode, player: int, held: Both) -> None:
        """Raise AssertionError unless the player knows the pile, whatever the hand."""
        for hand in held[player - 1]:
            pairs = ((hand, h) if player == 1 else (h, hand) for h in held[2 - player])
            fit = (pair for pair in pairs if self._ways(node.classes, *pair))
            piles = {pile_of(node.classes, *pair) for pair in fit}
            assert len(piles) == 1, "who has no useful question knows the pile"

    def _sequences(
        self,
        node: PublicNode,
        player: int,
        hand: Counts,
        came: Arrival,
        options: Sequence[Option],
    ) -> Sequence[int]:
        """The sequences of the options; none is new where there is no choice."""
        if not options:
            raise QueryError("there is no question that may be asked")
        if len(options) == 1:
            return (came.sequence,)
        label = label_of(node.turn, node.classes, hand)
        texts = [action_label(o.key[0], node.classes, o.cards, o.own) for o in options]
        return self.form.choose(player, came.sequence, label, texts)

    def _enter(
        self, payoffs: Payoffs, node: PublicNode, one: Held, two: Held, weight: Fraction
    ) -> None:
        """Add what chance makes of these hands here, times a weight."""
        deals = self._ways(node.classes, one[0], two[0])
        if deals and weight:
            chance = Fraction(deals, self._deals * one[1].picks * two[1].picks)
            pair = one[1].sequence, two[1].sequence
            payoffs[pair] = payoffs.get(pair, 0) + chance * weight

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
            self._enter(self.form.payoffs, node, one, two, orbit * won)

    def _over(self, node: PublicNode, held: Both, orbit: int, payoffs: Payoffs) -> None:
        """Enter that the game is over here."""
        for one in held[0].items():
            for two in held[1].items():
                self._enter(payoffs, node, one, two, Fraction(orbit))
