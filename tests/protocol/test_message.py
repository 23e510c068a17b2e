"""Messages: valid ones, and the errors for invalid ones."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import QueryError
from mystpy.protocol import message

EXAMPLES: dict[str, dict[str, object]] = {
    "hello": {"version": 1, "name": "ann"},
    "game": {
        "game": {"rules": "clue", "p": 3},
        "rules": "clue",
        "cards": ["rope"],
        "sizes": [3, 6, 6, 6],
        "player": 1,
        "hand": ["rope"],
        "seed": 5,
    },
    "event": {"step": 0, "action": "no(2)"},
    "turn": {"step": 0, "offers": ["asks(1,Q)"], "seconds": 1.5},
    "act": {"action": "asks(1,{s1,s2})"},
    "over": {"winner": None, "still_in": [1, 2]},
}


KEYS = ["type", "version", "name", "action", "text", "error", "again"]

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(KEYS), inner),
    max_leaves=8,
)


def line(kind: str, **more: object) -> bytes:
    return json.dumps({"type": kind, **EXAMPLES[kind], **more}).encode()


def test_each_message_is_read_and_written_back() -> None:
    assert {*EXAMPLES, "error"} == set(message.kinds())
    for kind in EXAMPLES:
        output = message.read_message(line(kind), kind)
        assert message.read_message(message.write_message(output), kind) == output
        assert message.write_message(output).count(b"\n") == 1


def test_the_schema_says_what_each_type_is_called() -> None:
    schema = json.loads(message.SCHEMA.read_text(encoding="utf-8"))
    for kind, rule in schema["$defs"].items():
        assert rule["properties"]["type"] == {"const": kind}
        assert set(rule["required"]) <= set(rule["properties"])
    assert [each["$ref"] for each in schema["oneOf"]] == [
        f"#/$defs/{kind}" for kind in schema["$defs"]
    ]


def test_a_key_that_is_not_known_is_passed_over() -> None:
    assert message.read_message(line("act", mood="good"), "act")["mood"] == "good"


def test_a_byte_order_mark_is_passed_over() -> None:
    """Programs of .NET write one before their first message."""
    assert message.read_hello(b"\xef\xbb\xbf" + line("hello"))["name"] == "ann"


@pytest.mark.parametrize(
    ("text", "output", "hint"),
    [
        (b"{'type'", "not JSON", "one object on each line"),
        (b'{"type":"act"', "not JSON", "one object on each line"),
        (b"[1]", "not a JSON object", "{...}"),
        (b"\xff", "not UTF-8: byte 0", ""),
        (b"{}", "no message of type 'None'", "expected act"),
        (b'{"type":"akt"}', "no message of type 'akt'", "did you mean act"),
        (b'{"type":["act"]}', "no message of type", ""),
        (line("act", action=3), "action is '3', not of type string", ""),
        (line("turn", offers=[1]), "offers is", ""),
        (line("event", step=True), "step is 'True'", ""),
        (b'{"type":"event","step":0,"akcion":""}', "no 'action'", "mean akcion"),
        (line("turn"), "unexpected turn; expected act", ""),
        (b'{"type":"error","error":"no","hint":"h"}', "the other side says: no", "h"),
    ],
)
def test_what_is_no_message_is_told(text: bytes, output: str, hint: str) -> None:
    with pytest.raises(QueryError) as caught:
        message.read_message(text, "act")
    assert output in str(caught.value)
    assert hint in (caught.value.hint or "")


def test_another_version_is_refused() -> None:
    assert message.read_hello(line("hello"))["name"] == "ann"
    with pytest.raises(QueryError, match="version 2 is not spoken here"):
        message.read_hello(line("hello", version=2))


@given(
    st.binary()
    | st.text().map(str.encode)
    | _JSON.map(lambda v: json.dumps(v).encode())
)
def test_nothing_that_comes_is_a_fault_of_ours(text: bytes) -> None:
    with contextlib.suppress(QueryError):
        assert message.read_message(text, "act", "hello")["type"] in ("act", "hello")
