"""Evaluate a strategy against a best response, along the paths that it reaches.

In the field: a best response in the extensive form, by backward induction depth first.

The rest of the tree is not built: the memory for a certificate depends on the positions
that its strategies reach, not on the number of turns that it claims.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import (
    chances_at,
    game_of,
    require_order,
    strategies_of,
    turns_of,
)
from mystpy.solve.extensive.labels import (
    Strategy,
    Trace,
    describe_information_set,
    traces_after,
)
from mystpy.solve.extensive.subgame import Subgame, SubgameLink
from mystpy.solve.extensive.tree_builder import TreeBuilder

_NONE = Fraction()


class LazyTreeBuilder(TreeBuilder):
    """The trees of a game; each turn is built when it is reached."""

    def __init__(
        self, game: Game, variant: GameVariant, tick: Callable[[], None]
    ) -> None:
        super().__init__(game, variant, tick)
        self._waiting: dict[int, tuple[int, int]] = {}

    def prepare(self, found: Subgame, state: int, turns: int) -> None:
        """Store how a subgame is built."""
        self._waiting[id(found)] = state, turns

    def require(self, found: Subgame) -> None:
        """Build the first turn of a subgame, unless it was built before."""
        waiting = self._waiting.pop(id(found), None)
        if waiting is not None:
            super().prepare(found, *waiting)


class StrategyValue:
    """The value of a player's strategy, and how many of its choices were reached."""

    def __init__(
        self, growth: LazyTreeBuilder, player: int, strategy: Strategy
    ) -> None:
        self._growth, self._strategy = growth, strategy
        self.player, self._mine, self._other = player, player - 1, 2 - player
        self._best = max if player == 2 else min
        self.sequences = 1

    def found(self, turns: int) -> Fraction:
        """Return the probability that player 1 wins against a best response.

        A game that is unfinished after these turns is lost for the strategy's player.
        Raises QueryError where the strategy does not say what to do.
        """
        form = self._growth.form(turns)
        weights = [Fraction(1)] * len(form.root.hands[self._mine])
        traces: list[Trace] = [()] * len(form.root.classes)
        earned = self._earned(form.root, 1, traces, weights)
        return sum(earned, _NONE) / form.deals

    def _earned(
        self, game: Subgame, turn: int, traces: Sequence[Trace], came: list[Fraction]
    ) -> list[Fraction]:
        """Return the value of a subgame for player 1, for each hand of the opponent.

        The hands of the strategy's player reached it with these weights.
        """
        self._growth.require(game)
        weights = self._weights(game, turn, traces, came)
        values = [_NONE] * game.codes[self._other]
        for end in game.ends:
            weight, lost = weights[end[self._mine]], end[6] and self.player == 1
            if weight and not lost:
                values[end[self._other]] += weight * Fraction(end[4], end[5])
        for after in game.following:
            self._add(after, turn, traces, weights, values)
        last = len(values)
        for choice in reversed(game.choices[self._other]):
            first = last - len(choice.options)
            values[choice.parent] += self._best(values[first:last])
            last = first
        return values[:last]

    def _add(
        self,
        after: SubgameLink,
        turn: int,
        traces: Sequence[Trace],
        weights: Sequence[Fraction],
        values: list[Fraction],
    ) -> None:
        came = [weights[one.code] / one.picks for one in after.arrivals[self._mine]]
        if not any(came):
            return
        later = traces_after(turn, traces, after.whence, after.marks)
        earned = self._earned(after.game, turn + 1, later, came)
        for value, one in zip(earned, after.arrivals[self._other], strict=True):
            if value:
                values[one.code] += value * after.orbit / one.picks

    def _weights(
        self, game: Subgame, turn: int, traces: Sequence[Trace], came: list[Fraction]
    ) -> list[Fraction]:
        weights = list(came)
        for choice in game.choices[self._mine]:
            weight = weights[choice.parent]
            if not weight:
                weights += [_NONE] * len(choice.options)
                continue
            label, acts = describe_information_set(turn, traces, choice)
            chances = chances_at(self.player, self._strategy, label, acts)
            weights += [weight * chances.get(act, _NONE) for act in acts]
            self.sequences += len(acts)
        for choice in game.known[self._mine]:
            if weights[choice.parent]:
                label, acts = describe_information_set(turn, traces, choice)
                chances_at(self.player, self._strategy, label, acts)
        return weights


class ProvenBounds(NamedTuple):
    """The bounds that the strategies of a certificate prove.

    The game ends after at most `turns` turns; `sequences` counts those of each player
    that the strategies reach.
    """

    game: Game
    variant: GameVariant
    turns: int
    lower: Fraction
    upper: Fraction
    sequences: tuple[int, int]

    @property
    def value(self) -> Fraction | None:
        """The value, if the bounds agree."""
        return self.lower if self.lower == self.upper else None


def proven_bounds(
    written: Mapping[str, Any], tick: Callable[[], None] = lambda: None
) -> ProvenBounds:
    """Return the values of the strategies of a certificate, whatever it claims.

    Raises QueryError as `checked`. A strategy has to say what to do at every
    information set that it may reach, whatever the opponent does.
    """
    game, variant = game_of(written)
    turns, growth = turns_of(written), LazyTreeBuilder(game, variant, tick)
    plans = enumerate(strategies_of(written), 1)
    found = [StrategyValue(growth, k, plan) for k, plan in plans]
    lower, upper = (one.found(turn) for one, turn in zip(found, turns, strict=True))
    require_order(lower, upper)
    one, two = (each.sequences for each in found)
    return ProvenBounds(game, variant, max(turns), lower, upper, (one, two))
