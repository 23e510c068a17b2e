"""A formula in all situations of a package that few actions lead to.

History by history, the shortest first, the formula is decided by a search among the
runs. A counterexample is decided once more in the list of the history's runs.
"""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import NamedTuple
from mystpy.engines.exclusive import exclusive
from mystpy.errors import EnginesDisagree
from mystpy.language.decidable import parse_in_model, reduce_announcements
from mystpy.language.nodes import Formula, Not
from mystpy.packages.action_terms import ActionStep, read_steps
from mystpy.packages.fluent_words import words_of
from mystpy.packages.history_runs.control import RunSolver, Snapshot
from mystpy.packages.history_runs.history_model import TooManyRuns
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.history_runs.offered_actions import offered_steps
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation


class CounterexampleRun(NamedTuple):
    """A run in which a formula is false: what holds at its start, and its actions.

    `replayed` is the number of runs in the list that was made to check it, None if
    there were too many to list.
    """

    start: tuple[str, ...]
    steps: tuple[ActionStep, ...]
    replayed: int | None


class SweepProgress(NamedTuple):
    """How far a sweep is: `number` of `total` histories with `depth` actions.

    `against` is a run in which the formula is false; then the sweep ends.
    """

    depth: int
    number: int
    total: int
    against: CounterexampleRun | None = None


def sweep(package: Package, text: str, depth: int) -> Iterator[SweepProgress]:
    """Check all situations after at most `depth` actions, and yield each.

    Raises ParseError for a formula that cannot be read, EnginesDisagree if the two
    methods differ about a counterexample.
    """
    formula = reduce_announcements(parse_in_model(text, words_of(package)))
    level: list[tuple[ActionStep, ...]] = [()]
    for length in range(depth + 1):
        for number, steps in enumerate(level, 1):
            situation = PackageSituation(package, steps)
            against = None
            if situation.value(formula) != "true":
                against = _run_against(situation, formula)
            yield SweepProgress(length, number, len(level), against)
            if against is not None:
                return
        if length < depth:
            level = [longer for steps in level for longer in _longer(package, steps)]


def _longer(
    package: Package, steps: tuple[ActionStep, ...]
) -> Iterator[tuple[ActionStep, ...]]:
    """The histories with one action more, without private arguments."""
    possible = PackageSituation(package, steps).possible_actions(every=True)
    found = offered_steps(package, possible)
    for step in dict.fromkeys(each.public for each in found):
        yield (*steps, step)


@exclusive
def _run_against(situation: PackageSituation, formula: Formula) -> CounterexampleRun:
    """A run of the history in which the formula is false, decided by both methods."""
    runs = RunsOfHistory(situation.package, situation.steps)
    fits = runs.conditions(len(situation.steps))
    run = runs.find([*fits, runs.end.encoded(Not(formula))])
    assert run is not None
    steps = tuple(
        _with_private(runs.solver, run, number, step)
        for number, step in enumerate(situation.steps)
    )
    start = tuple(
        atom
        for atom in situation.atoms
        if atom in run.fluents and situation.package.is_rigid(atom)
    )
    return CounterexampleRun(start, steps, _replayed(situation, run, formula))


def _with_private(
    solver: RunSolver, run: Snapshot, number: int, step: ActionStep
) -> ActionStep:
    """The step with all that is private of it, as some agent has seen it."""
    if step.action.private or step.action.alternatives:
        for each in solver.saw.values():
            for seen in each:
                if seen.step == number and seen.literal in run.true:
                    found = _step_seen(solver.package, seen.content)
                    if (
                        found is not None
                        and found.public == step
                        and not found.action.alternatives
                    ):
                        return found
    return step


def _step_seen(package: Package, content: str) -> ActionStep | None:
    """The action that an observation repeats with all its arguments, if it does."""
    from mystpy.errors import MystError

    try:
        return read_steps(content, package)[0]
    except (MystError, IndexError):
        return None


def _replayed(
    situation: PackageSituation, run: Snapshot, formula: Formula
) -> int | None:
    """The number of listed runs, once the run with these fluents is found among them.

    Raises EnginesDisagree if the formula is true in all of them.
    """
    try:
        found = situation.history_model()
    except TooManyRuns:
        return None
    here = ~found.model.truth(formula)
    for atom, mask in found.model.valuation.items():
        here = here & (mask if atom in run.fluents else ~mask)
    if not here.any():
        raise EnginesDisagree(
            f"{formula} is false in a run that a search finds, and true in it in the"
            " list of all runs",
            hint="this is a fault in mystpy; please report it with the package",
        )
    return len(found.model)
