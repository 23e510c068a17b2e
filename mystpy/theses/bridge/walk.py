"""The situations of small games up to symmetry, shortest histories first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from mystpy.compilation import dataclass
from mystpy.conjectures.budget import Budget, spread
from mystpy.conjectures.ranges import myst_games, size_of
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.sight import require_known_sight
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.explore import Exploration, cost_of, key_of, next_states
from mystpy.theses.case_analysis import Case

T = TypeVar("T")

Work = Callable[[Game], int]
"""A function that limits the sweep of a game."""

CLUES = (
    Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]}),
    Game.clue(3, {"who": ["ann", "bob", "cat"], "how": ["axe", "bow"]}),
    Game.clue(3, {"who": ["ann", "bob", "cat"], "how": ["axe", "bow", "cup"]}),
)
"""Clue with two sorts; in the last of them one hand has one more card."""


def small_games(budget: Budget) -> tuple[Game, ...]:
    """Return MYST with few cards and up to four players, and small games of Clue."""
    if budget.full:
        return *myst_games(6, 4), *CLUES
    return *myst_games(4, 3), CLUES[0]


def explore(
    game: Game, work: int, *, nowin: bool = False
) -> Exploration[EpistemicState, SuccessorState]:
    """Return the public histories of a game up to symmetry, as far as `work` goes.

    The worlds of each are numbered from 0 on, and worlds for all cards of a show are
    kept: actions must change the worlds as the axioms say. With `nowin`, noguess(i)
    excludes the worlds in which i knows the pile. Raises AxiomError if players have
    other views by the axioms in force, since the actions of the paper define the views.
    """
    require_known_sight(game.rule_set)

    def ways(before: EpistemicState) -> Iterator[tuple[SuccessorState, EpistemicState]]:
        for reached in next_states(before):
            kind, player, *_ = reached.state.events[-1].key
            if nowin and kind == "noguess":
                kept = _not_knowing(reached.state, player)
                reached = SuccessorState(kept, reached.parents, kept.full)
            if reached.state.full:
                compact = reached.compact()
                yield compact, compact.state

    start = EpistemicState.start(game, split=False)
    return Exploration(start, ways, key_of, cost_of, work)


def states(
    ahead: Exploration[EpistemicState, SuccessorState],
) -> Iterator[EpistemicState]:
    """Yield the first state, and the one after each action."""
    yield ahead.start
    for step in ahead.steps():
        yield step.after


def _not_knowing(state: EpistemicState, player: int) -> EpistemicState:
    """Return the state without the worlds in which a player knows the pile."""
    kept = state.full & ~state.sure(player, lambda w: state.worlds[w][0])
    return EpistemicState(state.frame, state.number, state.question, kept, state.events)


@dataclass(frozen=True, slots=True)
class Item(Generic[T]):
    """A game to be swept as far as `work` goes, and `how`."""

    game: Game
    work: int
    how: T


NO_COUNTS: Mapping[str, int] = {}

Piece = tuple[int, int, int, Case | None, dict[str, int]]
"""The result of a game's sweep: histories, instances, depth, a fault, and counts."""


def first_fault(
    ahead: Exploration[EpistemicState, SuccessorState],
    found: Iterable[tuple[int, Case | None, Mapping[str, int]]],
) -> Piece:
    """Return the result of a sweep up to the first fault.

    `found` has the number of instances, a fault and counts for each history.
    """
    histories, instances, fault, counts = 0, 0, None, Counter[str]()
    for number, fault, more in found:
        histories, instances = histories + 1, instances + number
        counts.update(more)
        if fault is not None:
            break
    return histories, instances, ahead.depth, fault, dict(counts)


def pieces(
    budget: Budget, label: str, piece: Callable[[Item[T]], Piece], how: T, work: Work
) -> list[tuple[Game, Piece]]:
    """Return the results of the sweeps of the small games, the smallest first."""
    games = {str(game.to_dict()): game for game in small_games(budget)}
    items = [(name, Item(game, work(game), how)) for name, game in games.items()]
    found = dict(spread(budget, f"bridge-{label}|{budget.scope}", piece, items))
    each = ((games[name], found[name]) for name in games)
    return sorted(each, key=lambda pair: size_of(pair[0]))


def swept(
    budget: Budget,
    label: str,
    piece: Callable[[Item[T]], Piece],
    how: T,
    work: Work,
    method: str = "exhaustive",
) -> Result:
    """Return the common result of the sweeps; its values are the sums of the counts."""
    found = pieces(budget, label, piece, how, work)
    values = Counter(histories=0)
    for _, (histories, *_, counts) in found:
        values.update(counts, histories=histories)
    return Result.judged(
        next((fault for _, (*_, fault, _) in found if fault is not None), None),
        proves=False,
        method=method,
        scope=scope_of(found),
        instances=sum(piece[1] for _, piece in found),
        values=values,
    )


def scope_of(found: Sequence[tuple[Game, Piece]]) -> dict[str, object]:
    """Return the bounds of a sweep of all histories of some length in these games."""
    depths = [depth for _, (_, _, depth, _, _) in found]
    return {
        "c": max(game.c for game, _ in found if not game.sorts),
        "p": max(game.p for game, _ in found),
        "games of Clue": sum(bool(game.sorts) for game, _ in found),
        "depth": f"{min(depths)} to {max(depths)}, by game",
    }
