"""An answer says who holds no world possible if it rests on that, and only then."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings

from mystpy.cli import cli
from mystpy.kripke.puzzles.puzzle_file import read_puzzle
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.puzzles.text import solution, solution_object
from mystpy.kripke.valuation.vacuity import vacuous
from mystpy.language import nodes as fm
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import walk
from tests.kripke.explicit_relations import (
    AGENTS,
    Explicit,
    belief_formulas,
    explicit_models,
)
from tests.sampling import by_day

CASE = "tests/kripke/cases/vacuous-belief.toml"


def called(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def knowers_of(f: fm.Modal) -> tuple[str, ...]:
    assert isinstance(f.knowers, tuple)
    return tuple(map(str, f.knowers))


@dataclass(frozen=True)
class Doubting(Explicit):
    """A model in which some believe nothing where they hold no world possible."""

    believing_nothing: frozenset[tuple[str, ...]] = frozenset()

    def part(self, kept: list[int]) -> Doubting:
        found = super().part(kept)
        return Doubting(found.size, found.pairs, found.true, self.believing_nothing)

    def modal(self, f: fm.Modal, w: int) -> bool:
        holders = knowers_of(f)
        if isinstance(f, fm.Considers):
            return super().modal(f, w) or self.denies(holders, w)
        if isinstance(f, fm.Distributed):
            together = frozenset.intersection(*(self.seen(a, w) for a in holders))
            denied = not together and holders in self.believing_nothing
            return super().modal(f, w) and not denied
        where = {w}
        if isinstance(f, fm.Common):
            where |= self.reached(holders, w)
        doubted = any(self.denies((a,), v) for a in holders for v in where)
        return super().modal(f, w) and not doubted

    def denies(self, holders: tuple[str, ...], w: int) -> bool:
        return holders in self.believing_nothing and not self.seen(holders[0], w)


def expected(given_model: Explicit, formula: Formula, world: int) -> set[str]:
    """Those of the smallest sets of holders on whom the value rests."""
    groups = {
        knowers_of(node) for node in walk(formula) if isinstance(node, fm.Distributed)
    }
    holders = sorted({(a,) for a in AGENTS} | groups)
    usual = given_model.holds(formula, world)
    for size in range(1, len(holders) + 1):
        found = {
            ", ".join(one)
            for chosen in combinations(holders, size)
            if Doubting(
                given_model.size, given_model.pairs, given_model.true, frozenset(chosen)
            ).holds(formula, world)
            != usual
            for one in chosen
        }
        if found:
            return found
    return set()


@settings(max_examples=by_day(80, 4))
@given(explicit_models(4), belief_formulas())
def test_named_are_those_on_whose_holding_nothing_possible_a_value_rests(
    given_model: Explicit, formula: Formula
) -> None:
    model = given_model.model()
    for world in range(len(model)):
        found = vacuous(model, formula, lambda mask, w=world: bool(mask[w]))  # type: ignore[misc]
        assert set(found) == expected(given_model, formula, world)


@settings(max_examples=by_day(20, 4))
@given(explicit_models(4, serial=True), belief_formulas())
def test_nobody_is_named_where_all_hold_something_possible(
    given_model: Explicit, formula: Formula
) -> None:
    if any(isinstance(node, fm.Announcing | fm.Distributed) for node in walk(formula)):
        return
    model = given_model.model()
    for world in range(len(model)):
        assert not vacuous(model, formula, lambda mask, w=world: bool(mask[w]))  # type: ignore[misc]


@pytest.mark.parametrize(
    ("formula", "raised"),
    [
        ("B(w,red)", "true  B(w,red)  (w holds no world possible)"),
        ("B(w,false)", "true  B(w,false)  (w holds no world possible)"),
        ("M(w,red)", "false  M(w,red)  (w holds no world possible)"),
        ("B(h,B(w,green))", "true  B(h,B(w,green))  (w holds no world possible)"),
        ("B(w,red) | B(n,red)", "true  B(w,red) | B(n,red)"
         "  (w and n hold no world possible)"),
        ("D([w,h],red)", "true  D([w,h],red)"
         "  (w and h together hold no world possible)"),
        ("B(h,red)", "true  B(h,red)"),
        ("B(w,red) | red", "true  B(w,red) | red"),
        ("B(w,red) | ~B(w,red)", "true  B(w,red) | ~B(w,red)"),
        ("red & ~B(h,green)", "true  red & ~B(h,green)"),
    ],
)  # fmt: skip
def test_check_says_who_holds_no_world_possible(formula: str, raised: str) -> None:
    done = called("check", CASE, formula)
    assert done.stdout.splitlines() == [raised]


def test_json_has_a_key_where_the_answer_rests_on_it() -> None:
    lines = called("check", CASE, "--format", "json", "B(w,red)", "B(h,red)").stdout
    first, second = map(json.loads, lines.splitlines())
    assert first["vacuous"] == ["w"]
    assert "vacuous" not in second


def test_why_says_it_at_the_top_and_where_it_is_so() -> None:
    done = called("why", CASE, "B(h,B(w,green))", "M(w,red)")
    assert done.stdout.splitlines() == [
        "true: B(h,B(w,green))  (w holds no world possible)",
        "  in start,move,move,lie",
        "  h holds nothing possible but start,move,move,lie, and there it is true",
        "false: M(w,red)  (w holds no world possible)",
        "  in start,move,move,lie",
        "  ~B(w,~red) is false",
        "    w holds no world possible there, so that anything is believed",
    ]
    raised = json.loads(called("why", CASE, "B(w,red)", "--format", "json").stdout)
    assert raised["vacuous"] == ["w"]
    assert raised["grounds"]["no_world_possible"] == ["w"]
    drawn = called("why", CASE, "B(w,red)", "--format", "svg").stdout
    assert "holds no world possible" in drawn


PUZZLE = """
title = "A claim that one trusts who saw better"
[worlds.variables]
red = "no"
[agents]
w = []
h = []
[actual]
red = 0
[action.look]
events = { red = "red", green = "~red" }
[action.claim]
events = { lie = "~red", truth = "red" }
believes = { w = { lie = ["truth"], truth = ["truth"] } }
[[step]]
says = "All see that it is green."
action = "look"
actual = "green"
[[step]]
says = "Somebody says that it is red; w trusts the claim."
action = "claim"
actual = "lie"
[[ask]]
question = "Does w believe that it is red?"
formula = "B(w,red)"
[[ask]]
question = "Does h?"
formula = "B(h,red)"
[[ask]]
question = "Who believes that it is red?"
agents = "B(i,red)"
"""


def test_the_answers_of_a_puzzle_say_it() -> None:
    found = solve(read_puzzle(PUZZLE, "claim"))
    assert [answer.vacuous for answer in found.answers] == [("w",), (), ("w",)]
    lines = solution(found).splitlines()
    assert "Does w believe that it is red? true  (w holds no world possible)" in lines
    assert "Does h? false" in lines
    answers = solution_object(found)["answers"]
    assert [answer.get("vacuous") for answer in answers] == [["w"], None, ["w"]]


def test_one_formula_that_is_refused_leaves_the_others_answered() -> None:
    asked = ("K(w,red)", "B(h,red)", "B(h,blue)", "B(h,")
    run: Callable[..., Result] = called
    for command, separator in (("check", "  "), ("why", ": ")):
        done = run(command, CASE, *asked)
        answered = [x for x in done.stdout.splitlines() if x.startswith("true")]
        assert answered == [f"true{separator}B(h,red)"]
        assert done.exit_code == 2
        assert "K(w,F) is not decided" in done.stderr
        assert "there is no atom blue" in done.stderr
        assert "the text ends too early" in done.stderr


def test_a_file_of_smcdel_answers_the_others_as_well() -> None:
    file = "queries/models/smcdel/muddy-children.smcdel.txt"
    done = called("check", file, "K(one,p2", "K(one,p2) | K(one,~p2)")
    assert done.stdout.splitlines() == ["true  VALID? K(one,p2) | K(one,~p2)"]
    assert done.exit_code == 2


def test_a_question_of_a_puzzle_that_is_refused_leaves_the_others_answered(
    tmp_path: Path,
) -> None:
    file = tmp_path / "claim.toml"
    file.write_text(PUZZLE.replace('"B(h,red)"', '"K(w,red)"'))
    done = called("puzzle", str(file))
    assert "Does w believe that it is red? true  (w holds no world possible)" in (
        done.stdout.splitlines()
    )
    assert "Does h? no answer: w may believe here what is false" in done.stdout
    assert "Who believes that it is red? w" in done.stdout
    assert "hint: B(w,F) says what w believes" in done.stderr
    assert done.exit_code == 2
    raised = json.loads(called("puzzle", str(file), "--format", "json").stdout)
    assert raised["answers"][1]["value"] is None
    assert "K(w,F) is not decided" in raised["answers"][1]["error"]
