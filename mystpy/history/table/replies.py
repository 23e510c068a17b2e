"""The answers in a line of table notes: who passes, and who shows what."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.errors import did_you_mean
from mystpy.history.actions import No, Shows, Yes
from mystpy.history.table.notes_parser import NotesParser
from mystpy.history.table.turn_state import respondents
from mystpy.history.table.words import (
    ALL_DO,
    ARTICLE,
    END,
    EVERYBODY,
    LINK,
    NOBODY_DOES,
    PASSES,
    SHOWS,
    TO,
    UNSEEN,
    NoteWord,
    words_of,
)


class ReplyParser(NotesParser):
    """A text of which answers to questions are read."""

    def _answers(self, asker: int, text: str, at: int, number: int) -> None:
        found = EVERYBODY.match(text)
        if self._tells_all(found):
            self._nothing_more(found[1], words_of(found[2], at + found.start(2)))
            for player in respondents(asker, self.game.p):
                self._add(No(player), number)
            return
        awaited = iter(respondents(asker, self.game.p))
        for player, shows, card, place in self._replies(words_of(text, at), asker):
            for between in awaited:
                if between == player:
                    break
                self._add(No(between), number)
            else:
                raise self.fault(
                    f"it is not for {self._course.name(player)} to answer here",
                    place,
                    hint=f"answers go round from {self._course.name(asker)}, "
                    "and end with the player who shows",
                )
            if not shows:
                self._add(No(player), number)
                continue
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
