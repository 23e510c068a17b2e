"""The parts that files of EPDDL consist of, and a folder with such files."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from mystpy.files.whole import make_folder, write_whole
from mystpy.packages.epddl.reading.task_files import SPECIFICATION

_NONE: Mapping[str, str] = MappingProxyType({})


def write_specification(
    folder: Path, texts: Mapping[str, str], others: Mapping[str, str] = _NONE
) -> list[Path]:
    """Write the files of a specification, their list, and others; return the paths."""
    listed = {
        "domain": "domain.epddl",
        "problem": "problem.epddl",
        "action-type-libraries": [name for name in texts if name == "library.epddl"],
    }
    list_text = json.dumps(listed, indent=2) + "\n"
    return write_files(folder, {**texts, SPECIFICATION: list_text, **others})


def write_files(folder: Path, texts: Mapping[str, str]) -> list[Path]:
    """Write files into a folder, which is made if it is not there; return the paths.

    Raises QueryError if the folder cannot be written.
    """
    make_folder(folder)
    for name, text in texts.items():
        write_whole(folder / name, text)
    return [folder / name for name in texts]


def start_text(
    worlds: Sequence[str],
    relations: Mapping[str, str],
    labels: Mapping[str, str],
    designated: Iterable[str],
) -> str:
    """Return the start of a problem; relations and labels are those of its lists."""
    related = "".join(
        f"\n      {agent} " + (f"(:and {pairs})" if pairs else "()")
        for agent, pairs in relations.items()
    )
    labelled = "".join(  # plank reads no empty label, and needs none
        f"\n      {world} (:and {atoms})" for world, atoms in labels.items() if atoms
    )
    return (
        f"  (:init\n    :worlds ({' '.join(worlds)})\n    :relations ({related})\n"
        f"    :labels ({labelled})\n    :designated ({' '.join(designated)}))"
    )


def event_text(
    name: str, parameters: str, precondition: str, effects: Sequence[str]
) -> str:
    """Return the text of an event; empty parts are left out."""
    fields = {
        ":parameters": f"({parameters})" if parameters else "",
        ":precondition": precondition,
        ":effects": f"(:and {' '.join(effects)})" if effects else "",
    }
    return declaration(f"event {name}", fields)


def action_text(
    sentence: str, name: str, parameters: str, uses: str, observability: str
) -> str:
    """Return an action, with a comment; `uses` has its type and its events."""
    fields = {
        ":parameters": f"({parameters})",
        ":action-type": f"({uses})",
        ":observability-conditions": observability,
    }
    return f"  ; {sentence}\n{declaration(f'action {name}', fields)}"


def places_text(types: Iterable[str]) -> str:
    """Return the arguments of a predicate, by their types."""
    return "".join(f" ?x{place} - {each}" for place, each in enumerate(types, 1))


def define(what: str, parts: Iterable[str]) -> str:
    """Return a whole file."""
    inner = "\n\n".join(parts)
    return f"(define ({what})\n{inner}\n)\n"


def declaration(what: str, fields: Mapping[str, str]) -> str:
    """Return a part of a file; keywords without a value are left out."""
    rows = (f"\n    {key} {value}" for key, value in fields.items() if value)
    return f"  (:{what}{''.join(rows)})"
