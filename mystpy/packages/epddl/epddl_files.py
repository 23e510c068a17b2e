"""Writing a package into a folder as EPDDL, and as the ground task in JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mystpy.errors import QueryError
from mystpy.language.atoms import Truth
from mystpy.language.decidable import parse_in_model, reduce_announcements
from mystpy.language.nodes import Formula
from mystpy.packages.epddl.epddl_texts import write_specification
from mystpy.packages.epddl.event_models import Classes, PackageEvents, package_task
from mystpy.packages.epddl.lifted.lifted_specification import LiftedSpecification
from mystpy.packages.epddl.lifted.rule_terms import with_remembered
from mystpy.packages.epddl.specification import Specification
from mystpy.packages.epddl.written_formulas import ground_formula
from mystpy.packages.fluent_words import words_of
from mystpy.packages.package import Package

GROUND = "ground.json"
"""The ground task, which is written if it is not too large."""

Json = dict[str, Any]


def export_package(
    package: Package, folder: Path, goal: str | None = None
) -> list[Path]:
    """Write library, domain, problem, their list and the ground task; return the paths.

    The goal is a formula about the package, true if none is given. Raises QueryError
    for a package that cannot be exported, or a folder that cannot be written.
    """
    words = words_of(package)
    wanted = (
        Truth() if goal is None else reduce_announcements(parse_in_model(goal, words))
    )
    specification, ground = _specifications(with_remembered(package), wanted)
    texts = {
        "library.epddl": specification.library(),
        "domain.epddl": specification.domain(),
        "problem.epddl": specification.problem(),
    }
    others = {}
    if ground is not None:
        task = ground_task(ground, lifted=ground is not specification)
        others[GROUND] = json.dumps(task, indent=2) + "\n"
    paths = write_specification(folder, texts, others)
    if ground is None:
        (folder / GROUND).unlink(missing_ok=True)  # of an earlier, smaller game
    return paths


def _specifications(
    package: Package, goal: Formula
) -> tuple[Specification, Specification | None]:
    """The texts, with parameters if that can be, and the ground actions.

    These are None where there are too many; QueryError if there is neither.
    """
    try:
        lifted = LiftedSpecification(package, goal)
    except QueryError as reason:
        try:
            ground = Specification(package_task(package), goal)
        except QueryError as error:
            hint = f"{error.hint}; actions with parameters are not possible: {reason}"
            raise QueryError(str(error), hint=hint) from None
        return ground, ground
    try:
        return lifted, Specification(package_task(package), goal)
    except QueryError:
        return lifted, None


# --- The ground task ----------------------------------------------------------


def ground_task(specification: Specification, *, lifted: bool = False) -> Json:
    """Return the ground task as a JSON object, with the keys that plank writes.

    Actions and events have the names that plank gives them: by the parameters of the
    actions, which are public arguments if they are lifted.
    """
    names, task = specification.names, specification.task
    atoms = ["_".join(words) for words in names.atoms.values()]
    agents = names.agents()
    worlds = [f"w{number}" for number in range(len(task.worlds))]
    actions = {
        names.ground_action(each.step, lifted=lifted): _ground_action(
            specification, each, lifted=lifted
        )
        for each in task.actions
    }
    return {
        "planning-task-info": {
            "problem": f"{specification.name}-start",
            "domain": specification.name,
            "libraries": [f"{specification.name}-types"],
            "requirements": specification.requirements.split(),
            "agents-number": len(agents),
            "atoms-number": len(atoms),
            "facts-number": 0,
            "actions-number": len(actions),
            "initial-worlds-number": len(worlds),
        },
        "language": {"atoms": atoms, "agents": agents},
        "facts": [],
        "initial-state": _ground_start(specification, worlds),
        "actions": actions,
        "goal": {"formula": ground_formula(specification.goal)},
    }


def _ground_start(specification: Specification, worlds: list[str]) -> Json:
    task, agents = specification.task, specification.names.agents()
    pairs = zip(agents, task.relations, strict=True)
    labels = (sorted(_atom(specification, x) for x in state) for state in task.worlds)
    return {
        "worlds": worlds,
        "relations": {agent: _linked(classes, worlds) for agent, classes in pairs},
        "labels": dict(zip(worlds, labels, strict=True)),
        "designated": worlds,
    }


def _ground_action(
    specification: Specification, action: PackageEvents, *, lifted: bool
) -> Json:
    names, kind = specification.names, specification.types[str(action.step)]
    events = names.events(action)
    if lifted:
        events = [names.lifted_event(action, each.action) for each in action.events]
    named = dict(zip(events, action.events, strict=True))
    agents = zip(names.agents(), action.relations, strict=True)
    return {
        "action-type": kind.name,
        "events": events,
        "relations": {
            how: _linked(classes, events) for how, classes in kind.observability.items()
        },
        "designated": events,
        "preconditions": {
            event: _formula(specification, each.precondition)
            for event, each in named.items()
        },
        "effects": {
            event: {
                _atom(specification, atom): _formula(specification, formula)
                for atom, formula in each.effects.items()
            }
            for event, each in named.items()
        },
        "observability-conditions": {
            agent: {kind.type_of(classes): {"formula": "true"}}
            for agent, classes in agents
        },
    }


def _atom(specification: Specification, atom: str) -> str:
    return "_".join(specification.names.atom(atom))


def _formula(specification: Specification, f: Formula) -> Json:
    return {"formula": ground_formula(specification.condition(f))}


def _linked(classes: Classes, names: Sequence[str]) -> dict[str, list[str]]:
    """For each world or event those of its class."""
    return {
        one: [x for x, there in zip(names, classes, strict=True) if there == here]
        for one, here in zip(names, classes, strict=True)
    }
