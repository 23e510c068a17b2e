"""Tables of the known fluents: a column and a row for each argument."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.compilation import NamedTuple
from mystpy.packages.answer_kinds import KnownFluents
from mystpy.packages.fluent_words import atoms_of
from mystpy.packages.package import FluentSymbol, Package
from mystpy.packages.value_sorts import write_value

MARKS = {"true": "yes", "false": "no", "open": "?"}
"""The marks in the cells of a table."""


class FluentTable(NamedTuple):
    """A fluent of two arguments: the first is the column, the second the row.

    `cells` has a row for each of `rows`, of yes, no and ?.
    """

    fluent: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


class KnowledgeTables(NamedTuple):
    """Tables of the fluents that have one, and the known values of the others."""

    tables: tuple[FluentTable, ...]
    rest: KnownFluents

    @classmethod
    def of(cls, package: Package, known: KnownFluents) -> KnowledgeTables:
        """Return the tables for the known fluents of a package."""
        cells = {
            atom: MARKS[key] for key, atoms in known._asdict().items() for atom in atoms
        }
        fluents = [x for x in package.fluents.values() if _has_table(x)]
        in_tables = {atom for fluent in fluents for atom in atoms_of(fluent)}
        rest = (tuple(x for x in atoms if x not in in_tables) for atoms in known)
        tables = (_table(fluent, cells) for fluent in fluents)
        return cls(tuple(tables), KnownFluents(*rest))

    def lines(self) -> Iterator[str]:
        """Yield the tables as text, and then lists of the other fluents."""
        for table in self.tables:
            yield from _lines(table)
        names = ("true", "false", "not known")
        for name, atoms in zip(names, self.rest, strict=True):
            if atoms:
                yield f"{name + ':':<11}{', '.join(atoms)}"


def _has_table(fluent: FluentSymbol) -> bool:
    return len(fluent.sorts) == 2 and all(s.sizes is None for s in fluent.sorts)


def _table(fluent: FluentSymbol, cells: dict[str, str]) -> FluentTable:
    columns, rows = (
        tuple(write_value(v) for v in sort.values()) for sort in fluent.sorts
    )
    marks = (
        tuple(cells.get(f"{fluent.name}({column},{row})", "?") for column in columns)
        for row in rows
    )
    return FluentTable(fluent.name, columns, rows, tuple(marks))


def _lines(table: FluentTable) -> Iterator[str]:
    wide = max(len(table.fluent), *map(len, table.rows))
    widths = [max(3, len(column)) for column in table.columns]
    heads = zip(table.columns, widths, strict=True)
    names = "  ".join(f"{column:>{width}}" for column, width in heads)
    yield f"{table.fluent:<{wide}}  {names}"
    for row, cells in zip(table.rows, table.cells, strict=True):
        marks = zip(cells, widths, strict=True)
        line = "  ".join(f"{mark:>{width}}" for mark, width in marks)
        yield f"{row:<{wide}}  {line}"
