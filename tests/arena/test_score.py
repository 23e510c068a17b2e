"""One game: who wins, and who loses because the rules were not kept."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from random import Random

import pytest

from mystpy.arena import confinement
from mystpy.arena.design import Entrant, GameLimits, Match, Tournament
from mystpy.arena.schedule import run_tournament
from mystpy.arena.score import (
    Score,
    first_knowable_turn,
    play_game,
    referee_game,
    score_of,
)
from mystpy.engines import get_engine
from mystpy.engines.base import Verdict
from mystpy.errors import EngineFailed
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import InformationState
from mystpy.play.referee import RuleViolation
from tests.arena.players import Careless, kinds
from tests.programs import HANGING, children_of
from tests.sampling import cases

GAME = Game.myst(1, 2, 3, 2)
CLUES = (GAME, Game.clue(3, sorts={"who": list("abcd"), "how": list("efg")}))


@pytest.fixture(autouse=True)
def careless() -> Iterator[None]:
    with kinds(careless=Careless):
        yield


def tournament(*entrants: Entrant, terms: GameLimits | None = None) -> Tournament:
    terms = terms or GameLimits()
    return Tournament((GAME,), entrants, rotate=False, terms=terms)


def faulty(how: str, terms: GameLimits | None = None) -> Match:
    first = Entrant("first", "careless", (("how", how),))
    others = Entrant("others", "exact", copies=2)
    return tournament(first, others, terms=terms).match(0)


@pytest.mark.parametrize(
    ("how", "why", "axiom"),
    [
        ("throws", "RuntimeError: a card fell down", None),
        ("illegal", "endturn(1), is not possible by (2.21)", "2.21"),
        ("for another", "acted for player 2", None),
        ("no question", "a question has 2 cards", None),
        ("never sits", "OSError: there is no chair", None),
    ],
)
def test_who_breaks_the_rules_has_lost(how: str, why: str, axiom: str | None) -> None:
    score = play_game(faulty(how))
    assert score.fault is not None
    assert why in score.fault.why
    assert (score.fault.seat, score.fault.axiom) == (1, axiom)
    assert score.winner is None
    assert score.points() == {2: 0.5, 3: 0.5}
    assert score.ranks() == [[2, 3], [1]]


@pytest.mark.parametrize("how", cases(["hangs", "sleeps"], "sleeps"))
def test_who_never_answers_is_ended_and_has_lost(how: str) -> None:
    before = {*children_of(os.getpid())}
    score = play_game(faulty(how, GameLimits(seconds=1)))
    fault = RuleViolation(1, "no answer within 1 seconds", how="timeout")
    assert score.fault == fault
    assert {*children_of(os.getpid())} <= before


def test_a_program_that_never_answers_is_ended_and_has_lost() -> None:
    command = f"{sys.executable} tests/protocol/stranger.py sleep"
    first = Entrant("first", "program", (("command", command),))
    pair = (first, Entrant("others", "random", copies=2))
    score = play_game(tournament(*pair, terms=GameLimits(seconds=1)).match(0))
    fault = RuleViolation(1, "no answer within 1 seconds", how="timeout")
    assert score.fault == fault


def test_who_has_the_time_plays_as_without_a_limit() -> None:
    pair = (Entrant("exact", "exact"), Entrant("random", "random", copies=2))
    for number in range(3):
        free = play_game(tournament(*pair).match(number))
        limited = tournament(*pair, terms=GameLimits(seconds=HANGING)).match(number)
        assert play_game(limited) == free


@pytest.mark.parametrize("how", ["throws", "illegal", "never sits", "for another"])
def test_a_fault_is_the_same_with_a_limit(how: str) -> None:
    found = play_game(faulty(how, GameLimits(seconds=HANGING)))
    assert found == play_game(faulty(how))


def test_a_tournament_goes_on_after_a_fault() -> None:
    first = Entrant("first", "careless", (("how", "throws"),))
    others = Entrant("others", "exact", copies=2)
    lines: list[object] = []
    both = Tournament((GAME,), (first, others), seed=4)
    found = run_tournament(both, (), lines.append, games=12)
    standing = found.players
    assert len(lines) == found.games == 12
    assert standing["first"].wins == 0
    assert standing["first"].faults == found.faults > 0
    assert standing["others"].blocks.mean > 1 / 3


def test_a_game_without_end_is_broken_off() -> None:
    quiet = Entrant("quiet", "careless", (("how", "never"),), copies=3)
    score = play_game(tournament(quiet, terms=GameLimits(actions=40)).match(0))
    assert (score.actions, score.winner, score.points()) == (40, None, {})
    assert score.ranks() == [[1, 2, 3]]


def test_ranks_go_from_the_winner_to_who_guessed_wrongly_first() -> None:
    seats = ("a", "b", "c", "d", "e")
    score = Score(0, seats, 3, (5, 1), 9, 40)
    assert score.ranks() == [[3], [2, 4], [1], [5]]
    lost = score._replace(winner=None, fault=RuleViolation(2, "slow"))
    assert lost.ranks() == [[3, 4], [1], [5], [2]]
    assert lost.points() == {3: 0.5, 4: 0.5}
    alone = Score(0, ("a", "b"), None, (2,), 9, 40, RuleViolation(1, "slow"))
    assert alone.points() == {}


def test_a_score_is_read_back_from_its_line() -> None:
    score = Score(
        3, ("a", "b"), 1, (2,), 4, 9, RuleViolation(2, "slow", "2.16"), (3, None)
    )
    assert Score.of(score.as_object()) == score
    assert Score.of(score._replace(fault=None, known=None).as_object()).known is None
    with pytest.raises(TypeError):
        Score.of({"number": 3})


@pytest.mark.parametrize("game", CLUES, ids=repr)
@pytest.mark.parametrize("number", range(3))
def test_a_finished_game_is_legal_in_two_engines(game: Game, number: int) -> None:
    pair = (Entrant("exact", "exact"), Entrant("random", "random", copies=2))
    refereed_game = referee_game(Tournament((game,), pair, seed=9).match(number))
    assert list(refereed_game.events())
    history = refereed_game.table.history()
    for engine in ("worlds", "prolog"):
        assert get_engine(engine).judge(history).verdict is Verdict.LEGAL


def test_the_turn_in_which_the_pile_could_be_known() -> None:
    exact = Entrant("exact", "exact", copies=3)
    for number in range(4):
        match = tournament(exact).match(number)
        refereed_game = referee_game(match)
        list(refereed_game.events())
        table = refereed_game.table
        first = first_knowable_turn(table)
        winner = score_of(refereed_game, match).winner
        assert winner is not None
        assert first[winner - 1] is not None
        for i, turn in enumerate(first, 1):
            # The whole game again, one prefix after the other.
            seen = InformationState.at(table, i)
            prefixes = [seen.events[:k] for k in range(len(seen.events))]
            sure = [
                BeliefState.of(InformationState(GAME, i, seen.hand, events)).pile
                is not None
                for events in prefixes
            ]
            assert (turn is not None) is any(sure)


def test_a_choice_with_chances_is_drawn_from_the_own_stream() -> None:
    pair = (Entrant("random", "random", copies=3),)
    match = tournament(*pair).match(5)
    assert play_game(match) == play_game(match)
    assert [s.random() for s in match.streams()] == [
        Random(f"{match.seed} seat {k}").random() for k in (1, 2, 3)
    ]


@pytest.mark.parametrize("program", ["/no/such/program", "/bin/false"])
def test_a_process_that_cannot_start_is_no_fault_of_a_player(
    program: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confinement, "_lines", {})
    monkeypatch.setattr(sys, "executable", program)
    exact = Entrant("exact", "exact", copies=3)
    match = tournament(exact, terms=GameLimits(seconds=HANGING)).match(0)
    with pytest.raises(EngineFailed, match="process of the players cannot be started"):
        play_game(match)
