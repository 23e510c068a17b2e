"""A game with a person: what the two others know, and what she could know."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mystpy.kripke.faults import ModelError
from mystpy.kripke.my_number.board import (
    PLAYERS,
    QUESTIONS,
    Magic,
    answer,
    board,
    seen_by,
)
from mystpy.kripke.my_number.number_table import NumberTable
from mystpy.kripke.my_number.seat import SeatConversation

STATES = board().states


def table_of(random: Random, magic: Magic) -> NumberTable:
    deck = list(range(len(QUESTIONS)))
    random.shuffle(deck)
    truth, person = random.randrange(len(STATES)), random.choice(PLAYERS)
    return NumberTable(board(), truth, person, deck, magic)


@pytest.mark.parametrize("magic", list(Magic))
def test_what_is_known_is_what_sets_of_states_say(magic: Magic) -> None:
    random = Random(f"table {magic}")
    for _ in range(4):
        table = table_of(random, magic)
        truth, worlds = STATES[table.truth], set(STATES)
        while not table.is_exhausted:
            mover, question, says = table.ask()
            worlds = {w for w in worlds if answer(question, seen_by(w, mover)) == says}
            news = True
            while news and not table.knowing():
                news = table.pass_all()
                if magic is Magic.NONE or (magic is Magic.ONCE and table.passes > 1):
                    continue
                if news:
                    views = [Counter(seen_by(w, p) for w in worlds) for p in PLAYERS]
                    worlds = {
                        w
                        for w in worlds
                        if all(views[p][seen_by(w, p)] > 1 for p in table.others)
                    }
            assert truth in worlds
            assert {STATES[w] for w in table.worlds.tolist()} == worlds
            for player in PLAYERS:
                seen = seen_by(truth, player)
                expected = {w[player] for w in worlds if seen_by(w, player) == seen}
                assert set(table.boards(player)) == expected
            if table.knowing():
                break


def test_the_true_state_is_never_lost_whatever_the_person_overlooks() -> None:
    random = Random(9)
    overlooked = 0
    for _ in range(60):
        table = table_of(random, Magic.STEADY)
        while not table.is_exhausted and not table.knowing():
            table.ask()
            while not table.knowing() and table.pass_all():
                pass
            assert table.truth in table.worlds
            overlooked += len(table.boards(table.person)) == 1
    assert overlooked


def test_a_person_who_passes_hears_the_end() -> None:
    ends = set()
    for seed in range(12):
        game = SeatConversation.drawn(1 + seed % 3, Magic.STEADY, seed)
        said = list(game.opening)
        while not game.is_over:
            (board_line,) = game.answer("boards")
            low, high = game.own
            assert f"{low}{high}" in board_line.split(", ")
            said += game.answer("pass")
        ends.add(any("nobody wins" in line for line in said))
        assert f"Your board was {low} and {high}." in said
        with pytest.raises(ModelError, match="over"):
            game.answer("pass")
    assert False in ends


def test_a_person_who_says_what_follows_wins() -> None:
    won = 0
    for seed in range(20):
        game = SeatConversation.drawn(1, Magic.STEADY, seed)
        while not game.is_over:
            (line,) = game.answer("boards")
            boards = line.split(", ")
            said = game.answer(boards[0] if len(boards) == 1 else "")
            if len(boards) == 1:
                assert said[1].startswith("Your board was")
                assert "You" in said[0]
                assert "win" in said[0]
                assert f"in turn {game.table.turn}" in said[-1]
                won += 1
        with pytest.raises(ModelError):
            game.answer("what")
    assert 1 < won < 20


def test_only_two_numbers_are_a_guess() -> None:
    game = SeatConversation.drawn(2, Magic.NONE, 1)
    for line in ("1", "123", "ab", "0 4"):
        with pytest.raises(ModelError, match="not two numbers"):
            game.answer(line)
    low, high = game.own
    assert "win" in game.answer(f"{high}, {low}")[0]
