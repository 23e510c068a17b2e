"""Reading the tables of a file, and the errors about its faults."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from mystpy.errors import GameError, NoWorldFits, ParseError, QueryError
from mystpy.files.table import TomlFile
from mystpy.kripke.faults import ModelError, NotExecutable

TEXT = """title = "a title"
number = 3
words = ["a", 2]
formula = "p & q"

[[row]]
key = "number"
"""
FILE = TomlFile(TEXT, "my.toml")


def test_values_are_found_by_their_keys() -> None:
    table = FILE.table()
    assert FILE.string(table, "title") == "a title"
    assert FILE.number(table, "number") == 3
    assert FILE.word(table, "number") == "3"
    assert FILE.words(table["words"], "words") == ["a", "2"]
    assert [row["key"] for row in FILE.rows(table, "row")] == ["number"]
    assert FILE.choice(table["number"], ["3", 3], "number") == "3"  # type: ignore[list-item]


def test_a_number_that_is_too_long_is_told_with_its_place() -> None:
    with pytest.raises(ParseError) as caught:
        TomlFile(f"m = 3\nn = {'9' * 5000}\n", "my.toml").table()
    message = "my.toml:2:5: this is not TOML: a number has thousands of digits"
    assert str(caught.value) == message
    with pytest.raises(ParseError, match="not TOML: Expected"):
        TomlFile(f"n = 3\nm {'9' * 5000}\n", "my.toml").table()


def test_what_is_absent_is_nothing() -> None:
    assert FILE.string({}, "title") is None
    assert FILE.number({}, "number") is None
    assert FILE.strings({}, "words") == ()
    assert FILE.rows({}, "row") == []
    assert FILE.inner({}, "table") == {}


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda t: FILE.string(t, "number"), "number must be a text, not 3"),
        (lambda t: FILE.number(t, "title"), "title must be a whole number"),
        (lambda t: FILE.number({"n": True}, "n"), "n must be a whole number"),
        (lambda t: FILE.number({"n": -1}, "n", "a depth"), "n must be a depth, not -1"),
        (lambda t: FILE.strings(t, "words"), "words must be a list of texts"),
        (lambda t: FILE.words(t["number"], "it"), "it must be a list of texts, not 3"),
        (lambda t: FILE.lists(t["number"], "it"), "it must be a list of lists, not 3"),
        (lambda t: FILE.lists([["a"], 3], "it"), "it must be a list of texts, not 3"),
        (lambda t: FILE.rows(t, "title"), "title must be a list of tables"),
        (lambda t: FILE.inner(t, "title"), "title must be a table"),
        (lambda t: FILE.needed(t, "name", "a file"), "a file has no 'name'"),
        (lambda t: FILE.only(t["row"], (), "row"), "row must be a table"),
        (lambda t: FILE.only({}, ("a",), "row", ("a",)), "row has no 'a'"),
    ],
)
def test_what_is_something_else_is_refused(
    read: Callable[[Mapping[str, object]], object], message: str
) -> None:
    with pytest.raises(QueryError) as caught:
        read(FILE.table())
    assert str(caught.value).startswith("my.toml:")
    assert message in str(caught.value)


def test_an_unknown_key_is_told_with_its_line_and_the_nearest_one() -> None:
    with pytest.raises(QueryError) as caught:
        FILE.only(FILE.table(), ("titel", "number", "words", "row"), "a file")
    assert str(caught.value) == "my.toml:1: a file has no key 'title'"
    assert caught.value.hint == "did you mean titel?"
    with pytest.raises(QueryError) as caught:
        FILE.only({"row": 1}, ("number",), "a file")
    assert str(caught.value) == "my.toml:6: a file has no key 'row'"
    assert caught.value.hint == "the keys are number"


def test_a_word_that_is_none_of_those_known_is_told_with_the_nearest() -> None:
    with pytest.raises(QueryError, match="kind cannot be 'fasle'") as caught:
        FILE.choice("fasle", ("true", "false"), "kind")
    assert caught.value.hint == "did you mean false?"


def test_a_word_is_placed_where_it_stands_alone_or_is_a_key() -> None:
    assert FILE.place("title") == "my.toml:1"  # twice on one line
    assert FILE.place("number") == "my.toml:2"  # also a value, on another line
    assert FILE.place("nothing") == FILE.place() == "my.toml"
    assert FILE.of("row 1").place("key") == "my.toml:7: row 1"
    assert TomlFile(TEXT).place("key") == "query:7"


def wrong(text: str) -> None:
    raise ParseError("wrong", text=text, position=4, source="somewhere")


def test_what_cannot_be_read_is_told_at_its_place_in_the_file() -> None:
    with pytest.raises(ParseError) as caught:
        FILE.with_location(wrong, "p & q")
    assert str(caught.value) == "my.toml:4:16: wrong"
    with pytest.raises(ParseError) as caught:
        FILE.with_location(wrong, "p | q")
    assert str(caught.value) == "my.toml, in 'p | q':1:5: wrong"
    with pytest.raises(ParseError) as caught:
        TomlFile("", "--say").with_location(wrong, "p | q")
    assert str(caught.value) == "somewhere:1:5: wrong"


def test_errors_become_those_of_the_file_and_are_named_once() -> None:
    models = TomlFile(TEXT, "my.toml", ModelError)
    unknown = QueryError("no number", hint="a hint", word="number")
    named = models.named(unknown)
    assert type(named) is ModelError
    assert (str(named), named.hint) == ("my.toml:2: no number", "a hint")
    assert models.named(named) is named
    assert type(models.named(NotExecutable("not so"))) is NotExecutable
    assert type(FILE.named(NoWorldFits("none"))) is NoWorldFits
    assert type(FILE.named(GameError("none"))) is GameError


def test_a_text_begins_on_a_line() -> None:
    assert FILE.line_of("words") == 3
    assert FILE.line_of("nowhere") == FILE.line_of(None) == 1
