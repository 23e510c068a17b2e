"""The sorts of theory.toml: listed values, ranges, sets, unions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from mystpy.compilation import pattern
from mystpy.errors import QueryError, did_you_mean
from mystpy.files.table import TomlFile
from mystpy.packages.theory_files.merged_declarations import Declaration
from mystpy.packages.value_sorts import (
    Constants,
    Element,
    PackageSort,
    evaluate,
    range_of,
)

NAME = pattern(r"[a-z]\w*")
"""The syntax of names in theory.toml."""


def require_name(file: TomlFile, name: str, what: str) -> None:
    """Raise QueryError, with the line, if a name is not allowed."""
    if not NAME.fullmatch(name):
        raise file.fault(
            f"{what} cannot be called {name!r}",
            "names begin with a small letter, and have letters, digits and _",
            word=name,
        )


class SortReader:
    """One reading of the sorts, each of which may be made of others."""

    def __init__(
        self, declared: Mapping[str, Declaration], constants: Constants
    ) -> None:
        self.declared, self.constants = declared, constants
        self._found: dict[str, PackageSort] = {}
        self._open: list[str] = []

    def sorts(self) -> dict[str, PackageSort]:
        """Return the sorts in the order in which they are declared."""
        return {key: self._read(key) for key in self.declared}

    def known(self, file: TomlFile, name: str) -> PackageSort:
        """Return a sort by its name. Raises QueryError if there is none."""
        if name in self._open:
            raise file.fault(f"the sort {name} is made of itself", word=name)
        if name in self.declared:
            return self._read(name)
        near = did_you_mean(name, self.declared)
        listed = f"the sorts are {', '.join(self.declared) or 'none'}"
        raise file.fault(f"there is no sort {name!r}", near or listed, word=name)

    def _read(self, key: str) -> PackageSort:
        if key not in self._found:
            file, value = self.declared[key]
            require_name(file, key, "a sort")
            self._open.append(key)
            self._found[key] = file.with_location(self._sort, file, key, value)
            self._open.pop()
            if not len(self._found[key]):
                raise file.fault(f"the sort {key} is empty", word=key)
        return self._found[key]

    def _sort(self, file: TomlFile, key: str, value: object) -> PackageSort:
        if isinstance(value, list):
            return PackageSort(key, _distinct(key, [_element(key, x) for x in value]))
        if isinstance(value, str):
            return PackageSort(key, range_of(value, self.constants))
        what = f"the sort {key}"
        file.only(value, ("sets_of", "size", "union_of", "one_of_each"), what)
        assert isinstance(value, Mapping)
        for word in ("union_of", "one_of_each"):
            if word in value:
                file.only(value, (word,), what)
                parts = self._parts(file, key, file.strings(value, word))
                elements = _distinct(key, list(chain.from_iterable(parts)))
                if word == "union_of":
                    return PackageSort(key, elements)
                return PackageSort(key, elements, (len(parts),), parts)
        return self._sets(file, key, value)

    def _sets(
        self, file: TomlFile, key: str, value: Mapping[str, object]
    ) -> PackageSort:
        file.only(value, ("sets_of", "size"), f"the sort {key}", ("sets_of",))
        (elements,) = self._parts(file, key, [file.needed(value, "sets_of", key)])
        text = str(value.get("size", f"0..{len(elements)}"))
        if ".." not in text:
            return PackageSort(key, elements, (evaluate(text, self.constants),))
        sizes = range_of(text, self.constants)
        return PackageSort(key, elements, tuple(x for x in sizes if isinstance(x, int)))

    def _parts(
        self, file: TomlFile, key: str, names: Sequence[str]
    ) -> tuple[tuple[Element, ...], ...]:
        """The values of the sorts of which a sort is made."""
        found = [self.known(file, name) for name in names]
        if any(each.sizes is not None for each in found):
            raise QueryError(f"the sort {key} has sets of sets")
        return tuple(each.elements for each in found)


def _distinct(key: str, values: Sequence[Element]) -> tuple[Element, ...]:
    if len(set(values)) < len(values):
        raise QueryError(f"the sort {key} names a value twice")
    return tuple(values)


def _element(key: str, value: object) -> Element:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, str) and NAME.fullmatch(value):
        return value
    raise QueryError(
        f"the sort {key} cannot have the value {value!r}",
        hint="values are numbers, and names that begin with a small letter",
    )
