"""Reading theory.toml: constants, sorts, fluents and actions, or where it is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mystpy.axioms import text_hash
from mystpy.compilation import pattern
from mystpy.errors import QueryError, did_you_mean
from mystpy.files.table import Table, TomlFile
from mystpy.files.toml import file_text
from mystpy.packages.axiom_checks.forbidden import require_safe
from mystpy.packages.folders import AXIOMS, DESCRIPTION, folder_of
from mystpy.packages.package import (
    ActionSymbol,
    FluentSymbol,
    Package,
    Symbol,
)
from mystpy.packages.value_sorts import Element, PackageSort, computed, range_of

_NAME = pattern(r"[a-z]\w*")
_TOP = ("name", "says", "source", "agents", "constants", "sorts", "fluent", "action")


def read_package(
    name: str, constants: Mapping[str, int] | None = None, *, trust: bool = False
) -> Package:
    """Read the package in a folder, or a shipped one by its name.

    `constants` replace those of theory.toml. `trust` allows programs in theory.lp that
    run code or read files. Raises QueryError with file and line for what is wrong.
    """
    folder = folder_of(name)
    file = TomlFile(file_text(folder / DESCRIPTION), str(folder / DESCRIPTION))
    path = folder / AXIOMS
    if not path.is_file():
        raise QueryError(
            f"{folder} has no {AXIOMS}", hint=f"write the axioms into {path}"
        )
    axioms = file_text(path)
    if not trust:
        require_safe(axioms, path)
    table = file.table()
    file.only(table, _TOP, "a package", needed=("name", "agents", "action"))
    return _Reading(file, table, folder, constants or {}).package(axioms)


class _Reading:
    """One reading of theory.toml."""

    def __init__(
        self, file: TomlFile, table: Table, folder: Path, given: Mapping[str, int]
    ) -> None:
        self.file, self.table, self.folder = file, table, folder
        self.constants = self._constants(given)
        self.sorts = self._sorts()

    def package(self, axioms: str) -> Package:
        file, table = self.file, self.table
        fluents = [self._fluent(row) for row in file.rows(table, "fluent")]
        actions = [self._action(row) for row in file.rows(table, "action")]
        text = f"{file.text}\0{axioms}".encode()
        return Package(
            folder=self.folder,
            name=file.needed(table, "name", "a package"),
            says=file.string(table, "says") or "",
            source=file.string(table, "source") or "",
            agents=self._agents(),
            constants=self.constants,
            sorts=self.sorts,
            fluents=self._named(fluents),
            actions=self._named(actions),
            axioms=axioms,
            hash=text_hash(text)[:8],
        )

    def _constants(self, given: Mapping[str, int]) -> dict[str, int]:
        table = self.file.inner(self.table, "constants")
        found = {}
        for key in table:
            self._require_name(key, "a constant")
            found[key] = self.file.number(table, key) or 0
        for key, value in given.items():
            if key not in found:
                near = did_you_mean(key, found)
                known = ", ".join(found) or "none"
                raise QueryError(
                    f"{self.table.get('name', 'the package')} has no constant {key!r}",
                    hint=near or f"its constants are {known}",
                )
            if value < 0:
                raise QueryError(f"{key} must be a whole number, not {value}")
        return found | dict(given)

    def _sorts(self) -> dict[str, PackageSort]:
        found: dict[str, PackageSort] = {}
        for key, told in self.file.inner(self.table, "sorts").items():
            self._require_name(key, "a sort")
            found[key] = self.file.told(self._sort, key, told, found)
            if not len(found[key]):
                raise self.file.fault(f"the sort {key} is empty", word=key)
        return found

    def _sort(
        self, key: str, told: object, known: Mapping[str, PackageSort]
    ) -> PackageSort:
        if isinstance(told, list):
            values = tuple(self._element(key, each) for each in told)
            if len(set(values)) < len(values):
                raise QueryError(f"the sort {key} names a value twice")
            return PackageSort(key, values)
        if isinstance(told, str):
            return PackageSort(key, range_of(told, self.constants))
        self.file.only(told, ("sets_of", "size"), f"the sort {key}", ("sets_of",))
        assert isinstance(told, Mapping)
        base = self._known_sort(self.file.needed(told, "sets_of", key), known)
        if base.sizes is not None:
            raise QueryError(f"the sort {key} has sets of sets")
        size = told.get("size", f"0..{len(base)}")
        text = str(size)
        sizes = (
            tuple(int(n) for n in range_of(text, self.constants))
            if ".." in text
            else (computed(text, self.constants),)
        )
        return PackageSort(key, base.elements, sizes)

    def _element(self, key: str, told: object) -> Element:
        if isinstance(told, int) and not isinstance(told, bool):
            return told
        if isinstance(told, str) and _NAME.fullmatch(told):
            return told
        raise QueryError(
            f"the sort {key} cannot have the value {told!r}",
            hint="values are numbers, and names that begin with a small letter",
        )

    def _known_sort(self, name: str, known: Mapping[str, PackageSort]) -> PackageSort:
        if name not in known:
            near = did_you_mean(name, known)
            listed = f"the sorts are {', '.join(known) or 'none'}"
            raise self.file.fault(
                f"there is no sort {name!r}", near or listed, word=name
            )
        return known[name]

    def _agents(self) -> PackageSort:
        name = self.file.needed(self.table, "agents", "a package")
        found = self._known_sort(name, self.sorts)
        if found.sizes is not None:
            raise self.file.fault("agents cannot be sets", word=name)
        return found

    def _symbol(self, row: Table, what: str) -> Symbol:
        name = self.file.needed(row, "name", what)
        self._require_name(name, what)
        sorts = [
            self._known_sort(each, self.sorts)
            for each in self.file.strings(row, "args")
        ]
        return Symbol(name, tuple(sorts), self.file.string(row, "words") or "")

    def _fluent(self, row: Table) -> FluentSymbol:
        self.file.only(row, ("name", "args", "words", "rigid"), "a fluent", ("name",))
        found = self._symbol(row, "a fluent")
        rigid = self.file.flag(row, "rigid")
        return FluentSymbol(found.name, found.sorts, found.words, rigid)

    def _action(self, row: Table) -> ActionSymbol:
        keys = ("name", "args", "words", "actor", "private", "precondition")
        self.file.only(row, keys, "an action", ("name", "words"))
        found = self._symbol(row, "an action")
        actor = self.file.number(row, "actor")
        places = [] if actor is None else [actor]
        private = row.get("private", [])
        if not isinstance(private, list):
            raise self.file.fault("private must be a list of places", word="private")
        for place in (*places, *private):
            if not isinstance(place, int) or not 1 <= place <= len(found.sorts):
                raise self.file.fault(
                    f"the action {found.name} has no argument {place!r}",
                    f"its arguments are numbered from 1 to {len(found.sorts)}",
                    word=found.name,
                )
        if actor is not None and found.sorts[actor - 1] != self._agents():
            raise self.file.fault(
                f"the actor of {found.name} is no agent", word=found.name
            )
        return ActionSymbol(
            found.name,
            found.sorts,
            found.words,
            None if actor is None else actor - 1,
            tuple(place - 1 for place in private),
            self.file.string(row, "precondition") or "",
        )

    def _named(self, symbols: list) -> dict:  # type: ignore[type-arg]
        found = {}
        for each in symbols:
            if each.name in found:
                raise self.file.fault(f"{each.name} is declared twice")
            found[each.name] = each
        return found

    def _require_name(self, name: str, what: str) -> None:
        if not _NAME.fullmatch(name):
            raise self.file.fault(
                f"{what} cannot be called {name!r}",
                "names begin with a small letter, and have letters, digits and _",
                word=name,
            )
