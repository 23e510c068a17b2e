"""The observations from which knowledge follows, in the runs that Prolog lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.kripke.partition import Mask
from mystpy.language.nodes import Knows
from mystpy.packages.value_sorts import in_braces

if TYPE_CHECKING:
    from mystpy.packages.prolog_runs.prolog_answers import PrologSituation


class ObservationLiteral(NamedTuple):
    """The statement that an agent has, or has not, made an observation in a step."""

    step: int
    content: str
    positive: bool

    def true(self, view: Sequence[frozenset[str]]) -> bool:
        """Return whether it is true in an agent's view, which begins with the start."""
        return (self.content in view[self.step + 1]) == self.positive

    def __str__(self) -> str:
        at = "at the start" if self.step < 0 else f"step {self.step}"
        negated = "" if self.positive else "not "
        return f"{at}: {negated}{in_braces(self.content)}"


def reasons_in_runs(situation: PrologSituation, formula: Knows) -> list[str]:
    """Return observations from which a formula follows, none of them redundant.

    There are none if it holds in all runs of the history, or is not known.
    """
    lists = _ViewedRuns(situation, formula)
    view = lists.view_of_fitting()
    if view is None or not lists.follows(_all_of(view, lists.contents())):
        return []
    seen = [each for each in _all_of(view, lists.contents()) if each.positive]
    kept = seen if lists.follows(seen) else list(_all_of(view, lists.contents()))
    for each in list(kept):
        fewer = [other for other in kept if other != each]
        if lists.follows(fewer):
            kept = fewer
    return list(map(str, kept))


def fault_of_reasons(
    situation: PrologSituation, formula: Knows, reasons: Sequence[str]
) -> str | None:
    """Return what is wrong with reasons in Prolog's runs, None if nothing is."""
    lists = _ViewedRuns(situation, formula)
    view = lists.view_of_fitting()
    if view is None:
        return "no run fits" if reasons else None
    every = {str(each): each for each in _all_of(view, lists.contents())}
    if unknown := [each for each in reasons if each not in every]:
        return f"{unknown[0]} was not seen"
    kept = [every[each] for each in reasons]
    known = lists.follows(list(every.values()))
    if not known:
        return "it is not known" if reasons else None
    if not lists.follows(kept):
        return "it does not follow from them"
    for each in kept:
        if lists.follows([other for other in kept if other != each]):
            return f"{each} is needless"
    return None


class _ViewedRuns:
    """The runs of a history with what an agent has seen, and where a body is true."""

    def __init__(self, situation: PrologSituation, formula: Knows) -> None:
        names = list(map(str, situation.package.agents.elements))
        agent, end = names.index(str(formula.agent)), len(situation.steps)
        reaching = situation.reaching[-1]
        body = situation.truth(formula.body, end, reaching)
        places = np.flatnonzero(reaching)
        self.views = [
            situation.run_list[place].view(agent, end) for place in places.tolist()
        ]
        self._body: Mask = body[places]
        self._fits: Mask = situation.fitting[places]

    def view_of_fitting(self) -> Sequence[frozenset[str]] | None:
        """Return the agent's view in the first run that fits."""
        places = np.flatnonzero(self._fits).tolist()
        return self.views[places[0]] if places else None

    def contents(self) -> list[tuple[int, str]]:
        """All that the agent may have seen, with the step."""
        found = {
            (step - 1, content)
            for view in self.views
            for step, seen in enumerate(view)
            for content in seen
        }
        return sorted(found)

    def follows(self, seen: Sequence[ObservationLiteral]) -> bool:
        """Return whether the body is true wherever all of this was seen."""
        return all(
            true
            for view, true in zip(self.views, self._body.tolist(), strict=True)
            if all(each.true(view) for each in seen)
        )


def _all_of(
    view: Sequence[frozenset[str]], contents: Sequence[tuple[int, str]]
) -> list[ObservationLiteral]:
    return [
        ObservationLiteral(step, content, content in view[step + 1])
        for step, content in contents
    ]
