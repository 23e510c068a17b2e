"""Table notes: a game of Clue written down line by line, as people do at the table.

    ann: plum rope hall -> bob passes, cid shows
    bob: green rope hall -> cid shows rope, ann passes
    cid: white knife study -> nobody
    cid accuses white knife study

A line is a turn: who suggests what, and who answers how. Players who are passed
over between the suggester and the one who shows have passed. The turn ends when
the next line begins; whoever is passed over between two suggesters was out of the
game. Everything is turned into the actions of section 2.4, and whether they can
have happened is for the axioms to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from mystpy.errors import ParseError, QueryError, did_you_mean
from mystpy.game import Game
from mystpy.terms import (
    FUNCTORS,
    Action,
    Asks,
    EndTurn,
    Guess,
    No,
    NoGuess,
    Shows,
    Yes,
)

Noted = list[tuple[Action, int]]
"""Actions, each with the number of its line, counted from 1."""

_LINE = re.compile(
    r"\s*(\w+)\s*(:|\b(?:suggests?|asks?|accuses?|guesses)\b)(.*)", re.ASCII
)
_ARROW = re.compile(r"->|=>|\||;")
_WORD = re.compile(r"\w+|[?+-]|[^\w\s,.;]", re.ASCII)
_PASSES = frozenset("passes pass passed no denies none nothing -".split())
_SHOWS = frozenset("shows show showed yes +".split())
_NOBODY = frozenset("nobody noone all everybody".split())
_UNSEEN = frozenset("? _ unseen something card".split())
_FILLER = frozenset("a the and with in to".split())


def is_table(text: str) -> bool:
    """Return whether a text is table notes: its first line tells of a turn."""
    for line in text.splitlines():
        bare = line.partition("#")[0]
        if bare.strip():
            found = _LINE.match(bare)
            return found is not None and found[1] not in FUNCTORS
    return False


def read_table(text: str, game: Game, source: str | None = None) -> Noted:
    """Return the actions that table notes tell, each with its line.

    The last turn ends only as far as the notes say. Raises ParseError, with the
    line and what was expected, for a line that is not a turn, unknown players and
    cards (naming the nearest), and answers out of order.
    """
    notes = _Notes(text, game, source)
    start = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        bare = line.partition("#")[0]
        if bare.strip():
            notes.turn(bare, start, number)
        start += len(line)
    return notes.actions


@dataclass(frozen=True, slots=True)
class _Token:
    word: str
    at: int


class _Notes:
    """One reading of table notes."""

    def __init__(self, text: str, game: Game, source: str | None) -> None:
        self.text = text
        self.game = game
        self.source = source
        self.actions: Noted = []
        self._last: int | None = None

    def turn(self, line: str, start: int, number: int) -> None:
        """Read one line, and end the turn before it."""
        found = _LINE.match(line)
        if found is None:
            self._fail(
                "this is not a turn",
                start + len(line) - len(line.lstrip()),
                hint="write for example  1: plum rope hall -> 2 passes, 3 shows",
            )
        player = self._player(_Token(found[1], start + found.start(1)))
        verb = found[2]
        cards, _, answers = self._split(found[3])
        at = start + found.start(3)
        if verb.startswith(("accuse", "guesse")):
            self._accuse(player, cards, at, number)
            return
        self._end_turn(player, number)
        self._add(self._set(Asks, player, cards, at), number)
        self._last = player
        if answers is not None:
            self._answers(player, answers, at + len(found[3]) - len(answers), number)

    def _split(self, rest: str) -> tuple[str, str, str | None]:
        arrow = _ARROW.search(rest)
        if arrow is None:
            return rest, "", None
        return rest[: arrow.start()], arrow[0], rest[arrow.end() :]

    def _end_turn(self, player: int, number: int) -> None:
        """End the turn of the last line, and those of players who are out."""
        if self._last is None:
            return
        newest = self.actions[-1][0]
        turn = self._last
        if not isinstance(newest, Guess | EndTurn):
            self._add(NoGuess(turn), number)
        if not isinstance(newest, EndTurn):
            self._add(EndTurn(turn), number)
        turn = turn % self.game.p + 1
        while turn not in (player, self._last):
            self._add(EndTurn(turn), number)
            turn = turn % self.game.p + 1

    def _accuse(self, player: int, cards: str, at: int, number: int) -> None:
        if self._last not in (None, player):
            self._end_turn(player, number)
        tokens = self._tokens(cards, at)
        right = [t for t in tokens if t.word == "right"]
        if right:
            self._fail(
                "notes end with a right accusation",
                right[0].at,
                hint="leave out 'right'; if the pile is known, give it under [hands]",
            )
        kept = [t for t in tokens if t.word != "wrong"]
        self._add(self._set_of(Guess, player, kept, at), number)
        self._last = player
        if len(kept) < len(tokens):
            self._add(EndTurn(player), number)

    def _answers(self, asker: int, text: str, at: int, number: int) -> None:
        tokens = self._tokens(text, at)
        if tokens and tokens[0].word in _NOBODY:
            for player in self._others(asker):
                self._add(No(player), number)
            return
        awaited = iter(self._others(asker))
        for player, shows, card, place in self._replies(tokens):
            for between in awaited:
                if between == player:
                    break
                self._add(No(between), number)
            else:
                self._fail(
                    f"it is not for {self._name(player)} to answer here",
                    place,
                    hint=f"answers go round from {self._name(asker)}, "
                    "and end with the player who shows",
                )
            if not shows:
                self._add(No(player), number)
                continue
            self._add(Yes(player), number)
            self._add(Shows(player, asker, card), number)
            awaited = iter(())

    def _replies(
        self, tokens: list[_Token]
    ) -> Iterator[tuple[int, bool, str | None, int]]:
        """Yield (player, shows, card, position) for each answer."""
        rest = tokens[::-1]
        while rest:
            who = rest.pop()
            player = self._player(who)
            verb = rest.pop() if rest else _Token("", who.at + len(who.word))
            if verb.word in _PASSES:
                yield player, False, None, who.at
            elif verb.word in _SHOWS:
                yield player, True, self._shown(rest), who.at
            else:
                known = [*_PASSES, *_SHOWS]
                near = did_you_mean(verb.word, known) if verb.word else None
                self._fail(
                    "an answer says that the player passes or shows",
                    verb.at,
                    hint=near or f"write {who.word} passes, or {who.word} shows [card]",
                )

    def _shown(self, rest: list[_Token]) -> str | None:
        if rest and rest[-1].word in _UNSEEN:
            rest.pop()
            return None
        if rest and not self._is_player(rest[-1].word):
            return self._card(rest.pop())
        return None

    def _others(self, asker: int) -> list[int]:
        p = self.game.p
        return [(asker - 1 + step) % p + 1 for step in range(1, p)]

    def _set(self, kind: type[Asks], player: int, text: str, at: int) -> Action:
        return self._set_of(kind, player, self._tokens(text, at), at)

    def _set_of(
        self, kind: type[Asks] | type[Guess], player: int, tokens: list[_Token], at: int
    ) -> Action:
        cards = [self._card(t) for t in tokens if t.word not in _FILLER]
        game = self.game
        fault = game.question_fault(cards) if kind is Asks else game.guess_fault(cards)
        if fault:
            self._fail(fault, tokens[0].at if tokens else at)
        return kind(player, frozenset(cards))

    def _tokens(self, text: str, at: int) -> list[_Token]:
        return [_Token(m[0], at + m.start()) for m in _WORD.finditer(text)]

    def _is_player(self, word: str) -> bool:
        try:
            return self.game.player(word) > 0
        except QueryError:
            return False

    def _player(self, token: _Token) -> int:
        try:
            return self.game.player(token.word)
        except QueryError as error:
            self._fail(str(error), token.at, hint=error.hint)

    def _card(self, token: _Token) -> str:
        try:
            return self.game.card(token.word)
        except QueryError as error:
            self._fail(str(error), token.at, hint=error.hint)

    def _name(self, player: int) -> str:
        name = self.game.players[player - 1]
        return name if self.game.named else f"player {name}"

    def _add(self, action: Action, number: int) -> None:
        self.actions.append((action, number))

    def _fail(
        self, message: str, position: int, *, hint: str | None = None
    ) -> NoReturn:
        raise ParseError(
            message, text=self.text, position=position, hint=hint, source=self.source
        )
