"""Query files about a package: theory, constants, actions, given facts, questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mystpy.compilation import NamedTuple
from mystpy.files.table import Table, TomlFile
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import DESCRIPTION
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation

_KEYS = ("title", "source", "theory", "constants", "actions", "given", "ask")
_ASK_KEYS = ("formula", "expect", "announce")
_VALUES = ("true", "false", "undetermined")


class PackageAsk(NamedTuple):
    """A formula that a file asks, and the value that it expects, if any.

    `announced` are formulas that are announced to all before it is asked.
    """

    formula: str
    expect: str | None
    announced: tuple[str, ...] = ()


class PackageQuery(NamedTuple):
    """The content of a query file about a package."""

    title: str
    situation: PackageSituation
    asks: tuple[PackageAsk, ...]


def package_in(table: Table, folder: Path) -> str | None:
    """Return the package that a query file names, None if it names none.

    A folder counts from the file's own folder on.
    """
    name = table.get("theory")
    if not isinstance(name, str):
        return None
    near = folder / name
    return str(near) if (near / DESCRIPTION).is_file() else name


def read_package_query(
    text: str,
    name: str,
    *,
    theory: str | None = None,
    constants: Mapping[str, int] | None = None,
    actions: str = "",
    given: tuple[str, ...] = (),
    trust: bool = False,
) -> PackageQuery:
    """Read a query file, with additions from the command line.

    Raises QueryError, ParseError with the file's name.
    """
    file = TomlFile(text, name)
    table = file.table()
    file.only(table, _KEYS, "a query")
    written = theory or package_in(table, Path(name).parent)
    if written is None:
        raise file.fault("it names no theory", 'write theory = "NAME"')
    numbers = file.inner(table, "constants")
    chosen = {key: file.number(numbers, key) or 0 for key in numbers}
    package = read_package(written, chosen | dict(constants or {}), trust=trust)
    history = " ".join([*file.strings(table, "actions"), actions])
    formulas = (*file.strings(table, "given"), *given)
    situation = file.with_location(PackageSituation.make, package, history, formulas)
    asks = tuple(_ask(file, row) for row in file.rows(table, "ask"))
    return PackageQuery(file.string(table, "title") or package.name, situation, asks)


def command_line_query(
    package: Package, actions: str, given: tuple[str, ...]
) -> PackageQuery:
    """Return the query of a command line without a file."""
    situation = PackageSituation.make(package, actions, given)
    return PackageQuery(package.name, situation, ())


def _ask(file: TomlFile, row: Table) -> PackageAsk:
    file.only(row, _ASK_KEYS, "an [[ask]]", ("formula",))
    expect = row.get("expect")
    if expect is not None:
        expect = file.choice(expect, _VALUES, "expect")
    announced = tuple(file.strings(row, "announce"))
    return PackageAsk(file.needed(row, "formula", "an [[ask]]"), expect, announced)
