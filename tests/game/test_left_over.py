"""Cards that are left over: on the table, some of them for all to see."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.engines.deals import Deals
from mystpy.env.episode import Numbering
from mystpy.errors import GameError, QueryError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.questions.situation import Situation
from tests.random_games import random_play

SORTS = {"who": ["ann", "bob", "cid"], "how": ["axe", "bow", "cap"]}


def clue(**more: object) -> Game:
    return Game.from_dict({"rules": "clue", "p": 2, "sorts": SORTS, **more})


GAMES = (
    clue(left_over=2),
    clue(face_up=["bow"], sizes={"1": 2, "2": 1}),
    clue(left_over=2, face_up=["bow"]),
    Game.from_dict(
        {
            "rules": "cards",
            "cards": ["a", "b", "c", "d"],
            "sizes": {"1": 1, "2": 1},
            "q": 1,
            "face_up": ["c"],
        }
    ),
)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_says_what_is_left_over_and_is_read_back(game: Game) -> None:
    assert game.table == 3
    assert sum(game.sizes) == game.c
    assert Game.from_dict(game.to_dict()) == game


@pytest.mark.parametrize("game", GAMES)
def test_deals_are_counted_as_they_are_listed(game: Game) -> None:
    deals = list(Deals(game, ()))
    assert game.deal_count() == len(deals) > 0
    up = {game.deck[card] for card in game.face_up}
    assert all(deal[3] >> card & 1 for deal in deals for card in up)
    rng, given = Random(1), [None] * 4
    for _ in range(20):
        hand = random_deal(game, rng)[1]
        held = sum(1 << game.deck[card] for card in hand)
        fitting = [deal for deal in deals if deal[1] == held]
        assert game.deal_count([given[0], hand, *given[2:]]) == len(fitting) > 0


def test_a_game_in_which_the_cards_go_round_has_no_table() -> None:
    game = clue()
    assert game.table is None
    with pytest.raises(QueryError, match="no player table"):
        game.holder("table")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"face_up": ["bwo"]}, "did you mean bow"),
        ({"face_up": ["bow", "bow"]}, "names a card twice"),
        ({"face_up": ["bow", "cap"], "left_over": 1}, "2 cards lie face up, but 1"),
        ({"face_up": ["axe", "bow", "cap"], "p": 1}, "p >= 2"),
        ({"face_up": ["ann", "bob", "cid"], "sizes": {"1": 1, "2": 0}}, "all cards of"),
        ({"left_over": -1}, "no number of cards"),
        ({"left_over": True}, "no number of cards"),
        ({"face_up": "bow"}, "must be a list"),
        ({"left_over": 4}, "no cards are left to go round"),
    ],
)
def test_what_cannot_be_left_over_is_refused(
    given: dict[str, object], words: str
) -> None:
    with pytest.raises(GameError) as caught:
        clue(**given)
    assert words in f"{caught.value} {caught.value.hint}"


def test_a_game_of_myst_has_none() -> None:
    with pytest.raises(GameError, match="has no key 'face_up'"):
        Game.from_dict(
            {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1, "face_up": ["s1"]}
        )


def test_the_table_is_no_player_and_can_be_given() -> None:
    game = clue(left_over=2, face_up=["bow"])
    assert game.holder("table") == 3
    with pytest.raises(QueryError, match="not a player"):
        game.player("table")
    given = History.make(game, {"table": ["bow", "ann"]}, ())
    assert given.hands[3] == frozenset({"bow", "ann"})
    with pytest.raises(QueryError, match="lies face up"):
        History.make(game, {"table": ["cap", "ann"]}, ())


@pytest.mark.parametrize("engine", ["asp", "worlds", "prolog"])
def test_all_know_what_lies_face_up_and_nobody_the_rest(engine: str) -> None:
    game = clue(left_over=2, face_up=["bow"])
    s = Situation.init(game, engine=engine).do("asks(1,{ann,bow})", "yes(2)")
    assert s.holds("C([1,2], h(table,bow))")
    assert s.holds("C([1,2], h(2,ann))")
    assert s.holds("exists x in {bob,cid}: K(1, h(table,x))") is False


def test_what_lies_face_up_is_a_reason() -> None:
    game = clue(left_over=2, face_up=["bow"])
    s = Situation.init(game).do("asks(1,{ann,bow})", "yes(2)")
    why = s.why("K(1, h(2,ann))")
    assert "B5" in why.axioms
    assert [reason.gives for reason in why.because] == [
        "bow lies face up on the table",
        "player 2 holds one of ann, bow",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_player_believes_what_the_table_shows(game: Game) -> None:
    for seed in range(10):
        history, deal = random_play(game, Random(seed), 12)
        table = GameState(game, deal)
        assert len(GameState(game, deal).hands) == 4
        belief = BeliefState.of(InformationState.at(table, 1))
        assert all(belief.sure[3] >> game.deck[card] & 1 for card in game.face_up)
        assert len(history.hands) == 4


def test_environments_deal_all_cards() -> None:
    with pytest.raises(QueryError, match="none is left over"):
        Numbering(clue(left_over=2))
