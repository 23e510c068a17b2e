"""A record that is written can be read again, whatever its content is."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from mystpy.records.format.reader import read_record
from mystpy.records.format.record import GameRecord
from mystpy.records.format.writer import record_text, written

DOCS = Path(__file__).parents[2] / "docs" / "records" / "valid"
BASE = read_record((DOCS / "referee.toml").read_text("utf-8"))

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
ZONES: Any = st.sampled_from([None, UTC, timezone(timedelta(hours=-5))])
SCALARS = st.one_of(
    TEXTS,
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.dates(date(1, 1, 1)),
    st.times(),
    st.datetimes(datetime(1, 1, 1), timezones=ZONES),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)
    ),
    max_leaves=8,
)
USER = st.dictionaries(TEXTS.map(lambda text: f"_{text}"), VALUES, max_size=3)


@given(VALUES)
def test_each_value_is_written_as_toml(value: Any) -> None:
    found = tomllib.loads(f"x = {written(value)}")["x"]
    assert found == value
    assert type(found) is type(value) or isinstance(value, time | datetime)


@given(USER, TEXTS, USER, USER)
def test_all_fields_are_kept(
    user: dict[str, Any], text: str, of_turn: dict[str, Any], of_result: dict[str, Any]
) -> None:
    turn = {"number": 2, "comment": text, **of_turn}
    result = {**BASE.fields["result"], **of_result}
    record = GameRecord(
        {**BASE.fields, "title": text, **user, "turn": [turn], "result": result},
        BASE.history,
        BASE.viewers,
    )
    once = record_text(record)
    assert read_record(once) == record
    assert record_text(read_record(once)) == once


def test_comments_of_toml_are_not_kept_and_fields_are() -> None:
    text = (DOCS / "referee.toml").read_text("utf-8")
    assert read_record(f"# a comment\n{text}") == BASE
    assert BASE.fields["turn"][0]["comment"] == "the first"
