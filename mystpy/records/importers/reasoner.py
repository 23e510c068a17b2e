"""Records made of calls of the ClueReasoner exercise, in Python or Java.

    cr.hand("sc", ["wh", "li", "st"])
    cr.suggest("sc", "sc", "ro", "lo", "mu", "sc")
    cr.suggest("mu", "pe", "pi", "di", "pe", None)
    cr.accuse("sc", "pe", "pi", "bi", True)

The text is read, and never run. Source: T. Neller and others, Clue Deduction: an
introduction to satisfiability reasoning, cs.gettysburg.edu/~tneller/nsf/clue/. The six
players have the names of the suspects.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from mystpy.compilation import pattern
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.game.table import CLUE_SORTS
from mystpy.records.format.record import GameRecord
from mystpy.records.importers.board_log import BoardLog

_CALLS = pattern(
    r"\b(hand|add_hand|suggest|accuse)\s*\(([^()]*)\)|"
    r"""\w*\s*=\s*\{([^{}]*)\}|\b(?:ClueGameReasoner|ClueReasoner)\s*\(([^()]*)\)"""
)
_WORD = pattern(r"""["'](\w+)["']|\b(None|null|True|true|False|false)\b""")
_COMMENT = pattern(r"(?m)(?:#|//).*$")

_SEATS = ("sc", "mu", "wh", "gr", "pe", "pl")
_NAMES = {
    "sc": "scarlett",
    "mu": "mustard",
    "wh": "white",
    "gr": "green",
    "pe": "peacock",
    "pl": "plum",
}
_NOTHING = {"None": None, "null": None}
_TRUTH = {"True": True, "true": True, "False": False, "false": False}

_CARDS = {card[:2]: card for cards in CLUE_SORTS.values() for card in cards}
"""The cards by the first two letters, which no two cards share."""


def of_reasoner(text: str, name: str, _players: Sequence[str]) -> Iterator[GameRecord]:
    """The record of each game: one begins where a hand is given.

    Raises QueryError, with the line, for calls with other arguments.
    """
    listener = _Listener()
    bare = _COMMENT.sub(lambda found: " " * len(found[0]), text)
    for call in _CALLS.finditer(bare):
        try:
            found = listener.hear(call)
        except (MystError, KeyError, IndexError, ValueError) as error:
            line = text.count("\n", 0, call.start()) + 1
            message = f"{name}, line {line}: {_said(error)}"
            raise QueryError(message, hint=getattr(error, "hint", None)) from None
        if found is not None:
            yield found
    if listener.game is None:
        raise QueryError(f"{name} gives no hand", hint='hand("sc", ["wh", "li", "st"])')
    yield listener.game.record()


class _Listener:
    """Takes in the calls, one by one."""

    def __init__(self) -> None:
        self.game: _Game | None = None
        self._seats, self._listed = list(_SEATS), list[str]()

    def hear(self, call: re.Match[str]) -> GameRecord | None:
        """Take in a call; return the record of the game before, if one begins."""
        if call[1] is None:
            self._list(call)
            return None
        words = _words(call[2])
        if not words:
            return None  # where the function is defined
        if call[1] in ("hand", "add_hand"):
            found = None if self.game is None else self.game.record()
            self.game = _Game(self._seats, words, self._listed)
            return found
        if self.game is None:
            raise QueryError("no hand is given before")
        self.game.take(call[1], words)
        return None

    def _list(self, call: re.Match[str]) -> None:
        """A list of words: in Java the hand, else who plays, in their order."""
        words = _words(call[3] or call[4] or "")
        if call[3] is not None and set(words) <= set(_CARDS):
            self._listed = words
        elif call[4] is not None and len(words) > 2:
            self._seats = words


def _said(error: Exception) -> str:
    if isinstance(error, MystError):
        return str(error)
    return f"{error} is not what the call takes"


def _words(arguments: str) -> list[str]:
    return [found[1] or found[2] for found in _WORD.finditer(arguments)]


class _Game:
    """One game: the seats in order, and the calls so far."""

    def __init__(self, seats: Sequence[str], words: list[str], listed: list[str]):
        self.seats = list(seats)
        owner, *cards = words
        cards = cards or listed
        self.game = Game.clue(len(self.seats), players=self._names(), board=True)
        self.owner = self.seats.index(owner) + 1
        hand = {self.owner: [_CARDS[card] for card in cards]}
        self.log = BoardLog(self.game, hand)

    def _names(self) -> list[str]:
        """The players are called as their pieces; cards have these names already."""
        return [f"{_NAMES[seat].capitalize()} player" for seat in self.seats]

    def take(self, call: str, words: Sequence[str]) -> None:
        """A suggestion or an accusation."""
        player = self.seats.index(words[0]) + 1
        cards = frozenset(_CARDS[word] for word in words[1:4])
        if call == "accuse":
            self.log.accuse(player, cards, _TRUTH[words[4]])
            return
        shower = None if words[4] in _NOTHING else self.seats.index(words[4]) + 1
        last = words[5] if len(words) > 5 else "None"
        card = None if last in _NOTHING else _CARDS[last]
        self.log.suggest(player, cards, shower, card)

    def record(self) -> GameRecord:
        """The record, in the view of the player whose hand is given."""
        return self.log.record((self.owner,), {})
