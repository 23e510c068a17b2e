"""How often a question wins: trials on drawn deals, batch by batch, for some time.

In the field: anytime Monte Carlo search at the root with common random numbers, by
racing (Maron and Moore 1994), with decisions made on one sample and tried on another
(determinization without looking into the cards).

A trial plays on for two own turns. What the player decides on the way follows from the
deals of one sample that fit the answers; whether that wins is counted in the deals of
the other. So no deal is both learnt from and counted, and few deals do not look like
much knowledge. After each batch those questions drop out that win clearly less than the
best, so that the time goes to those between which it is not clear.
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
        cell = self.learnt[np.flatnonzero(here)[:_CELL]]
        found = candidates(cell.game, self.own, cell.shares)
        expectations = inquiries(cell, self.player, found)
        return max(expectations, key=lambda each: each.gain).question


_MOST = 80
"""Nothing is tried where more piles than these are possible."""

_BATCH = 400
"""So many rollouts are made before it is looked at the clock."""

_CLEARLY = 0.5
"""So many standard errors (at most) count as more, since the best of some is taken."""

_HOPELESS = 2
"""So many standard errors behind the best a question is tried no more."""


def searchable(here: DetectiveBeliefState) -> bool:
    """Whether few enough piles are possible that two turns ahead may be enough."""
    return pile_count(here.seen.game, here.belief.may[0]) <= _MOST


class RootSearch:
    """Trials from a player's situation: so many, or as many as `seconds` allow."""

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
        """The first question, or the one that wins clearly more."""
        self._try(questions)
        first, *others = self.trials(questions)
        best = max(others, key=lambda each: each.wins, default=first)
        doubt = _CLEARLY * self._doubt(len(self._tried[best.question]))
        return (best if best.wins > first.wins + doubt else first).question

    def trials(self, questions: Sequence[int]) -> list[QuestionTrial]:
        """How often questions win; those not tried before are, in one batch."""
        for question in questions:
            if question not in self._tried:
                (trial,) = self._batch(0).trials([question])
                self._tried[question] = [trial.wins]
        return [QuestionTrial(Q, _mean(self._tried[Q])) for Q in questions]

    def race(self, questions: Sequence[int]) -> GuessTiming:
        """Guessing now against waiting, with what these questions are seen to tell."""
        pile = likeliest(self._batch(0).learnt)
        chances, laters = [], []
        for batch in self._in_time():
            chances.append(batch.tried.piles().get(pile, 0.0))
            laters.append(batch.later(questions))
        lost = self._batch(0).beaten(0)
        return GuessTiming(pile, _mean(chances), lost, _mean(laters))

    def _try(self, questions: Sequence[int]) -> None:
        """Try questions, those that are near the best again and again."""
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
        """The first batch, and more while there is time for them."""
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
        """The standard error of a share, at most."""
        return 1 / math.sqrt(batches * (self._rollouts or _BATCH))


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 9)
