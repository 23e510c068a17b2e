"""The files of statements: one for each section, in TOML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

from mystpy.conjectures.conjecture import Form
from mystpy.errors import QueryError, did_you_mean
from mystpy.files.toml import file_text, toml_table
from mystpy.theses.statement import Assertion, Formula, Statement, Words

FORMS: tuple[Form, ...] = get_args(Form)
_FILE = ("title", "games", "sample", "thesis")
_TOLD = ("statement", "note", "argument")
_SETTLED = (
    *FORMS,
    "games",
    "sample",
    "depth",
    "by",
    "check",
    *_TOLD,
    "argued",
    "case",
    "reading",
)
_THESIS = ("id", "place", "says", "formal", "weight", *_SETTLED)
_READING = ("name", "words", "instead", *_SETTLED)
_CHECK = re.compile(r"[a-z_0-9.]+:[a-z_0-9]+")


@cache
def files() -> tuple[Path, ...]:
    """The files, in the order of the thesis; then the bridge and the paper."""
    home = Path(__file__).parent
    found = [path.relative_to(home) for path in home.rglob("*.toml")]
    found.sort(key=lambda path: (not str(path).startswith("chapter"), path.parts))
    return tuple(home / path for path in found)


def file_of(name: str) -> Path | None:
    """The file in which a statement stands, found without reading what it says."""
    line = re.compile(rf'^id = "{re.escape(name)}"$', re.MULTILINE)
    return next((path for path in files() if line.search(file_text(path))), None)


def identifiers() -> list[str]:
    """The identifiers of all statements in their order."""
    line = re.compile(r'^id = "(.*)"$', re.MULTILINE)
    return [name for path in files() for name in line.findall(file_text(path))]


@cache
def statements_of(path: Path) -> tuple[Statement, ...]:
    """The statements of a file.

    Raises QueryError for unknown or missing keys, and ParseError for what is not TOML.
    """
    table = toml_table(file_text(path), str(path))
    _only(table, _FILE, str(path))
    return tuple(_statements(table, path))


def _statements(table: Mapping[str, Any], path: Path) -> Iterator[Statement]:
    chapter = re.sub(r"^chapter", "", path.relative_to(Path(__file__).parent).parts[0])
    for k, row in enumerate(table.get("thesis", ()), 1):
        place = f"{path.name}: {row.get('id', k)}"
        _only(row, _THESIS, place)
        main = _assertion(row, place, table)
        said = _text(row, "formal", place) or (main.formula and str(main.formula))
        if not said or not (main.formula or main.check):
            raise QueryError(
                f"{place}: it does not say what is to be settled",
                hint=f"give {', '.join(FORMS)}, or formal and check",
            )
        yield Statement(
            _needed(row, "id", place),
            _needed(row, "place", place),
            _needed(row, "says", place),
            said,
            chapter.removesuffix(".toml"),
            main,
            _whole(row, "weight", 2, place),
            place,
        )


def _readings(
    row: Mapping[str, Any], place: str, table: Mapping[str, Any], of: Assertion
) -> Iterator[Assertion]:
    for reading in row.get("reading", ()):
        words = _needed(reading, "words", place)
        where = f"{place}: {words}"
        _only(reading, _READING, where)
        found = _assertion(reading, where, table, of)
        if not (found.formula or found.check or found.name):
            raise QueryError(
                f"{where}: it does not say what is to be settled",
                hint="give a formula or a check, or a name that the check uses",
            )
        yield found


def _assertion(
    row: Mapping[str, Any],
    place: str,
    table: Mapping[str, Any],
    of: Assertion | None = None,
) -> Assertion:
    """What a row asserts; a reading is about the games of what it is a reading of."""
    check, by = row.get("check"), row.get("by")
    for name in (check, by):
        if name is not None and not _CHECK.fullmatch(str(name)):
            raise QueryError(
                f"{place}: {name!r} names no check", hint="write chapter.module:check"
            )
    formula = _formula(row, place, table, None if of is None else of.formula)
    found = Assertion(
        _text(row, "name", place),
        _text(row, "words", place) or "",
        bool(row.get("instead", False)),
        formula,
        check,
        _words(row, place),
        {name: _case(case, place) for name, case in row.get("case", {}).items()},
        _text(row, "argued", place) or "all sizes",
    )
    return replace(found, readings=tuple(_readings(row, place, table, found)))


def _formula(
    row: Mapping[str, Any],
    place: str,
    table: Mapping[str, Any],
    main: Formula | None = None,
) -> Formula | None:
    forms = [form for form in FORMS if form in row]
    if len(forms) > 1 or (forms and "check" in row):
        raise QueryError(f"{place}: it is settled by one formula, or by one check")
    if not forms and not (main and "by" in row):
        return None
    of_main = {} if main is None else {"games": main.games, "sample": main.sample}
    ranges = {**table, **of_main, **({"sample": None} if "games" in row else {}), **row}
    if ranges.get("games") is None:
        raise QueryError(f"{place}: it does not say of which games")
    return Formula(
        forms[0] if forms or main is None else main.form,
        _needed(row, forms[0], place) if forms or main is None else main.text,
        ranges["games"],
        ranges.get("sample"),
        row.get("depth"),
        row.get("by"),
    )


def _words(row: Mapping[str, Any], place: str) -> Words:
    return Words(*(_text(row, key, place) for key in _TOLD))


def _case(row: Mapping[str, Any], place: str) -> Words:
    _only(row, _TOLD, f"{place}: case")
    return _words(row, place)


def _needed(row: Mapping[str, Any], key: str, place: str) -> str:
    found = _text(row, key, place)
    if not found:
        raise QueryError(f"{place}: it has no {key}")
    return found


def _text(row: Mapping[str, Any], key: str, place: str) -> str | None:
    """A text in one line: how it is broken in the file says nothing."""
    given = row.get(key)
    if given is not None and not isinstance(given, str):
        raise QueryError(f"{place}: {key} is a text, not {given!r}")
    return None if given is None else " ".join(given.split())


def _whole(row: Mapping[str, Any], key: str, default: int, place: str) -> int:
    given = row.get(key, default)
    if not isinstance(given, int) or isinstance(given, bool):
        raise QueryError(f"{place}: {key} is a number, not {given!r}")
    return given


def _only(table: Mapping[str, Any], keys: Sequence[str], place: str) -> None:
    for key in table:
        if key not in keys:
            hint = did_you_mean(key, keys) or f"the keys are {', '.join(keys)}"
            raise QueryError(f"{place} has no key {key!r}", hint=hint, word=key)
