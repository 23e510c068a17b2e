"""How often a question wins, by playing on from drawn deals for two own turns.

In the field: Monte Carlo search at the root, with decisions made on one sample and
tried on another (determinization without looking into the cards).

What the player decides on the way follows from the deals of one sample that fit the
answers; whether that wins is counted in the deals of the other. So no deal is both
learnt from and counted, and few deals do not look like much knowledge.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.players.detective.question_choice import candidates, inquiries, outcomes
from mystpy.players.detective.sample import Counts, DealSample


class QuestionTrial(NamedTuple):
    """A question (a mask), and how likely it is to win.

    That is to guess right after its answer or, if somebody else does not so before,
    after that of one more question.
    """

    question: int
    wins: float


_CELL = 128
"""A next question is chosen by so many deals."""


class Rollouts:
    """Trials of a player's questions, decided on one sample and counted on another.

    `beaten` says how likely somebody else is to guess right between two own turns,
    after a question of the first of them.
    """

    def __init__(
        self,
        player: int,
        own: int,
        learnt: DealSample,
        tried: DealSample,
        beaten: Callable[[int], float],
    ) -> None:
        self.player = player
        self.own = own
        self.learnt = learnt
        self.tried = tried
        self.beaten = beaten
        piles = sorted(learnt.piles())
        self._learnt_piles = learnt.marks(piles)
        self._tried_piles = tried.marks(piles)

    def trials(self, questions: Sequence[int]) -> list[QuestionTrial]:
        """How often questions win."""
        learnt = self._ways(self.learnt, questions)
        tried = self._ways(self.tried, questions)
        rows = zip(questions, learnt, tried, strict=True)
        return [
            QuestionTrial(Q, self._share(self._after(Q, *ways))) for Q, *ways in rows
        ]

    def later(self, questions: Sequence[int]) -> float:
        """How likely the guess after the best of some questions is to be right."""
        learnt = self._ways(self.learnt, questions)
        tried = self._ways(self.tried, questions)
        pairs = zip(learnt, tried, strict=True)
        return max(self._share(self._guessed(*ways)) for ways in pairs)

    def _share(self, right: float) -> float:
        return round(right / len(self.tried), 9)

    def _ways(self, sample: DealSample, questions: Sequence[int]) -> Counts:
        """How likely each answer is in each deal: questions, answers, deals."""
        ways, unit = outcomes(sample, self.player, questions, seen=True)
        share: Counts = ways.swapaxes(0, 1) / np.float32(unit)
        return share

    def _guessed(self, learnt: Counts, tried: Counts) -> float:
        """In how many deals a guess after each answer is right."""
        best = (learnt @ self._learnt_piles).argmax(axis=1)
        return float((tried * self._tried_piles[:, best].T).sum(dtype=np.float64))

    def _after(self, question: int, learnt: Counts, tried: Counts) -> float:
        """In how many deals the player wins who guesses, or waits, as is better."""
        right, beaten = 0.0, self.beaten(question)
        for here, there in zip(learnt, tried, strict=True):
            if here.any() and there.any():
                right += self._answered(here, there, beaten)
        return right

    def _answered(self, here: Counts, there: Counts, beaten: float) -> float:
        """The same after one answer: the weights of the deals in both samples."""
        counts = here @ self._learnt_piles
        best, total = int(counts.argmax()), float(here.sum())
        now = float((there * self._tried_piles[:, best]).sum(dtype=np.float64))
        if counts[best] == total:
            return now
        question = self._next(here)
        learnt = self._ways(self.learnt, [question])[0] * here
        later = float((learnt @ self._learnt_piles).max(axis=1).sum()) / total
        if counts[best] / total > (1 - beaten) * later:
            return now
        tried = self._ways(self.tried, [question])[0] * there
        return (1 - beaten) * self._guessed(learnt, tried)

    def _next(self, here: Counts) -> int:
        """The question that tells most in the deals with some weight."""
        cell = self.learnt[np.flatnonzero(here)[:_CELL]]
        found = candidates(cell.game, self.own, cell.shares)
        expectations = inquiries(cell, self.player, found)
        return max(expectations, key=lambda each: each.gain).question
