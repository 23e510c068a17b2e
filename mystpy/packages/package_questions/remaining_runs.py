"""How many runs of a history an agent considers possible."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from mystpy.packages.history_runs.formula_encoder import view_not_given
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import OBSERVER


@runtime_checkable
class CountsAlike(Protocol):
    """A situation that counts without a list of all runs."""

    def count_alike(self, agent: str | None) -> int | None:
        """Return the number of runs that look to an agent like those that fit."""


def remaining_runs(situation: PackageSituation, agent: str) -> int | None:
    """Return the number of runs that look to an agent like those that fit.

    For an observer it is the number of all runs of the history. None if there are too
    many to list. Raises NoWorldFits if the history is illegal, QueryError if what the
    agent has seen is not given.
    """
    situation.require_legal()
    all_runs = agent == OBSERVER and agent not in situation.words.agents
    name = None if all_runs else agent
    if isinstance(situation, CountsAlike):
        return situation.count_alike(name)
    return listed_count(situation, name)


def listed_count(situation: PackageSituation, agent: str | None) -> int | None:
    """Return the number of runs that look to an agent like those that fit, by a list.

    Without an agent it is that of all runs; None if there are too many to list.
    """
    listed = situation.listed_runs()
    if listed is None:
        return None
    model = listed.end_model()
    if agent is None:
        return len(model)
    fits = listed.fitting(situation.given, situation.steps)
    numbers = model.relation(agent).numbers
    views = set(numbers[fits].tolist())
    if len(views) != 1:
        raise view_not_given(agent)
    return int((numbers == views.pop()).sum())
