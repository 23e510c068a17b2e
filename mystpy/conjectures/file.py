"""Files of conjectures: a user's own statements, in TOML."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast, get_args

from mystpy.conjectures.conjecture import NO_GUESSES, Conjecture, Form, Of
from mystpy.conjectures.ranges import first_games
from mystpy.conjectures.verdict import Verdict
from mystpy.files.table import Table, TomlFile
from mystpy.files.toml import file_text

FORMS: tuple[Form, ...] = get_args(Form)
OF: tuple[Of, ...] = get_args(Of)
EXPECTED: dict[str, tuple[Verdict, ...]] = {
    "holds": (Verdict.PROVED, Verdict.HOLDS),
    "proved": (Verdict.PROVED,),
    "false": (Verdict.FALSE,),
    "open": (Verdict.OPEN,),
}
"""The verdicts that fulfil each expectation about a conjecture."""

_FILE_KEYS = ("title", "source", "games", "conjecture")
_KEYS = (
    *("name", "title", "games", *FORMS, "within", "of", "depth", "moves", "expect"),
)


def load_conjectures(path: Path) -> tuple[Conjecture, ...]:
    """Return the conjectures of a file.

    Raises QueryError for a file that cannot be read, for unknown keys and empty ranges.
    Raises ParseError if the file is not TOML, and for wrong formulas.
    """
    file = TomlFile(file_text(path), str(path))
    table = file.table()
    file.only(table, _FILE_KEYS, "a file of conjectures")
    rows = file.rows(table, "conjecture")
    if not rows:
        raise file.fault("there is no conjecture", "write [[conjecture]] and keys")
    return tuple(
        read_conjecture(row, file.of(str(row.get("name", k))), table.get("games"))
        for k, row in enumerate(rows, 1)
    )


def read_conjecture(row: Table, file: TomlFile, games: object = None) -> Conjecture:
    """Return the conjecture of a table; `games` are the default games."""
    file.only(row, _KEYS, "a conjecture")
    name = file.word(row, "name") or "conjecture"
    form, text, depth = _said(row, file)
    moves = row.get("moves")
    if moves is not None:
        file.choice(moves, [NO_GUESSES], "moves")
    guesses = moves is None
    of = cast("Of", file.choice(row.get("of", OF[0]), OF, "of"))
    if "of" in row and form != "sometimes":
        raise file.fault(
            f"of is for what holds sometimes, and this {form}",
            "leave it out: always, initially and never speak of every game",
        )
    expect = row.get("expect")
    if expect is not None:
        expect = file.choice(expect, EXPECTED, "expect")
    given = row.get("games", games)
    if given is None:
        raise file.fault(
            "it does not name its games",
            'for example games = {p = "2..3", c = "..6"}',
        )
    title = file.string(row, "title") or ""
    place = file.called

    def read() -> Conjecture:
        games, without = first_games(given)
        found = Conjecture(
            *(name, form, text, games, depth, title, expect, place, guesses),
            of=of,
            without_end=without,
        )
        assert found.node, "the formula can be read"
        return found

    return file.with_location(read)


def _said(row: Table, file: TomlFile) -> tuple[Form, str, int | None]:
    forms = [form for form in FORMS if form in row]
    within = row.get("within")
    if within is not None:
        if forms or not isinstance(within, Mapping):
            raise file.fault(
                "within cannot be combined with other keys",
                'write within = {depth = 4, formula = "..."}',
            )
        file.only(within, ("depth", "formula"), "within")
        return "always", _formula(within.get("formula"), file), _depth(within, file)
    if len(forms) != 1:
        raise file.fault(
            f"it has {len(forms)} formulas, not one",
            f"give one of {', '.join(FORMS)}, within",
        )
    return forms[0], _formula(row[forms[0]], file), _depth(row, file)


def _formula(given: object, file: TomlFile) -> str:
    if not isinstance(given, str) or not given.strip():
        raise file.fault(f"a formula is a text, not {given!r}")
    return given


def _depth(row: Table, file: TomlFile) -> int | None:
    return file.number(row, "depth", "a number of actions")


def as_expected(conjecture: Conjecture, verdict: Verdict) -> bool:
    """Return whether a verdict is the expected one; True if none is expected."""
    if conjecture.expect is None:
        return True
    return (
        verdict
        in cast("dict[str | None, tuple[Verdict, ...]]", EXPECTED)[conjecture.expect]
    )
