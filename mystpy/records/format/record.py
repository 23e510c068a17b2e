"""A game record: the fields of its text, and its history."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mystpy.compilation import dataclass, replace
from mystpy.errors import MystError
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import Guess
from mystpy.history.history import History
from mystpy.records.format.keys import (
    HEADER,
    REFEREE,
    SPECTATOR,
    UNKNOWN,
    USER,
    VERSION,
)
from mystpy.records.format.numbered_turns import after_turn, ending_of, turn_spans
from mystpy.records.format.turn_lines import OpenLines, history_text, open_lines
from mystpy.representation import brief_repr

Fields = dict[str, Any]

_OF_HISTORY = ("record", "view", "history", "game", "hands", "result", "turn")

Viewers = tuple[int, ...] | None
"""The players whose view a record is, none for a spectator; None for the referee."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game in one text: the history, and further fields.

    `fields` are the values under the keys of the text; `history` is the game; `viewers`
    are the players whose view it is, or None for the whole deal. Two records are equal
    if they have the same content. Source: mystpy, see records.md.

    >>> from mystpy import queries_dir
    >>> from mystpy.records import read_record
    >>> text = (queries_dir() / "records" / "full-game.toml").read_text("utf-8")
    >>> record = read_record(text)
    >>> record.game.p, record.turns > 0
    (3, True)
    """

    fields: Fields
    history: History
    viewers: Viewers

    __repr__ = brief_repr

    @classmethod
    def of(
        cls,
        history: History,
        viewers: Viewers,
        said: Mapping[str, Any] | None = None,
        noted: OpenLines | None = None,
    ) -> GameRecord:
        """Return the record of a history; the other keys are those that are `said`.

        Half-heard turns are written as they were `noted`. Raises QueryError as
        `history_text`.
        """
        kept = dict(said or {})
        fields = {
            "record": VERSION,
            **{key: kept.pop(key) for key in HEADER if key in kept},
            "view": view_value(viewers),
            "history": history_text(history, noted),
            "game": game_written(history.game),
            "hands": hands_written(history),
        }
        return cls({**fields, **kept}, history, viewers)

    @property
    def game(self) -> Game:
        """Return the game that was played."""
        return self.history.game

    @property
    def turns(self) -> int:
        """Return the number of turns."""
        return len(turn_spans(self.history)) - 1

    @property
    def title(self) -> str:
        """Return the title, empty if there is none."""
        return str(self.fields.get("title", ""))

    def after_turn(self, turn: int) -> History:
        """Return the history up to the end of a `turn`, from 1.

        Raises QueryError if there is no such turn.
        """
        return after_turn(self.history, turn)

    def until(self, turn: int) -> GameRecord:
        """Return the record up to a `turn`, without the result and the end of the turn.

        Raises QueryError if there is no such turn.
        """
        history = self.after_turn(turn)
        last = len(history) - ending_of(history.actions)
        if last and not isinstance(history.actions[last - 1], Guess):
            history = history.prefix(last)
        rows = [row for row in self.rows("turn") if row["number"] <= turn]
        kept = {k: x for k, x in self.fields.items() if k not in _OF_HISTORY}
        said = kept | ({"turn": rows} if rows else {})
        noted = open_lines(str(self.fields["history"]), self.history)
        return GameRecord.of(replace(history, places=None), self.viewers, said, noted)

    def rows(self, key: str) -> Sequence[Fields]:
        """Return the tables under `[[player]]` or `[[turn]]`."""
        found: Sequence[Fields] = self.fields.get(key, [])
        return found

    def with_fields(self, **new: Any) -> GameRecord:
        """Return the same with other values under these keys; None removes a key."""
        fields = {k: x for k, x in {**self.fields, **new}.items() if x is not None}
        return GameRecord(fields, self.history, self.viewers)


def view_value(viewers: Viewers) -> str | int | list[int]:
    """Return the value of `view` for these viewers."""
    if viewers is None:
        return REFEREE
    if not viewers:
        return SPECTATOR
    return viewers[0] if len(viewers) == 1 else list(viewers)


def viewers_of(history: History) -> Viewers:
    """Return the viewers of a history, by the given hands."""
    if all(hand is not None for hand in history.hands):
        return None
    players = range(1, history.game.p + 1)
    return tuple(k for k in players if history.hands[k] is not None)


def game_written(game: Game) -> Fields:
    """Return the game object, with the players' names as they are printed."""
    plain = game.to_dict()
    if not game.named or "shown" not in plain:
        return plain
    players = [game.shown_as(name) for name in game.players]
    others = {k: x for k, x in game.shown.items() if k not in game.players}
    found = {**plain, "players": players, "shown": others}
    if not others:
        del found["shown"]
    try:
        same = Game.from_dict(found).to_dict() == plain
    except MystError:
        same = False
    return found if same else plain


def hands_written(history: History) -> dict[str, list[str]]:
    """Return every hand, with `?` for each card that is not known.

    A hand of unknown size is left out.
    """
    game, found = history.game, dict[str, list[str]]()
    parts = history.parts or (frozenset[str](),) * len(history.hands)
    names = ("0", *game.shown_holders[1:])
    for holder, hand in enumerate(history.hands):
        known = parts[holder] if hand is None else hand
        sizes = game.sizes_of(holder)
        if hand is None and len(sizes) > 1:
            if known:
                found[names[holder]] = [*_cards(known, game), "..."]
            continue
        size = game.sizes[holder] if hand is None else len(hand)
        found[names[holder]] = _cards(known, game) + [UNKNOWN] * (size - len(known))
    return found


def _cards(cards: frozenset[str], game: Game) -> list[str]:
    return [game.shown_as(card) for card in sort_cards(cards, game.deck)]


def user_fields(table: Mapping[str, Any]) -> Fields:
    """Return the user fields of a table."""
    return {key: value for key, value in table.items() if key.startswith(USER)}
