"""Records made of JSON lines with game, hands and history."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mystpy.errors import MystError, QueryError
from mystpy.files.json_text import json_value
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.records.format.keys import FAULTY
from mystpy.records.format.record import Fields, GameRecord, viewers_of
from mystpy.records.importers.own_files import plain, with_result


def of_lines(text: str, name: str, _players: Sequence[str]) -> Iterator[GameRecord]:
    """The record of each line. Raises QueryError with the line that is wrong."""
    for number, row in numbered_objects(text, name):
        try:
            yield _record(row)
        except MystError as error:
            message = f"{name}, line {number}: {error}"
            raise QueryError(message, hint=error.hint) from None


def numbered_objects(text: str, name: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The JSON objects of a text, one a line, with their lines from 1."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            row = json_value(line)
        except ValueError as error:
            raise QueryError(f"{name}, line {number} is not JSON: {error}") from None
        if not isinstance(row, dict):
            raise QueryError(f"{name}, line {number} is no JSON object")
        yield number, row


def _record(row: Mapping[str, Any]) -> GameRecord:
    for key in ("game", "history"):
        if key not in row:
            raise QueryError(f"the line has no {key}")
    game = Game.from_dict(row["game"])
    history = plain(History.make(game, row.get("hands"), row["history"]))
    said: Fields = {}
    if isinstance(seats := row.get("seats"), list):
        said["player"] = [{"name": str(name)} for name in seats[: game.p]]
    record = with_result(GameRecord.of(history, viewers_of(history), said))
    fault = row.get("fault")
    if isinstance(fault, Mapping) and "seat" in fault:
        found: Fields = {"player": game.player(fault["seat"])}
        found |= {k: str(fault[k]) for k in ("axiom", "why") if fault.get(k)}
        result = {**record.fields.get("result", {}), "end": FAULTY, "fault": found}
        return record.with_fields(result=result)
    return record
