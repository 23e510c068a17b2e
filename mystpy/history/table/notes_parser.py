"""Players and cards in the words of table notes, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TypeGuard

from mystpy.errors import ParseError, QueryError, SourceText, did_you_mean
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.table.turn_state import TurnState
from mystpy.history.table.words import (
    EVERYBODY,
    FILLER,
    JOINED,
    NoteWord,
    card_meant,
    cards_meant,
    player_meant,
)

Noted = list[tuple[Action, int]]
"""Actions, each with the number of its line, counted from 1."""


class NotesParser(SourceText):
    """A text with the names of a game in it, and what it has told so far."""

    def __init__(
        self, text: str, game: Game, source: str | None, before: Iterable[Action]
    ) -> None:
        super().__init__(text, source)
        self.game = game
        self.actions: Noted = []
        self._names = {*game.cards, *game.players}
        self._course = TurnState(game, before)
        self._asked: frozenset[str] = frozenset()

    def _add(self, action: Action, number: int) -> None:
        self.actions.append((action, number))
        self._course.follow(action)

    def _cards(self, said: list[NoteWord], at: int, *, guess: bool) -> frozenset[str]:
        """The cards of a question, or of a guess, in words that begin at a place."""
        game = self.game
        fault_of = game.guess_fault if guess else game.question_fault
        at = said[0].at if said else at
        if said and said[0].word == "{":
            if said[-1].word != "}":
                raise self.fault("the set is not closed", said[-1].at, expected=["}"])
            said = said[1:-1]
        said = [t for t in said if not self._says(t, FILLER, game.deck)]
        found = cards_meant(game, [t.word for t in said])
        if found is None:
            known = [t.word for t in said if t.word in game.deck]
            whole = fault_of(known) is None
            found = [
                self._card(t, self._surplus(t.word) if whole else None) for t in said
            ]
        if fault := fault_of(found):
            raise self.fault(fault, at)
        return frozenset(found)

    def _surplus(self, word: str) -> str:
        """The hint about a word besides all the cards that there should be."""
        if self._is_player(word) or self._tells_all(EVERYBODY.fullmatch(word)):
            return "write -> before the answers"
        return f"leave out {word}: all the cards are told without it"

    def _says(
        self,
        token: NoteWord,
        words: Collection[str],
        names: Collection[str] | None = None,
    ) -> bool:
        """Whether a token is one of the words, and not a name that comes first.

        The names are those of all cards and players, or those given.
        """
        word = token.word.lower()
        return word in words and word not in (self._names if names is None else names)

    def _is_player(self, word: str, *, short: bool = False) -> bool:
        """Whether a word is a player's number or name, or if `short` part of one."""
        try:
            return (player_meant if short else Game.player)(self.game, word) > 0
        except QueryError:
            return False

    def _player(self, token: NoteWord) -> int:
        try:
            return player_meant(self.game, token.word)
        except QueryError as error:
            hint = error.hint
            if self._tells_all(EVERYBODY.fullmatch(token.word)):
                hint = f"{token.word!r} stands alone behind ->"
            raise self.fault(str(error), token.at, hint=hint) from None

    def _tells_all(self, found: re.Match[str] | None) -> TypeGuard[re.Match[str]]:
        """Whether `nobody` or the like was found, and no player of that name."""
        return found is not None and found[1].lower() not in self.game.players

    def _card(
        self, token: NoteWord, hint: str | None = None, likely: Collection[str] = ()
    ) -> str:
        try:
            return card_meant(self.game, token.word, likely)
        except QueryError as error:
            for joined in JOINED.finditer(self.text):
                if joined.start() <= token.at < joined.end():
                    raise self._joined(joined[0], joined.start()) from None
            hint = hint or error.hint
            raise self.fault(str(error), token.at, hint=hint) from None

    def _joined(self, word: str, at: int) -> ParseError:
        """The error for a word such as dining-room: it names the cards in it."""
        parts = [part for part in re.split("['-]", word) if part in self.game.deck]
        near = f"did you mean {' '.join(parts)}?" if parts else None
        hint = near or did_you_mean(word, self.game.cards)
        return self.fault(f"there is no card {word}", at, hint=hint)
