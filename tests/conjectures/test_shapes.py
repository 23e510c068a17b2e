"""Results in a file that no piece of work can have are damaged, and done again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mystpy.conjectures.results import require_result
from mystpy.files.rows import RowFault

GAME = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1}
FAILURE = {"game": GAME, "history": ["asks(1,{s2})"], "formula": "Turn(1)"}
SWEEP: dict[str, Any] = {
    "game": GAME,
    "depth": 4,
    "complete": False,
    "stages": 25,
    "instances": 6,
    "failure": {**FAILURE, "value": "false"},
    "stopped": False,
    "ended": 0,
}

RIGHT: tuple[tuple[str, Any], ...] = (
    ("sweep|x", SWEEP),
    ("sweep|x", {**SWEEP, "failure": None}),
    ("search|x|y", None),
    ("search|x|y", FAILURE),
    ("few worlds|x", 3),
    ("induction|x", True),
    ("induction False|x", False),
    ("public|x", [True, 3]),
    ("refine|2000|x", [3, None, None]),
    ("games|x", [3, FAILURE]),
    ("bridge-x|sample|y", [1, 2, 3, None, {"asks": 1}]),
)

NO_SWEEPS: tuple[object, ...] = (None, 3, [], {}, {"a": 1}, {**SWEEP, "x": 1})
NO_GAMES: tuple[object, ...] = ({}, {"rules": "x"}, [])

WRONG: tuple[tuple[str, Any], ...] = (
    *(("sweep|x", value) for value in NO_SWEEPS),
    *(("sweep|x", {**SWEEP, key: "x"}) for key in SWEEP),
    *(("sweep|x", {**SWEEP, "game": game}) for game in NO_GAMES),
    *(
        ("sweep|x", {**SWEEP, "failure": {**FAILURE, key: value}})
        for key in ("game", "hands", "history", "formula", "value", "x")
        for value in (3, ["x("], {"1": 3}, {"1": ["x"]})
    ),
    ("search|x|y", True),
    ("search|x|y", {**FAILURE, "formula": "h("}),
    ("few worlds|x", -1),
    ("induction|x", 0),
    ("induction True|x", None),
    ("public|x", [True]),
    ("public|x", [3, True]),
    ("refine|2000|x", [3, "x", None]),
    ("games|x", {"a": 1}),
    ("bridge-x|sample|y", [1, 2, 3, None, {"asks": "x"}]),
)


@pytest.mark.parametrize(("key", "result"), RIGHT)
def test_a_result_of_each_kind_of_work_is_used(key: str, result: object) -> None:
    assert require_result(key, json.loads(json.dumps(result))) is None  # type: ignore[func-returns-value]


@pytest.mark.parametrize(("key", "result"), WRONG)
def test_a_result_of_another_form_is_damaged(key: str, result: object) -> None:
    with pytest.raises(RowFault, match="'result' cannot be"):
        require_result(key, result)
