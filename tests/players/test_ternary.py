"""The ternary array of section 3.2: sound, and what it misses."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import InformationState
from mystpy.players.counting_logic import InvalidClue
from mystpy.players.counting_sheet import CountingSheet, TernaryArray
from mystpy.situations.event import Event
from tests.engines.situations import GAMES
from tests.play.test_game_state import played
from tests.players.test_counting import is_sound, known

FIFTEEN = Game.myst(9, 2, 3, 2)


def turn(i: int, question: int, *answers: Event) -> tuple[Event, ...]:
    ends = (Event(("noguess", i)), Event(("endturn", i)))
    return (Event(("asks", i), question), *answers, *ends)


def test_the_example_of_the_thesis_needs_disjunctions() -> None:
    """Player 2 says yes to two disjoint pairs, and has two cards; see (3.2)."""
    yes = Event(("yes", 2)), Event(("shows", 2, 1))
    own = 0b11 << 13
    seen = InformationState(FIFTEEN, 3, own)
    events = (
        *turn(1, 0b0011, *yes),
        *turn(2, own, Event(("yes", 3)), Event(("shows", 3, 2), 1 << 13)),
        *turn(3, own, Event(("no", 1)), Event(("no", 2))),
        *turn(1, 0b1100, *yes),
    )
    seen = seen._replace(events=events)
    assert BeliefState.of(seen).may[2] == 0b1111
    for weaker in (TernaryArray, CountingSheet):
        assert weaker.of(seen).may[2] == (1 << 13) - 1


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_array_is_sound_and_counting_knows_no_less(game: Game, seed: int) -> None:
    found: Counter[str] = Counter()
    for table in played(game, Random(seed), 25):
        seen = InformationState.at(table, 1 + seed % game.p)
        array, sheet = TernaryArray.of(seen), CountingSheet.of(seen)
        assert is_sound(array, sheet)
        assert is_sound(array, BeliefState.of(seen))
        found["array"] += known(array, game.c)
        found["sheet"] += known(sheet, game.c)
    assert 0 < found["array"] <= found["sheet"]


def test_the_counters_fill_up_hands_and_the_pile() -> None:
    game = Game.myst(1, 1, 3, 2)
    seen = InformationState(game, 1, 0b0001)
    asks = Event(("asks", 1), 0b0110)
    shown = seen.then(asks).then(Event(("yes", 2)))
    shown = shown.then(Event(("shows", 2, 1), 0b0010))
    array = TernaryArray.of(shown)
    assert array.sure == (0, 0b0001, 0b0010, 0)
    assert array.may[2] == 0b0010, "the counter of yes has reached n"
    none = seen.then(asks).then(Event(("no", 2)))
    assert TernaryArray.of(none).sure[2] == 0b1000, "what is left must be the hand"
    assert TernaryArray.of(none).pile is None
    nobody = none.then(Event(("no", 3)))
    assert TernaryArray.of(seen).may[0] == 0b1110
    with pytest.raises(InvalidClue):
        assert TernaryArray.of(nobody).may
