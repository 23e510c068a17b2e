"""`theory check`: the faults of a package, and the methods that answer about it.

Properties that follow from the rules are decided for all histories. The others are
checked in all runs of a few steps, and each result gives the number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mystpy.compilation import NamedTuple
from mystpy.engines.exclusive import exclusive
from mystpy.errors import MystError
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.axiom_checks.soundness import require_defined, require_determined
from mystpy.packages.fluent_words import precondition_of, words_of
from mystpy.packages.history_runs.answer_set_program import (
    all_considered,
    single_actions,
)
from mystpy.packages.history_runs.control import RunSolver
from mystpy.packages.package import Package

MAX_INSTANCES = 30_000
"""The maximal number of instances of actions tried at all steps together."""

MAX_STEPS = 3
"""The maximal number of steps of the runs that are checked."""


class CheckResult(NamedTuple):
    """One property of a package: whether it holds, and what was checked.

    `holds` is None if nothing could be checked.
    """

    name: str
    holds: bool | None
    detail: str


def require_sound(package: Package) -> None:
    """Raise AxiomError or QueryError if answers about a package could be wrong."""
    require_defined(package)
    require_determined(package)


@exclusive
def check_package(package: Package) -> list[CheckResult]:
    """Return the properties of a package, in the order in which they are checked.

    If a property fails on which others depend, the others are not checked.
    """
    found = [
        _attempt(
            "defined",
            "every fluent, poss, obs0 and obs have rules",
            lambda: require_defined(package),
        ),
        _attempt(
            "determined",
            "a start and its actions make one run; obs repeats what is public",
            lambda: require_determined(package),
        ),
        _attempt(
            "preconditions",
            "preconditions can be read",
            lambda: _read_preconditions(package),
        ),
    ]
    sound = all(each.holds for each in found)
    if sound:
        found += _explored(package)
        sound = all(each.name != "explored" or each.holds is None for each in found)
    return [*found, *_methods(sound=sound)]


def _attempt(name: str, detail: str, check: Callable[[], None]) -> CheckResult:
    try:
        check()
    except MystError as error:
        return CheckResult(name, False, str(error))
    return CheckResult(name, True, detail)


def _read_preconditions(package: Package) -> None:
    for action in package.actions.values():
        if action.precondition:
            first = tuple(next(sort.values()) for sort in action.sorts)
            precondition_of(package, ActionStep(action, first).public)


def _explored(package: Package) -> Iterator[CheckResult]:
    try:
        words_of(package)
    except MystError as error:
        yield CheckResult("explored", False, str(error))
        return
    instances = sum(action.instances for action in package.actions.values())
    steps = min(MAX_STEPS, MAX_INSTANCES // max(instances, 1))
    if not steps:
        detail = f"{instances:,} actions are too many to try each"
        yield CheckResult("explored", None, detail)
        return
    runs = _Runs(package, steps)
    yield runs.start()
    yield runs.none("all see something of each action", "unseen")
    yield runs.none("agents see their own actions", "blind")
    yield runs.deadlock()
    yield from runs.never()


class _Runs:
    """The runs of a package with any actions, up to a number of steps."""

    def __init__(self, package: Package, steps: int) -> None:
        self.package, self.steps = package, steps
        text = all_considered(package, steps)
        self.solver = RunSolver(package, (), text, {0})
        self.scope = f"in all runs of {steps} step{'s' * (steps > 1)}"
        if any(action.precondition for action in package.actions.values()):
            self.scope += ", preconditions about knowledge left aside"

    def start(self) -> CheckResult:
        """Whether there is a start."""
        if self.solver.find([]) is None:
            return CheckResult("start", False, "no start satisfies the axioms")
        return CheckResult("start", True, "there is a start")

    def none(self, name: str, predicate: str) -> CheckResult:
        """Whether a predicate that marks a fault is false in all runs."""
        atoms = self.solver.atoms_of(predicate)
        if self.solver.find([self.solver.disjunction(atoms.values())]) is None:
            return CheckResult(name, True, self.scope)
        for atom, literal in atoms.items():
            if (run := self.solver.true_atoms([literal], ("done",))) is not None:
                detail = f"{atom} after {_history(run)}"
                return CheckResult(name, False, detail)
        return CheckResult(name, True, self.scope)

    def deadlock(self) -> CheckResult:
        """Whether some action is possible wherever the game is not over."""
        over = self.solver.atoms_of("over")
        for atom, literal in self.solver.atoms_of("stuck").items():
            number = atom.removeprefix("stuck(").rstrip(")")
            ended = over.get(f"over({number})", -self.solver.true)
            if (
                run := self.solver.true_atoms([literal, -ended], ("done",))
            ) is not None:
                detail = f"no action is possible after {_history(run)}"
                return CheckResult("no deadlock", False, detail)
        return CheckResult("no deadlock", True, self.scope)

    def never(self) -> Iterator[CheckResult]:
        """The actions that are never possible."""
        done = self.solver.atoms_of("done")
        for name in (each.name for each in single_actions(self.package)):
            some = [
                x
                for atom, x in done.items()
                if atom.startswith((f"done({name}(", f"done({name},"))
            ]
            if not any(self.solver.find([x]) for x in some):
                detail = f"{name} is never possible {self.scope}"
                yield CheckResult("every action is possible", None, detail)


def _history(run: list[str]) -> str:
    """The actions of a run in order, or that it is the start."""
    steps = sorted(
        (int(each.rpartition(",")[2].rstrip(")")), each.removeprefix("done("))
        for each in run
    )
    return " ".join(each.rpartition(",")[0] for _, each in steps) or "the start"


def _methods(*, sound: bool) -> Iterator[CheckResult]:
    detail = "answers come from the runs of the package's own axioms, by clingo"
    yield CheckResult("asp-runs", sound, detail)
