"""Contest-style players: the possible answers to questions, and the chosen question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from mystpy.bits import bits
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.play.player import play_on
from mystpy.players.contest.worst_answers import (
    Left,
    OpenEntries,
    WorstAnswers,
    answers,
    paths_seen,
)
from mystpy.players.contest.worst_case import (
    Minimax,
    Weighted,
    WorstCase,
    hands,
    open_cells,
    solutions,
)
from mystpy.players.counting_sheet import CountingSheet
from mystpy.players.naive import Naive
from mystpy.players.player_base import draw_question
from mystpy.situations.event import Event

SORTS = {sort: [f"{sort}{i}" for i in range(3)] for sort in ("who", "how", "where")}
CLUE = Game.clue(3, SORTS)
MYST = Game.myst(2, 2, 3, 2)


def turns(game: Game, seed: int) -> list[InformationState]:
    """Return the information states of the askers in a game of naive players."""
    table = GameState(game, random_deal(game, Random(seed)))
    naive = [Naive(game, i) for i in range(1, game.p + 1)]
    play_on(table, naive, [Random(seed + i) for i in range(game.p)])
    found = []
    while table.done:
        if table.undo().key[0] == "asks":
            found.append(InformationState.at(table, table.legal_actions()[0].player))
    return found[::-1]


def outcomes(seen: InformationState, question: int) -> set[tuple[Event, ...]]:
    """Return the answers in some possible deal, from a great many deals."""
    found = set()
    lot = BeliefState.of(seen).lot()
    for number in range(200):
        rng = Random(number)
        hands_ = lot.draw(rng)
        events: list[Event] = []
        for step in range(1, seen.game.p):
            j = (seen.player - 1 + step) % seen.game.p + 1
            if held := bits(hands_[j] & question):
                events += [Event(("yes", j)), Event(("shows", j, seen.player), 0)]
                events[-1] = Event(events[-1].key, rng.choice(held))
                break
            events.append(Event(("no", j)))
        found.add(tuple(events))
    return found


@pytest.mark.parametrize("game", [CLUE, MYST], ids=["clue", "myst"])
def test_each_answer_there_may_be_is_looked_at(game: Game) -> None:
    compared = 0
    for seed in range(4):
        for seen in turns(game, seed)[:6]:
            sheet = CountingSheet.of(seen)
            question = Naive(game, seen.player).question(seen, Random(seed))
            asked = sheet.then(Event(("asks", seen.player), question))
            led = {(x.may, x.sure) for x in answers(asked)}
            for events in outcomes(seen, question):
                after = asked
                for event in events:
                    after = after.then(event)
                assert (after.may, after.sure) in led
                compared += 1
    assert compared > 50


def test_what_is_left_is_counted_by_the_entries() -> None:
    seen = InformationState(CLUE, 2, 0b000_001_001)
    sheet = CountingSheet.of(seen)
    entries = OpenEntries.of(sheet.logic, CLUE)
    assert solutions(entries) == 2 * 2 * 3
    assert hands(entries) == 21 * 21, "two of the seven other cards, each by himself"
    assert open_cells(entries) == 3 * 7
    exact = BeliefState.of(seen)
    assert exact.count() <= solutions(entries) * hands(entries)


def followed(player: WorstCase, sheet: CountingSheet, question: Event) -> Left:
    """Return the uncertainty after the worst answer, by following each move."""
    return max(
        player.left(OpenEntries.of(after.logic, sheet.game))
        for after in answers(sheet.then(question))
    )


PLAYERS: dict[str, Callable[[Game, int], WorstCase]] = {
    "minimax": Minimax,
    "weighted": Weighted,
    "all for clauses": partial(Weighted, solution=0, clause=2, cell=0.25),
    "against clauses": partial(Weighted, clause=-1.5),
}


@pytest.mark.parametrize("kind", PLAYERS)
@pytest.mark.parametrize(
    "game",
    [CLUE, Game.clue(4), MYST, Game.myst(1, 1, 4, 3), Game.generalized_clue(2, 3, 3)],
    ids=["clue", "four", "myst", "short hands", "generalized"],
)
def test_the_worst_answer_is_that_of_all_moves_followed(kind: str, game: Game) -> None:
    compared = 0
    for seed in range(3):
        for seen in turns(game, seed)[:8]:
            sheet = CountingSheet.of(seen)
            player = PLAYERS[kind](game, seen.player)
            asks = [key for key in sheet.moves if key[0] == "asks"]
            assert all(paths_seen(sheet, key) is not None for key in asks)
            found = WorstAnswers(sheet, player.left, monotone=player.monotone)
            rng = Random(seed)
            for _ in range(12):
                cards = draw_question(game, ((1 << game.c) - 1,), rng)
                question = Event(rng.choice(asks), cards)
                worst = followed(player, sheet, question)
                assert found.worst(question) == worst
                cut = found.worst(question, worst)
                assert cut >= worst
                compared += 1
    assert compared >= 60


def test_moves_are_followed_where_trials_tell_more() -> None:
    seen = turns(CLUE, 1)[-1]
    sheet = CountingSheet.of(seen)
    asks = ("asks", seen.player)
    assert paths_seen(sheet, asks) is not None
    crazy = CountingSheet.of(seen, trial=True)
    assert paths_seen(crazy, asks) is None, "trials tell more than the entries do"
    player = Minimax(CLUE, seen.player)
    question = Event(asks, Naive(CLUE, seen.player).question(seen, Random(1)))
    found = WorstAnswers(crazy, player.left, monotone=True)
    assert found.worst(question) == followed(player, crazy, question)


@pytest.mark.parametrize("kind", [Minimax, Weighted])
def test_the_question_chosen_is_the_best_of_those_looked_at(
    kind: type[WorstCase],
) -> None:
    seen = turns(CLUE, 3)[-1]
    sheet = CountingSheet.of(seen)
    every = [
        kind(CLUE, seen.player, most=1).question(seen, Random(i)) for i in range(60)
    ]
    player = kind(CLUE, seen.player, most=200)
    chosen = player.question(seen, Random(1))
    asks = ("asks", seen.player)
    worst = {player.worst(sheet, Event(asks, Q)) for Q in every}
    assert player.worst(sheet, Event(asks, chosen)) == min(worst)
    assert len(worst) > 1
