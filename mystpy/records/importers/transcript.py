"""Records made of what went to and from a program: what its player saw, and claimed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mystpy.errors import MystError, QueryError
from mystpy.language.show import show
from mystpy.play.information_state import InformationState
from mystpy.protocol.game_client import initial_state, next_state
from mystpy.protocol.message import parse_message
from mystpy.protocol.reply import claims
from mystpy.records.format.keys import FAULTY, LAST, LIMIT, UNFINISHED
from mystpy.records.format.numbered_turns import turn_of_step
from mystpy.records.format.record import Fields, GameRecord
from mystpy.records.importers.own_files import with_result, with_winner


def of_transcript(
    text: str, name: str, _players: Sequence[str]
) -> Iterator[GameRecord]:
    """The record of each game, in the view of the program's player.

    Raises QueryError with the line if it is no transcript.
    """
    listener = _Listener()
    for number, line in enumerate(text.encode().split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            found = listener.hear(parse_message(line))
        except MystError as error:
            message = f"{name}, line {number}: {error}"
            raise QueryError(message, hint=error.hint) from None
        if found is not None:
            yield found
    if listener.seen is not None:
        yield listener.record()


class _Listener:
    """Follows a transcript, game by game."""

    def __init__(self) -> None:
        self.seen: InformationState | None = None
        self._said: list[tuple[int, list[Fields]]] = []
        self._over: Mapping[str, Any] = {}

    def hear(self, message: Mapping[str, Any]) -> GameRecord | None:
        """Take in a message; return the record of the game before, if one begins."""
        kind, found = message["type"], None
        if kind == "game":
            found = self.record() if self.seen is not None else None
            self.seen = initial_state(message)
            self._said, self._over = [], {}
        elif kind == "event" and self.seen is not None:
            self.seen = next_state(self.seen, message)
        elif kind == "act" and self.seen is not None:
            self._claims(str(message.get("text", "")), self.seen)
        elif kind == "error" and message.get("again") and self._said:
            self._said.pop()  # the reply was refused
        elif kind == "over" and self.seen is not None:
            self._over = message
        return found

    def _claims(self, text: str, seen: InformationState) -> None:
        made, _ = claims(text, seen.game, seen.player)
        rows: list[Fields] = []
        for claim in made:
            row = {"player": seen.player, "formula": show(claim.formula)}
            if row not in rows:
                rows.append(row)
        self._said.append((len(seen.events), rows))

    def record(self) -> GameRecord:
        """The record of the game that was followed last."""
        seen = self.seen
        assert seen is not None
        history = seen.history()
        turns: dict[int, list[Fields]] = {}
        for step, rows in self._said:
            if rows:
                # Claims are made before an action: they rest on the turns before it.
                turns.setdefault(turn_of_step(history, step - 1), []).extend(rows)
        said: Fields = {}
        if turns:
            said["turn"] = [
                {"number": number, "claim": rows}
                for number, rows in sorted(turns.items())
            ]
        record = GameRecord.of(history, (seen.player,), said)
        return self._with_end(with_result(record), seen)

    def _with_end(self, record: GameRecord, seen: InformationState) -> GameRecord:
        if seen.won:
            return with_winner(record)
        result = dict(record.fields.get("result", {}))
        over = self._over
        if over.get("lost"):
            result = {"end": FAULTY, "fault": {"player": over["lost"]}}
        elif over.get("winner"):
            result |= {"end": result.get("end", LAST), "winner": over["winner"]}
        elif over and result.get("end") == UNFINISHED:
            result["end"] = LIMIT
        return record.with_fields(result=result if "end" in result else None)
