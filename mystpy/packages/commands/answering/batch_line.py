"""A line of `mystpy batch` that names a package: `"theory": "black-vienna"`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from mystpy.errors import QueryError, did_you_mean
from mystpy.files.json_text import Object
from mystpy.packages.certificates.certified_situation import CertifiedSituation
from mystpy.packages.commands.answering.answer_objects import (
    ask_object,
    know_object,
    legal_object,
    poss_object,
    show_object,
    theory_object,
    why_object,
)
from mystpy.packages.commands.naming import is_package_name
from mystpy.packages.declarations import read_package
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation

Line = Mapping[str, Any]

KEYS = {
    "legal": (),
    "poss": ("all",),
    "ask": ("formula", "announce"),
    "know": ("player", "that"),
    "why": ("formula",),
    "show": (),
}
"""The questions about a package, with the additional keys of each."""

_ALL_KEYS = ("id", "do", "theory", "game", "given", "history", "notes")


def names_package(line: Line) -> bool:
    """Return whether the key theory of a line names a package."""
    name = line.get("theory")
    return isinstance(name, str) and is_package_name(name)


def package_answer(line: Line) -> Object:
    """Return the answer to a line about a package, with the theory's name and hash.

    `game` has the package's constants, `given` is a formula or a list of them, `player`
    an agent or a list of agents, and `notes` lines in words after the history. Raises
    MystError for a line that is wrong.
    """
    do = line.get("do")
    if not isinstance(do, str) or do not in KEYS:
        near = did_you_mean(str(do), KEYS) or f"do is one of {', '.join(KEYS)}"
        raise QueryError(f"there is nothing to do called {do!r}", hint=near)
    known = (*_ALL_KEYS, *KEYS[do])
    for key in line:
        if key not in known:
            near = did_you_mean(key, known) or f"the keys are {', '.join(known)}"
            raise QueryError(f"{do} about a package has no key {key!r}", hint=near)
    situation = _situation(line)
    found = _ANSWERS[do](situation, line)
    return found | theory_object(situation.package)


def _situation(line: Line) -> PackageSituation:
    """The situation of a line; that of a recent one with the same files is kept."""
    constants = line.get("game", {})
    whole = isinstance(constants, dict) and all(
        isinstance(value, int) and not isinstance(value, bool)
        for value in constants.values()
    )
    if not whole:
        raise QueryError(
            f"game is {constants!r}: of a package it has the constants",
            hint='such as "game": {"players": 4}',
        )
    package = read_package(line["theory"], constants)
    numbers = tuple(package.constants.items())
    given = tuple(_texts(line, "given"))
    history = [*_texts(line, "history"), *_notes(line, package)]
    return _kept(line["theory"], package.hash, numbers, " ".join(history), given)


@lru_cache(maxsize=32)
def _kept(
    name: str,
    _hash: str,
    constants: tuple[tuple[str, int], ...],
    history: str,
    given: tuple[str, ...],
) -> PackageSituation:
    package = read_package(name, dict(constants))
    return CertifiedSituation.make(package, history, given)


def _texts(line: Line, key: str) -> list[str]:
    """The texts of a key: one, or a list of them."""
    value = line.get(key, [])
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(x, str) for x in found):
        raise QueryError(f"{key} is {value!r}, not a text or a list of texts")
    return found


def _notes(line: Line, package: Package) -> list[str]:
    """Return the actions that lines in the words of the package describe, as terms."""
    lines = _texts(line, "notes")
    if not lines:
        return []
    from mystpy.packages.note_lines.note_reader import read_note

    return [str(step) for text in lines for step in read_note(text, package)]


def _formula(line: Line) -> str:
    value = line.get("formula")
    if not isinstance(value, str):
        raise QueryError(
            "the line has no formula" if value is None else f"formula is {value!r}",
            hint='such as "formula": "K(1,F)"',
        )
    return value


def _agents(line: Line, key: str) -> list[str]:
    value = line.get(key, [])
    found = value if isinstance(value, list) else [value]
    if not all(isinstance(x, str | int) and not isinstance(x, bool) for x in found):
        raise QueryError(f"{key} is {value!r}, not an agent or a list of agents")
    return list(map(str, found))


def _poss(situation: PackageSituation, line: Line) -> Object:
    every = line.get("all", False)
    if not isinstance(every, bool):
        raise QueryError(f"all is {every!r}", hint="write true or false")
    return poss_object(situation, every=every)


def _know(situation: PackageSituation, line: Line) -> Object:
    agents = _agents(line, "player")
    if not agents:
        raise QueryError(
            "the line has no 'player'", hint="name an agent of the package"
        )
    return know_object(situation, agents, _agents(line, "that"))


_ANSWERS: dict[str, Callable[[PackageSituation, Line], Object]] = {
    "legal": lambda situation, _line: legal_object(situation),
    "poss": _poss,
    "ask": lambda situation, line: ask_object(
        situation, _formula(line), _texts(line, "announce")
    ),
    "know": _know,
    "why": lambda situation, line: why_object(situation, _formula(line)),
    "show": lambda situation, _line: show_object(situation),
}
