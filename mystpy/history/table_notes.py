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

`nobody`, `no one shows`, `all pass` and the like are the whole answer of a turn:
everybody passes. The words of the notes may have capitals.

Names of the game come before the words of the notes. Where a card can stand, a card
called `the` or `something` is that card; where a player can stand, a player called
`nobody` or `all` is that player, who passes or shows as the others do. In a game with
a player `nobody`, a turn without a show is told by `all pass`. What can be read in two
ways all the same, as `2 shows a card` where a card is called `card`, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple, TypeGuard

from mystpy.errors import ParseError, QueryError, SourceText, did_you_mean
from mystpy.game.game import Game
from mystpy.history.actions import (
    Action,
    Asks,
    EndTurn,
    Guess,
    No,
    NoGuess,
    Shows,
    Yes,
)
from mystpy.history.scan import NOTE

Noted = list[tuple[Action, int]]
"""Actions, each with the number of its line, counted from 1."""

_ARROW = re.compile(r"->|=>|→|\||;")
_WORD = re.compile(r"\w+|->|=>|[?+-]|[^\w\s,.;]", re.ASCII)
_JOINED = re.compile(r"\w+(?:['-]\w+)+", re.ASCII)
_EVERYBODY = re.compile(
    r"\s*(nobody|no[ \t]*-?[ \t]*one|all|everybody|everyone)\b(.*)",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
_PASSES = frozenset("passes pass passed no denies none nothing -".split())
_SHOWS = frozenset("shows show showed yes +".split())
_ALL_DO = ("passes", "pass", "passed")
_NOBODY_DOES = ("shows", "show", "showed", "answers", "answer", "answered")
_UNSEEN = frozenset("? _ unseen something card".split())
_ARTICLE = frozenset("a the".split())
_TO = frozenset({"to"})
_LINK = frozenset("and then but -> => → |".split())
_FILLER = frozenset("a the and with in to".split())
_VERDICT = frozenset("right wrong".split())
_END = "the end of the line"


def read_table(text: str, game: Game, source: str | None = None) -> Noted:
    """The actions that table notes tell, each with its line.

    The last turn ends only as far as the notes say. Raises ParseError, with the
    line and what was expected, for a line that is not a turn, unknown players and
    cards (naming the nearest), and answers out of order.
    """
    notes = _Notes(text, game, source)
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.partition("#")[0]
        if bare.strip():
            notes.turn(bare, start, number)
        start += len(line) + 1
    return notes.actions


class _Token(NamedTuple):
    """A word, and where it stands in the text."""

    word: str
    at: int


class _Notes(SourceText):
    """One reading of table notes."""

    def __init__(self, text: str, game: Game, source: str | None) -> None:
        super().__init__(text, source)
        self.game = game
        self.actions: Noted = []
        self._names = {*game.cards, *game.players}
        self._last: int | None = None

    def turn(self, line: str, start: int, number: int) -> None:
        """Read one line, and end the turn before it."""
        found = NOTE.match(line)
        if found is None:
            raise self.fault(
                "this is not a turn",
                start + len(line) - len(line.lstrip()),
                hint="write for example  1: plum rope hall -> 2 passes, 3 shows",
            )
        player = self._player(_Token(found[1], start + found.start(1)))
        rest, at = found[3], start + found.start(3)
        arrow = _ARROW.search(rest)
        cards = self._tokens(rest[: arrow.start()] if arrow else rest, at)
        behind = rest[arrow.end() :] if arrow else ""
        behind_at = at + len(rest) - len(behind)
        if found[2].lower().startswith(("accuse", "guesse")):
            self._accuse(player, cards, self._tokens(behind, behind_at), at, number)
            return
        self._end_turn(player, number)
        self._add(self._set_of(Asks, player, cards, at), number)
        self._last = player
        self._answers(player, behind, behind_at, number)

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

    def _accuse(
        self, player: int, tokens: list[_Token], end: list[_Token], at: int, number: int
    ) -> None:
        if self._last not in (None, player):
            self._end_turn(player, number)
        for token in end:
            if not self._says(token, _VERDICT, ()):
                raise self.fault(
                    "nobody answers an accusation", token.at, expected=("wrong", _END)
                )
        verdict = [t for t in tokens if self._says(t, _VERDICT, self.game.deck)] + end
        for token in verdict:
            if token.word.lower() == "right":
                hint = "leave out 'right'; if the pile is known, give it under [hands]"
                raise self.fault(
                    "notes end with a right accusation", token.at, hint=hint
                )
        kept = [t for t in tokens if t not in verdict]
        self._add(self._set_of(Guess, player, kept, at), number)
        self._last = player
        if verdict:
            self._add(EndTurn(player), number)

    def _answers(self, asker: int, text: str, at: int, number: int) -> None:
        found = _EVERYBODY.match(text)
        if self._tells_all(found):
            self._nothing_more(found[1], self._tokens(found[2], at + found.start(2)))
            for player in self._others(asker):
                self._add(No(player), number)
            return
        awaited = iter(self._others(asker))
        for player, shows, card, place in self._replies(self._tokens(text, at), asker):
            for between in awaited:
                if between == player:
                    break
                self._add(No(between), number)
            else:
                raise self.fault(
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

    def _nothing_more(self, said: str, rest: list[_Token]) -> None:
        """Refuse what follows `nobody` or `all`, if it is not their verb alone."""
        verbs = _NOBODY_DOES if said.lower().startswith("no") else _ALL_DO
        expected = [verbs[0], _END]
        if rest and rest[0].word.lower() in verbs:
            rest, expected = rest[1:], [_END]
        if rest:
            raise self.fault(
                f"{said!r} says how all answer, so {rest[0].word!r} cannot follow",
                rest[0].at,
                expected=expected,
                hint="to tell answers one by one, write  2 passes, 3 shows",
            )

    def _replies(
        self, tokens: list[_Token], asker: int
    ) -> Iterator[tuple[int, bool, str | None, int]]:
        """(player, shows, card, position) for each answer."""
        rest = tokens[::-1]
        while rest:
            who = rest.pop()
            player = self._player(who)
            verb = rest.pop() if rest else _Token("", who.at + len(who.word))
            if verb.word.lower() in _PASSES:
                yield player, False, None, who.at
            elif verb.word.lower() in _SHOWS:
                card = self._shown(rest)
                self._to_asker(rest, asker)
                yield player, True, card, who.at
            else:
                known = [*_PASSES, *_SHOWS]
                near = did_you_mean(verb.word, known) if verb.word else None
                raise self.fault(
                    "an answer says that the player passes or shows",
                    verb.at,
                    hint=near or f"write {who.word} passes, or {who.word} shows [card]",
                )
            while len(rest) > 1 and self._says(rest[-1], _LINK):
                rest.pop()

    def _shown(self, rest: list[_Token]) -> str | None:
        """Take the card shown from the rest, and return it; None if it is not seen."""
        article = rest.pop() if rest and self._says(rest[-1], _ARTICLE) else None
        if not rest and article:
            raise self.fault("a card is missing", article.at + len(article.word))
        if not rest or (article is None and self._ends_show(rest[-1])):
            return None
        token = rest.pop()
        if self._says(token, _UNSEEN):
            return None
        word = token.word
        if article and word in _UNSEEN and word in self.game.deck:
            raise self.fault(
                f"{article.word} {word} may be the card {word} or one not seen",
                article.at,
                hint=f"write  shows {word}  or  shows ?",
            )
        hint = "who shows nothing passes" if word.lower() in _PASSES else None
        card = self._card(token, hint)
        if rest and rest[-1].word == "-":
            self._card(rest[-1])
        return card

    def _ends_show(self, token: _Token) -> bool:
        return self._is_player(token.word) or self._says(token, _TO | _LINK)

    def _to_asker(self, rest: list[_Token], asker: int) -> None:
        if rest and self._says(rest[-1], _TO):
            to = rest.pop()
            who = rest.pop() if rest else _Token("", to.at + len(to.word))
            if not who.word or self._player(who) != asker:
                name = self.game.players[asker - 1]
                raise self.fault("who asked sees the card", who.at, expected=[name])

    def _others(self, asker: int) -> list[int]:
        p = self.game.p
        return [(asker - 1 + step) % p + 1 for step in range(1, p)]

    def _set_of(
        self, kind: type[Asks] | type[Guess], player: int, tokens: list[_Token], at: int
    ) -> Action:
        game = self.game
        fault_of = game.question_fault if kind is Asks else game.guess_fault
        at = tokens[0].at if tokens else at
        if tokens and tokens[0].word == "{":
            if tokens[-1].word != "}":
                raise self.fault("the set is not closed", tokens[-1].at, expected=["}"])
            tokens = tokens[1:-1]
        tokens = [t for t in tokens if not self._says(t, _FILLER, game.deck)]
        known = [t.word for t in tokens if t.word in game.deck]
        whole = fault_of(known) is None
        cards = [
            self._card(t, self._surplus(t.word) if whole else None) for t in tokens
        ]
        if fault := fault_of(cards):
            raise self.fault(fault, at)
        return kind(player, frozenset(cards))

    def _surplus(self, word: str) -> str:
        """The hint about a word besides all the cards that there should be."""
        if self._is_player(word) or self._tells_all(_EVERYBODY.fullmatch(word)):
            return "write -> before the answers"
        return f"leave out {word}: all the cards are told without it"

    def _tokens(self, text: str, at: int) -> list[_Token]:
        return [_Token(m[0], at + m.start()) for m in _WORD.finditer(text)]

    def _says(
        self,
        token: _Token,
        words: Collection[str],
        names: Collection[str] | None = None,
    ) -> bool:
        """Whether a token is one of the words, and not a name that comes first.

        The names are those of all cards and players, or those given.
        """
        word = token.word.lower()
        return word in words and word not in (self._names if names is None else names)

    def _is_player(self, word: str) -> bool:
        try:
            return self.game.player(word) > 0
        except QueryError:
            return False

    def _player(self, token: _Token) -> int:
        try:
            return self.game.player(token.word)
        except QueryError as error:
            hint = error.hint
            if self._tells_all(_EVERYBODY.fullmatch(token.word)):
                hint = f"{token.word!r} stands alone behind ->"
            raise self.fault(str(error), token.at, hint=hint) from None

    def _tells_all(self, found: re.Match[str] | None) -> TypeGuard[re.Match[str]]:
        """Whether `nobody` or the like was found, and no player of that name."""
        return found is not None and found[1].lower() not in self.game.players

    def _card(self, token: _Token, hint: str | None = None) -> str:
        try:
            return self.game.card(token.word)
        except QueryError as error:
            for joined in _JOINED.finditer(self.text):
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

    def _name(self, player: int) -> str:
        name = self.game.players[player - 1]
        return name if self.game.named else f"player {name}"

    def _add(self, action: Action, number: int) -> None:
        self.actions.append((action, number))
