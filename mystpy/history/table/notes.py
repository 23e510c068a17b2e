"""Table notes: a game of Clue written down line by line, as people do at the table.

    ann: plum rope hall -> bob passes, cid shows
    bob: green rope hall -> cid shows rope, ann passes
    cid: white knife study -> nobody
    cid accuses white knife study

A line is a turn: a player's suggestion, and the answers. Players who are passed over
between the suggester and the one who shows have passed. The turn ends when the next
line begins. Everything is translated to the actions of section 2.4, and the axioms
decide whether they can have happened. On a board a turn may pass without a suggestion,
`ann: -` or `ann passes`, and an accusation may be alone.

Names may be abbreviated, `a: pl ro ha -> b -, c +`, as long as one card or player is
meant, may have capitals and accents, and be in quotes: `"Mrs White"`. Cards may be
written as they are printed, `Prof. Plum, Lead Pipe, Dining Room`: see
`mystpy.history.printed.cards`.

`nobody`, `no one shows`, `all pass` and the like are the whole answer of a turn:
everybody passes. The words of the notes may have capitals.

Names of the game take precedence over the words of the notes. In the place of a card, a
card called `the` or `something` is that card. In the place of a player, a player called
`nobody` or `all` is that player, who passes or shows as the others do. In a game with a
player `nobody`, a turn without a show is written `all pass`. A line that remains
ambiguous, such as `2 shows a card` where a card is called `card`, is refused.

Other events are in `event_notes`: `ann looks at bob: rope`, `bob lays open plum hall`,
and `-> bob shows, cid saw it`.

In generalized Clue the player who answers is the one who was asked, and a guess is
followed by the cards that are laid open:

    ann: s1 s2 -> bob shows
    bob: s3 -> ann passes
    ann guesses s7 -> s4 s6

The result of the writer's own guess is before the arrow, `ann guesses s7 wrong -> s4`.
"""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import (
    OF_PLAYERS,
    Action,
    Asks,
    EndTurn,
    Guess,
    No,
    NoAsk,
    Opens,
    ResultTold,
    Right,
    Shows,
    Yes,
)
from mystpy.history.scan import NOTE
from mystpy.history.table.events.event_notes import EventNotes
from mystpy.history.table.half_heard.reading import HalfHeardTurn, is_half_heard
from mystpy.history.table.notes_parser import Noted
from mystpy.history.table.turn_state import TurnState
from mystpy.history.table.words import (
    ARROW,
    END,
    FILLER,
    NO_QUESTION,
    VERDICT,
    NoteWord,
)


def read_table(
    text: str,
    game: Game,
    source: str | None = None,
    before: Iterable[Action] | TurnState = (),
) -> Noted:
    """Return the actions of table notes, each with its line.

    The last turn ends only as far as the notes say; `before` are actions that the notes
    continue. Raises ParseError, with the line and what was expected, for a line that is
    not a turn or out of turn, unknown players and cards (naming the nearest), and
    answers out of order.
    """
    kind = _AddressedNotes if game.generalized else _Notes
    notes = kind(text, game, source, before)
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.partition("#")[0]
        if bare.strip():
            notes.turn(bare, start, number)
        start += len(line) + 1
    return notes.actions


class _Accusation(NamedTuple):
    """An accusation at a place in a line: the accuser, its words, and the rest."""

    who: NoteWord
    player: int
    cards: list[NoteWord]
    end: list[NoteWord]
    at: int


class _Notes(EventNotes):
    """One reading of table notes."""

    def turn(self, line: str, start: int, number: int) -> None:
        """Read one line, and end the turn before it."""
        if self._event(line, start, number):
            return
        found = NOTE.match(line)
        if found is None:
            raise self.fault(
                "this is not a turn",
                start + len(line) - len(line.lstrip()),
                hint="write for example  1: plum rope hall -> 2 passes, 3 shows",
            )
        who = NoteWord(found[1].strip('"'), start + found.start(1))
        player, verb = self._player(who), found[2].lower()
        rest, at = found[3], start + found.start(3)
        arrow = ARROW.search(rest)
        cards = self._words(rest[: arrow.start()] if arrow else rest, at)
        behind = rest[arrow.end() :] if arrow else ""
        behind_at = at + len(rest) - len(behind)
        if verb.startswith(("accuse", "guesse")):
            end = self._words(behind, behind_at)
            self._accuse(_Accusation(who, player, cards, end, at), number)
        elif verb.startswith("pass") or self._no_question(cards, arrow):
            self._pass(who, player, cards[1:] or cards, verb, number)
        else:
            self._begin(who, player, number)
            if is_half_heard(cards, behind):
                told = HalfHeardTurn(self, player, cards, behind, behind_at)
                self._add(told.turn(), number)
                return
            self._asked = self._cards(cards, at, guess=False)
            self._question(player, behind, behind_at, number)

    def _question(self, player: int, behind: str, at: int, number: int) -> None:
        """A question, and its answers after the arrow."""
        behind, witnesses = self._witnesses(behind, at)
        self._add(Asks(player, self._asked), number)
        self._answers(player, behind, at, number)
        for sees in self._seen_by(witnesses, at):
            self._add(sees, number)

    def _no_question(self, cards: list[NoteWord], arrow: object) -> bool:
        """Return whether the line says that there is no question."""
        alone = len(cards) == 1 and not arrow
        return alone and self._says(cards[0], NO_QUESTION, self.game.deck)

    def _pass(
        self, who: NoteWord, player: int, rest: list[NoteWord], verb: str, number: int
    ) -> None:
        """A turn that passes without a question."""
        if verb.startswith("pass") and rest:
            raise self.fault(f"{verb} stands alone", rest[0].at, expected=[END])
        if not self.game.board:
            raise self.fault(
                "in this game no turn passes without a suggestion",
                who.at,
                hint="in games of Clue with  board = true  a turn may pass without one",
            )
        self._begin(who, player, number)
        self._add(NoAsk(player), number)

    def _begin(self, who: NoteWord, player: int, number: int) -> None:
        """End the turn before this one, and those of players who are out."""
        try:
            left_out = self._turns.until(player)
        except QueryError as error:
            raise self.fault(str(error), who.at, hint=error.hint) from None
        for action in left_out:
            self._add(action, number)

    def _accuse(self, accusation: _Accusation, number: int) -> None:
        for token in accusation.end:
            if not self._says(token, VERDICT, ()):
                raise self.fault(
                    "nobody answers an accusation", token.at, expected=("wrong", END)
                )
        kept, said = self._parted(accusation.cards)
        verdict = said + accusation.end
        for token in verdict:
            if token.word.lower() == Right.name:
                hint = "leave out 'right'; if the pile is known, give it under [hands]"
                raise self.fault(
                    "notes end with a right accusation", token.at, hint=hint
                )
        if not self._turns.may_guess(accusation.player):
            self._begin(accusation.who, accusation.player, number)
            if self.game.board:
                self._add(NoAsk(accusation.player), number)
        self._add(
            Guess(accusation.player, self._cards(kept, accusation.at, guess=True)),
            number,
        )
        if verdict:
            self._add(EndTurn(accusation.player), number)

    def _parted(self, words: list[NoteWord]) -> tuple[list[NoteWord], list[NoteWord]]:
        """Return the cards of an accusation, and the words about its result."""
        verdict = [t for t in words if self._says(t, VERDICT, self.game.deck)]
        return [t for t in words if t not in verdict and t.word != ":"], verdict


class _AddressedNotes(_Notes):
    """Notes of generalized Clue: one player answers, and the guesser leaves."""

    def _question(self, player: int, behind: str, at: int, number: int) -> None:
        answers = list(self._replies(self._words(behind, at), player))
        if len(answers) != 1:
            raise self.fault(
                "one player is asked, and that player answers",
                answers[1][3] if answers else at + len(behind),
                hint="write for example  1: s1 s2 -> 2 shows  or  -> 2 passes",
            )
        to, shows, card, _ = answers[0]
        self._add(Asks(player, self._asked, to), number)
        self._add(Yes(to) if shows else No(to), number)
        if shows:
            self._add(Shows(to, player, card), number)

    def _accuse(self, accusation: _Accusation, number: int) -> None:
        player, end = accusation.player, accusation.end
        kept, verdict = self._parted(accusation.cards)
        self._begin(accusation.who, player, number)
        self._add(Guess(player, self._cards(kept, accusation.at, guess=True)), number)
        result = verdict[0].word.lower() if verdict else ResultTold.name
        self._add(OF_PLAYERS[result](player), number)
        opened = frozenset(self._card(t) for t in end if not self._says(t, FILLER))
        if fault := self.game.hand_fault(player, opened):
            raise self.fault(
                fault,
                end[0].at if end else accusation.at,
                hint="who guesses lays the hand open:  1 guesses s7 -> s4 s6",
            )
        self._add(Opens(player, opened), number)
