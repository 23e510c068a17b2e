"""The beginning of a notebook: the game, the hands that are given, and the owner.

game {"rules": "clue", "p": 3, "players": ["ann", "bob", "cid"]}
hand bob {plum,white,candlestick,kitchen,ballroom,conservatory}
owner bob
events
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from mystpy.compilation import dataclass, replace
from mystpy.errors import GameError, QueryError, did_you_mean
from mystpy.files.json_text import json_value
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.notebook.file import (
    EVENTS,
    Line,
    NotebookFile,
    beginning_lines,
    read_beginning,
)
from mystpy.questions.written.query_text import given_hands

_KEYS = ("game", "hand", "owner", EVENTS)


@dataclass(frozen=True, slots=True)
class GameStart:
    """A game with the hands that are given, before any action, and the owner."""

    history: History
    owner: int

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.history.game

    @classmethod
    def of(cls, history: History, owner: int | str | None = None) -> GameStart:
        """How the notebook of this player begins.

        Without `owner` it belongs to the one player whose hand is given. Raises
        QueryError if there is no such player, or the player's hand is not given.
        """
        game = history.game
        given = [k for k in range(1, game.p + 1) if history.hands[k] is not None]
        if owner is not None:
            who = game.player(owner)
            if history.hands[who] is None:
                raise QueryError(
                    f"the notebook of {_called(game, who)} needs the hand",
                    hint=f"give it: --hand {game.players[who - 1]}=...",
                )
            if given != [who]:
                history = replace(history, writer=who)  # one hand alone says it itself
            return cls(history, who)
        if len(given) != 1:
            raise QueryError(
                "several hands are given" if given else "no player's hand is given",
                hint="say whose notebook it is: --as PLAYER",
            )
        return cls(history, given[0])

    def lines(self) -> Iterator[str]:
        """The lines with which the notebook's file begins."""
        yield from beginning_lines(self._said())

    def _said(self) -> Iterator[str]:
        game = self.game
        yield f"game {json.dumps(game.to_dict(), ensure_ascii=False)}"
        for holder, cards in given_hands(self.history).items():
            yield f"hand {holder} {{{','.join(cards)}}}"
        yield f"owner {_called(game, self.owner)}"


def read_start(file: NotebookFile) -> tuple[GameStart | None, Sequence[Line]]:
    """How a notebook begins, or None if it does not yet, and its events.

    Raises QueryError, with the line, for lines that do not begin a notebook.
    """
    found, events = read_beginning(file, _Beginning)
    return (None, ()) if events is None else (found.start, events)


class _Beginning:
    """The content of the lines since the last signature."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.hands: dict[str, str] = {}
        self.owner: str | None = None
        self.start: GameStart | None = None

    def read(self, text: str) -> None:
        key, _, value = text.partition(" ")
        if key == "game":
            self.game = _game(value)
        elif key == "hand":
            holder, _, cards = value.partition(" ")
            self.hands[holder] = cards
        elif key == "owner":
            self.owner = value
        elif text == EVENTS:
            self.start = self._start()
        else:
            near = did_you_mean(key, _KEYS) or f"a line is {', '.join(_KEYS)}"
            raise QueryError(f"a notebook does not begin with {key!r}", hint=near)

    def _start(self) -> GameStart:
        if self.game is None:
            raise QueryError("the notebook does not say its game")
        return GameStart.of(History.make(self.game, self.hands), self.owner)


def _game(text: str) -> Game:
    try:
        return Game.from_dict(json_value(text))
    except ValueError:
        raise GameError("the game is not written as JSON") from None


def _called(game: Game, holder: int) -> str:
    """The holder's name, if players have names, or number."""
    return game.players[holder - 1] if holder and game.named else str(holder)
