"""`mystpy product`: what it prints, what it writes, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]

PARTS = ["example:agents-goal", "example:agents-hand-1", "example:agents-hand-2"]
ONE_PLACE = "forall x in cards: #(i in holders: h(i,x)) = 1"


def test_the_counts_are_those_of_the_product_and_of_what_is_left(run: Run) -> None:
    whole = run("product", *PARTS).stdout.splitlines()
    assert whole[:2] == [
        "3 x 3 x 3 = 27 worlds", "27 worlds, the actual one is peacock,plum,green",
    ]  # fmt: skip
    left = run("product", *PARTS, "--where", ONE_PLACE, "--format", "json")
    found = json.loads(left.stdout)
    assert (found["factors"], found["tuples"], found["worlds"]) == ([3, 3, 3], 27, 6)


def test_the_file_that_is_written_is_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deals.toml"
    done = run("product", *PARTS, "--where", ONE_PLACE, "--format", "toml")
    path.write_text(done.stdout, encoding="utf-8")
    asked = run("check", str(path), "K(1,~h(0,plum))", "K(1,h(2,green))")
    assert asked.stdout.split()[::2] == ["true", "false"]
    same = run("bisimilar", str(path), "example:agents-product", "--after", "0,1")
    assert same.exit_code == 0
    other = run("bisimilar", str(path), "example:agents-product")
    assert other.exit_code == 1


def test_the_steps_of_a_file_can_be_done_first(run: Run) -> None:
    done = run("product", *PARTS, "--after", "1,0,0")
    assert done.stdout.startswith("2 x 3 x 3 = 18 worlds\n")


def test_atoms_that_two_files_have_get_other_names(run: Run) -> None:
    done = run("product", *2 * ["example:letter"], "--contract").stdout.splitlines()
    assert done[1].startswith("of example:letter: h(1,b) is h_1(1,b), ")
    assert done[2].startswith("of example:letter: h(1,b) is h_2(1,b), ")
    assert done[3] == "1 world, the actual one is bw,bw"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["example:hexa"], "a product is of two model files at least"),
        ([*PARTS, "--after", "1"], "--after is '1', and there are 3 files"),
        ([*PARTS, "--after", "0,1,0"], "--after is 1, but FILE has 0 steps"),
        ([*PARTS, "--where", "h(3,plum)"], "there is no atom h(3,plum)"),
        ([*PARTS, "--where", "h(1,green)"], "false in peacock,plum,green, the actual"),
        (9 * ["example:hexa"], "10,077,696 worlds"),
    ],
)
def test_what_is_no_product_is_refused(
    run: Run, words: list[str], message: str
) -> None:
    done = run("product", *words)
    assert done.exit_code == 2
    assert message in done.stderr
