"""Which actions can be done after a history."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.language.nodes import Formula
from mystpy.packages.action_terms import ActionStep, read_steps
from mystpy.packages.fluent_words import precondition_of
from mystpy.packages.history_runs.answer_set_program import offered_rules
from mystpy.packages.history_runs.formula_encoder import Encoded
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.package import Package
from mystpy.packages.value_sorts import in_braces

MAX_OFFERED = 200_000
"""Actions with more instances than this are not listed."""

MAX_LISTED = 5_000
"""The maximal number of runs in a list for actions with preconditions."""

MAX_LISTED_VALUES = 10_000_000
"""The maximal number of values in that list: whether an action is possible in a run."""


class OfferedActions(NamedTuple):
    """Actions of one kind that can be done: in all runs that fit, or only in some.

    `actions` are the terms; where there are many of one kind they are left out unless
    all are wanted, and `instances` says how many there are.
    """

    kind: str
    certain: bool
    instances: int
    actions: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """`legal` if it is certain, else `possible`."""
        return "legal" if self.certain else "possible"


FEW = 12
"""The maximal number of actions of one kind that are listed one by one."""


def offers(
    package: Package, steps: Sequence[ActionStep], given: Formula, *, every: bool
) -> list[OfferedActions]:
    """Return the actions that are possible, by kind, first those certainly possible.

    Raises QueryError if there are too many to list.
    """
    require_few_actions(package)
    runs = RunsOfHistory(package, steps, offered_rules(package, len(steps)))
    some, sure = _by_list(runs, given, steps) or _by_searches(runs, given, steps)
    return by_kind(package, some, sure, every=every)


def _by_list(
    runs: RunsOfHistory, given: Formula, steps: Sequence[ActionStep]
) -> tuple[set[str], set[str]] | None:
    """The actions that can be done in some runs that fit, and in all, from a list.

    None if no action has a precondition, or there are too many runs. Searches for each
    action take longer only if knowledge has to be decided.
    """
    package = runs.solver.package
    if not any(action.precondition for action in package.actions.values()):
        return None
    literals = runs.solver.atoms("offered")
    most = min(MAX_LISTED, MAX_LISTED_VALUES // (len(literals) + 1))
    runs.solver.watch(literals.values())
    rows = runs.solver.run_list(most)
    if rows is None:
        return None
    from mystpy.packages.history_runs.listed_runs import ListedHistory

    needed = {term: precondition_of_term(package, term) for term in literals}
    preconditions = {term: f for term, f in needed.items() if f is not None}
    listed = ListedHistory(runs, rows)
    return listed.offered(literals, preconditions, (given, steps))


def _by_searches(
    runs: RunsOfHistory, given: Formula, steps: Sequence[ActionStep]
) -> tuple[set[str], set[str]]:
    """The actions that can be done in some runs that fit, and in all, by searches."""
    fits = runs.fitting(given, steps)
    some = runs.consequences(fits, "brave", "offered")
    sure = runs.consequences(fits, "cautious", "offered")
    for term in sorted(some):
        _keep_precondition(runs, term, fits, (some, sure))
    return some, sure


def by_kind(
    package: Package, some: Collection[str], sure: Collection[str], *, every: bool
) -> list[OfferedActions]:
    """Return actions that can be done in some runs, and those that can in all."""
    found = []
    for certain in (True, False):
        for kind in package.actions:
            chosen = sorted(
                x
                for x in some
                if x.partition("(")[0] == kind and (x in sure) == certain
            )
            if chosen:
                listed = (
                    tuple(map(in_braces, chosen)) if every or len(chosen) <= FEW else ()
                )
                found.append(OfferedActions(kind, certain, len(chosen), listed))
    return found


def offered_steps(
    package: Package, offered: Iterable[OfferedActions]
) -> list[ActionStep]:
    """Return the actions that are listed one by one."""
    terms = [term for each in offered for term in each.actions]
    return [read_steps(term, package)[0] for term in terms]


def precondition_of_term(package: Package, term: str) -> Formula | None:
    """Return the precondition of an action, None if it has none."""
    step = read_steps(term, package)[0]
    if not step.action.precondition:
        return None
    return precondition_of(package, step.public)


def _keep_precondition(
    runs: RunsOfHistory,
    term: str,
    fits: Sequence[Encoded],
    possible: tuple[set[str], set[str]],
) -> None:
    """Take an action out whose precondition is false in all runs, or in some.

    `possible` are the actions that can be done in some runs, and those that can in all.
    """
    precondition = precondition_of_term(runs.solver.package, term)
    if precondition is None:
        return
    some, sure = possible
    needed = runs.end.encoded(precondition)
    offered = Encoded(runs.solver.atoms("offered")[term])
    if runs.find([*fits, offered, needed]) is None:
        some.discard(term)
    if runs.find([*fits, needed.negated()]) is not None:
        sure.discard(term)


def require_few_actions(package: Package, most: int = MAX_OFFERED) -> None:
    """Raise QueryError if an action has more instances than can be tried."""
    for action in package.actions.values():
        if action.instances > most:
            raise QueryError(
                f"{action.name} has {action.instances:,} instances, too many to try"
                " each",
                hint="ask mystpy legal of the action that is meant",
            )
