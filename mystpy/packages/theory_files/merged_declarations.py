"""The declarations of theory.toml, merged with those of the packages it extends.

A constant, a sort, a fluent or an action replaces that of the base with the same name,
at its place. `remove` takes others of the base out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mystpy.compilation import NamedTuple
from mystpy.errors import did_you_mean
from mystpy.files.table import TomlFile
from mystpy.packages.theory_files.package_sources import PackageSource

TEXTS = ("name", "says", "source", "agents")
"""The keys with a text."""

KEYS = (
    *TEXTS,
    *("constants", "sorts", "fluent", "action"),
    *("extends", "remove", "drop", "certificate"),
)
"""All keys of theory.toml."""


class Declaration(NamedTuple):
    """A value of theory.toml under a key or a name, and its file."""

    file: TomlFile
    value: object


Named = dict[str, Declaration]


class Declarations(NamedTuple):
    """The declarations of a package, by name; `texts` by key."""

    texts: Named
    constants: Named
    sorts: Named
    fluents: Named
    actions: Named

    @property
    def parts(self) -> tuple[Named, ...]:
        """All that `remove` can name."""
        return self.constants, self.sorts, self.fluents, self.actions


def merged_declarations(sources: Sequence[PackageSource]) -> Declarations:
    """Return the declarations of a package, whose bases come first.

    Raises QueryError with file and line.
    """
    found = Declarations({}, {}, {}, {}, {})
    for number, source in enumerate(sources):
        _require_keys(source, extends=number > 0)
        _remove(found, source)
        file, table = source.file, source.table
        own: Iterable[Mapping[str, object]] = (
            {key: table[key] for key in TEXTS if key in table},
            file.inner(table, "constants"),
            file.inner(table, "sorts"),
            _rows(source, "fluent", "a fluent"),
            _rows(source, "action", "an action"),
        )
        for part, values in zip(found, own, strict=True):
            part.update({key: Declaration(file, x) for key, x in values.items()})
    return found


def _require_keys(source: PackageSource, *, extends: bool) -> None:
    needed = ("name",) if extends else ("name", "agents", "action")
    source.file.only(source.table, KEYS, "a package", needed=needed)
    for key in ("remove", "drop"):
        if key in source.table and not extends:
            raise source.file.fault(
                f"{key} is for packages that extend another one",
                'write extends = "NAME"',
                word=key,
            )


def _rows(source: PackageSource, key: str, what: str) -> dict[str, object]:
    """The tables of `[[key]]` by their names."""
    found: dict[str, object] = {}
    for row in source.file.rows(source.table, key):
        name = source.file.needed(row, "name", what)
        if name in found:
            raise source.file.fault(f"{name} is declared twice")
        found[name] = row
    return found


def _remove(base: Declarations, source: PackageSource) -> None:
    """Remove the parts of a base that a package that extends it drops."""
    for name in source.file.strings(source.table, "remove"):
        known = [key for part in base.parts for key in part]
        if name not in known:
            raise source.file.fault(
                f"remove names {name}, which the base does not declare",
                did_you_mean(name, known),
                word=name,
            )
        for part in base.parts:
            part.pop(name, None)
