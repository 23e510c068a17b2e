"""A counterexample has the whole instance of its statement, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.replay.engines import history_of
from mystpy.conjectures.replay.instance import explained, instance_of
from mystpy.conjectures.replay.query import query_of
from mystpy.conjectures.settle import settle
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.truth import holds
from mystpy.conjectures.verdict import Verdict
from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.language.expand import expand
from mystpy.language.nodes import And, Iff, Implies, Not, Or
from mystpy.language.read import parse_formula, write_formula
from mystpy.questions.knowledge import ask
from tests.conjectures.random_formulas import conjecture

SMALL = Game.myst(1, 1, 2, 1)
Part = Mapping[str, Any]


def refuted(text: str, game: Game = SMALL) -> Mapping[str, Any]:
    found = settle(Conjecture("c", "always", text, (game,)), Budget(processes=1))
    assert found.verdict is Verdict.FALSE
    assert found.counterexample is not None
    return found.counterexample


def below(parts: list[Part], place: int) -> Iterator[Part]:
    """The parts right below one."""
    depth = parts[place]["depth"]
    for part in parts[place + 1 :]:
        if part["depth"] <= depth:
            return
        if part["depth"] == depth + 1:
            yield part


@pytest.mark.parametrize(
    ("text", "instance", "leaves"),
    [
        (
            "forall k in players, i in players, j in players:"
            " possible(yes(k)) -> (k = i <-> k = j)",
            "possible(yes(2)) -> (2 = 1 <-> 2 = 2)",
            ["true  possible(yes(2))", "false  2 = 1", "true  2 = 2"],
        ),
        (
            "forall i in players, M in guesses: after guess(i,M): GameOver",
            "after guess(1,{s2}): GameOver",
            ["false  GameOver"],
        ),
        (
            "forall i in players: Turn(i) -> askphase & In(i)",
            "Turn(1) -> askphase & In(1)",
            ["true  Turn(1)", "false  askphase", "true  In(1)"],
        ),
        (
            "forall Q in sets, x in Q: Question(Q) | K(1,forall y in Q: h(0,y))",
            "Question({s1}) | K(1,forall y in [s1]: h(0,y))",
            ["false  Question({s1})", "true  forall y in [s1]: h(0,y)"],
        ),
        ("~GameOver", "~GameOver", ["true  GameOver"]),
    ],
)
def test_the_instance_is_the_whole_statement(
    text: str, instance: str, leaves: list[str]
) -> None:
    query = refuted(text)
    assert query["instance"] == instance
    parts = query["parts"]
    assert parts[0] == {"formula": instance, "value": "false", "depth": 0}
    ends = [
        f"{part['value']}  {part['formula']}"
        for place, part in enumerate(parts)
        if not list(below(parts, place))
    ]
    assert ends == leaves


@pytest.mark.parametrize("seed", range(8))
def test_instances_of_random_conjectures_are_false(seed: int) -> None:
    drawn, seen = Random(seed), 0
    while seen < 3:
        node = parse_conjecture(conjecture(drawn))
        failure = sweep(node, SMALL, work=None, depth=4).failure
        if failure is None:
            continue
        seen += 1
        query = explained(query_of(failure, node), node)
        formula = parse_formula(str(query["instance"]), SMALL)
        history = history_of(query)
        before = history.prefix(len(history) - failure.taken)
        assert str(ask(before, formula, get_engine("worlds")).value) == "false"
        if not failure.taken:  # the other witness: the state of all worlds
            true = holds(expand(formula, SMALL), failure.state, {})
            assert not true >> failure.world & 1
        assert_values_agree(query["parts"])  # type: ignore[arg-type]


def assert_values_agree(parts: list[Part]) -> None:
    """The value of a negation, conjunction and so on is that of its parts."""
    for place, part in enumerate(parts):
        values = [each["value"] == "true" for each in below(parts, place)]
        expected = part["value"] == "true"
        match parse_formula(part["formula"], SMALL):
            case Not():
                assert values == [not expected]
            case And():
                assert all(values) is expected
            case Or():
                assert any(values) is expected
            case Implies():
                assert (not values[0] or values[1]) is expected
            case Iff():
                assert (values[0] is values[1]) is expected


def test_variables_that_are_bound_again_stay() -> None:
    node = parse_conjecture("forall x in cards: h(1,x) -> exists x in cards: h(2,x)")
    found = instance_of(node, {"x": 0}, SMALL)
    assert write_formula(found, SMALL) == "h(1,s1) -> exists x in cards: h(2,x)"


def test_a_game_with_too_many_worlds_has_no_parts() -> None:
    game = Game.clue(6)
    query: dict[str, object] = {"game": game.to_dict(), "hands": {}, "history": []}
    query |= {"formula": "h(0,plum)", "value": "false"}
    assert explained(query) == query
