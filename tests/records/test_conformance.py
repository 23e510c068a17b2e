"""The cases of docs/records/ that other programs use agree with mystpy."""

from __future__ import annotations

import json
import tomllib
from datetime import date, time
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mystpy.engines import get_engine
from mystpy.errors import MystError
from mystpy.history.actions import action_text
from mystpy.questions.written.query_text import given_hands
from mystpy.records.check import faults_of
from mystpy.records.format.record import GameRecord
from mystpy.records.format.sections import read_records
from mystpy.records.format.writer import record_text, records_text

DOCS = Path(__file__).parents[2] / "docs"
VALID = sorted((DOCS / "records" / "valid").glob("*.toml"))
INVALID = sorted((DOCS / "records" / "invalid").glob("*.toml"))
SCHEMA = json.loads((DOCS / "schema" / "record.schema.json").read_text("utf-8"))


def plain(value: Any) -> Any:
    """Return a TOML value as in JSON: dates and times as texts."""
    if isinstance(value, dict):
        return {key: plain(x) for key, x in value.items()}
    if isinstance(value, list):
        return [plain(x) for x in value]
    return value.isoformat() if isinstance(value, date | time) else value


def expected(path: Path) -> Any:
    return json.loads(path.with_suffix(".json").read_text("utf-8"))


def reading(record: GameRecord) -> dict[str, Any]:
    """Return the content of a record in the form of the cases."""
    kept = {k: x for k, x in record.fields.items() if k == "title" or k[0] == "_"}
    return {
        "view": record.fields.get("view", "derived"),
        "viewers": None if record.viewers is None else list(record.viewers),
        "turns": record.turns,
        "hands": {k: list(x) for k, x in given_hands(record.history).items()},
        "actions": [action_text(x, record.game) for x in record.history.actions],
        "result": record.fields.get("result"),
        "fields": plain(kept),
    }


def test_there_are_cases_of_both_kinds() -> None:
    assert len(VALID) >= 10
    assert len(INVALID) >= 30
    stages = {expected(path)["stage"] for path in INVALID}
    assert stages == {"read", "check"}
    parts = {expected(path).get("part") for path in INVALID}
    assert parts == {None, "view", "history", "result", "claim", "know"}


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_a_valid_case_is_read_as_expected_and_can_be_true(path: Path) -> None:
    found = list(read_records(path))
    assert [reading(record) for record in found] == expected(path)["records"]
    for record in found:
        assert not list(faults_of(record, get_engine("auto")))
        Draft202012Validator(SCHEMA).validate(plain(record.fields))


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_what_is_written_again_says_the_same(path: Path, tmp_path: Path) -> None:
    found = list(read_records(path))
    text = "".join(records_text(found)) if len(found) > 1 else record_text(found[0])
    again = tmp_path / path.name
    again.write_text(text, encoding="utf-8")
    assert list(read_records(again)) == found
    assert len(tomllib.loads(text)) >= len(found)  # many records are one document
    if len(found) > 1:
        assert "".join(records_text(read_records(again))) == text


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_an_invalid_case_is_refused_with_its_line(path: Path) -> None:
    case = expected(path)
    if case["stage"] == "read":
        with pytest.raises(MystError) as caught:
            list(read_records(path))
        assert case["says"] in str(caught.value)
        if "line" in case:
            assert f"{path}:{case['line']}" in str(caught.value)
        return
    (record,) = read_records(path)
    fault = next(faults_of(record, get_engine("auto")))
    assert fault.part == case["part"]
    assert case["says"] in str(fault)


def test_the_schema_refuses_what_the_form_forbids() -> None:
    validator = Draft202012Validator(SCHEMA)
    Draft202012Validator.check_schema(SCHEMA)
    (record,) = read_records(DOCS / "records" / "valid" / "referee.toml")
    fields = plain(record.fields)
    assert validator.is_valid(fields)
    for key in ("record", "history", "game"):
        assert not validator.is_valid({k: x for k, x in fields.items() if k != key})
    assert not validator.is_valid({**fields, "veiw": 1})
    assert validator.is_valid({**fields, "_veiw": [1, {"a": 2}]})
    assert not validator.is_valid({**fields, "result": {"end": "victory"}})
    assert not validator.is_valid({**fields, "turn": [{"seconds": 1}]})
