"""The register: what axioms/register.toml says of each labelled formula."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import SUFFIXES, axiom_files, axioms_dir, blocks
from mystpy.compilation import dataclass
from mystpy.errors import AxiomError, nearest

_TABLE = "\n[[formula]]\n"
"""The line that begins the table of a row."""


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """One row of the register: a labelled formula of the thesis and where it is.

    `file` is the stem shared by the `.pl` and the `.lp` file; `formula`
    and `latex` are the formula itself, in plain letters and as printed.
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

    rows: tuple[RegisterRow, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels in the order of the file."""
        return tuple(row.label for row in self.rows)

    def numbered(self, number: str) -> tuple[RegisterRow, ...]:
        """The rows of a label, or of a number that stands for several: 2.31.

        Raises AxiomError, naming the nearest label, if there is none.
        """
        wanted = _bare(number)
        parts = re.compile(rf"{re.escape(wanted)}[a-z]")
        found = tuple(row for row in self.rows if parts.fullmatch(row.label))
        return found or (self.row(number),)

    def row(self, label: str) -> RegisterRow:
        """The row of a label, written `2.16` or `(2.16)`.

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


def register() -> Register:
    """The register; it is read once for each folder.

    Raises AxiomError if it is not TOML, or a row lacks a key or has an unknown one.
    """
    return _read_register(axioms_dir())


def read_row(label: str) -> RegisterRow:
    """Return the row of a label; parse only its own table if possible.

    Raises AxiomError as `register` and `Register.row` do.
    """
    text = _register_text(axioms_dir())
    at = text.find(f'\nlabel = "{_bare(label)}"\n')
    start, end = text.rfind(_TABLE, 0, at + 1), text.find(_TABLE, at)
    if at >= 0 and start >= 0:
        try:
            entries = tomllib.loads(text[start : end if end >= 0 else None])
            row = _row(entries["formula"][0])
        except (
            tomllib.TOMLDecodeError,
            TypeError,
        ):  # reported below
            return register().row(label)
        if row.label == _bare(label):
            return row
    return register().row(label)


@cached_by_theory()
def _register_text(folder: Path) -> str:
    return (folder / "register.toml").read_text(encoding="utf-8")


@cached_by_theory()
def _read_register(folder: Path) -> Register:
    path = folder / "register.toml"
    try:
        data = tomllib.loads(_register_text(folder))
        return Register(tuple(_row(entry) for entry in data.get("formula", [])))
    except (tomllib.TOMLDecodeError, TypeError) as error:
        raise AxiomError(f"{path.name} cannot be read: {error}") from error


def _row(entry: dict[str, object]) -> RegisterRow:
    """A row from its TOML table; TypeError if a key is missing or unknown."""
    for key in entry:
        if key not in RegisterRow.__match_args__:
            raise TypeError(f"unknown key {key!r} in the row of {entry.get('label')!r}")
    values = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in entry.items()
    }
    return RegisterRow(**values)  # type: ignore[arg-type]


def clauses(text: str) -> tuple[str, ...]:
    """Return the clauses of a block, each with its lines."""
    lines = text.splitlines(keepends=True)
    return tuple("".join(lines[k] for k in span) for span in _clause_lines(lines))


def _clause_lines(lines: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield the lines of each clause: the last one ends with a full stop."""
    begun: list[int] = []
    for number, line in enumerate(lines):
        if line.strip() and not line.startswith("%"):
            begun.append(number)
            if line.partition(" %")[0].rstrip().endswith("."):
                yield tuple(begun)
                begun = []
    if begun:
        yield tuple(begun)


def without(label: str, language: str, clause: int | None = None) -> dict[str, str]:
    """Return the axiom files as texts by name, without the clauses of one label.

    A number takes out one of them, counted from 0. Comments stay, so line numbers in
    other blocks do not move: each clause line is left empty. Raises AxiomError if no
    block has that label, or not so many clauses.
    """
    wanted = blocks(language).get(label)
    if wanted is None:
        raise AxiomError(f"({label}) has no block in {SUFFIXES[language]} files")
    texts = {path.name: path.read_text("utf-8") for path in axiom_files(language)}
    lines = texts[wanted.file].splitlines(keepends=True)
    spans = tuple(_clause_lines(wanted.text.splitlines(keepends=True)))
    if clause is not None and not 0 <= clause < len(spans):
        raise AxiomError(f"({label}) has no clause {clause}, but {len(spans)} of them")
    for number in spans if clause is None else spans[clause : clause + 1]:
        for line in number:
            lines[wanted.line - 1 + line] = "\n"
    texts[wanted.file] = "".join(lines)
    return texts
