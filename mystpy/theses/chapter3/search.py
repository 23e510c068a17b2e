"""Search the situations of small games: first events, and the players' knowledge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from operator import attrgetter
from types import MappingProxyType

from mystpy.compilation import dataclass
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.engines import confirming_engines
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.game import Game
from mystpy.history.actions import Action, Guess
from mystpy.situations.explore import Exploration
from mystpy.theses.case_analysis import Query
from mystpy.theses.chapter3.table import DealTable, KnowledgeGameState

Ways = Callable[
    [DealTable, KnowledgeGameState], Iterable[tuple[Action, KnowledgeGameState]]
]
"""The actions that a search tries in a game state, each with its next state."""


@dataclass(frozen=True, slots=True)
class HistoryEvent:
    """An action done after `history` (itself not included), with the states around it.

    For the initial situation `action` is None, and both states are init0.
    """

    table: DealTable
    history: tuple[Action, ...]
    before: KnowledgeGameState
    action: Action | None
    after: KnowledgeGameState

    @property
    def done(self) -> tuple[Action, ...]:
        """Return the history, including the action."""
        return self.history if self.action is None else (*self.history, self.action)


@dataclass(frozen=True, slots=True)
class EventSearch:
    """The result of a search: a first event, if any, and the number checked."""

    event: HistoryEvent | None
    looked_at: int


@dataclass(frozen=True, slots=True)
class _Reached:
    """A game state, and one of the shortest histories that lead to it."""

    history: tuple[Action, ...]
    game_state: KnowledgeGameState


def events(
    table: DealTable, depth: int, ways: Ways = DealTable.steps
) -> Iterator[HistoryEvent]:
    """Yield init0 and every event of up to `depth` actions, shortest first.

    Known states are not entered again, so an event comes with one of the shortest
    histories that lead to it.
    """
    start = table.initial()
    yield HistoryEvent(table, (), start, None, start)
    ahead = Exploration(
        _Reached((), start),
        lambda at: (
            (action, _Reached((*at.history, action), after))
            for action, after in ways(table, at.game_state)
        ),
        attrgetter("game_state"),
        most=depth,
    )
    for step in ahead.steps():
        before, after = step.before, step.after
        yield HistoryEvent(
            table, before.history, before.game_state, step.way, after.game_state
        )


def shortest(
    games: Iterable[Game],
    wanted: Callable[[HistoryEvent], bool],
    budget: Budget,
    *,
    depth: int,
    ways: Ways = DealTable.steps,
) -> EventSearch:
    """Return the first wanted event: fewest cards, then fewest actions.

    `games` have ascending numbers of cards; among games with equally many cards the
    first one with a shortest history counts.
    """
    best: HistoryEvent | None = None
    looked_at = count()
    for game in games:
        if best and (game.c > best.table.game.c or not best.done):
            break
        limit = len(best.done) - 1 if best else depth
        for event in events(DealTable(game), limit, ways):
            next(looked_at)
            budget.tick()
            if wanted(event):
                best = event
                break
    return EventSearch(best, next(looked_at))


def confirm_query(query: Query) -> Query:
    """Return the query, after at least two engines have confirmed its value.

    Raises EnginesDisagree if one of them has another value.
    """
    confirming_engines(query)
    return query


def witness(found: EventSearch, formula: Callable[[HistoryEvent], str]) -> Query | None:
    """Return the found situation with a formula, confirmed by two engines."""
    if found.event is None:
        return None
    return confirm_query(
        found.event.table.query(found.event.done, formula(found.event))
    )


def exists(
    found: EventSearch,
    formula: Callable[[HistoryEvent], str],
    scope: Mapping[str, object],
    values: Mapping[str, object] = MappingProxyType({}),
) -> Result:
    """Return PROVED with the found situation as an example, or OPEN if none exists."""
    query, count = witness(found, formula), found.looked_at
    if query is None:
        none = "no such situation was found"
        return Result.open(note=none, method="search", scope=scope, instances=count)
    method, proved = "search, with an example", Verdict.PROVED
    return Result(proved, "", method, scope, count, example=query, values=values)


def no_guesses(
    table: DealTable, game_state: KnowledgeGameState
) -> list[tuple[Action, KnowledgeGameState]]:
    """Return the actions of a game in which nobody guesses."""
    return [(a, s) for a, s in table.steps(game_state) if not isinstance(a, Guess)]
