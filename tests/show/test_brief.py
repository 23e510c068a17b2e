"""`repr` of values: code that makes an equal value, or a short summary."""

from __future__ import annotations

import ast

import pytest

import mystpy
from mystpy import Game, History, Situation, load_query, parse_formula
from mystpy.kripke.deals import hexa
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import ModelState
from mystpy.show.brief import MAX_LENGTH
from mystpy.show.draw.display import draw
from tests.sampling import cases

GAME = Game.myst(m=1, n=1, p=5, q=2)
SITUATION = Situation.init(GAME, hands={5: ["s6"]}).do("asks(1,{s1,s2})", "yes(2)")

GAMES = (
    GAME,
    Game.myst(m=1, n=2, p=3, q=2, players=["ann", "bob", "cy"]),
    Game.clue(6),
    Game.clue(players=["ann", "bob", "cid"], board=True),
    Game.clue(3, speed=True),
    Game.clue(4, face_up=["rope", "hall"]),
    Game.clue(2, sorts={"suspect": ["a", "b", "c"], "room": ["d", "e", "f"]}),
    Game.generalized_clue(m=1, n=2, p=3),
    Game.generalized_clue(m=1, n=2, p=3, q=2),
    Game.general(["a", "b", "c", "d"], [1, 2, 1], 2),
    GAME.with_events(),
)
NAMES = {name: getattr(mystpy, name) for name in mystpy.__all__}


def made(code: str, **names: object) -> object:
    """Return what a `repr` makes, as `from mystpy import *` lets a reader try."""
    return eval(code, {**NAMES, **names})


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_repr_of_a_game_makes_it_again(game: Game) -> None:
    assert made(repr(game)) == game


def test_a_game_with_many_names_is_summed_up() -> None:
    cards = [f"card_{k}" for k in range(200)]
    shown = repr(Game.general(cards, [50, 50, 50, 50], 2))
    assert shown == "<Game: cards, 3 players, 200 cards>"


def test_the_repr_of_a_history_makes_it_again() -> None:
    names = ["ann", "bob", "cy"]
    game = Game.myst(m=1, n=2, p=3, q=2, players=names)
    hands: dict[int | str, list[str]] = {"ann": ["s1", "s2"], 0: ["s3"]}
    for history in (
        SITUATION.history,
        History.make(GAME, {}, ()),
        History.make(game, hands, "asks(1,{s3,s4}) no(bob)"),
        History.make(GAME, {1: ["s1", "..."]}, ()),
    ):
        again = made(repr(history))
        assert again == history
        assert isinstance(again, History)
        assert again.parts == history.parts


def test_the_repr_of_a_situation_makes_it_again() -> None:
    again = made(repr(SITUATION))
    assert isinstance(again, Situation)
    assert again.history == SITUATION.history
    assert again.engine is SITUATION.engine
    other = made(repr(Situation.init(GAME, engine="prolog")))
    assert isinstance(other, Situation)
    assert other.engine is mystpy.get_engine("prolog")


def test_the_repr_of_an_announcement_makes_it_again() -> None:
    after = SITUATION.announce("~h(2,s1)", "h(2,s2)")
    again = made(repr(after))
    assert isinstance(again, mystpy.Announcement)
    assert again.announced == after.announced
    many = SITUATION.announce(*["h(2,s1) | h(2,s2)"] * 30)
    assert repr(many).endswith("2 actions, the last yes(2), 30 announcements>")


@pytest.mark.parametrize(
    "text",
    [
        "K(1,h(2,s1)) & ~h(0,s2)",
        "forall x in cards: h(0,x) -> ~K(1,h(0,x))",
        "at least 2 of x in cards: h(1,x)",
        "C([1,2],true)",
    ],
)
def test_the_repr_of_a_formula_makes_it_again(text: str) -> None:
    formula = parse_formula(text, GAME)
    assert made(repr(formula), game=GAME) == formula


def test_a_long_formula_is_summed_up() -> None:
    long = parse_formula(" & ".join(["K(1,h(2,s1))"] * 100), GAME)
    assert repr(long).startswith("<And: K(1,h(2,s1)) & ")
    assert len(repr(long)) <= MAX_LENGTH


def test_summaries_say_what_matters() -> None:
    s = SITUATION
    illegal = s.why_not("no(2)")
    assert repr(s.ask("h(2,s1)")) == "<AskResult: undetermined, h(2,s1) (worlds)>"
    assert repr(s.knows(5)) == (
        "<Knowledge: player 5 holds 48 deals possible, 14 of 36 cells known>"
    )
    assert repr(s.legal()) == "<Legality: possible>"
    assert repr(illegal) == "<Legality: illegal, step 2, no(2), by (2.16)>"
    assert repr(s.possible()) == "<Moves: shows(2,1,s1), shows(2,1,s2)>"
    why = s.why("K(5, h(2,s1) | h(2,s2))")
    assert repr(why) == "<Why: true, K(5,h(2,s1) | h(2,s2)), 1 reason, by (2.33)>"
    (reason,) = why.because
    assert repr(reason) == "<Reason: step 1: player 2 holds one of s1, s2>"
    assert repr(mystpy.get_engine()) == "get_engine('auto')"


def test_models_and_packages_are_summed_up() -> None:
    state = hexa()
    about = "6 worlds, agents 1, 2, 3, 9 atoms"
    assert repr(state) == f"<PointedModel: {about}, actual world rwb>"
    assert repr(state.model) == f"<Model: {about}>"
    assert repr(ModelState(state.model, None)) == f"<ModelState: {about}>"
    assert f", {about}, " in repr(load_model("example:models/hexa"))
    children = mystpy.load_theory("muddy-children", children=3)
    assert repr(children) == "load_theory('muddy-children', children=3)"
    assert repr(children.after("father")) == (
        "<GameSituation: muddy-children, children=3, 1 action: father>"
    )


@pytest.mark.parametrize(
    "name", cases(["clue-game-six", "full-deal", "five-players"], "clue-game-six")
)
def test_no_value_of_a_whole_game_is_long(name: str) -> None:
    query = load_query(f"example:{name}")
    situation = Situation.of(query.history)
    known = situation.knows(1)
    for value in (query, query.history, situation, known, draw(known)):
        assert len(repr(value)) <= MAX_LENGTH, type(value)
        if not repr(value).startswith("<"):
            ast.parse(repr(value))
