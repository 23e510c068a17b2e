"""Records made of texts to and from a program of the Speed Clue contest.

    reset 3 0 Mu Wh Kn Re Ha Lo
    ok
    suggestion 0 Sc Ro Ki 1 Sc
    ok
    accusation 0 Sc Ro Ki -

The requests to the program, and its answers, are skipped: the server reports both to it
as well. Marks such as `<`, `>` or `<- ` in front of the texts are skipped, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mystpy.bits import cards_of
from mystpy.compilation import pattern
from mystpy.errors import MystError, QueryError
from mystpy.history.history import History
from mystpy.play.information_state import InformationState
from mystpy.protocol.contest.abbreviations import (
    cards_meant,
    contest_game,
    set_meant,
)
from mystpy.protocol.contest.contest_client import answers, turn_ended
from mystpy.records.format.record import Fields, GameRecord
from mystpy.records.importers.own_files import with_result, with_winner
from mystpy.situations.event import Event

_MARK = pattern(r"^\W*")
_PASSED_OVER = ("suggest", "disprove", "accuse", "show", "ok", "done", "dead", "")


def of_contest(text: str, name: str, players: Sequence[str]) -> Iterator[GameRecord]:
    """Yield the record of each game, in the view of the program.

    Raises QueryError with the line for texts that are not in the protocol.
    """
    seen: InformationState | None = None
    for number, line in enumerate(re.split(r"\r\n|[\r\n\0]", text), 1):
        words = _MARK.sub("", line.strip()).split()
        try:
            if words and words[0].lower() == "reset":
                if seen is not None:
                    yield _record(seen, players)
                seen = _reset(words[1:])
            else:
                seen = _after(seen, words)
        except (MystError, ValueError, IndexError) as error:
            message = f"{name}, line {number}: {line.strip()[:60]!r}: {error}"
            hint = getattr(error, "hint", None)
            raise QueryError(message, hint=hint) from None
    if seen is None:
        raise QueryError(f"{name} has no game: none begins with  reset")
    yield _record(seen, players)


def _reset(words: Sequence[str]) -> InformationState:
    game = contest_game(int(words[0]))
    player = game.player(int(words[1]) + 1)
    hand = cards_meant(words[2:], game)
    if fault := game.hand_fault(player, cards_of(hand, game)):
        raise QueryError(fault)
    return InformationState(game, player, hand)


def _after(
    seen: InformationState | None, words: Sequence[str]
) -> InformationState | None:
    """Return the information state after a text."""
    verb = words[0].lower() if words else ""
    if verb in _PASSED_OVER or words[-1].lower() == "alive":
        return seen
    if verb not in ("suggestion", "accusation"):
        raise QueryError("the protocol has no such text")
    if seen is None:
        raise QueryError("no game has begun: it begins with  reset")
    game = seen.game
    player = game.player(int(words[1]) + 1)
    cards = set_meant(words[2:5], game)
    if verb == "accusation":
        if words[5] not in ("+", "-"):
            raise QueryError(f"{words[5]!r} is not + or -")
        return seen.then(Event(("guess", player), cards), won=words[5] == "+")
    shower = None if words[5] == "-" else game.player(int(words[5]) + 1)
    seen = turn_ended(seen)
    for event in answers(game, player, cards, shower):
        seen = seen.then(event)
    if shower is not None:
        card = cards_meant(words[6:], game)
        seen = seen.then(Event(("shows", shower, player), card))
    return seen


def _record(seen: InformationState, players: Sequence[str]) -> GameRecord:
    history: History = seen.history()
    said: Fields = {"player": [{"name": each} for each in players]} if players else {}
    record = GameRecord.of(history, (seen.player,), said)
    return with_winner(record) if seen.won else with_result(record)
