"""Writing a package into a folder as EPDDL, and as the ground task in JSON."""

from __future__ import annotations

import json
from pathlib import Path

from mystpy.errors import QueryError
from mystpy.files.whole import write_whole
from mystpy.language.atoms import Truth
from mystpy.language.decidable import parse_in_model, reduced
from mystpy.packages.epddl.event_models import package_task
from mystpy.packages.epddl.ground_task import ground_task
from mystpy.packages.epddl.specification import Specification
from mystpy.packages.fluent_words import words_of
from mystpy.packages.package import Package


def export_package(
    package: Package, folder: Path, goal: str | None = None
) -> list[Path]:
    """Write library, domain, problem, their list and the ground task; return the paths.

    The goal is a formula about the package, true if none is given. Raises QueryError
    for a package that cannot be exported, or a folder that cannot be written.
    """
    words = words_of(package)
    wanted = Truth() if goal is None else reduced(parse_in_model(goal, words))
    specification = Specification(package_task(package), wanted)
    listed = {
        "domain": "domain.epddl",
        "problem": "problem.epddl",
        "action-type-libraries": ["library.epddl"],
    }
    texts = {
        "library.epddl": specification.library(),
        "domain.epddl": specification.domain(),
        "problem.epddl": specification.problem(),
        "specification.json": json.dumps(listed, indent=2) + "\n",
        "ground.json": json.dumps(ground_task(specification), indent=2) + "\n",
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_whole(folder / name, text)
    except OSError as error:
        raise QueryError(
            f"{folder} cannot be written: {error.strerror}", hint="name another folder"
        ) from None
    return [folder / name for name in texts]
