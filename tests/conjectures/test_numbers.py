"""Conjectures that compare numbers: evaluated, refused, told as queries."""

from __future__ import annotations

import random

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.settle import settle
from mystpy.conjectures.truth import holds
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.language.expand import expand
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.explore import next_states

TWO = (Game.myst(1, 1, 2, 1), Game.myst(2, 1, 2, 1), Game.myst(1, 2, 2, 2))


def found(text: str, form: Form = "always", games: tuple[Game, ...] = TWO) -> Result:
    budget = Budget(processes=1, scope="sample")
    return settle(Conjecture("test", form, text, games), budget)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("forall i in players: #(x in cards: h(i,x)) = n", "PROVED"),
        ("#(x in cards: h(0,x)) = m & m + n * p = c", "PROVED"),
        ("m = 1 -> exactly 1 of x in cards: h(0,x)", "PROVED"),
        ("#(x in cards: h(0,x)) < 2", "FALSE"),
        ("m > n -> #(x in cards: h(0,x)) > #(x in cards: h(1,x))", "PROVED"),
        ("m >= n -> #(x in cards: h(0,x)) > #(x in cards: h(1,x))", "FALSE"),
        ("#(i in players, x in cards: K(i,h(i,x))) >= n * p", "PROVED"),
        ("#(x in cards: K(1,~h(0,x))) = n", "FALSE"),
        ("m > 5 -> false", "OPEN"),
    ],
)
def test_numbers_are_settled(text: str, verdict: str) -> None:
    result = found(text, "initially" if "K" not in text else "always")
    assert result.verdict.startswith(verdict)
    counterexample = result.counterexample
    assert (counterexample is None) is (result.verdict is not Verdict.FALSE)
    assert counterexample is None or "formula" in counterexample


def test_sizes_are_compared_where_a_solver_searches() -> None:
    large = (Game.myst(5, 5, 3, 2),)
    assert found("m < n | forall x in cards: ~h(0,x)", games=large).verdict == "FALSE"
    with pytest.raises(QueryError, match="the search cannot look at"):
        found("#(x in cards: h(0,x)) > m", games=large)


def test_a_size_that_a_game_does_not_have_is_refused() -> None:
    clue = Game.clue(2, sorts={"who": ["a", "b"], "where": ["d", "e"]})
    with pytest.raises(QueryError, match="n is a constant of MYST"):
        found("n = 1", games=(clue,))
    assert found("c = 4 & p = 2", games=(clue,)).verdict.good


@pytest.mark.alike(2)
@pytest.mark.parametrize("seed", range(8))
def test_stages_say_what_the_junctions_say(seed: int) -> None:
    drawn = random.Random(seed)
    texts = [
        "#(x in cards: h(1,x)) + #(x in cards: K(2,h(0,x))) > q",
        "2 * #(x in cards: K(1,h(2,x)) | h(0,x)) != n * #(i in players: In(i))",
        "#(x in [s1,s2]: K(1,h(2,x))) * #(x in [s2,s3]: h(1,x)) <= m - 1",
        "K(1, #(x in cards, i in holders: K(2,~h(i,x))) >= c)",
    ]
    game = drawn.choice([Game.myst(1, 1, 3, 2), Game.myst(1, 2, 2, 2)])
    state = EpistemicState.start(game)
    for _ in range(drawn.randrange(5)):
        ahead = [reached.state for reached in next_states(state)]
        state = drawn.choice(ahead or [state])
        for text in texts:
            formula = parse_conjecture(text)
            assert holds(formula, state, {}) == holds(expand(formula, game), state, {})
