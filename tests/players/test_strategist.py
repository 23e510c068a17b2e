"""The player of the solved game: it gets the value against all questions."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.players.strategist import Strategist
from mystpy.situations.event import Event
from mystpy.solve.best_response import BestResponse
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import certificate
from mystpy.solve.extensive.value_bounds import improving_bounds

SMALL = Game.myst(2, 1, 2, 1)


@pytest.mark.parametrize(
    ("game", "player", "value"),
    [
        (SMALL, 1, "2/3"),
        (SMALL, 2, "2/3"),
        (Game.myst(2, 1, 2, 2), 2, "1"),
        pytest.param(Game.myst(3, 1, 2, 1), 1, "3/5", marks=pytest.mark.slow),
        pytest.param(Game.myst(3, 1, 2, 1), 2, "3/5", marks=pytest.mark.slow),
        pytest.param(Game.myst(2, 2, 2, 1), 2, "3/5", marks=pytest.mark.slow),
    ],
)
def test_no_reply_does_better_idle_questions_or_not(
    game: Game, player: int, value: str
) -> None:
    """Responses may ask anything: the axioms decide what is possible, not the tree."""
    reply = BestResponse(game, player, Strategist(game, player))
    worth = reply.value()
    assert (worth if player == 1 else 1 - worth) == Fraction(value)


def test_a_certificate_is_played(tmp_path: Path) -> None:
    """Player 1 asks as it says, which differs from the result without it."""
    *_, found = improving_bounds(SMALL, GameVariant(questions="useful"))
    written = certificate(found)
    start = next(iter(written["strategies"]["1"]))
    written["strategies"]["1"][start] = {"asks -:1/1": "1/4", "asks -:1/0": "3/4"}
    path = tmp_path / "c.json"
    path.write_text(json.dumps(written), "utf-8")
    player = Strategist(SMALL, 1, certificate=str(path))
    legal = LegalAction(("asks", 1), 0)
    choice = player.act(InformationState(SMALL, 1, 0b0100), [legal], Random(1))
    assert choice == {
        Event(("asks", 1), card): Fraction(1, 4) for card in (0b0001, 2, 4, 8)
    }
    with pytest.raises(QueryError, match="of another game"):
        Strategist(Game.myst(3, 1, 2, 1), 1, certificate=str(path))
    path.write_text("{", "utf-8")
    with pytest.raises(QueryError, match="cannot be read"):
        Strategist(Game.myst(2, 1, 2, 2), 1, certificate=str(path))


def test_a_certificate_that_is_wrong_is_not_played(tmp_path: Path) -> None:
    """Each is in a file of its own: a file that was read once is not read again."""
    *_, found = improving_bounds(SMALL, GameVariant(questions="useful"))
    written = certificate(found)
    start = next(iter(written["strategies"]["1"]))
    legal = LegalAction(("asks", 1), 0)
    for number, (acts, said) in enumerate(
        (
            ({"asks 7:1/0": "1"}, "nobody can 'asks 7:1/0'"),
            ({"asks -:1/2": "1"}, "is neither an information set"),
            ({"asks -:1/0": "1", "noguess": "0"}, "nobody can 'noguess'"),
        )
    ):
        written["strategies"]["1"][start] = acts
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(written), "utf-8")
        player = Strategist(SMALL, 1, certificate=str(path))
        with pytest.raises(QueryError, match=said):
            player.act(InformationState(SMALL, 1, 0b0100), [legal], Random(1))
    twice = {"asks -:1/0 1:1/0": "1", "asks 1:1/0 -:1/0": "0"}
    written["strategies"]["1"][start] = twice
    path = tmp_path / "c.json"
    for text, said in (
        (json.dumps(written), "occurs twice, in two spellings"),
        ('{"certificate": 3}', "three players or more: such are not played"),
        ('{"certificate": 2, "certificate": 2}', "occurs twice in one object"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(QueryError, match=said):
            Strategist(SMALL, 1, certificate=str(path))


def test_an_idle_question_is_answered_by_what_was_told() -> None:
    """Asked again for a card that was shown with others, the player shows it again."""
    game = Game.myst(2, 2, 2, 2)
    player = Strategist(game, 1)
    first = (Event(("asks", 1), 0b000011), Event(("no", 2)), Event(("noguess", 1)))
    then = (Event(("endturn", 1)), Event(("asks", 2), 0b110000), Event(("yes", 1)))
    shown = (Event(("shows", 1, 2), 0b100000), Event(("noguess", 2)))
    mine = (Event(("endturn", 2)), Event(("asks", 1), 0b000101), Event(("no", 2)))
    again = (Event(("noguess", 1)), Event(("endturn", 1)), Event(("asks", 2), 0b110000))
    events = (*first, *then, *shown, *mine, *again, Event(("yes", 1)))
    seen = InformationState(game, 1, 0b110000, events)
    legal = LegalAction(("shows", 1, 2), 0b110000)
    choice = player.act(seen, [legal], Random(1))
    assert choice == {Event(("shows", 1, 2), 0b100000): 1}


def test_three_players_are_refused() -> None:
    with pytest.raises(QueryError, match="only games of two players"):
        Strategist(Game.myst(1, 1, 3, 1), 1)
