"""What is common knowledge in the course of a game: a tree that games share.

The worlds that are left depend on the questions, their answers and the passes only,
so games that began alike have them in common. A point of the tree is kept while it
has many worlds and is early; others are made again.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np

from mystpy.kripke.my_number.board import PLAYERS, Board
from mystpy.kripke.partition import Mask, Numbers

_MANY, _EARLY = 1000, 5
"""A point with so many worlds keeps what follows it, in so many turns.

Later few games share it, and to keep it takes gigabytes where no question removes much.
"""


class Magic(StrEnum):
    """What is learnt from it that nobody knows yet (the source's epistemagic)."""

    NONE = "none"
    ONCE = "once"
    STEADY = "until steady"


class TurnPoint:
    """The worlds that are left in the end of a turn, and of its stages.

    `stages` are the worlds, ascending, after the answer and after each pass; where a
    true state is not in the next stage, somebody knows there and the game has ended.
    """

    def __init__(self, board: Board, magic: Magic, worlds: Numbers, turn: int) -> None:
        self.board = board
        self.magic = magic
        self.mover = turn % len(PLAYERS)
        self.turn = turn
        self.stages = [worlds, *self._passes(worlds)] if turn else [worlds]
        self.worlds = self.stages[-1]
        self._after: dict[tuple[int, bool], TurnPoint] = {}
        self._yes: Numbers | None = None

    @classmethod
    def start(cls, board: Board, magic: Magic) -> TurnPoint:
        """Before the first question: all worlds."""
        return cls(board, magic, np.arange(len(board.states)), 0)

    def after(self, question: int, answer: bool) -> TurnPoint:
        """The end of the next turn, in which the mover answers this."""
        if (found := self._after.get((question, answer))) is not None:
            return found
        kept = self.board.answers[self.mover, question][self.worlds] == answer
        # Where nothing goes the worlds are shared: thousands of points are kept.
        worlds = self.worlds if kept.all() else self.worlds[kept]
        found = TurnPoint(self.board, self.magic, worlds, self.turn + 1)
        if len(self.worlds) >= _MANY and self.turn < _EARLY:
            self._after[question, answer] = found
        return found

    def yes(self) -> Numbers:
        """In how many worlds the mover's answer to each question is yes; (18,)."""
        if self._yes is None:
            self._yes = count_yes(self.board, self.mover, self.worlds)
        return self._yes

    def _passes(self, worlds: Numbers) -> list[Numbers]:
        """The worlds after each pass, until it removes no more, or only one."""
        found: list[Numbers] = []
        if self.magic is Magic.NONE:
            return found
        while (known := known_in(self.board, worlds)).any():
            worlds = worlds[~known]
            found.append(worlds)
            if self.magic is Magic.ONCE:
                break
        return found


def known_in(board: Board, worlds: Numbers) -> Mask:
    """Those of the worlds in which somebody would know her numbers; (worlds,)."""
    found = np.zeros(len(worlds), np.bool_)
    for numbers in board.classes:
        here = numbers[worlds]
        found |= np.bincount(here)[here] == 1
    return found


def count_yes(board: Board, mover: int, worlds: Numbers) -> Numbers:
    """In how many of the worlds the mover's answer to each question is yes; (18,)."""
    kinds, of_kinds = board.kinds[mover], board.of_kinds[mover]
    found: Numbers = of_kinds @ np.bincount(
        kinds.numbers[worlds], minlength=kinds.count
    )
    return found
