"""A question that was changed by hand is refused, with its line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mystpy.axioms import queries_dir
from mystpy.cli import cli

DEDUCTIONS = queries_dir() / "positions" / "deduction.jsonl"
TOM = Path(__file__).with_name("tom.jsonl")


def first_of(kind: str) -> dict[str, Any]:
    for path in (DEDUCTIONS, TOM):
        for line in path.read_text("utf-8").splitlines():
            found: dict[str, Any] = json.loads(line)
            if found["kind"] == kind:
                return found
    raise AssertionError(kind)


@pytest.mark.parametrize(
    ("kind", "key", "value"),
    [
        ("question", "ask.choices", 5),
        ("question", "ask.choices", {"A": ["sword"]}),
        ("question", "ask.choices", {"A": ["plum", "plum"]}),
        ("question", "answer", "Z"),
        ("others", "ask.formula", "K(9,"),
        ("others", "answer", True),
        ("reason", "answer", 5),
        ("reason", "answer", []),
        ("reason", "answer", [["2"]]),
        ("reason", "ask.held", "no"),
        ("holders", "answer", "rope"),
        ("holders", "answer", {"sword": "ann"}),
        ("cell", "ask.holder", True),
        ("cell", "ask.card", "sword"),
        ("cell", "answer", "perhaps"),
        ("cell", "player", None),
        ("cell", "hands", {}),
        ("cell", "kind", "cells"),
        ("count", "answer", "12"),
        ("mind", "answer", "open"),
        ("mind", "answer", True),
        ("mind", "ask.order", 1),
        ("mind", "ask.formula", "h(0,plum) &"),
        ("mind", "player", 1),
    ],
)
@pytest.mark.parametrize("action", ["verify", "score", "prompts"])
def test_a_changed_question_is_refused(
    tmp_path: Path, action: str, kind: str, key: str, value: object
) -> None:
    changed = first_of(kind)
    place = changed["ask"] if key.startswith("ask.") else changed
    place[key.removeprefix("ask.")] = value
    file, answers = tmp_path / "some.jsonl", tmp_path / "answers.jsonl"
    file.write_text(json.dumps(first_of("cell") | {"id": "x"}) + "\n")
    with file.open("a") as more:
        more.write(json.dumps(changed))
    answers.write_text(json.dumps({"id": changed["id"], "answer": [1]}))
    files = [str(file), *([str(answers)] if action == "score" else [])]
    done = CliRunner().invoke(cli, ["positions", action, *files])
    assert done.exit_code == 2, done.stdout
    assert "line 2: " in done.stderr
