"""The folder of the axioms, and the text of each axiom.

The axioms are text files, not Python: a `.pl` and a `.lp` file for each section of the
thesis, drivers in `drive/`. A line like `% (2.16) no(j)` opens the block of a label.
"""

from __future__ import annotations

import os
import re
from collections.abc import Hashable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path

from mystpy.axiom_folder import files_below, is_trusted, named_folder, theory_key
from mystpy.axiom_folder.signature import EVENTS
from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import AxiomError

SUFFIXES = {"prolog": ".pl", "asp": ".lp"}

_CHANGED_BY: dict[str, tuple[str, ...]] = {
    "myst": (),
    "cards": ("sizes", "undealt_cards"),
    "clue": ("sizes", "undealt_cards", "sorts"),
    "board": ("sizes", "undealt_cards", "sorts", "turn_without_question"),
    "speed": ("sizes", "undealt_cards", "sorts", "last_one_in"),
    "generalized": (),
}
_CHANGED_BY |= {
    f"{rules}_{EVENTS}": (*_CHANGED_BY[rules], "events_besides_questions")
    for rules in ("myst", "cards", "clue", "board")
}
"""The files in which a rule set departs from the sections."""

RULE_SETS = tuple(_CHANGED_BY)
"""The rule sets of the folder."""

_LABEL = pattern(r"^% \((S?\d[\d.]*[a-z]?|[A-Z]\d+)\)")
_SECTION = "% ---"
_POSS = pattern(r"^poss\((\w+)\(", re.MULTILINE)
_PACKAGE = Path(__file__).resolve().parent


class Block(NamedTuple):
    """The text of one formula in one language; its label is on `line`, from 1."""

    text: str
    file: str
    line: int


def axioms_dir() -> Path:
    """Return the folder of the axiom files: the chosen one, or else the shipped one.

    `theory_in` chooses a folder for a block of code, MYSTPY_AXIOMS for a process.
    Raises AxiomError if the folder has no register.toml, or if its files could do more
    than define predicates. Source: Bart 2000, chapter 2.

    >>> import mystpy
    >>> (mystpy.axioms_dir() / "s2_07_possible_actions.pl").exists()
    True
    """
    return _checked()[0]


def rules_in_force() -> Hashable:
    """Return a key for caches: it changes whenever the rules change.

    It has the times and sizes of the axiom files if a folder is chosen. The files of
    the shipped folder are not read.
    """
    folder, stamps = _checked()
    if stamps is not None:
        return folder, stamps
    if not named_folder() or folder == shipped_axioms_dir():
        return folder
    return theory_key()


def _checked() -> tuple[Path, Hashable]:
    """The folder of the axioms in force, checked, and the stamps that the check read.

    None if no file was looked at.
    """
    folder, shipped = chosen_folder(), shipped_axioms_dir()
    if folder == shipped:
        return folder, None
    from mystpy.axiom_folder.harmless import require_harmless
    from mystpy.axiom_folder.renamed_folder import read_folder

    stamps = None if is_trusted() else require_harmless(folder, shipped)
    read = read_folder(folder, shipped, stamps or theory_key())
    _NAMES[folder] = read.names
    return read.folder, stamps


_NAMES: dict[Path, Mapping[str, str]] = {}
"""New names in the folders that were read, as they were at the last reading."""


def names_in_force() -> Mapping[str, str]:
    """Names of actions and fluents in the axioms in force, by the shipped names.

    Only those that differ are there, and so none in the shipped axioms.
    """
    if not named_folder():
        return {}
    if chosen_folder() not in _NAMES:
        _checked()
    return _NAMES.get(chosen_folder(), {})


def name_in_force(name: str) -> str:
    """The name that the axioms in force have for what the shipped ones call this."""
    return names_in_force().get(name, name)


def chosen_folder() -> Path:
    """The folder of axioms that is chosen, else the shipped one.

    The axioms are loaded from `axioms_dir`, which is another folder if names are
    changed.
    """
    if not (name := named_folder()):
        return shipped_axioms_dir()
    return _folder("axioms", "register.toml", os.path.abspath(name))  # noqa: PTH100


def shipped_axioms_dir() -> Path:
    """The folder of the axioms that come with mystpy, whichever are in force."""
    return _folder("axioms", "register.toml", None)


def queries_dir() -> Path:
    """Return the folder of the query files that come with mystpy.

    Raises AxiomError if mystpy is not installed completely. Source: mystpy.

    >>> import mystpy
    >>> (mystpy.queries_dir() / "fifteen-cards.toml").exists()
    True
    """
    return _folder("queries", "", None)


def proofs_dir() -> Path | None:
    """The folder of the theory in Coq; None if it is not there."""
    folders = (_PACKAGE / "_proofs", _PACKAGE.parent / "proofs")
    return next((each for each in folders if (each / "theorems.toml").exists()), None)


def blocks(language: str, folder: Path | None = None) -> dict[str, Block]:
    """The block of every label in one language, `"prolog"` or `"asp"`.

    They are those of a folder, or else those in force. Raises AxiomError if a label
    opens two blocks.
    """
    found: dict[str, Block] = {}
    for path in axiom_files(language, folder):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for label, start, end in _spans(lines):
            if label in found:
                first = found[label]
                raise AxiomError(
                    f"({label}) opens two blocks: {first.file}:{first.line} "
                    f"and {path.name}:{start + 1}"
                )
            found[label] = Block(_trimmed(lines[start:end]), path.name, start + 1)
    return found


def poss_files(rules: str) -> tuple[str, ...]:
    """The files, without their endings, in which games of these rules have Poss."""
    if rules == "generalized":
        return ("generalized_clue",)
    events = ("events_besides_questions",) if EVENTS in rules else ()
    return "s2_07_possible_actions", "turn_without_question", *events


class PossLabels(dict[str, str]):
    """The labels of the Poss axioms, by the names of the actions."""

    def __missing__(self, name: str) -> str:
        raise AxiomError(
            f"no Poss axiom in force speaks of {name}",
            hint=f"write a rule of poss({name}(...),S), or rename it everywhere",
        )

    def require(self, names: Iterable[str]) -> None:
        """Raise AxiomError if there is none for an action of these names."""
        for name in names:
            self[name]


def poss_labels(rules: str = "board") -> PossLabels:
    """Return the label of the Poss axiom for each action: `{"no": "2.16", ...}`.

    Read off the axiom files themselves. To look up an action that has none raises
    AxiomError.
    """
    return _poss_labels(rules_in_force(), poss_files(rules))


@lru_cache(maxsize=16)
def _poss_labels(_rules: Hashable, files: tuple[str, ...]) -> PossLabels:
    labels = PossLabels()
    for label, block in blocks("prolog").items():
        head = _POSS.search(block.text)
        if head and block.file.removesuffix(".pl") in files:
            labels[head[1]] = label
    return labels


def axiom_files(language: str, folder: Path | None = None) -> tuple[Path, ...]:
    """The files of one language, `"prolog"` or `"asp"`, by name, but no drivers."""
    return tuple(sorted((folder or axioms_dir()).glob(f"*{SUFFIXES[language]}")))


def rule_files(rules: str) -> tuple[Path, ...]:
    """The ASP files for games of these rules, such as `"myst"`.

    Those by hand, such as myst.lp, name cards and check the query besides.
    """
    folder = axioms_dir()
    sections = "generalized_sections" if rules == "generalized" else "sections"
    names = (sections, *_CHANGED_BY[rules], "drive/drive")
    return tuple(folder / f"{name}.lp" for name in names)


def diagram_driver(rules: str) -> str:
    """The driver that makes the public diagram for games of these and like rules."""
    return _diagram_driver(axioms_dir(), rules)


@cache
def _diagram_driver(folder: Path, rules: str) -> str:
    for name in (rules, EVENTS if rules.endswith(EVENTS) else ""):
        if (folder / f"drive/diagram_{name}.lp").exists():
            return f"drive/diagram_{name}"
    return "drive/diagram"


def fingerprint(folder: Path | None = None) -> str:
    """A hash over names and texts of axioms and drivers, of a folder or in force."""
    root = folder or axioms_dir()
    texts = (
        name.replace(os.sep, "/").encode() + b"\0" + (root / name).read_bytes()
        for name in sorted(files_below(str(root)))
    )
    return text_hash(b"\0".join(texts))


def text_hash(text: bytes) -> str:
    """A hash of 16 hexadecimal digits, the same under every version of Python.

    Loading the module `hashlib` would take longer than hashing all texts.
    """
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    return blake2b(text, digest_size=8).hexdigest()


@cache
def _folder(name: str, marker: str, override: str | None) -> Path:
    """A folder: the one the user names, else the wheel's, else the checkout's."""
    candidates = (
        [Path(override)]
        if override
        else [_PACKAGE / f"_{name}", _PACKAGE.parent / name]
    )
    for folder in candidates:
        if folder.is_dir() and (folder / marker).exists():
            return folder
    looked = " or ".join(str(folder) for folder in candidates)
    raise AxiomError(
        f"the {name} folder is missing: looked for {looked}",
        hint="copy the folder axioms/ of mystpy and edit the copy"
        if override
        else "install mystpy again, or name a folder of axioms by --theory",
    )


def _spans(lines: list[str]) -> list[tuple[str, int, int]]:
    """(label, first line, line after the last) for every block of a file."""
    spans: list[tuple[str, int, int]] = []
    label, start = "", 0
    for number, line in enumerate([*lines, _SECTION]):
        opening = _LABEL.match(line)
        if not opening and not line.startswith(_SECTION):
            continue
        if label:
            spans.append((label, start, number))
        label, start = (opening[1], number) if opening else ("", number)
    return spans


def _trimmed(lines: list[str]) -> str:
    """Join a block's lines up to its last clause: the rest introduces the next one."""
    last = max(
        (number for number, line in enumerate(lines) if _is_clause(line)),
        default=len(lines) - 1,
    )
    return "".join(lines[: last + 1])


def _is_clause(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("%")
