"""Situations written for other model checkers say there what the engines say."""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mystpy.axioms import queries_dir
from mystpy.cli import cli
from mystpy.engines import get_engine
from mystpy.errors import NoWorldFits, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.kripke.commands.file import structure_lines
from mystpy.kripke.export.ispl import ispl_lines
from mystpy.kripke.export.situation_model import SituationModel, situation_model
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.given_steps import FormulaCheck
from mystpy.kripke.files.model_file import ModelFile
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model
from mystpy.kripke.names import numbered_names
from mystpy.kripke.partition import Partition
from mystpy.kripke.smcdel.export import MOST
from mystpy.kripke.smcdel.structure_text import answer, read_smcdel
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask
from tests.engines.situations import formulas as formulas_of
from tests.engines.situations import histories
from tests.kripke.export.interpreted_systems import answers
from tests.kripke.random_models import formulas, states
from tests.sampling import by_day

FEW = 300
"""How many worlds the readers of the tests go through."""

VALUES = {
    (True,): "true",
    (False,): "false",
    (True, False): "true",
    (False, True): "false",
    (False, False): "undetermined",
}
"""The value of a formula, from whether each of its questions is answered with yes."""


def valued(found: SituationModel, said: Sequence[bool]) -> list[str]:
    """The values of the formulas of a situation, from the answers in their order."""
    left = iter(said)
    return [VALUES[tuple(next(left) for _ in each)] for each in found.questions()]


def in_ispl(state: ModelState, asked: Sequence[Formula]) -> list[bool]:
    return answers("\n".join(ispl_lines(state.model, state.point, "a title", asked)))


def in_smcdel(state: ModelState, asked: Sequence[Formula]) -> list[bool]:
    checks = tuple(FormulaCheck(str(each), each, 0) for each in asked)
    read = ModelFile("a title", None, state.model, state.point, checks=checks)
    given = read_smcdel("\n".join(structure_lines(read, state, 0)))
    found = [answer(given.structure(), job, 1).value for job in given.jobs]
    return [value for value in found if value is not None]


@given(st.data())
@settings(max_examples=by_day(90, 3), deadline=None)
def test_a_situation_has_the_same_answers_elsewhere(data: st.DataObject) -> None:
    history = data.draw(histories())
    every = formulas_of(history.game)
    asked = data.draw(st.lists(every, min_size=1, max_size=3))
    try:
        found = situation_model(history, asked)
        here = [ask(history, each, get_engine("auto")).value for each in asked]
    except (NoWorldFits, QueryError):
        assume(False)
    assume(len(found.state.model) <= FEW)
    questions = [each for both in found.questions() for each in both]
    truth = [found.state.model.truth(each) for each in questions]
    point = found.state.point
    said = [bool(mask.all() if point is None else mask[point]) for mask in truth]
    assert valued(found, said) == here
    assert valued(found, in_ispl(found.state, questions)) == here
    assert valued(found, in_smcdel(found.state, questions)) == here


@given(states(most=5), st.lists(formulas(), min_size=1, max_size=3), st.booleans())
@settings(max_examples=by_day(150, 3), deadline=None)
def test_a_model_has_the_same_answers_in_ispl(
    state: ModelState, asked: list[Formula], pointed: bool
) -> None:
    model = state.model
    given = ModelState(model, state.point if pointed else None)
    text = "\n".join(ispl_lines(model, given.point, "a title", asked))
    kept = [each for each in asked if f"not asked: {each}, " not in text]
    masks = [model.truth(each) for each in kept]
    expected = [bool(m.all() if given.point is None else m[given.point]) for m in masks]
    assert answers(text) == (expected or [True])


def test_nothing_given_is_asked_of_all_worlds() -> None:
    history = History.make(Game.myst(1, 1, 2, 1), {}, ())
    every = parse_formula("forall x in cards: ~K(1, h(0,x))", history.game)
    some = parse_formula("h(1,s1)", history.game)
    found = situation_model(history, [every, some])
    assert found.fitting.all()
    assert found.state.point is None
    questions = [each for both in found.questions() for each in both]
    assert in_ispl(found.state, questions) == [True, False, False, False]


def shown(*words: str) -> str:
    done = CliRunner().invoke(cli, ["model", *words], catch_exceptions=False)
    assert done.exit_code == 0, done.stdout + done.stderr
    return done.stdout


ONE = str(queries_dir() / "one-knows-one-does-not.toml")


def test_a_query_file_is_written_in_every_format() -> None:
    ispl = shown(ONE, "--format", "ispl")
    assert answers(ispl) == [True] * 6
    given = read_smcdel(shown(ONE, "--format", "smcdel"))
    jobs = [answer(given.structure(), job, 1).value for job in given.jobs]
    assert jobs == [True] * 6
    assert json.loads(shown(ONE, "--format", "json"))["actual"] == "w1"
    assert 'point = "w1"' in shown(ONE, "--format", "toml")


def test_other_formulas_are_asked_instead() -> None:
    asked = ("--ask", "K(2, h(0,s1))", "--ask", "K(1, h(0,s3))")
    assert answers(shown(ONE, *asked, "--format", "ispl")) == [False, True]


def test_a_model_file_keeps_what_is_asked_after_other_steps_as_a_comment() -> None:
    muddy = str(queries_dir() / "models" / "three-muddy-children.toml")
    text = shown(muddy, "--format", "ispl")
    assert "-- not asked:" in text
    assert all(isinstance(value, bool) for value in answers(text))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "there is no model"),
        ((ONE, "--after", "1"), "FILE has 0 steps"),
        ((ONE, "--ask", "before In(1)", "--format", "ispl"), "other situations"),
        (("example:hexa", "--do", "no(1)"), "are for games"),
        (("example:clue-six-players",), "without a list"),
    ],
)
def test_what_cannot_be_written_is_refused(
    words: tuple[str, ...], message: str
) -> None:
    done = CliRunner().invoke(cli, ["model", *words])
    assert done.exit_code == 2
    assert message in done.stdout + done.stderr


def test_too_many_worlds_are_refused() -> None:
    names = numbered_names(MOST + 1)
    one = Partition.universal(len(names))
    model = Model(names, ("a",), (one,), {"p": np.zeros(len(names), np.bool_)})
    with pytest.raises(ModelError, match="at most 2,000"):
        list(ispl_lines(model, None, "many", []))
