"""The runs of a package as clingo lists them, from theory.lp."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from mystpy.packages.action_terms import ActionStep
from mystpy.packages.history_runs.answer_set_program import (
    all_considered,
    some_considered,
)
from mystpy.packages.history_runs.control import Literal, RunSolver
from mystpy.packages.history_runs.solver_calls import RunRows
from mystpy.packages.package import Package
from mystpy.packages.prolog_runs.package_run import Observations, PackageRun
from mystpy.packages.value_sorts import apply_name, term


def answer_set_runs(
    package: Package,
    steps: Sequence[ActionStep],
    most: int,
) -> list[PackageRun] | None:
    """Return the runs of a history, None if there are more than `most`."""
    public = [step.public for step in steps]
    solver = RunSolver(package, public, "", range(len(public) + 1))
    return _listed(solver, len(public), most)


def rigid_atoms(package: Package) -> list[str]:
    """Return the instances of the rigid fluents, as terms of the program.

    Raises QueryError if a sort has too many values.
    """
    found = []
    for fluent in package.fluents.values():
        if fluent.rigid:
            rows = product(*(sort.values() for sort in fluent.sorts))
            found += [apply_name(fluent.name, map(term, row)) for row in rows]
    return found


def answer_set_runs_of_any_actions(
    package: Package,
    length: int,
    starts: Collection[frozenset[str]] | None,
    most: int,
    actions: Sequence[ActionStep] | None = None,
) -> list[PackageRun] | None:
    """Return the runs of any actions, up to a length, from some starts or from all.

    A start is given by its rigid fluents; with `actions` only these are done. Returns
    None if there are more than `most` runs.
    """
    text = all_considered(package, length)
    if actions is not None:
        text = some_considered(length, actions)
    if starts is not None:
        text += _one_of(starts, rigid_atoms(package))
    solver = RunSolver(package, (), text, range(length + 1))
    return _listed(solver, length, most)


def _one_of(starts: Collection[frozenset[str]], rigid: Sequence[str]) -> str:
    """The rules that leave only some starts, which are given by rigid fluents."""
    lines = ["begins_well :- begins(N).", ":- not begins_well."]
    for number, start in enumerate(starts):
        there = (f"{'' if x in start else 'not '}now({x},0)" for x in rigid)
        lines.append(f"begins({number}) :- {', '.join(there)}.")
    return "\n".join(lines) + "\n"


def _listed(solver: RunSolver, length: int, most: int) -> list[PackageRun] | None:
    found = solver.run_list(most)
    if found is None:
        return None
    listing = _Listing(solver, found, length)
    return [listing.run(row) for row in found.rows]


class _Listing:
    """The values of the program's literals in each row of a list of runs."""

    def __init__(self, solver: RunSolver, found: RunRows, length: int) -> None:
        self._solver, self._found = solver, found
        self._done = [(action, x) for (_, action), x in sorted(solver.done.items())]
        self._reached = [solver.reached.get(n, -solver.true) for n in range(length + 1)]

    def _holds(self, row: bytes, literal: Literal) -> bool:
        place, value = self._found.column(literal)
        return value if place is None else bool(row[place]) == value

    def run(self, row: bytes) -> PackageRun:
        """Return the run of a row."""
        end = max(n for n, x in enumerate(self._reached) if self._holds(row, x))
        fluents = tuple(
            frozenset(
                each
                for each, x in self._solver.fluents[number].items()
                if self._holds(row, x)
            )
            for number in range(end + 1)
        )
        actions = tuple(action for action, x in self._done if self._holds(row, x))
        views = tuple(self._view(agent, row, end) for agent in self._solver.saw)
        return PackageRun(fluents[0], actions, fluents, views)

    def _view(self, agent: str, row: bytes, end: int) -> tuple[Observations, ...]:
        seen: list[set[str]] = [set() for _ in range(end + 1)]
        for each in self._solver.saw[agent]:
            if each.step < end and self._holds(row, each.literal):
                seen[each.step + 1].add(each.content)
        return tuple(map(frozenset, seen))
