"""Where the axioms stand, and what the register says about each of them.

The axioms are text files, not Python: one ``.pl`` and one ``.lp`` file for each
section of the thesis; what enumerates and walks stands in ``drive/`` below them. A
label line such as ``% (2.16) no(j)`` opens the block of one formula.
``register.toml`` has one row for every label.
"""

from __future__ import annotations

import hashlib
import os
import re
import tomllib
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

from mystpy.errors import AxiomError, nearest

SUFFIXES = {"prolog": ".pl", "asp": ".lp"}

_CHANGED_BY = {"myst": (), "cards": ("sizes",), "clue": ("sizes", "sorts")}
"""The files in which a rule set departs from the sections."""

_LABEL = re.compile(r"^% \((S?\d[\d.]*[a-z]?)\)")
_SECTION = "% ---"
_POSS = re.compile(r"^poss\((\w+)\(", re.MULTILINE)
_PACKAGE = Path(__file__).resolve().parent


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the register: a labelled formula of the thesis and where it stands.

    ``file`` is the stem shared by the ``.pl`` and the ``.lp`` file; ``formula``
    and ``latex`` are the formula itself, in plain letters and as printed.
    """

    label: str
    section: str
    kind: str
    name: str
    predicates: tuple[str, ...] = ()
    file: str = ""
    follows_from: tuple[str, ...] = ()
    note: str = ""
    formula: str = ""
    latex: str = ""


@dataclass(frozen=True, slots=True)
class Register:
    """All rows of axioms/register.toml, in the order of the thesis."""

    rows: tuple[Row, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in the order of the file."""
        return tuple(row.label for row in self.rows)

    def numbered(self, number: str) -> tuple[Row, ...]:
        """Return the rows of a label, or of a number that stands for several: 2.31.

        Raises AxiomError, naming the nearest label, if there is none.
        """
        wanted = _bare(number)
        parts = re.compile(rf"{re.escape(wanted)}[a-z]")
        found = tuple(row for row in self.rows if parts.fullmatch(row.label))
        return found or (self.row(number),)

    def row(self, label: str) -> Row:
        """Return the row of a label, written ``2.16`` or ``(2.16)``.

        Raises AxiomError, naming the nearest label, if there is none.
        """
        wanted = _bare(label)
        for row in self.rows:
            if row.label == wanted:
                return row
        guess = nearest(wanted, self.labels)
        hint = f"did you mean {guess}?" if guess else "mystpy axiom lists all labels"
        raise AxiomError(f"no formula is labelled ({wanted})", hint=hint)


def _bare(label: str) -> str:
    return label.strip().removeprefix("(").removesuffix(")").strip()


@dataclass(frozen=True, slots=True)
class Block:
    """The text of one formula in one language; its label stands on ``line``, from 1."""

    text: str
    file: str
    line: int


def axioms_dir() -> Path:
    """Return the folder of the axiom files: in a checkout, or as installed.

    The environment variable MYSTPY_AXIOMS names another folder. Raises AxiomError
    if the folder has no register.toml.
    """
    return _folder("axioms", "register.toml", os.environ.get("MYSTPY_AXIOMS"))


def queries_dir() -> Path:
    """Return the folder of the query files that come with mystpy."""
    return _folder("queries", "", None)


def register() -> Register:
    """Return the register; it is read once for each folder.

    Raises AxiomError if it is not TOML, or a row lacks a key or has an unknown one.
    """
    return _read_register(axioms_dir())


def row(label: str) -> Row:
    """Return the register's row of a label; see Register.row."""
    return register().row(label)


def blocks(language: str) -> dict[str, Block]:
    """Return the block of every label in one language, ``"prolog"`` or ``"asp"``.

    Raises AxiomError if a label opens two blocks.
    """
    found: dict[str, Block] = {}
    for path in axiom_files(language):
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


def poss_labels() -> dict[str, str]:
    """Return the label of each kind of action's Poss axiom: ``{"no": "2.16", ...}``.

    Read off the axiom files themselves.
    """
    return _poss_labels(axioms_dir())


@cache
def _poss_labels(folder: Path) -> dict[str, str]:
    labels = {}
    for label, block in blocks("prolog").items():
        if head := _POSS.search(block.text):
            labels[head[1]] = label
    return labels


def without(label: str, language: str) -> dict[str, str]:
    """Return the axiom files as texts by name, with the clauses of one label taken out.

    Comments stay, so line numbers in other blocks do not move: each clause line
    is left empty. Raises AxiomError if no block has that label.
    """
    wanted = blocks(language).get(label)
    if wanted is None:
        raise AxiomError(f"({label}) has no block in {SUFFIXES[language]} files")
    texts = {
        path.name: path.read_text(encoding="utf-8") for path in axiom_files(language)
    }
    lines = texts[wanted.file].splitlines(keepends=True)
    _, start, end = next(span for span in _spans(lines) if span[0] == label)
    kept = ["\n" if _is_clause(line) else line for line in lines[start:end]]
    texts[wanted.file] = "".join(lines[:start] + kept + lines[end:])
    return texts


def axiom_files(language: str) -> tuple[Path, ...]:
    """Return the files of one language, ``"prolog"`` or ``"asp"``, by name.

    The drivers, in the folder below, are not among them: they hold no axioms.
    """
    return tuple(sorted(axioms_dir().glob(f"*{SUFFIXES[language]}")))


def rule_files(rules: str) -> tuple[Path, ...]:
    """Return the ASP files for games of these rules: ``"myst"``, ``"clue"`` and so on.

    Those by hand, such as myst.lp, have more: the names of cards, which the facts of a
    game bring, and checks of the query, which mystpy has made.
    """
    folder = axioms_dir()
    names = ("sections", *_CHANGED_BY[rules], "drive/drive")
    return tuple(folder / f"{name}.lp" for name in names)


def fingerprint() -> str:
    """Return a hash over the names and texts of the axioms and drivers, for caches."""
    digest = hashlib.sha256()
    folder = axioms_dir()
    for suffix in SUFFIXES.values():
        for path in sorted(folder.rglob(f"*{suffix}")):
            name = path.relative_to(folder).as_posix()
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _folder(name: str, marker: str, override: str | None) -> Path:
    """Find a folder: the one the user names, else the wheel's, else the checkout's."""
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
        hint="install mystpy again, or let MYSTPY_AXIOMS name the folder of the axioms",
    )


def _spans(lines: list[str]) -> list[tuple[str, int, int]]:
    """Return (label, first line, line after the last) for every block of a file."""
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


@cache
def _read_register(folder: Path) -> Register:
    path = folder / "register.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return Register(tuple(_row(entry) for entry in data.get("formula", [])))
    except (tomllib.TOMLDecodeError, TypeError) as error:
        raise AxiomError(f"{path.name} cannot be read: {error}") from error


def _row(entry: dict[str, object]) -> Row:
    """Build a row from its TOML table; TypeError if a key is missing or unknown."""
    known = {field.name for field in fields(Row)}
    for key in entry:
        if key not in known:
            raise TypeError(f"unknown key {key!r} in the row of {entry.get('label')!r}")
    values = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in entry.items()
    }
    return Row(**values)  # type: ignore[arg-type]
