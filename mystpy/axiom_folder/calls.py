"""A check that the clauses of Prolog files call only predicates that are defined.

They have to be defined for each entry, such as myst.pl, that loads the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from mystpy.axiom_folder.prolog_check import DRIVERS, PrologFile, check_file
from mystpy.axiom_folder.untrusted import inside_name, refuse, refuse_include
from mystpy.compilation import pattern

_DRIVE = f"drive{os.sep}"
_RULES = (
    *("myst", "cards", "clue", "board", "speed", "generalized"),
    *("myst_events", "cards_events", "clue_events", "board_events"),
)
_HINT = (
    "define it in the file that calls it; axioms/README.md lists what clauses may call"
)
_OF_BOTH = {
    *("in", "question", "game_over", "turn", "ans_turn", "askphase", "ansphase"),
    *("showphase", "guessphase", "endphase", "h", "holds", "formula", "symbol"),
    *("reaches", "view"),
}
"""The predicates defined by drivers and axioms together, even if axioms were edited."""
_HEAD = pattern(r"(?m)^([a-z]\w*)(?=\(| :-|\.)")
_DECLARED = pattern(r"(?m)^:- (?:dynamic|discontiguous|table) ([^.]*)\.")
_INDICATOR = pattern(r"([a-z]\w*)/")
_ARGUMENT = pattern(r"(?m)^:- include\('?([\w./]+)'?\)\.")


def require_known_calls(
    folder: Path, clauses: Mapping[str, str], changed: Sequence[str]
) -> None:
    """Raise Untrusted if a file that is not shipped calls an undefined predicate.

    `clauses` are the texts of all Prolog files of the folder, by their names, and
    `changed` the names of those that are not shipped.
    """
    found: dict[str, PrologFile] = {}
    for name in changed:
        if name.startswith(_DRIVE):
            what = "it differs from the shipped driver, and drivers are programs"
            refuse(folder / name, None, what)
        found[name] = check_file(clauses[name], folder / name)
    shipped = {name: text for name, text in clauses.items() if name not in found}
    loads = {name: _includes(folder, name, found, clauses) for name in clauses}
    defined = {name: _names_defined(name, text) for name, text in shipped.items()}
    driven = _names_of_drivers(shipped)
    closures = _closures(loads)
    for name, file in found.items():
        for key, line in file.defines.items():
            if key.partition("/")[0] in driven:
                refuse(folder / name, line, f"it defines {key}, as the drivers do")
        for entry, loaded in closures.items():
            if name in loaded:
                there = _Definitions(found, defined, loaded)
                for call in file.calls:
                    if not there.has(call.predicate):
                        what = f"it calls {call.predicate}, which {entry} does not load"
                        refuse(folder / name, call.line, what, _HINT)


class _Definitions:
    """The predicates defined by the files that are loaded together."""

    def __init__(
        self,
        found: Mapping[str, PrologFile],
        named: Mapping[str, set[str]],
        loaded: set[str],
    ) -> None:
        self.keys = set(DRIVERS).union(
            *(found[x].defines for x in loaded & found.keys())
        )
        self.names = set[str]().union(*(named[x] for x in loaded & named.keys()))

    def has(self, predicate: str) -> bool:
        """Return whether a predicate is defined, by its name if the file is shipped."""
        return predicate in self.keys or predicate.partition("/")[0] in self.names


def _names_defined(name: str, text: str) -> set[str]:
    """Return the names that a shipped file defines or declares.

    Prolog has none of them itself. A driver defines a program; it declares facts.
    """
    declared = {*_INDICATOR.findall(" ".join(_DECLARED.findall(text)))}
    heads = {*_HEAD.findall(text)}
    return declared | (heads & _OF_BOTH if name.startswith(_DRIVE) else heads)


def _names_of_drivers(shipped: Mapping[str, str]) -> set[str]:
    """Return the names that drivers define, unless axioms define them, too."""
    drivers, axioms = set[str](), set[str]()
    for name, text in shipped.items():
        (drivers if name.startswith(_DRIVE) else axioms).update(_HEAD.findall(text))
    return drivers - axioms - _OF_BOTH


def _includes(
    folder: Path,
    name: str,
    found: Mapping[str, PrologFile],
    clauses: Mapping[str, str],
) -> list[str]:
    """Return the includes of a file; raise Untrusted if one is not in the folder."""
    listed = found[name].includes if name in found else _named(clauses[name])
    files = []
    for line, other in listed:
        inside = inside_name(name, _with_ending(other))
        if inside is None or inside not in clauses:
            refuse_include(folder / name, line, other, inside)
        files.append(inside)
    return files


def _named(text: str) -> list[tuple[int, str]]:
    """Return the includes of a shipped file, with their lines."""
    found = _ARGUMENT.finditer(text)
    return [(text.count("\n", 0, each.start()) + 1, each[1]) for each in found]


def _with_ending(name: str) -> str:
    return name if name.endswith(".pl") else f"{name}.pl"


def _closures(loads: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """Return the files that each entry, such as myst.pl, loads."""
    included = {each for others in loads.values() for each in others}
    entries = (x for x in loads if x not in included or _is_entry(x))
    ordered = sorted(entries, key=lambda x: (x.startswith(_DRIVE), x))
    return {entry: _closure(entry, loads) for entry in ordered}


def _is_entry(name: str) -> bool:
    return name.startswith(f"{_DRIVE}diagram") or name in map(_with_ending, _RULES)


def _closure(name: str, loads: Mapping[str, Sequence[str]]) -> set[str]:
    """Return a file and all files that it includes, directly or not."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        if (each := ahead.pop()) not in found:
            found.add(each)
            ahead += loads.get(each, ())
    return found
