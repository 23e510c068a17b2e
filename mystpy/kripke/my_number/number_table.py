"""A game of a person with two players who overlook nothing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.kripke.my_number.board import PLAYERS, Board, Hand, Magic, known_in


class SpokenAnswer(NamedTuple):
    """The player to move (0, 1 or 2), the question 0..17, and whether it is yes."""

    mover: int
    question: int
    says: bool


class NumberTable:
    """The worlds that are common knowledge while a person plays.

    The two others say at once if they know their numbers. Nobody concludes anything
    from the person's passes, since a person may overlook something; so the true state
    stays among the worlds.
    """

    def __init__(
        self, board: Board, truth: int, person: int, deck: Sequence[int], magic: Magic
    ) -> None:
        """Begin with all worlds; the first question of the deck comes first."""
        self.board, self.truth, self.person = board, truth, person
        self.deck, self.magic = list(deck), magic
        self.others = tuple(player for player in PLAYERS if player != person)
        self.worlds = np.arange(len(board.states))
        self.turn, self.passes = 0, 0

    def ask(self) -> SpokenAnswer:
        """Take the next question, and keep the worlds that fit the mover's answer."""
        mover, question = self.turn % len(PLAYERS), self.deck[self.turn]
        answers = self.board.answers[mover, question]
        says = bool(answers[self.truth])
        self.worlds = self.worlds[answers[self.worlds] == says]
        self.turn, self.passes = self.turn + 1, 0
        return SpokenAnswer(mover, question, says)

    @property
    def is_exhausted(self) -> bool:
        """Whether no question is left."""
        return self.turn == len(self.deck)

    def boards(self, player: int) -> list[Hand]:
        """The boards that a player (0, 1 or 2) may have, for all that she knows."""
        numbers = self.board.classes[player]
        own = self.worlds[numbers[self.worlds] == numbers[self.truth]]
        return [self.board.states[world][player] for world in own.tolist()]

    def knowing(self) -> tuple[int, ...]:
        """The other players (0, 1 or 2) who know their numbers now."""
        return tuple(p for p in self.others if len(self.boards(p)) == 1)

    def pass_all(self) -> bool:
        """Let the others say that they do not know; return whether that is news.

        They must not know. Without epistemagic, or after one pass if it is used once,
        nothing is concluded.
        """
        if self.magic is Magic.NONE or (self.magic is Magic.ONCE and self.passes):
            return False
        self.passes += 1
        known = known_in(self.board, self.worlds, self.others)
        self.worlds = self.worlds[~known]
        return bool(known.any())
