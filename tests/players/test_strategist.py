"""Who plays as the solved game says: worth the value, whatever the other asks."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Offer
from mystpy.players.strategist import Strategist
from mystpy.situations.deed import Deed
from mystpy.solve.best_reply import Reply
from mystpy.solve.extensive.certificate import certificate
from mystpy.solve.extensive.enclosure import enclosures
from mystpy.solve.extensive.menu import Variant

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
    """Replies may ask anything: the axioms say what is possible, not the tree."""
    reply = Reply(game, player, Strategist(game, player))
    worth = reply.worth()
    assert (worth if player == 1 else 1 - worth) == Fraction(value)


def test_a_certificate_is_played(tmp_path: Path) -> None:
    """Player 1 asks as it says, which is not what is found without it."""
    *_, found = enclosures(SMALL, Variant(questions="useful"))
    written = certificate(found)
    start = next(iter(written["strategies"]["1"]))
    written["strategies"]["1"][start] = {"asks -:1/1": "1/4", "asks -:1/0": "3/4"}
    path = tmp_path / "c.json"
    path.write_text(json.dumps(written), "utf-8")
    player = Strategist(SMALL, 1, certificate=str(path))
    offer = Offer(("asks", 1), 0)
    choice = player.act(Seen(SMALL, 1, 0b0100), [offer], Random(1))
    assert choice == {
        Deed(("asks", 1), card): Fraction(1, 4) for card in (0b0001, 2, 4, 8)
    }
    with pytest.raises(QueryError, match="of another game"):
        Strategist(Game.myst(3, 1, 2, 1), 1, certificate=str(path))
    path.write_text("{", "utf-8")
    with pytest.raises(QueryError, match="cannot be read"):
        Strategist(Game.myst(2, 1, 2, 2), 1, certificate=str(path))


def test_a_certificate_that_is_wrong_is_not_played(tmp_path: Path) -> None:
    """Each is in a file of its own: what was read once is not read again."""
    *_, found = enclosures(SMALL, Variant(questions="useful"))
    written = certificate(found)
    start = next(iter(written["strategies"]["1"]))
    offer = Offer(("asks", 1), 0)
    for number, (acts, said) in enumerate(
        (
            ({"asks 7:1/0": "1"}, "nobody can 'asks 7:1/0'"),
            ({"asks -:1/2": "1"}, "tells of no information set"),
            ({"asks -:1/0": "1", "noguess": "0"}, "nobody can 'noguess'"),
        )
    ):
        written["strategies"]["1"][start] = acts
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(written), "utf-8")
        player = Strategist(SMALL, 1, certificate=str(path))
        with pytest.raises(QueryError, match=said):
            player.act(Seen(SMALL, 1, 0b0100), [offer], Random(1))
    twice = {"asks -:1/0 1:1/0": "1", "asks 1:1/0 -:1/0": "0"}
    written["strategies"]["1"][start] = twice
    path = tmp_path / "c.json"
    for text, said in (
        (json.dumps(written), "told twice, in two spellings"),
        ('{"certificate": 3}', "three players or more: such are not played"),
        ('{"certificate": 2, "certificate": 2}', "stands twice in one object"),
    ):
        path.write_text(text, "utf-8")
        with pytest.raises(QueryError, match=said):
            Strategist(SMALL, 1, certificate=str(path))


def test_an_idle_question_is_answered_by_what_was_told() -> None:
    """Asked again for a card that was shown with others, the player shows it again."""
    game = Game.myst(2, 2, 2, 2)
    player = Strategist(game, 1)
    first = (Deed(("asks", 1), 0b000011), Deed(("no", 2)), Deed(("noguess", 1)))
    then = (Deed(("endturn", 1)), Deed(("asks", 2), 0b110000), Deed(("yes", 1)))
    shown = (Deed(("shows", 1, 2), 0b100000), Deed(("noguess", 2)))
    mine = (Deed(("endturn", 2)), Deed(("asks", 1), 0b000101), Deed(("no", 2)))
    again = (Deed(("noguess", 1)), Deed(("endturn", 1)), Deed(("asks", 2), 0b110000))
    events = (*first, *then, *shown, *mine, *again, Deed(("yes", 1)))
    seen = Seen(game, 1, 0b110000, events)
    offer = Offer(("shows", 1, 2), 0b110000)
    choices = {player.act(seen, [offer], Random(k)) for k in range(5)}
    assert choices == {Deed(("shows", 1, 2), 0b100000)}


def test_three_players_are_refused() -> None:
    with pytest.raises(QueryError, match="only games of two players"):
        Strategist(Game.myst(1, 1, 3, 1), 1)
