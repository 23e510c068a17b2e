"""Which actions are possible by theory.pl, and which goals of its clauses are false."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.packages.action_terms import all_actions, possible_actions
from mystpy.packages.answer_kinds import FailedCondition
from mystpy.packages.fluent_words import precondition_text
from mystpy.packages.history_runs.offered_actions import (
    OfferedActions,
    by_kind,
    precondition_of_term,
    require_few_actions,
)
from mystpy.packages.package_questions.failed_conditions import condition_in_words
from mystpy.packages.prolog_runs.package_run import PackageRun
from mystpy.packages.prolog_runs.prolog_listing import (
    ClauseCondition,
    RunListing,
    clause_conditions,
    prolog_runs,
    require_few,
)

if TYPE_CHECKING:
    from mystpy.packages.prolog_runs.prolog_answers import PrologSituation

MAX_TRIED = 5_000_000
"""The maximal number of actions that are tried, in all runs together."""


def offered_by_prolog(
    situation: PrologSituation, *, every: bool
) -> list[OfferedActions]:
    """Return the actions that can be done in some runs that fit, or in all.

    Raises QueryError if there are too many to be tried.
    """
    package = situation.package
    require_few_actions(package)
    actions = all_actions(package)
    if len(actions) * len(situation.run_list) > MAX_TRIED:
        raise QueryError(
            f"{len(actions):,} actions in {len(situation.run_list):,} runs are too many"
            " for Prolog to try",
            hint="use --engine asp, or ask mystpy legal of the action that is meant",
        )
    fitting = np.flatnonzero(situation.fitting).tolist()
    steps = situation.steps
    runs = _runs_before(situation, len(steps), RunListing((), (), offered=actions))
    some = frozenset[str]().union(*(runs[place].found for place in fitting))
    sure = frozenset(some).intersection(*(runs[place].found for place in fitting))
    can, must = set(some), set(sure)
    for term in sorted(some):
        precondition = precondition_of_term(package, term)
        if precondition is not None:
            true = situation.truth(precondition, len(steps), situation.reaching[-1])
            here = [term in run.found for run in runs] & situation.fitting
            if not (here & true).any():
                can.discard(term)
            if (situation.fitting & ~true).any():
                must.discard(term)
    return by_kind(package, can, must & can, every=every)


def _runs_before(
    situation: PrologSituation, number: int, listing: RunListing
) -> list[PackageRun]:
    """The runs of the steps before one, in order, with what a listing asks besides."""
    steps = tuple(possible_actions(step.public) for step in situation.steps[:number])
    listing = listing._replace(steps=steps, wanted=(0,))
    return require_few(prolog_runs(situation.package, listing, trust=situation.trust))


def false_conditions(situation: PrologSituation, number: int) -> list[FailedCondition]:
    """Return which goals of the clauses for a step are false in all runs that fit."""
    step, package = situation.steps[number], situation.package
    before = replace(situation, steps=situation.steps[:number])
    listing = RunListing((), (), conditions=possible_actions(step))
    runs = _runs_before(situation, number, listing)
    fitting = np.flatnonzero(before.fitting).tolist()
    true = frozenset[str]().union(*(runs[place].found for place in fitting))
    over = (runs[place].found for place in fitting)
    if fitting and "over" in reduce(frozenset.intersection, over):
        return [FailedCondition(f"\\+over({number})")]
    goals = clause_conditions(package, step, number, trust=situation.trust)
    texts = dict.fromkeys(_false_goals(goals, true))
    found = [condition_in_words(package, text) for text in texts]
    if not found and step.action.precondition:
        found.append(FailedCondition(precondition_text(step.public)))
    return found


def _false_goals(
    goals: Sequence[ClauseCondition], true: frozenset[str]
) -> Iterator[str]:
    """Goals that are false by themselves, or else the first that leaves nothing."""
    for clause in dict.fromkeys(each.clause for each in goals):
        own = [each for each in goals if each.clause == clause]
        alone = [each.text for each in own if _is_alone_false(each, true)]
        joint = [
            each.text
            for each in own
            if f"part({clause},{each.place},joint)" not in true
        ]
        yield from alone or joint[:1]


def _is_alone_false(goal: ClauseCondition, true: frozenset[str]) -> bool:
    return goal.alone and f"part({goal.clause},{goal.place},alone)" not in true
