"""Parameters of an exercise: their values, conditions on them, and what they fill in.

`[parameters]` in the file of an exercise has a list of values for each name, or a range
such as `"2..5"`; a value may be a table, whose entries belong together. `where` lists
conditions. `{name}` in a text of the file, or `{name.entry}`, is the value's place.
In the field: parameterized (isomorphic) exercises.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import MystError
from mystpy.exercises.conditions import read_condition
from mystpy.files.table import Table, TomlFile

Value = str | int

PARAMETERS = "parameters"
WHERE = "where"
MAX_COMBINATIONS = 20_000
"""An exercise with more combinations of values is refused."""
_NAME = pattern(r"[a-z][a-z0-9_]*", re.ASCII)
_RANGE = pattern(r"\s*(-?[0-9]{1,6})\s*\.\.\s*(-?[0-9]{1,6})\s*", re.ASCII)
_HINT = '[parameters] card = ["s1", "s2"], size = "2..5", where = ["card != other"]'


class Assignment(NamedTuple):
    """One value for each parameter: as texts of the file have them, and as its table.

    `key` says the values in one line; `fixed` is `[parameters]` with these alone.
    """

    values: Mapping[str, Value]
    key: str
    fixed: Mapping[str, object]


NO_VALUES = Assignment({}, "", {})


def assignments(file: TomlFile, table: Table) -> Iterator[Assignment]:
    """The assignments that fulfil the conditions, in the order of the file.

    Raises QueryError for parameters that are not well-formed.
    """
    given = file.inner(table, PARAMETERS)
    listed = {k: _values(file, k, v) for k, v in given.items() if k != WHERE}
    if not listed:
        yield NO_VALUES
        return
    count = 1
    for values in listed.values():
        count *= len(values)
    if count > MAX_COMBINATIONS:
        message = f"the parameters have {count:,} combinations"
        raise file.fault(f"{message}, more than {MAX_COMBINATIONS:,}", word=PARAMETERS)
    where = given.get(WHERE, [])
    texts = [where] if isinstance(where, str) else file.strings(given, WHERE)
    conditions = [file.with_location(read_condition, each) for each in texts]
    for chosen in product(*listed.values()):
        found = _assignment(dict(zip(listed, chosen, strict=True)))
        try:
            fits = all(each(found.values) for each in conditions)
        except MystError as error:
            raise file.named(error) from None
        if fits:
            yield found


def filled_table(file: TomlFile, table: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """The table of an exercise with the first assignment filled in, and its key.

    Raises QueryError if no values fulfil the conditions, or one has no place.
    """
    if PARAMETERS not in table:
        return table, ""
    first = next(assignments(file, table), None)
    if first is None:
        raise file.fault("no values of the parameters fulfil where", word=WHERE)
    rest = {k: v for k, v in table.items() if k != PARAMETERS}
    whole = repr(rest)
    for name in first.fixed:
        if f"{{{name}}}" not in whole and f"{{{name}." not in whole:
            hint = f"write {{{name}}} where its value belongs"
            raise file.fault(f"the parameter {name} has no place", hint, word=name)
    try:
        filled = _filled(rest, first.values)
    except _TwiceError as error:
        raise file.fault(f"two keys become {error} in the same table") from None
    sealed = filled.get("sealed")
    if isinstance(sealed, dict) and "variants" in sealed:
        filled["sealed"] = _sealed_variant(file, sealed, first.key)
    return {**filled, PARAMETERS: table[PARAMETERS]}, first.key


def _sealed_variant(file: TomlFile, sealed: Table, key: str) -> Table:
    """The seals of one assignment, by its key."""
    variants = file.inner(sealed, "variants")
    if not isinstance(variants.get(key), dict):
        raise file.fault(f"[sealed.variants] has no table for {key!r}")
    return dict(variants[key])


# --- Values -------------------------------------------------------------------


def _values(file: TomlFile, name: str, given: object) -> list[Any]:
    """The values of a parameter: a list, a range, or one value."""
    if not _NAME.fullmatch(name):
        raise file.fault(f"a parameter cannot be called {name!r}", _HINT, word=name)
    found: list[Any] = given if isinstance(given, list) else [given]
    if isinstance(given, str) and (range_ := _RANGE.fullmatch(given)):
        low, high = int(range_[1]), int(range_[2])
        if high - low >= MAX_COMBINATIONS:
            raise file.fault(f"the range of {name} is too long", word=name)
        found = list(range(low, high + 1))
    if not found:
        raise file.fault(f"the parameter {name} has no values", _HINT, word=name)
    keys = {tuple(each) if isinstance(each, dict) else None for each in found}
    for each in found:
        entries = each.items() if isinstance(each, dict) and each else [(name, each)]
        for entry, value in entries:
            if not _NAME.fullmatch(str(entry)) or not _is_value(value):
                what = "must be texts, whole numbers, or tables of these"
                raise file.fault(f"the values of {name} {what}", _HINT, word=name)
    if len(keys) > 1:
        raise file.fault(f"the values of {name} must have the same keys", word=name)
    if len({str(_called(each)) for each in found}) < len(found):
        what = f"two values of {name} have the same name"
        hint = "a table is named by its first entry"
        raise file.fault(what, hint, word=name)
    return found


def _called(value: Any) -> Any:
    """The name of a value: itself, or the first entry of a table."""
    return next(iter(value.values()), "") if isinstance(value, dict) else value


def _is_value(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _assignment(chosen: Mapping[str, Any]) -> Assignment:
    values: dict[str, Value] = {}
    for name, value in chosen.items():
        if isinstance(value, dict):
            values |= {f"{name}.{entry}": one for entry, one in value.items()}
        else:
            values[name] = value
    key = ", ".join(f"{name}={_called(value)}" for name, value in chosen.items())
    return Assignment(values, key, {name: [value] for name, value in chosen.items()})


# --- Places -------------------------------------------------------------------


class _TwiceError(Exception):
    """Two keys of a table become the same one."""


def _filled(value: Any, values: Mapping[str, Value]) -> Any:
    """A value of the file with each place filled; one that is whole stays a number."""
    if isinstance(value, str):
        return _filled_text(value, values)
    if isinstance(value, list):
        return [_filled(each, values) for each in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for key, inner in value.items():
        name = str(_filled_text(key, values))
        if name in found:
            raise _TwiceError(name)
        found[name] = _filled(inner, values)
    return found


def _filled_text(text: str, values: Mapping[str, Value]) -> Value:
    if text[:1] == "{" and text[1:-1] in values and text[-1] == "}":
        return values[text[1:-1]]
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def fixed_text(file: TomlFile, found: Assignment) -> str:
    """The text of the file of an exercise in which only one assignment is left."""
    from mystpy.files.toml import toml_rows

    table = file.table()
    if not found.fixed:
        return file.text
    sealed = table.get("sealed")
    if isinstance(sealed, dict) and isinstance(sealed.get("variants"), dict):
        kept = {k: v for k, v in sealed["variants"].items() if k == found.key}
        table["sealed"] = {**sealed, "variants": kept}
    return "\n".join(toml_rows({**table, PARAMETERS: dict(found.fixed)})) + "\n"
