"""Records made of `game.yml` of cluebot: who plays, and what was asked and shown.

    setup:
      players:
        - name: bob
          card_count: 6
        - name: meg
          cards: white hall rope
    events:
      - q: bob lounge green candlestick
        a: meg green
      - r: nobody hall
      - accuse: bob green lounge rope

Source: the README of github.com/jdrbc/cluebot. Only the part of YAML is read that such
files have: mappings, lists, texts in one line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.records.format.record import GameRecord
from mystpy.records.importers.board_log import BoardLog
from mystpy.records.importers.plain_yaml import Marked, yaml_value

_CARDS = {
    "suspects": ("green", "mustard", "peacock", "plum", "scarlet", "white"),
    "weapons": ("candlestick", "dagger", "leadpipe", "revolver", "rope", "wrench"),
    "rooms": (
        *("study", "hall", "lounge", "library", "billiard", "dining"),
        *("conservatory", "ballroom", "kitchen"),
    ),
}
_SORTS = {"suspects": "suspect", "weapons": "weapon", "rooms": "room"}
_NOBODY = "nobody"


def of_cluebot(text: str, name: str, _players: Sequence[str]) -> Iterator[GameRecord]:
    """The record of the game, in the view of the player whose cards are given.

    Raises QueryError, with the line, for what such a file does not have.
    """
    table = yaml_value(text, name)
    yield _Game(table, name).record()


class _Game:
    """The game of a file."""

    def __init__(self, table: Any, name: str) -> None:
        self.name = name
        setup = self._part(table, "setup", dict)
        players = self._part(setup, "players", list)
        self.names = [str(self._part(row, "name", str)) for row in players]
        mine = [k for k, row in enumerate(players, 1) if "cards" in row]
        if len(mine) != 1:
            raise QueryError(f"{name}: one player, you, must have cards")
        self.owner = mine[0]
        hand = re.split(r"[,\s]+", str(players[self.owner - 1]["cards"]).strip())
        sizes = [
            len(hand) if k == self.owner else self._count(row)
            for k, row in enumerate(players, 1)
        ]
        given = {**_CARDS, **setup.get("cards", {})}
        sorts = {_SORTS.get(k, str(k)): [str(x) for x in v] for k, v in given.items()}
        self.game = Game.clue(
            sorts=sorts,
            players=self.names,
            sizes=dict(enumerate(sizes, 1)),
            board=True,
        )
        self.log = BoardLog(self.game, {self.owner: map(self.game.card, hand)})
        for event in table.get("events") or ():
            self._take(event)

    def _count(self, row: Any) -> int:
        count = str(self._part(row, "card_count", str))
        if not re.fullmatch("[0-9]{1,4}", count):
            raise QueryError(f"{self.name}: card_count is {count!r}, not a number")
        return int(count)

    def _part(self, table: Any, key: str, kind: type[object]) -> Any:
        if not isinstance(table, dict) or not isinstance(table.get(key), kind):
            kinds: dict[type[object], str] = {dict: "a mapping", list: "a list"}
            what = kinds.get(kind, "a value")
            raise QueryError(f"{self.name}: {key} is missing, or is not {what}")
        return table[key]

    def _take(self, event: Any) -> None:
        line = event.line if isinstance(event, Marked) else 0
        try:
            self._event(event)
        except (MystError, ValueError) as error:
            message = f"{self.name}, line {line}: {error}"
            raise QueryError(message, hint=getattr(error, "hint", None)) from None

    def _event(self, event: Any) -> None:
        keys = set(event) if isinstance(event, dict) else set()
        if keys == {"q", "a"}:
            asker, cards = self._player_and_cards(event["q"])
            shower, *shown = str(event["a"]).split()
            by = None if shower == _NOBODY else self.game.player(shower)
            card = self.game.card(shown[0]) if shown else None
            self.log.suggest(asker, cards, by, card)
        elif keys == {"r"}:
            who, card = str(event["r"]).split()
            holder = 0 if who == _NOBODY else self.game.player(who)
            self.log.lay_open(holder, self.game.card(card))
        elif keys == {"accuse"}:
            player, cards = self._player_and_cards(event["accuse"])
            self.log.accuse(player, cards, right=False)
        else:
            hint = "an event has q and a, or r, or accuse"
            raise QueryError("this is no event of cluebot", hint=hint)

    def _player_and_cards(self, said: object) -> tuple[int, frozenset[str]]:
        who, *cards = str(said).split()
        return self.game.player(who), frozenset(map(self.game.card, cards))

    def record(self) -> GameRecord:
        """The record, in the view of the player whose cards are given."""
        return self.log.record((self.owner,), {})
