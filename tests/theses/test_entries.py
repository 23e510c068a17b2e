"""The files of statements: their keys, what they name, and what is wrong in one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from mystpy.errors import MystError, QueryError
from mystpy.theses import statement
from mystpy.theses.bench import function, statements
from mystpy.theses.statement import (
    Assertion,
    Statement,
    file_of,
    identifiers,
    statements_of,
)

HEAD = """[[thesis]]
id = "axiom-1.1"
place = "(1.1)"
says = "Says so."
"""
FORMULA = 'always = "askphase"\ngames = {p = 2, c = 3}\n'


def every(stated: Statement) -> Iterator[Assertion]:
    def parts(assertion: Assertion) -> Iterator[Assertion]:
        yield assertion
        for reading in assertion.readings:
            yield from parts(reading)

    return parts(stated.assertion)


def read(tmp_path: Path, text: str) -> tuple[Statement, ...]:
    path = tmp_path / "chapter9.toml"
    path.write_text(text, encoding="utf-8")
    statements_of.cache_clear()
    return statements_of(path)


def test_all_statements_are_there_and_in_the_order_of_their_files() -> None:
    assert identifiers() == list(statements())
    assert len(identifiers()) == 249
    for name in ("s5-laws", "theorem-3.1", "games-example-9"):
        path = file_of(name)
        assert path is not None
        assert name in [stated.id for stated in statements_of(path)]
    assert file_of("axiom-2.3") is None


def test_every_check_is_there_and_every_formula_is_read() -> None:
    for stated in statements().values():
        for part in every(stated):
            if part.check is not None:
                assert part.unchecked is None
                assert callable(function(part.check)), part.check
            if part.formula is not None:
                for full in (True, False):
                    assert part.formula.conjecture(stated.id, full=full).node
                if part.formula.by is not None:
                    assert callable(function(part.formula.by))


def test_no_verdict_stands_in_the_data() -> None:
    """A check must not see what is expected of it."""
    for path in statement.files():
        table = tomllib.loads(path.read_text("utf-8"))
        for row in table["thesis"]:
            for part in (row, *row.get("reading", ())):
                assert "verdict" not in part
                assert "expect" not in part


def test_what_is_settled_as_something_stands_in_python_only_where_no_formula_says() -> (
    None
):
    known = statements().values()
    formulas = sum(stated.assertion.formula is not None for stated in known)
    assert formulas >= 33
    for stated in known:
        said = stated.assertion
        assert (said.formula is None) == bool(said.check or said.unchecked)


def test_a_formula_is_read_with_the_games_of_its_file(tmp_path: Path) -> None:
    text = "games = {p = 2, c = 3}\nsample = {p = 2, c = 3, q = 1}\n" + HEAD
    (stated,) = read(tmp_path, text + 'always = """\nIn(1) |\n In(2)\n"""\n')
    assert stated.formal == "always: In(1) | In(2)"
    assert stated.chapter == "9"
    formula = stated.assertion.formula
    assert formula is not None
    assert len(formula.conjecture("x").games) == 3
    assert len(formula.conjecture("x", full=False).games) == 1


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (HEAD + FORMULA + 'note_ = ""', "no key 'note_'", "did you mean note?"),
        (HEAD, "has no statement to settle", "give always"),
        (HEAD + 'always = "askphase"', "does not name its games", None),
        (HEAD + FORMULA + 'never = "askphase"', "settled by one formula", None),
        (HEAD + 'formal = "x"\ncheck = "somewhere"', "names no check", "module:check"),
        (HEAD + FORMULA + 'unchecked = "so"', "settled by one formula", None),
        (HEAD + FORMULA + 'weight = "5"', "weight must be a whole number", None),
        (HEAD + FORMULA + "note = 5", "note must be a text", None),
        (HEAD.replace("says", "note") + FORMULA, "a statement has no 'says'", None),
        (
            HEAD + FORMULA + "[thesis.case.x]\nwords = 1",
            "no key 'words'",
            "the keys are",
        ),
        (
            HEAD + FORMULA + '[[thesis.reading]]\nwords = "so"',
            "no statement to settle",
            "a name",
        ),
        (HEAD + "always = ", "this is not TOML", None),
        ("[[these]]", "no key 'these'", "did you mean thesis?"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(
    tmp_path: Path, text: str, message: str, hint: str | None
) -> None:
    with pytest.raises(MystError) as raised:
        read(tmp_path, text)
    assert message in str(raised.value)
    assert "chapter9.toml" in str(raised.value)
    assert hint is None or hint in str(raised.value.hint)


def test_a_name_that_is_no_check_is_an_error_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(QueryError, match="names no check"):
        read(tmp_path, HEAD + 'formal = "x"\ncheck = "a.b:c d"\n')
