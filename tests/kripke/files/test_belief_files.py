"""Belief in model files: how it is given, what is wrong with it, how it is shown."""

from __future__ import annotations

import re

import pytest

from mystpy.axioms import queries_dir
from mystpy.errors import ParseError
from mystpy.kripke.clusters import BeliefClusters
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_file import ModelFile, load_model
from mystpy.kripke.files.model_state import ModelState, stages
from mystpy.kripke.puzzles.puzzle_engine import PuzzleEngine
from mystpy.kripke.puzzles.shelf import find_puzzle
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.puzzles.solvers.explicit_puzzle import ExplicitPuzzle
from mystpy.kripke.text import as_json, as_toml, losses, text
from mystpy.show.draw.model_svg import model_svg

MODEL = """
worlds = ["u", "v", "w"]
point = "u"
[relations]
ann = RELATION
bob = "all"
[valuation]
u = ["p"]
v = ["q"]
w = []
"""


def with_relation(given: str) -> ModelFile:
    return load_model(MODEL.replace("RELATION", given))


@pytest.mark.parametrize(
    "given",
    [
        '{ believes = { u = ["v"], v = ["v"], w = ["w"] } }',
        '{ believes = [["u","v"], ["v","v"], ["w","w"]] }',
        '{ links = [["u","v"]], believes = "~p" }',
        '{ links = [["v","u"]], serial = true, believes = "q | ~p" }',
    ],
)  # fmt: skip
def test_belief_is_given_in_several_ways(given: str) -> None:
    model = with_relation(given).model
    assert model.truth("B(ann,q)").tolist() == [True, True, False]
    assert model.truth("B(ann,~p) & M(ann,~q)").tolist() == [False, False, True]
    assert isinstance(model.relation("ann"), BeliefClusters)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ('{ believes = { u = ["v"], v = ["v"] } }', "is not serial: w sees nothing"),
        ('{ believes = { u = ["v"], v = ["w"], w = ["w"] } }', "not transitive: u"),
        ('{ believes = { u = ["v", "w"], v = ["v"], w = ["w"] } }', "not euclidean"),
        ('{ believes = { u = ["x"] } }', "names 'x', which is no world"),
        ('{ believes = "p" , sees = ["q"] }', "is not serial: in v no world"),
        ('{ believes = [["u"]] }', "which is not a pair"),
        ('{ believes = { u = ["u"] }, sees = ["p"] }', "has besides believes sees"),
        ('{ believes = "z" }', "no atom z"),
        ('{ serial = false }', "one of pairs, links, sees, unseen and believes"),
    ],
)  # fmt: skip
def test_what_is_no_belief_is_told(given: str, message: str) -> None:
    with pytest.raises((ModelError, ParseError)) as caught:
        with_relation(given)
    assert message in str(caught.value)


def test_a_relation_need_not_be_serial_if_that_is_said() -> None:
    given = '{ believes = { u = ["v"], v = ["v"] }, serial = false }'
    file = with_relation(given)
    assert file.model.truth("B(ann,false)").tolist() == [False, False, True]
    state = ModelState(file.model, file.point)
    (lost,) = losses(state)
    assert lost.startswith("ann holds no world possible in w")
    assert lost in "\n".join(text(state))
    assert lost[1:] in re.sub(r"</text>\s*<text[^>]*>", " ", model_svg(state, "t"))


def puzzle_states(name: str) -> list[ModelState]:
    found: list[ModelState] = []

    def watch(_: str, engine: PuzzleEngine) -> None:
        assert isinstance(engine, ExplicitPuzzle)
        found.append(ModelState(engine.model, engine.actual))

    solve(find_puzzle(name), watch=watch)
    return found


def secret_letter() -> list[ModelState]:
    return list(stages(load_model(queries_dir() / "models" / "secret-letter.toml")))


@pytest.mark.parametrize("name", ["sally-anne", "lying", "secret-letter"])
def test_what_is_written_is_read_again(name: str) -> None:
    letter = name == "secret-letter"
    for state in secret_letter() if letter else puzzle_states(name):
        again = load_model("\n".join(as_toml(state, "again")))
        assert again.point == state.point
        assert again.model.relations == state.model.relations
        assert as_json(ModelState(again.model, again.point)) == as_json(state)


def test_an_update_that_leaves_somebody_without_worlds_says_so() -> None:
    before, *_, after = puzzle_states("lying")
    assert not list(losses(before))
    assert "not KD45, but K45" in "".join(losses(after))


def test_belief_is_drawn_with_arrows() -> None:
    *_, state = puzzle_states("sally-anne")
    drawn = model_svg(state, "Sally")
    assert "An arrow leads from" in drawn
    assert "Sally holds only {start,nothing} possible" in drawn
    *_, plain = stages(load_model(queries_dir() / "models" / "hexa.toml"))
    assert "An arrow leads from" not in model_svg(plain, "Hexa")
