"""`theory check`: whether theory.pl agrees with theory.lp.

The labels are compared, all starts, and all runs of a few steps from some of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple
from mystpy.errors import EngineMissing, MystError
from mystpy.packages.action_terms import (
    ActionStep,
    all_actions,
    some_steps,
)
from mystpy.packages.axiom_checks.package_checks import (
    MAX_INSTANCES,
    MAX_STEPS,
    CheckResult,
)
from mystpy.packages.folders import PROLOG_AXIOMS
from mystpy.packages.package import Package
from mystpy.packages.prolog_runs.answer_set_listing import (
    answer_set_runs,
    answer_set_runs_of_any_actions,
    rigid_atoms,
)
from mystpy.packages.prolog_runs.package_run import PackageRun, require_actions_seen
from mystpy.packages.prolog_runs.prolog_listing import (
    RunListing,
    has_prolog,
    prolog_axioms,
    prolog_runs,
)
from mystpy.packages.prolog_runs.run_comparison import first_difference
from mystpy.packages.theory_files.labelled_axioms import labels_of

MAX_STARTS = 20_000
"""The maximal number of starts that are compared."""

MAX_RUNS_OF_A_START = 2_000
"""The maximal number of runs compared from one start; it limits the steps."""

MAX_RUNS_COMPARED = 2_500
"""The maximal number of runs compared; it limits the number of starts."""

MAX_RIGID = 300
"""Instances of rigid fluents by which a start can be singled out."""


def prolog_checks(package: Package, *, trust: bool = False) -> list[CheckResult]:
    """Return the results of a comparison of theory.pl with theory.lp.

    There is one result, that nothing is compared, if the package has no theory.pl, or
    SWI-Prolog is not installed.
    """
    if not has_prolog(package):
        detail = f"there is no {PROLOG_AXIOMS}, which would be a second opinion"
        return [CheckResult("prolog", None, detail)]
    found = [_labels(package)]
    try:
        found += _compared(package, trust=trust)
    except EngineMissing as error:
        found.append(CheckResult("prolog", None, f"not compared: {error}"))
    except MystError as error:
        found.append(CheckResult("prolog", False, str(error)))
    return found


def _labels(package: Package) -> CheckResult:
    """Whether both files have the same labels."""
    ours = dict.fromkeys(labels_of(package.axioms))
    theirs = dict.fromkeys(labels_of(prolog_axioms(package).text))
    for here, there, file in (
        (ours, theirs, PROLOG_AXIOMS),
        (theirs, ours, "theory.lp"),
    ):
        missing = [f"({label})" for label in here if label not in there]
        if missing:
            detail = f"{file} has no axiom {', '.join(missing)}"
            return CheckResult("labels", False, detail)
    return CheckResult("labels", True, "theory.lp and theory.pl have the same")


MAX_SAMPLED = 40
"""The number of instances of each action tried if there are too many to try all."""


class _Scope(NamedTuple):
    """The runs that are compared: their actions, their length, and their starts.

    `of_actions` is how many actions there are.
    """

    steps: int
    actions: tuple[ActionStep, ...]
    of_actions: int
    starts: list[frozenset[str]]
    of_all: int
    runs: list[PackageRun]


def _compared(package: Package, *, trust: bool) -> Iterator[CheckResult]:
    starts = prolog_runs(package, RunListing((), (0,)), MAX_STARTS, trust=trust)
    ours = answer_set_runs(package, (), MAX_STARTS)
    if starts is None or ours is None:
        detail = f"not compared: there are more than {MAX_STARTS:,} starts"
        yield CheckResult("same starts", None, detail)
        return
    difference = first_difference(package, ours, starts)
    if difference is not None:
        yield CheckResult("same starts", False, str(difference))
        return
    yield CheckResult("same starts", True, f"all {len(starts):,}")
    scope = _scope(package, starts, trust=trust)
    if scope is None:
        detail = "not compared: there are too many actions, or fluents"
        yield CheckResult("same runs", None, detail)
        return
    same = _same_runs(package, scope)
    if same.holds:
        require_actions_seen(package, scope.runs)
    yield same


def _scope(
    package: Package, starts: Sequence[PackageRun], *, trust: bool
) -> _Scope | None:
    """The most steps of which one start has few runs, and as many starts as fit."""
    instances = sum(action.instances for action in package.actions.values())
    if len(rigid_atoms(package)) > MAX_RIGID or not starts:
        return None
    if instances > MAX_INSTANCES:
        actions = tuple(some_steps(package, MAX_SAMPLED))
    else:
        actions = all_actions(package)
    known = {_rigid(package, run): None for run in starts}
    rigid = sorted(known, key=sorted)
    for steps in range(min(MAX_STEPS, MAX_INSTANCES // max(len(actions), 1)), 0, -1):
        listing = RunListing((actions,) * steps, tuple(range(steps + 1)), rigid[:1])
        one = prolog_runs(package, listing, MAX_RUNS_OF_A_START, trust=trust)
        if one is not None:
            number = min(len(rigid), max(1, MAX_RUNS_COMPARED // max(len(one), 1)))
            chosen = rigid[:: -(-len(rigid) // number)]
            listing = listing._replace(starts=chosen)
            most = MAX_RUNS_COMPARED * 10
            runs = prolog_runs(package, listing, most, trust=trust)
            if runs is not None:
                return _Scope(steps, actions, instances, chosen, len(rigid), runs)
    return None


def _rigid(package: Package, run: PackageRun) -> frozenset[str]:
    atoms = run.fluents[0] or ()
    return frozenset(filter(package.is_rigid, atoms))


def _same_runs(package: Package, scope: _Scope) -> CheckResult:
    most = len(scope.runs) + 1
    sampled = len(scope.actions) < scope.of_actions
    actions = scope.actions if sampled else None
    for limit in (most, most * 10):
        ours = answer_set_runs_of_any_actions(
            package, scope.steps, scope.starts, limit, actions
        )
        if ours is not None:
            break
    if ours is None:
        detail = f"theory.lp has more than {most * 10:,} runs, theory.pl {most - 1:,}"
        return CheckResult("same runs", False, detail)
    difference = first_difference(package, ours, scope.runs)
    if difference is not None:
        return CheckResult("same runs", False, str(difference))
    some = len(scope.starts) < scope.of_all
    of = f"{len(scope.starts):,} of {scope.of_all:,}" if some else "all"
    steps = f"{scope.steps} step{'s' * (scope.steps > 1)}"
    detail = f"{len(ours):,} runs of {steps} from {of} starts"
    if sampled:
        number = f"{len(scope.actions):,} of {scope.of_actions:,}"
        detail += f", with {number} actions"
    if any(action.precondition for action in package.actions.values()):
        detail += ", preconditions about knowledge left aside"
    return CheckResult("same runs", True, detail)
