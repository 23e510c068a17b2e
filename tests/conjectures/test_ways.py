"""Formulas about the paths ahead, compared with the graph of single situations."""

from __future__ import annotations

import random
from functools import cache

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture, Form
from mystpy.conjectures.evaluation import ways_of
from mystpy.conjectures.settle import settle
from mystpy.conjectures.truth import holds
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.errors import ParseError, QueryError
from mystpy.game.game import Game
from mystpy.language.decidable import ground, parse_conjecture
from mystpy.language.read import read
from mystpy.language.temporal import (
    FUTURES,
    AllFinally,
    AllGlobally,
    FutureTime,
    SomeFinally,
)

SMALL = Game.myst(1, 1, 2, 2)
WORLD = tuple[int, int]


def found(text: str, form: Form = "always", game: Game = SMALL) -> Result:
    budget = Budget(processes=1, scope="sample")
    return settle(Conjecture("test", form, text, (game,)), budget)


def test_the_four_are_read_and_printed() -> None:
    for kind in FUTURES:
        formula = read(f"{kind.phrase}: ~GameOver & askphase")
        assert isinstance(read(f"{kind.phrase} GameOver"), kind)
        assert str(formula) == f"{kind.phrase} ~GameOver & askphase"
        assert read(str(formula)) == formula
    for text in ("on all always true", "on ways always true", "on some way some true"):
        with pytest.raises(ParseError, match="expected"):
            read(text)


def test_what_speaks_of_ways_is_refused_with_who_can() -> None:
    text = "on some way some time GameOver"
    with pytest.raises(QueryError, match="speaks of other situations") as raised:
        ground(read(text), SMALL)
    assert "mystpy theorem --say" in str(raised.value.hint)
    with pytest.raises(QueryError, match="more than two players"):
        found(text, game=Game.myst(1, 1, 3, 2))
    with pytest.raises(QueryError, match="lead to more than"):
        found(text, game=Game.myst(2, 2, 2, 1))
    with pytest.raises(QueryError, match="with what was before"):
        found("on all ways always once askphase")


@pytest.mark.parametrize(
    ("text", "form", "verdict"),
    [
        ("on some way some time GameOver", "always", "PROVED"),
        ("on all ways some time GameOver", "initially", "FALSE"),
        ("on all ways always ~(askphase & endphase)", "always", "PROVED"),
        ("GameOver -> on all ways always GameOver", "always", "PROVED"),
        ("on some way always ~GameOver", "initially", "PROVED"),
        ("forall x in cards: h(0,x) -> on some way some time K(1,h(0,x))",
         "initially", "PROVED"),
        ("exists i in players: K(i, on all ways some time GameOver)",
         "initially", "FALSE"),
        ("In(1) & on some way some time ~In(1)", "sometimes", "PROVED"),
    ],
)  # fmt: skip
def test_conjectures_about_ways_are_settled(
    text: str, form: Form, verdict: str
) -> None:
    result = found(text, form)
    assert result.verdict == verdict
    assert (result.counterexample is None) is (result.verdict is not Verdict.FALSE)


@cache
def steps() -> dict[WORLD, set[WORLD]]:
    """Return which worlds follow which: each is a place of a state and a number."""
    ways = ways_of(SMALL)
    found: dict[WORLD, set[WORLD]] = {}
    for k, state in enumerate(ways.states):
        for w in range(state.full.bit_length()):
            if state.full >> w & 1:
                found[k, w] = {
                    (place, w)
                    for reached, place in ways.steps[k]
                    if reached.state.full >> w & 1
                }
    return found


def reaching(good: set[WORLD]) -> set[WORLD]:
    """Return the worlds from which some path leads to a good one."""
    before: dict[WORLD, set[WORLD]] = {}
    for here, ahead in steps().items():
        for there in ahead:
            before.setdefault(there, set()).add(here)
    met, waiting = set(good), list(good)
    while waiting:
        new = before.get(waiting.pop(), set()) - met
        met |= new
        waiting += new
    return met


def staying(good: set[WORLD]) -> set[WORLD]:
    """Return the worlds with a path that stays among the good ones to its end."""
    left, smaller = set(good), True
    while smaller:
        kept = {x for x in left if not steps()[x] or steps()[x] & left}
        smaller, left = len(kept) < len(left), kept
    return left


def direct(formula: FutureTime, good: set[WORLD]) -> set[WORLD]:
    every = set(steps())
    match formula:
        case SomeFinally():
            return reaching(good)
        case AllGlobally():
            return every - reaching(every - good)
        case AllFinally():
            return every - staying(every - good)
    return staying(good)


@pytest.mark.parametrize("kind", FUTURES)
@pytest.mark.parametrize(
    "body",
    [
        "GameOver", "~GameOver", "K(1,h(0,s1))", "askphase | K(2,h(1,s1))",
        "~(showphase & Turn(1))", "In(1) & In(2)", "endphase", "Kw(2,h(0,s2))",
    ],
)  # fmt: skip
def test_ways_are_those_of_single_situations(kind: type[FutureTime], body: str) -> None:
    formula = parse_conjecture(f"{kind.phrase} ({body})")
    inner = parse_conjecture(body)
    states = ways_of(SMALL).states
    good = {(k, w) for k, w in steps() if holds(inner, states[k], {}) >> w & 1}
    assert isinstance(formula, kind)
    expected = direct(formula, good)
    drawn = random.Random(body)
    for k in drawn.sample(range(len(states)), 200):
        where = holds(formula, states[k], {})
        worlds = {w for w in range(states[k].full.bit_length()) if where >> w & 1}
        assert worlds == {w for place, w in expected if place == k}
