"""Runs as a lent clingo lists them, and the model of those that reach the end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask, Partition
from mystpy.language.nodes import Formula
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.backend_runs.text_program import Atoms, parts_of
from mystpy.packages.history_runs.offered_actions import in_braces
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.prolog_runs.package_run import Observations, PackageRun


class ListedModel:
    """The model after all steps, and which of its worlds fit."""

    def __init__(
        self, situation: PackageSituation, runs: Sequence[PackageRun], fits: Mask
    ) -> None:
        self._situation, self._runs, self._fits = situation, runs, fits
        self.reaching_end = len(runs)

    def end_model(self) -> Model:
        """Return the model; its worlds are the runs that reach the end."""
        situation, end = self._situation, len(self._situation.steps)
        agents = tuple(map(str, situation.package.agents.elements))
        relations = tuple(
            Partition.of_keys(run.view(place, end) for run in self._runs)
            for place in range(len(agents))
        )
        holding = [
            frozenset(map(in_braces, run.fluents[end] or ())) for run in self._runs
        ]
        valuation = {
            atom: np.array([atom in held for held in holding], np.bool_)
            for atom in situation.atoms
        }
        return Model(
            list(map(str, range(len(self._runs)))), agents, relations, valuation
        )

    def fitting(self, given: Formula, steps: tuple[ActionStep, ...]) -> Mask:
        """Return which worlds fit what is given of the situation."""
        return self._fits


def run_of(atoms: Atoms, agents: list[str], length: int) -> PackageRun:
    """Return the run that an answer set is, of a history with so many steps."""
    fluents: list[set[str]] = [set() for _ in range(length + 1)]
    seen: dict[str, list[set[str]]] = {
        agent: [set() for _ in range(length + 1)] for agent in agents
    }
    done: dict[int, str] = {}
    reached = 0
    for atom in atoms:
        name, arguments = parts_of(atom)
        if name == "now":
            fluents[int(arguments[1])].add(arguments[0])
        elif name == "saw":
            at = 0 if arguments[1] == "start" else int(arguments[1]) + 1
            seen[arguments[0]][at].add(arguments[2])
        elif name == "done":
            done[int(arguments[1])] = arguments[0]
        elif name == "reached":
            reached = max(reached, int(arguments[0]))
    facts = tuple(frozenset(each) for each in fluents[: reached + 1])
    views: list[tuple[Observations, ...]] = [
        tuple(frozenset(each) for each in seen[agent][: reached + 1])
        for agent in agents
    ]
    actions = tuple(done[number] for number in sorted(done))
    return PackageRun(facts[0], actions, facts, tuple(views))
