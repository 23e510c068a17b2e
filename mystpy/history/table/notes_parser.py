"""Players, cards and answers in the words of table notes, and their faults."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import TypeGuard

from mystpy.errors import ParseError, QueryError, SourceText, did_you_mean
from mystpy.game.game import Game
from mystpy.history.actions import Action, No, Shows, Yes
from mystpy.history.printed.cards import cards_printed, without_titles
from mystpy.history.printed.faults import answer_fault, set_fault
from mystpy.history.printed.meaning import names_of_several_words
from mystpy.history.sentences import name_of
from mystpy.history.table.turn_state import TurnState, respondents
from mystpy.history.table.words import (
    ALL_DO,
    ARTICLE,
    END,
    EVERYBODY,
    FILLER,
    JOINED,
    LINK,
    NOBODY_DOES,
    PASSES,
    SHOWS,
    TO,
    UNSEEN,
    NoteWord,
    card_meant,
    cards_meant,
    player_meant,
    words_of,
)

Noted = list[tuple[Action, int]]
"""Actions, each with the number of its line, counted from 1."""


class NotesParser(SourceText):
    """A text with the names of a game in it, and what was read so far."""

    def __init__(
        self,
        text: str,
        game: Game,
        source: str | None,
        before: Iterable[Action] | TurnState,
    ) -> None:
        super().__init__(text, source)
        self.game = game
        self.actions: Noted = []
        shown = (name.lower() for name in game.shown.values())
        self._names = {*game.cards, *game.players, *shown}
        self._printed = names_of_several_words(game)
        self._turns = (
            before if isinstance(before, TurnState) else TurnState(game, before)
        )
        self._asked: frozenset[str] = frozenset()

    def _add(self, action: Action, number: int) -> None:
        self.actions.append((action, number))
        self._turns.follow(action)

    def _words(self, text: str, at: int) -> list[NoteWord]:
        return words_of(text, at, self._printed)

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
        found = found or cards_printed(game, said, self.text, self._is_answer)
        if found is None:
            known = [t.word for t in said if t.word in game.deck]
            whole = fault_of(known) is None
            found = [
                self._card(t, self._surplus(t.word) if whole else None) for t in said
            ]
        if fault := set_fault(game, found, guess=guess):
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

    def _is_answer(self, token: NoteWord) -> bool:
        """Whether a word is none of a name: an answer, a player, or a mark."""
        word = token.word.lower()
        if not word[:1].isalpha() or EVERYBODY.fullmatch(word):
            return True
        return word in PASSES | SHOWS | LINK | TO or word in self.game.players

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

    def _answers(self, asker: int, text: str, at: int, number: int) -> None:
        found = EVERYBODY.match(text)
        if self._tells_all(found):
            self._nothing_more(found[1], self._words(found[2], at + found.start(2)))
            for player in respondents(asker, self.game.p):
                self._add(No(player), number)
            return
        awaited, answered, shower = iter(respondents(asker, self.game.p)), [asker], None
        for player, shows, card, place in self._replies(self._words(text, at), asker):
            for between in awaited:
                if between == player:
                    break
                self._add(No(between), number)
            else:
                raise self.fault(
                    answer_fault(self.game, player, asker, answered[1:], shower),
                    place,
                    hint=f"answers go round from {name_of(asker, self.game)}, "
                    "and end with the player who shows",
                )
            answered.append(player)
            if not shows:
                self._add(No(player), number)
                continue
            shower = player
            self._add(Yes(player), number)
            self._add(Shows(player, asker, card), number)
            awaited = iter(())

    def _nothing_more(self, said: str, rest: list[NoteWord]) -> None:
        """Refuse what follows `nobody` or `all`, if it is not their verb alone."""
        verbs = NOBODY_DOES if said.lower().startswith("no") else ALL_DO
        expected = [verbs[0], END]
        if rest and rest[0].word.lower() in verbs:
            rest, expected = rest[1:], [END]
        if rest:
            raise self.fault(
                f"{said!r} says how all answer, so {rest[0].word!r} cannot follow",
                rest[0].at,
                expected=expected,
                hint="to tell answers one by one, write  2 passes, 3 shows",
            )

    def _replies(
        self, said: list[NoteWord], asker: int
    ) -> Iterator[tuple[int, bool, str | None, int]]:
        """(player, shows, card, position) for each answer."""
        rest = said[::-1]
        while rest:
            who = rest.pop()
            player = self._player(who)
            verb = rest.pop() if rest else NoteWord("", who.at + len(who.word))
            if verb.word.lower() in PASSES:
                yield player, False, None, who.at
            elif verb.word.lower() in SHOWS:
                card = self._shown(rest)
                self._to_asker(rest, asker)
                yield player, True, card, who.at
            else:
                known = [word for word in (*PASSES, *SHOWS) if len(word) > 3]
                near = did_you_mean(verb.word, known) if verb.word else None
                raise self.fault(
                    "an answer says that the player passes or shows",
                    verb.at,
                    hint=near or f"write {who.word} passes, or {who.word} shows [card]",
                )
            while len(rest) > 1 and self._says(rest[-1], LINK):
                rest.pop()

    def _shown(self, rest: list[NoteWord]) -> str | None:
        """Take the card shown from the rest, and return it; None if it is not seen."""
        article = rest.pop() if rest and self._says(rest[-1], ARTICLE) else None
        if not rest and article:
            raise self.fault("a card is missing", article.at + len(article.word))
        if not rest or (article is None and self._ends_show(rest)):
            return None
        token = rest.pop()
        if self._says(token, UNSEEN):
            return None
        token = without_titles(self.game, token, rest, self.text, self._is_answer)
        word = token.word
        if article and word in UNSEEN and word in self.game.deck:
            raise self.fault(
                f"{article.word} {word} may be the card {word} or one not seen",
                article.at,
                hint=f"write  shows {word}  or  shows ?",
            )
        hint = "who shows nothing passes" if word.lower() in PASSES else None
        card = self._card(token, hint, self._asked)
        if rest and rest[-1].word == "-":
            self._card(rest[-1])
        return card

    def _ends_show(self, rest: list[NoteWord]) -> bool:
        """Whether the next word is no card: a player, who answers, or a link."""
        token, *behind = rest[:-3:-1]
        verb = behind[0].word.lower() if behind else ""
        answers = verb in PASSES or verb in SHOWS
        if self._is_player(token.word) or self._says(token, TO | LINK):
            return True
        return answers and self._is_player(token.word, short=True)

    def _to_asker(self, rest: list[NoteWord], asker: int) -> None:
        if rest and self._says(rest[-1], TO):
            to = rest.pop()
            who = rest.pop() if rest else NoteWord("", to.at + len(to.word))
            if not who.word or self._player(who) != asker:
                name = self.game.players[asker - 1]
                raise self.fault("who asked sees the card", who.at, expected=[name])
