"""Files of conjectures: a user's own statements, in TOML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast, get_args

from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.ranges import games_in
from mystpy.conjectures.verdict import Verdict
from mystpy.errors import MystError, ParseError, QueryError, did_you_mean
from mystpy.files.toml import file_text, toml_table

FORMS: tuple[Form, ...] = get_args(Form)
EXPECTED: dict[str, tuple[Verdict, ...]] = {
    "holds": (Verdict.PROVED, Verdict.HOLDS),
    "proved": (Verdict.PROVED,),
    "false": (Verdict.FALSE,),
    "open": (Verdict.OPEN,),
}
"""What a conjecture may be expected to be, and the verdicts that fulfil it."""

_FILE_KEYS = ("title", "source", "games", "conjecture")
_KEYS = ("name", "title", "games", *FORMS, "within", "depth", "expect")


def load_conjectures(path: Path) -> tuple[Conjecture, ...]:
    """The conjectures of a file.

    Raises QueryError for a file that cannot be read, for unknown keys and empty
    ranges, and ParseError for what is not TOML and for formulas.
    """
    table = toml_table(file_text(path), str(path))
    _only(table, _FILE_KEYS, str(path))
    rows = table.get("conjecture", [])
    if not isinstance(rows, list) or not rows:
        raise QueryError(
            f"{path}: there is no conjecture", hint="write [[conjecture]] and keys"
        )
    return tuple(
        read_conjecture(row, f"{path}: {row.get('name', k)}", table.get("games"))
        for k, row in enumerate(rows, 1)
    )


def read_conjecture(
    row: Mapping[str, object], place: str, games: object = None
) -> Conjecture:
    """The conjecture of a table; `games` is what holds where the table says nothing."""
    _only(row, _KEYS, place)
    name = str(row.get("name", "conjecture"))
    form, text, depth = _said(row, place)
    expect = row.get("expect")
    if expect is not None and str(expect) not in EXPECTED:
        raise QueryError(
            f"{place}: expect cannot be {expect!r}",
            hint=f"one of {', '.join(EXPECTED)}",
        )
    given = row.get("games", games)
    if given is None:
        raise QueryError(
            f"{place}: it does not say of which games",
            hint='for example games = {p = "2..3", c = "..6"}',
        )
    try:
        conjecture = Conjecture(
            name,
            form,
            text,
            games_in(given),
            depth,
            str(row.get("title", "")),
            None if expect is None else str(expect),
            place,
        )
        assert conjecture.node, "the formula can be read"
    except ParseError:
        raise
    except MystError as error:
        raise type(error)(f"{place}: {error}", hint=error.hint) from None
    return conjecture


def _said(row: Mapping[str, object], place: str) -> tuple[Form, str, int | None]:
    """The form, the formula and the depth."""
    forms = [form for form in FORMS if form in row]
    within = row.get("within")
    if within is not None:
        if forms or not isinstance(within, Mapping):
            raise QueryError(
                f"{place}: within stands alone",
                hint='write within = {depth = 4, formula = "..."}',
            )
        _only(within, ("depth", "formula"), f"{place}: within")
        return "always", _text(within.get("formula"), place), _depth(within, place)
    if len(forms) != 1:
        raise QueryError(
            f"{place}: it has {len(forms)} formulas, not one",
            hint=f"give one of {', '.join(FORMS)}, within",
        )
    return forms[0], _text(row[forms[0]], place), _depth(row, place)


def _text(given: object, place: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise QueryError(f"{place}: a formula is a text, not {given!r}")
    return given


def _depth(row: Mapping[str, object], place: str) -> int | None:
    depth = row.get("depth")
    if depth is None:
        return None
    if not isinstance(depth, int) or isinstance(depth, bool) or depth < 0:
        raise QueryError(f"{place}: depth is a number of actions, not {depth!r}")
    return depth


def _only(table: Mapping[str, object], keys: tuple[str, ...], place: str) -> None:
    for key in table:
        if key not in keys:
            hint = did_you_mean(key, keys) or f"the keys are {', '.join(keys)}"
            raise QueryError(f"{place} has no key {key!r}", hint=hint, word=key)


def as_expected(conjecture: Conjecture, verdict: Verdict) -> bool:
    """Whether a verdict is the one expected; True if none is."""
    if conjecture.expect is None:
        return True
    return (
        verdict
        in cast("dict[str | None, tuple[Verdict, ...]]", EXPECTED)[conjecture.expect]
    )
