"""Findings of checks that look at one case after the other, up to the first fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game

Case = Mapping[str, object]
"""A counterexample: a query that replays, a model file as an object, or values."""

_NOTHING: Mapping[str, object] = {}


def sought(
    budget: Budget,
    cases: Iterable[Case | None],
    scope: Mapping[str, object],
    *,
    proves: bool = False,
    method: str = "exhaustive",
    values: Mapping[str, object] = _NOTHING,
) -> Result:
    """The finding of looking at cases: None where the statement holds.

    The first counterexample ends the search. Unless it `proves` the statement for the
    scope, what holds in all cases HOLDS.
    """
    each = ((1, case) for case in cases)
    return weigh_cases(budget, each, scope, proves=proves, method=method, values=values)


def weigh_cases(
    budget: Budget,
    cases: Iterable[tuple[int, Case | None]],
    scope: Mapping[str, object],
    *,
    proves: bool = False,
    method: str = "game tree",
    values: Mapping[str, object] = _NOTHING,
) -> Result:
    """The same, where each case stands for a number of instances."""
    seen, found = 0, None
    budget.tick()
    for count, found in cases:
        budget.tick()
        seen += count
        if found is not None:
            break
    return Result.judged(
        found, proves=proves, method=method, instances=seen, scope=scope, values=values
    )


def with_values(game: Game, values: Mapping[str, object]) -> dict[str, object]:
    """A game with values, as a counterexample."""
    texts = {name: str(value) for name, value in values.items()}
    return {"game": game.to_dict(), "values": texts}
