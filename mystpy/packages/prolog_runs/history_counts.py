"""Situations and histories of a package counted by their number of actions.

In the field: perft, the number of paths of each length in a game tree.

All runs of one length are listed, by clingo from theory.lp or by SWI-Prolog from
theory.pl. A precondition about knowledge is decided in the model of all runs that are
as long as the history before the action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask, Partition
from mystpy.packages.action_terms import ActionStep, all_actions, read_steps
from mystpy.packages.fluent_words import words_of
from mystpy.packages.history_runs.offered_actions import (
    precondition_of_term,
    require_few_actions,
)
from mystpy.packages.package import Package
from mystpy.packages.prolog_runs.answer_set_listing import (
    answer_set_runs_of_any_actions,
)
from mystpy.packages.prolog_runs.package_run import (
    Observations,
    PackageRun,
    require_actions_seen,
)
from mystpy.packages.prolog_runs.prolog_listing import (
    RunListing,
    has_prolog,
    prolog_runs,
)
from mystpy.packages.value_sorts import in_braces
from mystpy.progress import report_progress

MAX_RUNS_COUNTED = 50_000
"""A length with more runs is refused: each of them is listed."""

_SMALLER = "take smaller constants with --game"

RunsOfLength = Callable[[int], list[PackageRun] | None]
"""Returns the runs of at most this number of actions, None if they are too many."""


class HistoryCounts(NamedTuple):
    """The counts for one number of actions, `depth`; each is an exact integer.

    `histories` are the sequences of actions, with their private arguments, that can be
    done from at least one start. `runs` are the pairs of a start and a history that can
    be done from it. `public` are the histories as all agents see them: each action
    without its private arguments, with what all agents observe alike of it, and of the
    start. `states` are the different sets of fluents after them that are not rigid.
    """

    depth: int
    histories: int
    runs: int
    public: int
    states: int


def clingo_runs(package: Package) -> RunsOfLength:
    """Return what lists runs by clingo. Raises QueryError for too many actions."""
    _require_few_actions(package)
    return lambda length: answer_set_runs_of_any_actions(
        package, length, None, MAX_RUNS_COUNTED
    )


def swi_prolog_runs(package: Package, *, trust: bool = False) -> RunsOfLength:
    """Return what lists runs by SWI-Prolog.

    Raises QueryError if the package has no theory.pl, or too many actions.
    """
    if not has_prolog(package):
        raise QueryError(
            f"{package.folder} has no theory.pl, so that there is nothing to compare",
            hint="count without --check, or write the axioms in Prolog as well",
        )
    _require_few_actions(package)
    actions = all_actions(package)

    def listed(length: int) -> list[PackageRun] | None:
        listing = RunListing((actions,) * length, tuple(range(length + 1)))
        runs = prolog_runs(package, listing, MAX_RUNS_COUNTED, trust=trust)
        require_actions_seen(package, runs or ())
        return runs

    return listed


def _require_few_actions(package: Package) -> None:
    try:
        require_few_actions(package)
    except QueryError as error:
        raise QueryError(str(error), hint=_SMALLER) from None


class PackagePerft:
    """The counts of one package, level by level, from the runs that `listed` returns.

    Raises QueryError if a level has more than `MAX_RUNS_COUNTED` runs.
    """

    def __init__(self, package: Package, listed: RunsOfLength) -> None:
        self._package, self._listed = package, listed
        self._agents = tuple(map(str, package.agents.elements))
        self._step = cache(self._read)

    def levels(self, depth: int) -> Iterator[HistoryCounts]:
        """The counts for 0, 1, ..., `depth` actions."""
        level: list[PackageRun] = []
        for number in range(depth + 1):
            report_progress("depth", number, depth)
            level = self._level(number, level)
            yield HistoryCounts(
                number,
                len({run.actions for run in level}),
                len({(run.fluents[0], run.actions) for run in level}),
                len({self._seen_by_all(run) for run in level}),
                len({self._state(run) for run in level}),
            )

    def _level(self, number: int, before: Sequence[PackageRun]) -> list[PackageRun]:
        """Return the runs with `number` actions whose preconditions are true."""
        if number and not before:
            return []
        found = self._listed(number)
        if found is None:
            raise QueryError(
                f"depth {number} has more than {MAX_RUNS_COUNTED:,} runs, which perft"
                " lists one by one",
                hint=f"take --depth {number - 1}, or {_SMALLER[5:]}"
                if number
                else _SMALLER,
            )
        level = [run for run in found if len(run.actions) == number]
        if not number or not self._has_preconditions:
            return level
        known = _KnowledgeBefore(self._package, self._agents, before)
        return [run for run in level if known.allows(run)]

    @property
    def _has_preconditions(self) -> bool:
        return any(action.precondition for action in self._package.actions.values())

    def _read(self, term: str) -> ActionStep:
        return read_steps(in_braces(term), self._package)[0]

    def _seen_by_all(self, run: PackageRun) -> tuple[object, ...]:
        """The public part of each action, and what all agents observe alike."""
        steps = (str(self._step(action).public) for action in run.actions)
        alike = (frozenset.intersection(*each) for each in zip(*run.views, strict=True))
        return (*steps, *alike)

    def _state(self, run: PackageRun) -> frozenset[str]:
        last = run.fluents[-1] or frozenset[str]()
        return frozenset(x for x in last if not self._package.is_rigid(x))


_Key = tuple[object, tuple[str, ...], tuple[tuple[Observations, ...], ...]]


class _KnowledgeBefore:
    """The knowledge of agents before an action, in the model of all runs so far."""

    def __init__(
        self, package: Package, agents: Sequence[str], runs: Sequence[PackageRun]
    ) -> None:
        self._package = package
        self._places = {_key(run, len(run.actions)): n for n, run in enumerate(runs)}
        relations = tuple(
            Partition.of_keys(run.views[place] for run in runs)
            for place in range(len(agents))
        )
        last = [run.fluents[-1] or frozenset() for run in runs]
        valuation = {
            atom: np.array([atom in each for each in last], np.bool_)
            for atom in words_of(package).atoms
        }
        names = list(map(str, range(len(runs))))
        self._model = Model(names, tuple(agents), relations, valuation)
        self._truth_of = cache(self._where)

    def allows(self, run: PackageRun) -> bool:
        """Whether the run before its last action is there, and allows the action."""
        place = self._places.get(_key(run, len(run.actions) - 1))
        return place is not None and bool(self._truth_of(run.actions[-1])[place])

    def _where(self, action: str) -> Mask:
        """The runs in which the precondition of an action is true."""
        needed = precondition_of_term(self._package, in_braces(action))
        if needed is None:
            return np.ones(len(self._places), np.bool_)
        return self._model.truth(needed)


def _key(run: PackageRun, length: int) -> _Key:
    """A run up to a number of actions, by what held at first and what was seen."""
    views = tuple(view[: length + 1] for view in run.views)
    return run.fluents[: length + 1], run.actions[:length], views
