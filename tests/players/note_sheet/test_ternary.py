"""The ternary array of section 3.2: sound, and what it misses."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from mystpy.game.game import Game
from mystpy.play.belief import Belief
from mystpy.play.seen import Seen
from mystpy.players.note_sheet.clues import InvalidClue
from mystpy.players.note_sheet.sheet import CountingSheet
from mystpy.players.note_sheet.ternary import TernaryArray
from mystpy.situations.deed import Deed
from tests.engines.situations import GAMES
from tests.play.test_tabletop import played
from tests.players.note_sheet.test_counting import is_sound, known

FIFTEEN = Game.myst(9, 2, 3, 2)


def turn(i: int, question: int, *answers: Deed) -> tuple[Deed, ...]:
    ends = (Deed(("noguess", i)), Deed(("endturn", i)))
    return (Deed(("asks", i), question), *answers, *ends)


def test_the_example_of_the_thesis_needs_disjunctions() -> None:
    """Player 2 says yes to two disjoint pairs, and has two cards; see (3.2)."""
    yes = Deed(("yes", 2)), Deed(("shows", 2, 1))
    own = 0b11 << 13
    seen = Seen(FIFTEEN, 3, own)
    events = (
        *turn(1, 0b0011, *yes),
        *turn(2, own, Deed(("yes", 3)), Deed(("shows", 3, 2), 1 << 13)),
        *turn(3, own, Deed(("no", 1)), Deed(("no", 2))),
        *turn(1, 0b1100, *yes),
    )
    seen = seen._replace(events=events)
    assert Belief.of(seen).may[2] == 0b1111
    for weaker in (TernaryArray, CountingSheet):
        assert weaker.of(seen).may[2] == (1 << 13) - 1


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_array_is_sound_and_counting_knows_no_less(game: Game, seed: int) -> None:
    found: Counter[str] = Counter()
    for table, _ in played(game, Random(seed), 25):
        seen = Seen.at(table, 1 + seed % game.p)
        array, sheet = TernaryArray.of(seen), CountingSheet.of(seen)
        assert is_sound(array, sheet)
        assert is_sound(array, Belief.of(seen))
        found["array"] += known(array, game.c)
        found["sheet"] += known(sheet, game.c)
    assert 0 < found["array"] <= found["sheet"]


def test_the_counters_fill_up_hands_and_the_pile() -> None:
    game = Game.myst(1, 1, 3, 2)
    seen = Seen(game, 1, 0b0001)
    asks = Deed(("asks", 1), 0b0110)
    shown = seen.then(asks).then(Deed(("yes", 2)))
    shown = shown.then(Deed(("shows", 2, 1), 0b0010))
    array = TernaryArray.of(shown)
    assert array.sure == (0, 0b0001, 0b0010, 0)
    assert array.may[2] == 0b0010, "the counter of yes has reached n"
    none = seen.then(asks).then(Deed(("no", 2)))
    assert TernaryArray.of(none).sure[2] == 0b1000, "what is left must be the hand"
    assert TernaryArray.of(none).pile is None
    nobody = none.then(Deed(("no", 3)))
    assert TernaryArray.of(seen).may[0] == 0b1110
    with pytest.raises(InvalidClue):
        assert TernaryArray.of(nobody).may
