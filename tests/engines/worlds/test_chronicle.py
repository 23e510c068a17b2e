"""The past and possible actions, compared with the states of the same history."""

from __future__ import annotations

import random

import pytest

from mystpy.conjectures.evaluation import StateWithPast
from mystpy.conjectures.truth import holds
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.decidable import parse_conjecture
from mystpy.language.expand import expand
from mystpy.language.read import read
from mystpy.questions.knowledge import ask
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.explore import events
from tests.conjectures.random_formulas import formula as random_formula

GAME = Game.myst(1, 1, 3, 2)
TEXTS = [
    "once K(1,h(0,s1))",
    "before (K(2,~h(1,s2)) | askphase)",
    "so far exists x in cards: ~K(1,h(2,x)) & ~K(3,h(2,x))",
    "K(1,once K(2,h(0,s3))) | once Kw(3,before h(1,s1))",
    "forall x in cards: once K(3,h(2,x)) -> K(2,once K(3,h(2,x)))",
    "exists Q in questions: s1 in Q & once Question(Q)",
    "before before C(players,~h(1,s1))",
]
AHEAD = [
    "possible(no(2)) | possible(no(3)) | K(1,possible(yes(2)))",
    "possible(shows(2,1,s1)) <-> possible(shows(2,1,s2))",
    "after shows(2,1,s1): K(3,h(2,s1)) | (K(1,h(2,s1)) & ~K(3,h(2,s2)))",
    "after asks(1,{s1,s2}): after no(2): K(1,~h(2,s1)) & C(players,~h(2,s2))",
    "next forall x in cards: K(1,h(0,x)) | ~K(1,h(0,x)) & next ~GameOver",
    "K(2,next exists x in cards: K(3,h(2,x))) | next Kw(3,h(1,s1))",
    "after guess(1,{s1}): GameOver & K(2,h(0,s1)) | once K(1,h(0,s2))",
    "forall Q in questions: possible(asks(1,Q)) -> after asks(1,Q): Question(Q)",
    "after asks(1,{s1}): false",
    "before next before true",
]


@pytest.mark.parametrize("seed", range(12))
def test_the_engine_and_the_stages_remember_the_same(seed: int) -> None:
    drawn, engine = random.Random(seed), get_engine("worlds")
    trail: EpistemicState = StateWithPast.start(GAME)
    for _ in range(drawn.randrange(1, 8)):
        ahead = [r.state for event in events(trail) for r in trail.after(event)]
        trail = drawn.choice(ahead or [trail])
    world = drawn.choice([w for w in range(trail.size * 64) if trail.full >> w & 1])
    history = trail.history(world)
    for text in (*TEXTS, *AHEAD, *drawn_formulas(drawn)):
        formula = expand(parse_conjecture(text), GAME)
        true = bool(holds(formula, trail, {}) >> world & 1)
        assert str(ask(history, formula, engine).value) == str(true).lower(), text


def drawn_formulas(drawn: random.Random) -> list[str]:
    """Return random formulas, some of them about possible actions."""
    front = "forall i in [1], j in [2], x in [s1], y in [s2]: "
    moves = (
        "after no(j): ",
        "next ",
        "after shows(2,1,s1): ",
        "after asks(2,{s1,s2}): ",
    )
    return [
        f"{front}{drawn.choice(moves)}({random_formula(drawn, 2)})" for _ in range(6)
    ]


def test_what_is_an_ill_formed_action_is_never_possible() -> None:
    history, engine = History.make(GAME, {}, []), get_engine("worlds")
    for text, value in (("possible(asks(1,{s1}))", "false"), (AHEAD[-2], "true")):
        assert str(ask(history, read(text), engine).value) == value


def test_other_engines_refuse_it_and_name_the_one_that_can() -> None:
    history = History.make(GAME, {}, ["asks(1,{s1,s2})"])
    for name in ("asp", "prolog"):
        with pytest.raises(QueryError, match="'once' speaks of other") as announced:
            ask(history, read("once askphase"), get_engine(name))
        assert "--engine worlds" in str(announced.value.hint)
        with pytest.raises(QueryError, match="what can be done") as announced:
            ask(history, read("next GameOver"), get_engine(name))
        assert "--engine worlds" in str(announced.value.hint)
    with pytest.raises(QueryError, match="can be done is not asked together"):
        ask(history, read("[h(0,s1)!]next GameOver"), get_engine("worlds"))
    with pytest.raises(QueryError, match="together with announcements"):
        ask(history, read("[h(0,s1)!]once askphase"), get_engine("worlds"))
