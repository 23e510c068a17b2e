"""A reader of records, which reports the line of an error and how to fix it.

It checks the form: keys, kinds of values, turns in order. Checks that need an engine,
such as legality and the result, are in `mystpy.records.check`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, time
from typing import Any

from mystpy.compilation import replace
from mystpy.errors import MystError, ParseError, QueryError, did_you_mean
from mystpy.files.table import kind_of
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.history.scan import is_term
from mystpy.records.format import keys
from mystpy.records.format.given_cells import cell_read, hands_read
from mystpy.records.format.numbered_turns import (
    require_numbers,
    turn_spans,
    without_numbers,
)
from mystpy.records.format.record import Fields, GameRecord, Viewers, viewers_of
from mystpy.records.format.record_file import RecordFile, keys_in

_TEXTS = ("title", "event", "place", "source", "comment", "name", "kind", "version")


def read_record(text: str, name: str | None = None, first_line: int = 1) -> GameRecord:
    """Return the record in a `text`.

    `name` is that of its file in errors, `first_line` the line on which it begins
    there. Raises QueryError, or ParseError with its place, if the text is not a record.
    Source: mystpy.

    >>> from mystpy.records import read_record
    >>> read_record("title = 'none'")
    Traceback (most recent call last):
    mystpy.errors.QueryError: record: the key record = 1 is missing, so this is no ...
    """
    return record_of(RecordFile.at(text, name, first_line))


def record_of(file: RecordFile) -> GameRecord:
    """Return the record of a file. Raises as `read_record`."""
    return _Reader(file, file.table()).record()


class _Reader:
    """One reading of one record."""

    def __init__(self, file: RecordFile, table: Fields) -> None:
        self.file, self.table = file, table

    def record(self) -> GameRecord:
        self._version()
        self._only(self.table, keys.TOP, "a record")
        for key in ("game", "history"):
            if key not in self.table:
                hint = '[game] rules = "clue" ...' if key == "game" else 'history = ""'
                raise self.file.fault(f"the record has no {key}", hint)
        game = self._game()
        history = self._history(game)
        self._values(history)
        return GameRecord(self.table, history, self._viewers(history))

    def _version(self) -> None:
        found = self.table.get("record")
        if found is None:
            kind = kind_of(self.table)
            message = "the key record = 1 is missing, so this is no record of a game"
            if kind is not None:
                message += f", but {kind}"
            hint = "mystpy record import makes records of query files and others"
            raise self.file.fault(message, hint)
        if type(found) is not int or found < 1:
            message = f"record must be the version of the format, not {found!r}"
            raise self.file.fault(message, f"write  record = {keys.VERSION}")
        if found > keys.VERSION:
            message = f"this record has version {found} of the format"
            hint = f"this mystpy reads versions up to {keys.VERSION}"
            raise self.file.fault(message, hint, word="record")

    def _only(self, table: object, known: tuple[str, ...], where: str) -> None:
        if not isinstance(table, Mapping):
            raise self.file.fault(f"{where} must be a table")
        for key in keys_in(table, known):
            near = did_you_mean(key, known) or f"the keys are {', '.join(known)}"
            hint = f"{near}; a field of your own begins with _, as in _{key}"
            raise self.file.fault(f"{where} has no key {key!r}", hint, word=key)

    def _game(self) -> Game:
        found = self.table["game"]
        if not isinstance(found, dict):
            raise self.file.fault("game must be a table", "write [game]", word="game")
        game: Game = self.file.with_location(Game.from_dict, found)
        return game

    def _history(self, game: Game) -> History:
        written = self.table["history"]
        if not isinstance(written, str):
            hint = 'write the turns on lines between """ and """'
            raise self.file.fault("history must be a text", hint, word="history")
        hands = self.file.with_location(hands_read, self.table.get("hands", {}), game)
        start: History = self.file.with_location(History.make, game, hands)
        bare = without_numbers(written)
        try:
            if is_term(bare):
                hint = "write a line for each turn: 1. asks(1,{s1}) no(2)"
                raise QueryError("a record has turns, and no situation term", hint=hint)
            history = start.then(bare)
            require_numbers(written, history)
        except MystError as error:
            raise self.file.history_error(error, written) from None
        return replace(history, places=self._places(history, written))

    def _places(self, history: History, written: str) -> tuple[str, ...] | None:
        if history.places is None:
            return None
        before = self.file.line_of(written) - 1
        lines = (int(place.rpartition(" ")[2]) for place in history.places)
        return tuple(f"line {before + line}" for line in lines)

    def _viewers(self, history: History) -> Viewers:
        found = self.table.get("view")
        if found is None:
            return viewers_of(history)
        if found == keys.REFEREE:
            return None
        if found == keys.SPECTATOR:
            return ()
        listed = found if isinstance(found, list) else [found]
        if not all(_is_name(one) for one in listed):
            hint = f'"{keys.REFEREE}", "{keys.SPECTATOR}", a player, or a list of these'
            raise self.file.fault(f"view cannot be {found!r}", hint, word="view")
        players = [self.file.with_location(history.game.player, x) for x in listed]
        return tuple(sorted(set(players)))

    def _values(self, history: History) -> None:
        self._texts(self.table, "the record")
        self._kind(self.table, "date", date, "a date, as in 2026-11-29")
        self._kind(self.table, "round", int | str, "a number or a text")
        players = self._list("player")
        if len(players) > history.game.p:
            message = f"{len(players)} [[player]] for {history.game.p} players"
            raise self.file.row_fault("player", history.game.p, message)
        for row in players:
            self._only(row, keys.PLAYER, "[[player]]")
            self._texts(row, "[[player]]")
            self._kind(row, "rating", int | float, "a number")
        self._result(history)
        _Turns(self.file, self._list("turn"), history).check()

    def _list(self, key: str) -> list[Fields]:
        return self.file.rows(self.table, key)  # type: ignore[return-value]

    def _texts(self, table: Mapping[str, Any], where: str) -> None:
        for key in _TEXTS:
            self._kind(table, key, str, "a text")

    def _kind(self, table: Mapping[str, Any], key: str, kind: Any, what: str) -> None:
        require_kind(self.file, table, key, kind, what)

    def _result(self, history: History) -> None:
        found = self.table.get("result", {})
        self._only(found, keys.RESULT, "[result]")
        if "result" in self.table and "end" not in found:
            message = "[result] does not say how the game ended"
            raise self.file.fault(message, f"end = {_one_of(keys.ENDS)}", word="result")
        if "end" in found:
            self.file.choice(found["end"], keys.ENDS, "end")
        self._texts(found, "[result]")
        game = history.game
        if "winner" in found:
            self.file.with_location(game.player, found["winner"])
        for who in self._listed(found, "out"):
            self.file.with_location(game.player, who)
        for card in self._listed(found, "pile"):
            self.file.with_location(game.card, card)
        fault = found.get("fault")
        if fault is not None:
            self._only(fault, keys.FAULT, "fault")
            if "player" not in fault:
                raise self.file.fault("fault does not name its player", word="fault")
            self.file.with_location(game.player, fault["player"])
            for key in ("action", "axiom", "why"):
                self._kind(fault, key, str, "a text")
        if (found.get("end") == keys.FAULTY) != (fault is not None):
            message = 'end = "fault" and fault = {player = ...} go together'
            raise self.file.fault(message, word="result")

    def _listed(self, table: Mapping[str, Any], key: str) -> Sequence[Any]:
        found = table.get(key, [])
        if not isinstance(found, list) or not all(_is_name(x) for x in found):
            raise self.file.fault(f"{key} must be a list of names", word=key)
        return found


class _Turns:
    """The rows under `[[turn]]`, in order and about existing turns."""

    def __init__(self, file: RecordFile, rows: list[Fields], history: History) -> None:
        self.file, self.rows, self.history = file, rows, history
        self.last = len(turn_spans(history)) - 1

    def check(self) -> None:
        before = -1
        for index, row in enumerate(self.rows):
            number = self._number(index, row)
            if number <= before:
                message = f"turn {number} comes after turn {before}"
                hint = "one [[turn]] for each turn, in the order of the turns"
                raise self.file.row_fault("turn", index, message, hint)
            before = number
            self._row(index, row)

    def _number(self, index: int, row: Fields) -> int:
        number = row.get("number")
        if type(number) is not int or not 0 <= number <= self.last:
            message = f"number must be that of a turn, not {number!r}"
            hint = f"the turns are 1 to {self.last}; 0 is the start"
            raise self.file.row_fault("turn", index, message, hint)
        return number

    def _row(self, index: int, row: Fields) -> None:
        if wrong := keys_in(row, keys.TURN):
            near = did_you_mean(wrong[0], keys.TURN)
            hint = near or f"the keys are {', '.join(keys.TURN)}"
            message = f"[[turn]] has no key {wrong[0]!r}"
            raise self.file.row_fault("turn", index, message, hint)
        try:
            require_kind(self.file, row, "comment", str, "a text")
            require_kind(self.file, row, "time", date | time, "a time or a date")
            require_kind(self.file, row, "seconds", int | float, "a number")
            for key, check in (("claim", self._claim), ("know", self._know)):
                for each in self.file.rows(row, key):
                    check(each)
        except MystError as error:
            text = error.message if isinstance(error, ParseError) else str(error)
            text = text.removeprefix(f"{self.file.place()}: ")
            raise self.file.row_fault("turn", index, text, error.hint) from None

    def _claim(self, row: Mapping[str, Any]) -> None:
        from mystpy.language.read import parse_formula  # few records have claims

        self._known(row, keys.CLAIM, "claim", ("player", "formula"))
        self.history.game.player(row["player"])
        require_kind(self.file, row, "formula", str, "a text")
        for key in ("aloud", "right"):
            require_kind(self.file, row, key, bool, "true or false")
        parse_formula(row["formula"], self.history.game)

    def _know(self, row: Mapping[str, Any]) -> None:
        self._known(row, keys.KNOW, "know", ("player",))
        self.history.game.player(row["player"])
        require_kind(self.file, row, "deals", int, "a whole number")
        for key in ("yes", "no"):
            for cell in self.file.strings(row, key):
                cell_read(cell, self.history.game)

    def _known(
        self,
        row: Mapping[str, Any],
        known: tuple[str, ...],
        where: str,
        needed: tuple[str, ...],
    ) -> None:
        if wrong := keys_in(row, known):
            near = did_you_mean(wrong[0], known) or f"the keys are {', '.join(known)}"
            raise QueryError(f"{where} has no key {wrong[0]!r}", hint=near)
        for key in needed:
            if not _is_name(row.get(key)):
                raise QueryError(f"a {where} has no {key}")


def require_kind(
    file: RecordFile, table: Mapping[str, Any], key: str, kind: Any, what: str
) -> None:
    """Raise QueryError if there is a value of another kind under a key."""
    value = table.get(key)
    if value is None:
        return
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise file.fault(f"{key} must be {what}, not {value!r}", word=key)


def _is_name(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _one_of(words: Sequence[str]) -> str:
    return " | ".join(f'"{word}"' for word in words)
