"""Estimates of how often a question wins: trials on drawn deals, batch by batch.

In the field: anytime Monte Carlo search at the root with common random numbers and
racing (Maron and Moore 1994). Decisions are made on one sample and tried on another
(determinization without looking into the cards).

A trial continues for two turns of the player. The player's decisions follow from the
deals of one sample that fit the answers; wins are counted in the deals of the other. So
no deal is used both for decisions and for counting, and a few deals do not appear as
much knowledge. After each batch, questions that win clearly less than the best are
dropped, so that the time is spent on the others.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache

import numpy as np

from mystpy.compilation import NamedTuple
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.likelihood import weigh_by_behaviour
from mystpy.players.detective.question_choice import candidates, inquiries, outcomes
from mystpy.players.detective.rivals import GuessTiming, chance_of_defeat, likeliest
from mystpy.players.detective.sample import Counts, DealSample, pile_count


class QuestionTrial(NamedTuple):
    """A question (a mask), and its chance to win.

    The player wins if she guesses right after its answer or, if nobody else does
    before, after the answer to one more question.
    """

    question: int
    wins: float


_CELL = 128
"""The number of deals by which a next question is chosen."""


class Rollouts:
    """Trials of a player's questions, decided on one sample and counted on another.

    `beaten` gives the chance that somebody else guesses right between two turns of the
    player, after a question in the first of them.
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
        """Return how often the questions win."""
        learnt = self._ways(self.learnt, questions)
        tried = self._ways(self.tried, questions)
        rows = zip(questions, learnt, tried, strict=True)
        return [
            QuestionTrial(Q, self._share(self._after(Q, *ways))) for Q, *ways in rows
        ]

    def later(self, questions: Sequence[int]) -> float:
        """Return the chance of a right guess after the best of some questions."""
        learnt = self._ways(self.learnt, questions)
        tried = self._ways(self.tried, questions)
        pairs = zip(learnt, tried, strict=True)
        return max(self._share(self._guessed(*ways)) for ways in pairs)

    def _share(self, right: float) -> float:
        return round(right / len(self.tried), 9)

    def _ways(self, sample: DealSample, questions: Sequence[int]) -> Counts:
        """Return the chance of each answer in each deal: questions, answers, deals."""
        ways, unit = outcomes(sample, self.player, questions, seen=True)
        share: Counts = ways.swapaxes(0, 1) / np.float32(unit)
        return share

    def _guessed(self, learnt: Counts, tried: Counts) -> float:
        best = (learnt @ self._learnt_piles).argmax(axis=1)
        return float((tried * self._tried_piles[:, best].T).sum(dtype=np.float64))

    def _after(self, question: int, learnt: Counts, tried: Counts) -> float:
        """Return how many deals the player wins by guessing, or waiting if better."""
        right, beaten = 0.0, self.beaten(question)
        for here, there in zip(learnt, tried, strict=True):
            if here.any() and there.any():
                right += self._answered(here, there, beaten)
        return right

    def _answered(self, here: Counts, there: Counts, beaten: float) -> float:
        """Return the same after one answer, by the deals' weights in both samples."""
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
        cell = self.learnt[np.flatnonzero(here)[:_CELL]]
        found = candidates(cell.game, self.own, cell.shares)
        expectations = inquiries(cell, self.player, found)
        return max(expectations, key=lambda each: each.gain).question


_MOST = 80
"""If more piles than these are possible, no trials are made."""

_BATCH = 400
"""The number of rollouts between two looks at the clock."""

_CLEARLY = 0.5
"""The standard errors that count as more (at most), as the best of some is taken."""

_HOPELESS = 2
"""A question this many standard errors behind the best is tried no more."""


def searchable(here: DetectiveBeliefState) -> bool:
    """Return whether few enough piles are possible that two turns ahead may suffice."""
    return pile_count(here.seen.game, here.belief.may[0]) <= _MOST


class RootSearch:
    """Trials from a player's situation: this number, or as many as `seconds` allow."""

    def __init__(
        self,
        here: DetectiveBeliefState,
        rollouts: int | None,
        seconds: float,
        *,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.here = here
        self._rollouts = rollouts
        self._seconds = seconds
        self._clock = clock
        self._batches: list[Rollouts] = []
        self._tried: dict[int, list[float]] = {}

    def best(self, questions: Sequence[int]) -> int:
        """Return the first question, or the one that wins clearly more."""
        self._try(questions)
        first, *others = self.trials(questions)
        best = max(others, key=lambda each: each.wins, default=first)
        doubt = _CLEARLY * self._doubt(len(self._tried[best.question]))
        return (best if best.wins > first.wins + doubt else first).question

    def trials(self, questions: Sequence[int]) -> list[QuestionTrial]:
        """Return how often questions win; new ones are tried in one batch."""
        for question in questions:
            if question not in self._tried:
                (trial,) = self._batch(0).trials([question])
                self._tried[question] = [trial.wins]
        return [QuestionTrial(Q, _mean(self._tried[Q])) for Q in questions]

    def race(self, questions: Sequence[int]) -> GuessTiming:
        """Compare guessing now with waiting, by the results of these questions."""
        pile = likeliest(self._batch(0).learnt)
        chances, laters = [], []
        for batch in self._in_time():
            chances.append(batch.tried.piles().get(pile, 0.0))
            laters.append(batch.later(questions))
        lost = self._batch(0).beaten(0)
        return GuessTiming(pile, _mean(chances), lost, _mean(laters))

    def _try(self, questions: Sequence[int]) -> None:
        """Try questions; those that are near the best are tried repeatedly."""
        left, self._tried = list(questions), {Q: [] for Q in questions}
        for batch in self._in_time():
            for trial in batch.trials(left):
                self._tried[trial.question].append(trial.wins)
            wins = {Q: _mean(self._tried[Q]) for Q in left}
            doubt = _HOPELESS * self._doubt(len(self._tried[left[0]]))
            left = [Q for Q in left if wins[Q] >= max(wins.values()) - doubt]
            if len(left) == 1:
                return

    def _in_time(self) -> Iterator[Rollouts]:
        """Yield the first batch, and more while there is time for them."""
        start, number = self._clock(), 0
        while not number or (
            self._rollouts is None and self._clock() - start < self._seconds
        ):
            yield self._batch(number)
            number += 1

    def _batch(self, number: int) -> Rollouts:
        while len(self._batches) <= number:
            self._batches.append(self._drawn(len(self._batches)))
        return self._batches[number]

    def _drawn(self, number: int) -> Rollouts:
        here, size = self.here, self._rollouts or _BATCH
        rng = here.batch(number)
        learnt, tried = (weigh_by_behaviour(here, size, rng) for _ in range(2))
        lost = cache(lambda question: chance_of_defeat(here, learnt, question))
        return Rollouts(here.seen.player, here.seen.hand, learnt, tried, lost)

    def _doubt(self, batches: int) -> float:
        """Return an upper bound on the standard error of a share."""
        return 1 / math.sqrt(batches * (self._rollouts or _BATCH))


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 9)
