"""The sweep: check a conjecture in every situation of a game, shortest history first.

In the field: explicit-state model checking, breadth first.

Public histories that differ only in the names of cards are equivalent: renaming the
cards maps deals to deals and preserves every formula that names no card. So one of them
is enough; cards that a formula names are not renamed. Histories that lead to the same
state, question and worlds are explored once. If all players see the cards that are
shown, as two players do by the shipped axioms, the exploration is finite: it covers all
histories of any length.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import cast

from mystpy.compilation import dataclass
from mystpy.conjectures.budget import CheckStopped
from mystpy.conjectures.conjecture import premises_only
from mystpy.conjectures.evaluation import StateWithPast
from mystpy.conjectures.replay.query import WorldFailure
from mystpy.conjectures.sweep.check import SweepCheck, named_cards
from mystpy.conjectures.truth import holds
from mystpy.conjectures.values import Binding, Value, domain
from mystpy.game.game import Game
from mystpy.language.atoms import H, Var
from mystpy.language.nodes import Formula, Modal
from mystpy.language.numbers import Binder
from mystpy.language.subformulas import (
    cards_in,
    children,
    free_variables,
    is_past,
    players_in,
    walk,
)
from mystpy.language.temporal import Past
from mystpy.processes.ticking import tick
from mystpy.situations import canonical
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.explore import Exploration, key_of, next_states, situations
from mystpy.thresholds import MAX_DEALS_OF_PREMISE_GAMES
from mystpy.views import has_sight

SMALLEST = ((1, 1, 1), (1, 1, 2), (1, 2, 2), (2, 1, 2))
"""m, n and q of games in which premises about public fluents are tested."""
_PREMISE_WORK = 4_000


@dataclass(frozen=True, slots=True)
class SweepCoverage:
    """The coverage of a sweep: all histories of up to `depth` actions.

    `complete` says that longer histories add nothing. `stages` counts the public
    histories up to symmetry, `instances` the instances decided one by one. `ended`
    counts the worlds in which no action for `next` or `after` was possible. It
    `stopped` if the time was up; then `depth` is -1 if not even Init0 was finished.
    """

    depth: int
    complete: bool
    stages: int
    instances: int
    failure: WorldFailure | None
    stopped: bool = False
    ended: int = 0


def sweep(
    node: Formula,
    game: Game,
    *,
    work: int | None,
    depth: int | None = None,
    guesses: bool = True,
    until: float | None = None,
    brief: bool = False,
) -> SweepCoverage:
    """Look for a situation in which the formula fails, up to a depth.

    `work` limits a sweep without a depth: the cost of a history is its number of worlds
    and a few more. A `brief` sweep ends at that limit even if it has not reached its
    depth. Without limits it runs to the end, which exists only if all players see the
    cards that are shown. Unless there are `guesses`, histories with a guess are left
    out. It stops at the time `until`, in seconds since the epoch.
    """
    check = SweepCheck(cards_in(node))
    named = named_cards(check.named, game)
    effort = work if depth is None or brief else None
    ahead = situations(game, named=named, work=effort, most=depth, guesses=guesses)
    if is_past(node):
        remembering(ahead, node, named, game, guesses=guesses)
    stages, looked = 0, -1
    try:
        for length, level in enumerate(ahead.levels()):
            for state in level:
                _go_on(until)
                failure = check.first(node, state)
                stages += 1
                if failure:
                    found = stages, check.instances, failure
                    return SweepCoverage(length, False, *found)
            looked = length
    except CheckStopped:
        counts = stages, check.instances, None, True, check.ended
        return SweepCoverage(looked, False, *counts)
    counts = stages, check.instances, None, False, check.ended
    return SweepCoverage(ahead.depth, ahead.complete, *counts)


def _go_on(until: float | None) -> None:
    """Raise CheckStopped if the time is up; a worker process has only the time."""
    tick()
    if until is not None and time.time() > until:
        raise CheckStopped


@dataclass(frozen=True, slots=True)
class PastFormula:
    """A formula of the past, with all possible values of its free variables."""

    number: int
    node: Past
    bindings: tuple[Binding, ...]
    sorts: Mapping[str, str]

    def of(self, state: EpistemicState) -> canonical.Past:
        """Return the worlds in which it holds, for each binding."""
        return tuple(
            (self.number, self._values(x), holds(cast("Formula", self.node), state, x))
            for x in self.bindings
        )

    def _values(self, binding: Binding) -> tuple[canonical.Value, ...]:
        return tuple(
            (self.sorts[name], value if isinstance(value, tuple) else (value,))
            for name, value in binding.items()
        )


def memories(node: Formula, game: Game) -> tuple[PastFormula, ...]:
    """Return the values that must be remembered for a formula."""
    found = []
    for number, (part, bound) in enumerate(_pasts(node, {})):
        names = sorted(free_variables(cast("Formula", part)))
        values = [_values(bound[name], game) for name in names]
        bindings = [dict(zip(names, x, strict=True)) for x in product(*values)]
        sorts = {name: str(bound[name].sort) for name in names}
        found.append(PastFormula(number, part, tuple(bindings), sorts))
    return tuple(found)


def _pasts(
    node: Formula, bound: Mapping[str, Binder]
) -> Iterator[tuple[Past, Mapping[str, Binder]]]:
    """Yield the formulas of the past in a formula, each with its variables' binders."""
    if isinstance(node, Past):
        yield node, bound
    if isinstance(node, Binder):
        bound = {**bound, node.var: node}
    for child in children(node):
        yield from _pasts(child, bound)


def _values(node: Binder, game: Game) -> list[Value]:
    """Return all values of a variable, whatever the values of others are."""
    over = node.domain
    if isinstance(over, str) or not (
        isinstance(over, Var) or any(isinstance(x, Var) for x in over)
    ):
        return list(domain(node, game, {}))
    if node.sort == "card":
        return list(range(game.c))
    return list(game.holders)


def remembering(
    ahead: Exploration[EpistemicState, SuccessorState],
    node: Formula,
    named: tuple[int, ...],
    game: Game,
    *,
    guesses: bool,
) -> None:
    """Make an exploration also distinguish states by what held before."""
    kept = memories(node, game)

    def ways(state: EpistemicState) -> Iterator[tuple[SuccessorState, EpistemicState]]:
        card_sets = (*named, *state.card_sets)
        for reached in next_states(state, card_sets, guesses=guesses):
            yield reached, reached.state

    ahead.start = StateWithPast.start(game)
    ahead.ways = ways
    ahead.key = lambda state: key_of(
        state, named, tuple(held for memory in kept for held in memory.of(state))
    )


def is_met(node: Formula, games: Sequence[Game], *, depth: int | None = None) -> bool:
    """Return whether premises that are not public hold in some situation.

    The situation is in one of these games, or a small game, after at most `depth`
    actions.
    """
    ahead = premises_only(node)
    if not any(isinstance(part, H | Modal) for part in walk(ahead)):
        return True
    small = [game for game in games if game.deal_count() <= MAX_DEALS_OF_PREMISE_GAMES]
    return is_found(ahead, small or list(small_games(node)), depth=depth)


def small_games(node: Formula, p: int | None = None) -> Iterator[Game]:
    """Yield small games with the cards and players in a formula; perhaps none.

    They have p players, or as few as possible.
    """
    named_cards, p = sorted(cards_in(node)), p or max((2, *players_in(node)))
    for m, n, q in SMALLEST:
        game = Game.myst(m, n, p, q)
        if set(named_cards) <= set(game.cards):
            yield game
        elif len(named_cards) <= game.c:
            others = [card for card in game.cards if card not in named_cards]
            cards = (*named_cards, *others)[: game.c]
            yield Game.general(cards, game.sizes, q)


def is_found(
    ahead: Formula, games: Sequence[Game], *, depth: int | None = None
) -> bool:
    """Return whether a short sweep of the first games finds that the formula fails."""
    looked = (
        sweep(ahead, game, work=_PREMISE_WORK, depth=depth)
        for game in filter(has_sight, games[: len(SMALLEST)])
    )
    return any(swept.failure is not None for swept in looked)
