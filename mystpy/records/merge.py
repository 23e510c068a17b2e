"""Combine several records of one game, or report where they contradict each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mystpy.compilation import replace
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.history.accounts import OpenTurn, account_of
from mystpy.history.actions import (
    Action,
    Looks,
    ResultTold,
    Right,
    Shows,
    Wrong,
    action_text,
)
from mystpy.history.history import History
from mystpy.records.format.keys import HEADER
from mystpy.records.format.numbered_turns import turn_spans
from mystpy.records.format.record import Fields, GameRecord, Viewers, viewers_of
from mystpy.records.format.turn_lines import open_lines


class RecordClash(QueryError):
    """Two records of one game have statements that cannot both be true."""


def merged(records: Sequence[GameRecord], names: Sequence[str]) -> GameRecord:
    """Return one record with all information of these; `names` are their files.

    A record may end before another. If all players' hands are known, so is the pile.
    Raises RecordClash, with the turn, if two of them contradict each other.
    """
    first = records[0]
    for other, name in zip(records[1:], names[1:], strict=True):
        if other.game.to_dict() | {"events": 0} != first.game.to_dict() | {"events": 0}:
            raise RecordClash(f"{names[0]} and {name} are records of different games")
    histories = [_with_places(record.history) for record in records]
    history = _with_rest(common_history(histories, names))
    noted: dict[OpenTurn, str] = {}
    for record in records:
        noted |= open_lines(str(record.fields["history"]), record.history)
    return GameRecord.of(history, _viewers(records, history), _said(records), noted)


def _with_places(history: History) -> History:
    return replace(history, places=None)


def _viewers(records: Sequence[GameRecord], history: History) -> Viewers:
    if any(record.viewers is None for record in records):
        return None
    if viewers_of(history) is None:
        return None
    found = {who for record in records for who in record.viewers or ()}
    return tuple(sorted(found))


def common_history(histories: Sequence[History], names: Sequence[str] = ()) -> History:
    """Return the combination of several histories of one game.

    Raises RecordClash, with their names, if they contradict each other.
    """
    found = histories[0]
    for index, other in enumerate(histories[1:], 1):
        called = (names[0], names[index]) if names else ("one view", "another")
        found = _together(found, other, called)
    return found


def _together(one: History, other: History, names: tuple[str, str]) -> History:
    hands = tuple(
        a if b is None else b for a, b in zip(one.hands, other.hands, strict=True)
    )
    for holder, (a, b) in enumerate(zip(one.hands, other.hands, strict=True)):
        if a is not None and b is not None and a != b:
            owner = one.game.owner(holder)
            where = owner if holder in (0, one.game.table) else f"the hand of {owner}"
            raise RecordClash(f"{names[0]} and {names[1]} differ about {where}")
    actions = list(_actions(one, other, names))
    game = one.game if one.game.events else other.game
    try:
        return History(game, hands, tuple(actions))
    except MystError as error:
        message = f"{names[0]} and {names[1]} do not fit together: {error}"
        raise RecordClash(message, hint=error.hint) from None


def _actions(one: History, other: History, names: tuple[str, str]) -> list[Action]:
    """Return the actions of both, turn by turn; one may have half-heard turns."""
    found: list[Action] = []
    spans = turn_spans(one), turn_spans(other)
    for turn in range(max(map(len, spans))):
        parts = [
            history.actions[slice(*span[turn])] if turn < len(span) else None
            for history, span in zip((one, other), spans, strict=True)
        ]
        if parts[0] is None or parts[1] is None:
            found += parts[0] or parts[1] or ()
            continue
        where = _Where(one.game, turn, names)
        is_last = turn == len(spans[0]) - 1 or turn == len(spans[1]) - 1
        found += where.joined(parts[0], parts[1], is_last=is_last)
    return found


class _Where:
    """A turn of a game that is in two records."""

    def __init__(self, game: Game, turn: int, names: tuple[str, str]) -> None:
        self.game, self.turn, self.names = game, turn, names

    def joined(
        self, one: Sequence[Action], other: Sequence[Action], *, is_last: bool
    ) -> list[Action]:
        """Return the actions of both."""
        if _is_open(one) != _is_open(other) and one and other:
            told, left = (other, one) if _is_open(one) else (one, other)
            return self._heard(told, left)
        common = [self._both(a, b) for a, b in zip(one, other, strict=False)]
        rest = max(one, other, key=len)[len(common) :]
        if rest and not is_last:
            self._clash(rest[0], None)
        return [*common, *rest]

    def _heard(self, told: Sequence[Action], left: Sequence[Action]) -> list[Action]:
        """Return the whole turn of one, if it fits the other's half-heard turn."""
        account = account_of(told)
        turn = left[0]
        assert isinstance(turn, OpenTurn)
        if account is None or not any(
            each.cards == account.accounts[0].cards
            and all(
                any(_same_answer(x, y) for y in account.accounts[0].answers)
                for x in each.answers
            )
            for each in turn.accounts
        ):
            self._clash(told[0], turn)
        return list(told)

    def _both(self, one: Action, other: Action) -> Action:
        if one == other:
            return one
        if isinstance(one, Shows | Looks) and type(one) is type(other):
            if replace(one, card=None) == other:
                return one
            if one == replace(other, card=None):
                return other
        results = Right | Wrong | ResultTold
        same = isinstance(one, results) and isinstance(other, results)
        if same and one.player == other.player:
            if isinstance(one, ResultTold):
                return other
            if isinstance(other, ResultTold):
                return one
        return self._clash(one, other)

    def _clash(self, one: Action, other: Action | None) -> Action:
        said = action_text(one, self.game)
        but = "nothing" if other is None else action_text(other, self.game)
        raise RecordClash(
            f"turn {self.turn}: {self.names[0]} says {said}, {self.names[1]} {but}",
            hint="correct one of the files",
        )


def _same_answer(one: Any, other: Any) -> bool:
    """Return whether an answer that was noted is one that was given."""
    same = one.player == other.player and one.shows == other.shows
    return same and (one.card is None or other.card is None or one.card == other.card)


def _is_open(actions: Sequence[Action]) -> bool:
    return any(isinstance(action, OpenTurn) for action in actions)


def _with_rest(history: History) -> History:
    """Return the history with the remaining hand, if only one is not given."""
    missing = [k for k, hand in enumerate(history.hands) if hand is None]
    if len(missing) != 1 or history.game.possible_sizes:
        return history
    held = frozenset(card for hand in history.hands if hand for card in hand)
    rest = frozenset(history.game.cards) - held
    if history.game.hand_fault(missing[0], rest):
        return history
    hands = list(history.hands)
    hands[missing[0]] = rest
    return replace(history, hands=tuple(hands))


def _said(records: Sequence[GameRecord]) -> Fields:
    """Return the further fields of the records; for a key the first that has it."""
    said: Fields = {}
    kept = (*HEADER, "player", "result")
    for record in reversed(records):
        fields = record.fields
        said |= {k: x for k, x in fields.items() if k in kept or k.startswith("_")}
    results = [r.fields["result"] for r in records if "result" in r.fields]
    if results:
        said["result"] = {k: x for each in reversed(results) for k, x in each.items()}
    if turns := _turns(records):
        said["turn"] = turns
    return said


def _turns(records: Sequence[GameRecord]) -> list[Fields]:
    found: dict[int, Fields] = {}
    for record in records:
        for row in record.rows("turn"):
            turn = found.setdefault(row["number"], {"number": row["number"]})
            for key, value in row.items():
                if key in ("claim", "know"):
                    kept = turn.setdefault(key, [])
                    kept += [each for each in value if each not in kept]
                elif key == "comment" and turn.get(key) not in (None, value):
                    turn[key] = f"{turn[key]}\n{value}"
                else:
                    turn.setdefault(key, value)
    return [found[number] for number in sorted(found)]
