"""A question before it has a number, and what its difficulty is made of.

A set of questions is drawn from a seed: of several drawn positions the first is taken
whose question has the wanted level, or the one that is nearest to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.history.turns import split_turns
from mystpy.positions.drawing import stream
from mystpy.positions.record import PositionQuestion
from mystpy.progress import report_progress

LEVELS = 5
"""Difficulty is a number from 1 to this."""

_ATTEMPTS = 24
"""At most so many positions are drawn for one question; the questions depend on it."""

_LETTERS = ("yes", "no", "open")


class Draft(NamedTuple):
    """A question without its number: kind, level, and what `PositionQuestion` has."""

    level: int
    needs: dict[str, int]
    ask: dict[str, Any]
    answer: Any
    text: str


class WantedQuestion(NamedTuple):
    """The wanted kind, level and, if the kind has one, answer of a question.

    `turn` counts the questions of the kind. Levels are `within` so many of the wanted
    one; others are no better than what has been found.
    """

    kind: str
    turn: int
    level: int
    letter: str
    within: int = LEVELS

    def is_nearer(self, level: int) -> bool:
        """Whether a question of a level is better than what has been found."""
        return abs(level - self.level) < self.within


class PositionDraft(NamedTuple):
    """A draft, and the position that it is about, as a player has seen it."""

    draft: Draft
    history: History
    player: int


DrawnDraft = Callable[[Random, WantedQuestion], PositionDraft | None]
"""A draft about a drawn position; None if there is no such question about it."""


def drawn_questions(
    name: str, kinds: Sequence[str], drawn: DrawnDraft, count: int, seed: int
) -> Iterator[PositionQuestion]:
    """Yield `count` questions of a set, the same for a seed on every system.

    The kinds alternate, and so do the wanted levels and answers.
    """
    for number in range(count):
        report_progress("questions", number, count)
        kind, turn = kinds[number % len(kinds)], number // len(kinds)
        letter = _LETTERS[turn // LEVELS % len(_LETTERS)]
        wanted = WantedQuestion(kind, turn, turn % LEVELS + 1, letter)
        yield _question(name, drawn, wanted, number, seed)
    report_progress("questions", count, count)


def _question(
    name: str, drawn: DrawnDraft, wanted: WantedQuestion, number: int, seed: int
) -> PositionQuestion:
    """The question of a number: the first that has the wanted level, or the nearest."""
    best: PositionDraft | None = None
    nearer = wanted
    for attempt in range(_ATTEMPTS):
        found = drawn(stream(name, seed, number, attempt), nearer)
        if found is None or not nearer.is_nearer(found.draft.level):
            continue
        best = found
        nearer = wanted._replace(within=abs(found.draft.level - wanted.level))
        if not nearer.within:
            break
    if best is None:  # hardly ever: then another stream is tried
        return _question(name, drawn, wanted, number, seed + 1_000_003)
    return PositionQuestion(
        f"{name}-{seed}-{number + 1:04}",
        name,
        wanted.kind,
        best.draft.level,
        best.draft.needs,
        best.history,
        best.player,
        best.draft.ask,
        best.draft.answer,
        best.draft.text,
    )


def level_of(number: int) -> int:
    """A level from 1 to `LEVELS` that is this number where it can be."""
    return max(1, min(LEVELS, number))


def unknown_cells(history: History, reader: int) -> Iterator[tuple[int, str]]:
    """Each holder but the reader with each card that the reader does not hold."""
    game: Game = history.game
    own = history.hands[reader] or frozenset()
    for holder in game.holders:
        if holder != reader:
            yield from ((holder, card) for card in game.cards if card not in own)


def mentions(history: History, card: str) -> int:
    """The number of turns in which a card was asked for."""
    turns = split_turns(history.actions)
    return sum(card in getattr(turn[0], "cards", ()) for turn in turns)
