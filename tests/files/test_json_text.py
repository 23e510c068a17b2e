"""JSON of strangers: what is read, and what is refused before anything is computed."""

from __future__ import annotations

import json

import pytest

from mystpy.files.json_text import json_value


@pytest.mark.parametrize(
    "value", [{"a": [1, 2.5, None, True]}, "ü", "\U0001f600", 10**99, [[[]]], -7, ""]
)
def test_json_is_read(value: object) -> None:
    for text in (json.dumps(value), json.dumps(value, ensure_ascii=False)):
        assert json_value(text) == value
        assert json_value(text.encode()) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("NaN", "NaN is not a finite number"),
        ("[Infinity]", "Infinity is not a finite number"),
        ('{"a":-Infinity}', "-Infinity is not a finite number"),
        ("1e400", "1e400 is not a finite number"),
        ("-1e99999999999", "is not a finite number"),
        ("1" * 101, "a number has more than 100 digits"),
        ("[-" + "1" * 101 + "]", "a number has more than 100 digits"),
        ("1" * 1_000_000, "a number has more than 100 digits"),
        ("[" * 101 + "]" * 101, "nested more than 100 deep"),
        ('{"a":' * 500 + "1" + "}" * 500, "nested more than 100 deep"),
        ("[" * 1_000_000, "nested too deeply"),
        ('{"a":' * 1_000_000, "nested too deeply"),
        (r'"\ud800"', "half of a surrogate pair"),
        (r'{"\uDFFF": 1}', "half of a surrogate pair"),
        ("{'a': 1}", "Expecting property name"),
        ("", "Expecting value"),
        ("1 2", "Extra data"),
    ],
)
def test_what_cannot_be_computed_with_is_refused(text: str, message: str) -> None:
    for given in (text, text.encode()):
        with pytest.raises(ValueError, match=message):
            json_value(given)


def test_digits_in_a_text_are_no_number() -> None:
    assert json_value(json.dumps({"a": "1" * 5_000})) == {"a": "1" * 5_000}


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(ValueError, match="can't decode"):
        json_value(b'"\xff"')
