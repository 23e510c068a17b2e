"""A choice searched for some time: the same deals for every question, batch by batch.

In the field: anytime Monte Carlo search with common random numbers, by racing
(Maron and Moore 1994).

After each batch those questions drop out that win clearly less than the best. So the
time goes to those between which it is not clear.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.likelihood import weigh_by_behaviour
from mystpy.players.detective.race import GuessTiming, chance_of_defeat, likeliest
from mystpy.players.detective.rollouts import QuestionTrial, Rollouts
from mystpy.players.detective.sample import pile_count

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
    """Trials from where a player stands: so many, or as many as `seconds` allow."""

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
