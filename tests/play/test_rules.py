"""Finished games of each rule set, legal in both languages, and who won them."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.engines import get_engine
from mystpy.engines.base import Verdict
from mystpy.engines.prolog.engine import PrologEngine
from mystpy.game.game import Game
from mystpy.play.player import any_of
from mystpy.play.tabletop import Outcome, Table
from mystpy.situations.deed import Deed
from mystpy.situations.play import random_deal

SORTS = {"who": ["ann", "bob"], "how": ["axe", "bow", "cap"]}
RULES = {
    "myst": Game.myst(1, 1, 3, 2),
    "cards": Game.general(["sun", "moon", "star", "sky"], {0: 1, 1: 2, 2: 1}, q=1),
    "clue": Game.clue(3, SORTS),
    "board": Game.clue(3, SORTS, board=True),
    "speed": Game.clue(3, SORTS, speed=True),
}


def finished(game: Game, rng: Random) -> Table:
    """Return a table at which a game was played at random until it was over."""
    table = Table(game, random_deal(game, rng))
    while offers := table.offers():
        deed = any_of(rng.choice(offers), game, rng)
        if deed.key[0] == "guess" and rng.random() < 0.1:
            deed = Deed(deed.key, table.hands[0])
        table.do(deed)
    assert table.over
    return table


def assert_legal(table: Table) -> None:
    """Hold a game to the axioms in both languages, whole and without its last action.

    By the definition of executable situations in Prolog, step by step, and by clingo.
    """
    history = table.history()
    prolog = get_engine("prolog")
    assert isinstance(prolog, PrologEngine)
    assert prolog.executable(history)
    for engine in (prolog, get_engine("asp")):
        assert engine.judge(history).verdict is Verdict.LEGAL
        assert engine.state(history).game_over
        assert not engine.state(history.prefix(len(history) - 1)).game_over
        assert not engine.possible(history)


@pytest.mark.parametrize("rules", RULES)
def test_finished_games_are_legal_in_both_languages(rules: str) -> None:
    for seed in range(20 // len(RULES) + 1):
        assert_legal(finished(RULES[rules], Random(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(20))
def test_very_many_finished_games_are_legal(rules: str, seed: int) -> None:
    rng = Random(seed)
    for _ in range(100):
        assert_legal(finished(RULES[rules], rng))


def guessing_wrong(table: Table) -> None:
    """Let everybody guess wrong, until the game is over."""
    wrong = 1 << table.game.deck["ann"] | 1 << table.game.deck["axe"]
    assert table.hands[0] != wrong
    while offers := table.offers():
        keys = {offer.key[0]: offer for offer in offers}
        offer = keys.get("guess") or offers[0]
        deed = any_of(offer, table.game, Random(1))
        table.do(Deed(deed.key, wrong) if "guess" in keys else deed)


@pytest.mark.parametrize(
    ("speed", "outcome"), [(True, Outcome(3, (3,))), (False, Outcome(None, ()))]
)
def test_the_last_one_in_wins_in_speed_clue_only(speed: bool, outcome: Outcome) -> None:
    game = Game.clue(3, SORTS, speed=speed)
    deal = tuple(map(frozenset, (["bob", "cap"], ["ann"], ["axe"], ["bow"])))
    table = Table(game, deal)
    guessing_wrong(table)
    assert table.outcome == outcome


def test_in_speed_clue_a_wrong_accuser_answers_on() -> None:
    game = Game.clue(3, SORTS, speed=True)
    deal = tuple(map(frozenset, (["bob", "cap"], ["ann"], ["axe"], ["bow"])))
    table = Table(game, deal)
    asked = 1 << game.deck["ann"] | 1 << game.deck["axe"]
    for deed in (
        Deed(("asks", 1), asked),
        Deed(("yes", 2)),
        Deed(("shows", 2, 1), 2**2),
    ):
        table.do(deed)
    table.do(Deed(("guess", 1), asked))
    table.do(Deed(("endturn", 1)))
    assert 1 not in table.state.still_in
    for deed in (Deed(("asks", 2), asked), Deed(("no", 3))):
        table.do(deed)
    assert [offer.key for offer in table.offers()] == [("yes", 1)]
