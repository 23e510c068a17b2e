"""Actions as numbered lines: in table notes, or as actions if notes do not suffice.

The text is read again before it is used, so that no line says something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.accounts import OpenTurn
from mystpy.history.actions import (
    Action,
    Asks,
    Guess,
    Lays,
    Looks,
    No,
    NoAsk,
    NoGuess,
    Opens,
    Right,
    Sees,
    Shows,
    Wrong,
    Yes,
    action_text,
)
from mystpy.history.history import History
from mystpy.history.printed.faults import note_name
from mystpy.history.table.notes import read_table
from mystpy.records.format.numbered_turns import (
    ending_of,
    numbered_lines,
    parts_of_turn,
    turn_of_step,
    turn_spans,
    turn_starts,
    without_numbers,
)

OpenLines = Mapping[OpenTurn, str]
"""Half-heard turns, each with the line in which it was noted."""


def history_text(history: History, noted: OpenLines | None = None) -> str:
    """Return the history of a record: one numbered line for each turn and later event.

    Names are those printed on cards, if they can be read again. Raises QueryError for a
    half-heard turn that is not among those `noted` and that no line can express.
    """
    for printed in (True, False):
        text = _text(_numbered(history, _Notes(history.game, printed, noted or {})))
        if _says(text, history):
            return text
    for step, action in enumerate(history.actions):
        if isinstance(action, OpenTurn):
            turn = turn_of_step(history, step)
            raise QueryError(
                f"turn {turn} was half heard, and no line of notes says what is left",
                hint="note the turn without the card that was shown",
            )
    return _text(_numbered(history, None))


def open_lines(text: str, history: History) -> OpenLines:
    """Return the half-heard turns of a history in this text, with their lines."""
    starts = turn_starts(history.actions, history.game)
    lines = [line.text for line in numbered_lines(text) if line.number is not None]
    turns = zip(starts, lines, strict=False)
    return {
        action: line.partition("#")[0].strip()
        for step, line in turns
        if isinstance(action := history.actions[step], OpenTurn)
    }


def _text(lines: Iterator[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _says(text: str, history: History) -> bool:
    """Return whether table notes have exactly these actions."""
    try:
        told = read_table(without_numbers(text), history.game)
    except MystError:
        return False
    return tuple(action for action, _ in told) == history.actions


def _numbered(history: History, notes: _Notes | None) -> Iterator[str]:
    last = len(history)
    for turn, (start, end) in enumerate(turn_spans(history)):
        actions = history.actions[start:end]
        if notes is None:
            lines = [_as_actions(actions, history.game)] if actions else []
        else:
            lines = list(notes.lines(actions, is_last=end == last))
        for place, line in enumerate(lines):
            yield f"{turn}. {line}" if turn and not place else line


def _as_actions(actions: Sequence[Action], game: Game) -> str:
    return " ".join(action_text(action, game) for action in actions)


class _Notes:
    """Writes turns of a game in table notes, with names as printed or not."""

    def __init__(self, game: Game, printed: bool, noted: OpenLines) -> None:
        self.game, self._printed, self._noted = game, printed, noted

    def lines(self, actions: Sequence[Action], *, is_last: bool) -> Iterator[str]:
        """Yield the lines of a turn; a later turn shows how it ended."""
        kept = actions
        if not is_last and not any(isinstance(x, Guess) for x in actions):
            kept = actions[: len(actions) - ending_of(actions)]
        for part in parts_of_turn([x for x in kept if not isinstance(x, NoGuess)]):
            line = self._part(part)
            if line:
                yield line

    def _part(self, part: Sequence[Action]) -> str:
        first = part[0]
        if isinstance(first, OpenTurn):
            return self._noted.get(first) or first.in_words(self.game)
        if isinstance(first, Asks):
            return self._question(first, part[1:])
        if isinstance(first, Guess):
            return self._guess(first, part[1:])
        if isinstance(first, NoAsk):
            return f"{self.player(first.player)}: -"
        return self._event(first)

    def _question(self, asks: Asks, rest: Sequence[Action]) -> str:
        said = []
        for action in rest:
            if isinstance(action, No):
                said.append(f"{self.player(action.player)} passes")
            elif isinstance(action, Shows):
                card = "" if action.card is None else f" {self.card(action.card)}"
                said.append(f"{self.player(action.player)} shows{card}")
            elif isinstance(action, Sees):
                said.append(f"{self.player(action.player)} saw it")
            elif isinstance(action, Yes) and action is rest[-1]:
                return ""  # the card is not shown yet: notes cannot say that
        asked = f"{self.player(asks.player)}: {self.cards(asks.cards)}"
        return f"{asked} -> {', '.join(said)}" if said else asked

    def _guess(self, guess: Guess, rest: Sequence[Action]) -> str:
        verb = "accuses" if self.game.rules == "clue" else "guesses"
        line = f"{self.player(guess.player)} {verb} {self.cards(guess.cards)}"
        for action in rest:
            if isinstance(action, Right | Wrong):
                line += f" {action.name}"
            elif isinstance(action, Opens):
                line += f" -> {self.cards(action.cards)}"
        return f"{line}: wrong" if rest and not self.game.generalized else line

    def _event(self, action: Action) -> str:
        if isinstance(action, Looks):
            card = "" if action.card is None else f": {self.card(action.card)}"
            whose = self.holder(action.holder)
            return f"{self.player(action.player)} looks at {whose}{card}"
        if isinstance(action, Lays):
            return f"{self.holder(action.player)} lays open {self.cards(action.cards)}"
        if isinstance(action, Sees):
            return f"{self.player(action.player)} saw it"
        return action_text(action, self.game)

    def player(self, player: int) -> str:
        """Return the name of a player, in quotes if it has several words."""
        if not self.game.named:
            return str(player)
        if not self._printed:
            return self.game.players[player - 1]
        return note_name(player, self.game)

    def holder(self, holder: int) -> str:
        """Return a player, the pile or the table."""
        if 0 < holder <= self.game.p:
            return self.player(holder)
        return f"the {self.game.holder_names[holder]}"

    def card(self, card: str) -> str:
        """Return a card as it is printed, in quotes if it has several words."""
        shown = self.game.shown_as(card) if self._printed else card
        return shown if re.fullmatch(r"\w+", shown) else f'"{shown}"'

    def cards(self, cards: frozenset[str]) -> str:
        """Return cards in the order of the deck."""
        return " ".join(map(self.card, sort_cards(cards, self.game.deck)))
