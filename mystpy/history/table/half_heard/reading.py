"""Turns that were only partly heard, as lines of table notes.

    bob: plum knife study -> cid or dan shows
    bob: plum knife ? -> cid shows
    cid: plum rope hall -> bob - ...

The notes may leave open which of two players showed, or the question. They may also
leave open which others were asked; then `...` follows the answers. Each way in which
the turn may have gone becomes an account of an `OpenTurn`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from mystpy.compilation import pattern
from mystpy.errors import ParseError
from mystpy.history.accounts import (
    OpenTurn,
    ReportedAnswer,
    TurnAccount,
    account_of,
)
from mystpy.history.actions import Asks
from mystpy.history.sentences import name_of
from mystpy.history.table.notes_parser import NotesParser
from mystpy.history.table.words import FILLER, SHOWS, NoteWord, words_of

UNHEARD = "?"
"""The sign for a card of a question that was not heard."""

OR = "or"

MOST_ACCOUNTS = 100
"""The maximal number of accounts of one turn."""

_OTHERS = pattern(r"(\.\.\.+|…)\s*$")


def is_half_heard(words: Sequence[NoteWord], behind: str) -> bool:
    """Return whether a line leaves something open: its cards, or the answers."""
    unheard = any(token.word == UNHEARD for token in words)
    either = any(token.word.lower() == OR for token in words_of(behind, 0))
    return unheard or either or _OTHERS.search(behind) is not None


class HalfHeardTurn(NotesParser):
    """One reading of a line that leaves something open; `at` is where answers begin."""

    def __init__(
        self,
        notes: NotesParser,
        asker: int,
        words: list[NoteWord],
        behind: str,
        at: int,
    ) -> None:
        super().__init__(notes.text, notes.game, notes.source, ())
        self.asker, self.words, self.at = asker, words, at
        self.others = _OTHERS.search(behind) is not None
        self.behind = _OTHERS.sub("", behind)

    def turn(self) -> OpenTurn:
        """The turn with its accounts. Raises ParseError."""
        place = self.words[0].at if self.words else self.at
        if self.game.rules != "clue":
            raise self._refused("only turns of Clue can be half heard", place)
        accounts = dict.fromkeys(islice(self._accounts(), MOST_ACCOUNTS + 1))
        if not accounts:
            raise self._refused("the card shown is none of those asked for", self.at)
        if len(accounts) > MOST_ACCOUNTS:
            hint = "tell more of it, or note it as a turn without a suggestion"
            more = f"this turn may have gone in more than {MOST_ACCOUNTS} ways"
            raise self._refused(more, place, hint)
        return OpenTurn(self.asker, tuple(accounts))

    def _accounts(self) -> Iterator[TurnAccount]:
        answers = list(_each_choice(self.behind))
        for cards in self._questions():
            for text in answers:
                account = self._account(cards, text)
                shown = {answer.card for answer in account.answers} - {None}
                if shown <= cards:
                    yield account

    def _questions(self) -> Iterator[frozenset[str]]:
        """Each question that may have been asked."""
        unheard = sum(token.word == UNHEARD for token in self.words)
        if not unheard:
            yield self._cards(self.words, self.at, guess=False)
            return
        heard = [
            self._card(token)
            for token in self.words
            if token.word != UNHEARD and token.word.lower() not in FILLER
        ]
        whole = len(heard) + unheard
        place = self.words[0].at
        if len(set(heard)) < len(heard) or whole != self.game.q:
            hint = f"write a card or ? for each of the {self.game.q}"
            raise self._refused(f"a question has {self.game.q} cards", place, hint)
        known = set(heard)
        if not any(known <= each for each in self.game.questions()):
            raise self._refused("no question has these cards", place)
        yield from (each for each in self.game.questions() if known <= each)

    def _account(self, cards: frozenset[str], text: str) -> TurnAccount:
        """Return the account if these cards were asked for, and the answers read so."""
        self._asked, self.actions = cards, []
        if self.others:
            replies = self._replies(words_of(text, self.at), self.asker)
            found = [ReportedAnswer(k, shows, card) for k, shows, card, _ in replies]
            self._require_once(found)
            return TurnAccount(cards, tuple(found))
        self._answers(self.asker, text, self.at, 0)
        answers = [action for action, _ in self.actions]
        told = account_of([Asks(self.asker, cards), *answers])
        assert told is not None, "there is a question"
        (account,) = told.accounts
        self._require_all(account)
        return account

    def _require_once(self, answers: Sequence[ReportedAnswer]) -> None:
        players = [answer.player for answer in answers]
        if self.asker in players:
            raise self._refused("who asks does not answer", self.at)
        double = next((k for k in players if players.count(k) > 1), None)
        if double is not None:
            name = name_of(double, self.game)
            raise self._refused(f"{name} answers once", self.at)
        if sum(answer.shows for answer in answers) > 1:
            raise self._refused("one player shows a card, not two", self.at)

    def _require_all(self, account: TurnAccount) -> None:
        """Refuse missing answers, unless `...` follows them."""
        answers = account.answers
        done = any(answer.shows for answer in answers)
        if not done and len(answers) < self.game.p - 1:
            raise self._refused(
                "the answers that are missing are told in that line",
                self.at + len(self.behind),
                "write ... behind them if nobody knows who else was asked",
            )

    def _refused(self, what: str, at: int, hint: str | None = None) -> ParseError:
        return self.fault(what, at, hint=hint)


def _each_choice(text: str) -> Iterator[str]:
    """The answers with each of the players who may have shown, at their places.

    For `cid or dan shows` they are `cid        shows` and `       dan shows`.
    """
    words = words_of(text, 0)
    ors = [k for k, token in enumerate(words) if token.word.lower() == OR]
    if not ors or ors[0] == 0 or ors[-1] == len(words) - 1:
        yield text
        return
    first = ors[0] - 1
    if words[first].word.lower() in SHOWS and first:
        text = _blank(text, words[first])  # cid shows or dan shows
        first -= 1
    players = [words[first], *(words[k + 1] for k in ors)]
    for chosen in players:
        found = text
        for token in (*players, *(words[k] for k in ors)):
            if token is not chosen:
                found = _blank(found, token)
        yield found


def _blank(text: str, token: NoteWord) -> str:
    end = token.at + len(token.word)
    if text[token.at : token.at + 1] == '"':
        end += 2
    return text[: token.at] + " " * (end - token.at) + text[end:]
