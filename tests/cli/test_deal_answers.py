"""`mystpy model --deals --classes` and `mystpy update --publicity`."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from click.testing import Result

from mystpy.kripke.commands.deal_answers import deals_object, group_object
from mystpy.kripke.deals import Deal, initial_state, relevant, same_size
from mystpy.kripke.files.model_state import ModelState

Run = Callable[..., Result]
HEXA = "queries/models/hexa.toml"


def state_of(text: str) -> ModelState:
    start = initial_state(Deal.read(text))
    return ModelState(start.model, start.point)


@pytest.mark.parametrize(
    "text", ["a", "ab|c", "a|b", "a|b|c", "a|bc|d", "|ab|c", "a|b|c|d", "a||"]
)
def test_the_numbers_of_deals_are_as_defined(text: str) -> None:
    deal = Deal.read(text)
    found = deals_object(state_of(text))
    assert found["size"] == list(deal.size)
    assert found["same_size"] == len(list(same_size(deal)))
    assert found["relevant"] == found["count"] == len(relevant(deal))
    assert found["left"] == relevant(deal)


def test_the_classes_of_a_group_are_as_defined() -> None:
    state = state_of("r|w|b")
    found: dict[str, Any] = group_object(state, ("1", "2"), every=True)
    deals = list(same_size(Deal.read("r|w|b")))
    for one, other in product(deals, repeat=2):
        near = any(one.same_hand(player, other) for player in "12")
        assert (other.short in found["union"][one.short]) == near
    assert found["classes"] == [[deal.short for deal in deals]]
    assert found["steps"] == 3  # at most three with all players (footnote 2)
    assert group_object(state, ("1", "2", "3"), every=True)["steps"] == 2


def test_what_is_left_is_said_after_steps(run: Run) -> None:
    done = run(
        "model", "queries/models/example-01-lost.toml", "--after", "2", "--deals",
        "--format", "json",
    )  # fmt: skip
    found = json.loads(done.stdout)["deals"]
    assert (found["same_size"], found["count"]) == (6, 4)
    assert found["left"] == ["rwb", "rbw", "brw", "bwr"]


def test_the_publicity_of_a_refused_step_is_said_too(run: Run) -> None:
    done = run(
        "update", HEXA, "show(2,1,{w,b},w)", "show(2,1,{r},b)", "win(1)",
        "--publicity", "3", "--format", "json",
    )  # fmt: skip
    assert done.exit_code == 2  # b is not asked for
    done = run(
        "update", HEXA, "show(2,1,{w,b},w)", "win(1)", "contract",
        "--publicity", "3", "--format", "json",
    )  # fmt: skip
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 1
    assert [row["executable"] for row in rows] == [False, False, True]
    assert rows[0]["publicity"]["classes"] == [["w", "b"], ["none"]]
    assert [row["publicity"] for row in rows[1:]] == [None, None]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["model", "example:coin-in-a-box", "--deals"],
            "the worlds of the model are no",
        ),
        (
            ["model", "example:three-muddy-children", "--deals"],
            "there is no actual deal",
        ),
        (["model", HEXA, "--classes", "1,4"], "there is no agent '4' in the model"),
        (["update", HEXA, "nowin(1)", "--publicity", "4"], "there is no agent '4'"),
        (
            ["model", "example:secret-letter", "--after", "2", "--classes", "all"],
            "may believe here what is false",
        ),
    ],
)
def test_what_cannot_be_said_is_refused(
    run: Run, words: list[str], message: str
) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_step_against_the_protocol_is_named(run: Run, tmp_path: Any) -> None:
    lost = "queries/models/example-01-lost.toml"
    done = run("update", lost, "--check", "--protocol", "knowledge-games")
    assert done.exit_code == 1
    against = "against the protocol: step 4 is win(3), and noshow(3) or show(3) was"
    assert done.stdout.splitlines()[-1].startswith(f"   {against} expected")
    path = tmp_path / "order.txt"
    path.write_text(
        "# who knows may win\n((show|noshow) nowin next)* (show|noshow)? win"
    )
    done = run("update", lost, "--protocol", str(path), "--format", "json")
    rows = [json.loads(line)["protocol"] for line in done.stdout.splitlines()]
    assert rows[1] is None  # the step is refused
    assert [row["follows"] for row in rows if row] == [True, True, True]
    assert [row["complete"] for row in rows if row] == [False, False, True]
