"""Writing a package into a folder as EPDDL, and as the ground task in JSON."""

from __future__ import annotations

import json
from pathlib import Path

from mystpy.errors import QueryError
from mystpy.files.whole import make_folder, write_whole
from mystpy.language.atoms import Truth
from mystpy.language.decidable import parse_in_model, reduce_announcements
from mystpy.language.nodes import Formula
from mystpy.packages.epddl.event_models import package_task
from mystpy.packages.epddl.ground_task import ground_task
from mystpy.packages.epddl.lifted.lifted_specification import LiftedSpecification
from mystpy.packages.epddl.lifted.remembered import with_remembered
from mystpy.packages.epddl.reading.task_files import SPECIFICATION
from mystpy.packages.epddl.specification import Specification
from mystpy.packages.fluent_words import words_of
from mystpy.packages.package import Package

GROUND = "ground.json"
"""The ground task, which is written if it is not too large."""


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
    listed = {
        "domain": "domain.epddl",
        "problem": "problem.epddl",
        "action-type-libraries": ["library.epddl"],
    }
    texts = {
        "library.epddl": specification.library(),
        "domain.epddl": specification.domain(),
        "problem.epddl": specification.problem(),
        SPECIFICATION: json.dumps(listed, indent=2) + "\n",
    }
    if ground is not None:
        lifted = ground is not specification
        task = ground_task(ground, lifted=lifted)
        texts[GROUND] = json.dumps(task, indent=2) + "\n"
    make_folder(folder)
    for name, text in texts.items():
        write_whole(folder / name, text)
    if ground is None:
        (folder / GROUND).unlink(missing_ok=True)  # of an earlier, smaller game
    return [folder / name for name in texts]


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
