"""Estimates for games being solved: sequences, memory and time, before each turn.

Sequences and plays are counted, not listed. The time of a turn is a power of the number
of its sequences, as measured on another machine, and then in the run itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, count, islice, repeat, takewhile
from math import log
from operator import mul
from statistics import fmean
from time import monotonic

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.certificate import MOST_TURNS
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import needed
from mystpy.solve.runs.run import Run

_UNIT = 10_000
_GROWN, _SOLVED, _ROUND = (0.2, 0.75), (0.11, 1.25), (0.0004, 1.0)
"""The seconds for _UNIT sequences, and the power of their number by which they grow.

They are for building the tree of a turn, for its linear program with plans in
fractions, and for a round of regret minimization.
"""
_MOMENT = 0.2
"""Shorter times give no information about longer ones."""
_LONG = 1.0
"""Shorter work is not announced: it is done before the notice is read."""
_ELSEWHERE = "as measured elsewhere"
_LEAST = 0.001
"""Shorter times are treated as this one."""
_IMAGINABLE = 1e18
"""Turns with more sequences have no estimate."""
_COUNTED = 3_000
"""A game of a range is counted up to the first turn with more sequences."""


class Pace:
    """The speed of solving turns, by the last turn in this run that took a moment.

    The first turn is not used: libraries are loaded in it. The last estimated turn is
    `expected` to take this number of seconds.
    """

    def __init__(self, run: Run, clock: Callable[[], float] = monotonic) -> None:
        self._run, self._clock = run, clock
        self._factor, self._basis = 1.0, _ELSEWHERE
        self.expected = self._begun = 0.0
        self._counts: dict[int, int] = {}

    def ahead(self, form: SequenceForm) -> str | None:
        """Return the estimate for the next turn, in words, if it takes long."""
        number = sum(form.counts)
        self._counts[form.turns] = number  # of the second tree, if it has two
        seconds = self.expected = self._seconds(number)
        estimate = (
            f"turn {form.turns}: {number:,} sequences, {form.root.size:,} ways to end,"
            f" at most {memory_words(needed(form.root.size, self._run.rounds))},"
            f" about {time_words(seconds)} ({self._basis})"
        )
        if later := self._later(form.turns):
            seconds += sum(self._seconds(n) + _power(n, _GROWN) for n in later)
            estimate += f"; if all {self._run.turns} are needed, perhaps"
            estimate += f" {later[-1]:,.0f} sequences and {time_words(seconds)}"
        self._begun = self._clock()
        return estimate if seconds >= _LONG else None

    def _later(self, turns: int) -> list[float]:
        """Return the estimated numbers of sequences of later turns."""
        if self._run.turns is None or len(self._counts) < 3:
            return []
        before, number = list(self._counts.values())[-2:]
        rate = max(number / before, 1.0)
        found = accumulate(repeat(rate), mul, initial=number * rate)
        estimate = takewhile(_IMAGINABLE.__gt__, found)
        return list(islice(estimate, min(self._run.turns, MOST_TURNS) - turns))

    def done(self, turns: int) -> None:
        """Learn how long that turn took."""
        took = self._clock() - self._begun
        if took >= _MOMENT and len(self._counts) > 1:
            self._factor *= took / self.expected
            self._basis = f"as turn {turns} took {time_words(took)}"

    def _seconds(self, number: float) -> float:
        return self._factor * _solving(number, self._run.rounds)


class SolvingForecast(NamedTuple):
    """A forecast of a game: its counted turns, and the time they take on a core.

    It may be decided sooner; and if it was not counted to its end, it may take longer.
    """

    turns: int
    sequences: int
    seconds: float
    whole: bool


def prospect(game: Game, run: Run) -> SolvingForecast:
    """Return the forecast of a game, counted as long as its turns are small."""
    growth, seconds, before = TreeBuilder(game, run.variant), 0.0, 0
    for turns in count(1):
        try:
            number = sum(growth.form(turns).counts)
        except QueryError:  # raised again if the game is solved
            return SolvingForecast(turns - 1, before, seconds, whole=False)
        if number == before:
            return SolvingForecast(turns - 1, number, seconds, whole=True)
        seconds += _power(number, _GROWN) + _solving(number, run.rounds)
        if turns == run.turns or number > _COUNTED:
            return SolvingForecast(turns, number, seconds, turns == run.turns)
        before = number
    raise AssertionError("turns have no end")


_POWERS = 0.7, 1.5
_DOUBT = 5.0
"""The range of the powers, and the weight of the prior power 1."""


class Agenda:
    """The games that are still to be solved, and the time they take.

    As soon as some are done, the times of the others are estimated by the power of the
    expected times, and the factor, that fit those best.
    """

    def __init__(self, games: Iterable[Game], run: Run, processes: int) -> None:
        self._left = {game: prospect(game, run) for game in games}
        self._processes = processes
        self._done = list[tuple[float, float]]()
        self._largest = max(self._left.values(), key=lambda one: one.seconds)
        self._number = len(self._left)

    def begun(self) -> str:
        """Return the number of games, and their estimated time."""
        largest = self._largest
        turns = f"{largest.turns} turn{'s' * (largest.turns != 1)}"
        return (
            f"{self._number} games, the largest with {largest.sequences:,} sequences in"
            f" {turns}{'' if largest.whole else ' and more'}: {self._rest()}"
        )

    def done(self, game: Game, seconds: float | None) -> str:
        """Return the number of games done, with this one, and the time of the rest.

        It took `seconds`, if it was begun in this run.
        """
        one = self._left.pop(game)
        if seconds is not None:
            self._done.append((one.seconds, seconds))
        done = self._number - len(self._left)
        rest = f", the others take {self._rest()}" if self._left else ""
        return f"{done} of {self._number} games{rest}"

    def _rest(self) -> str:
        ahead = [one.seconds for one in self._left.values()]
        cores = max(1, min(self._processes, len(ahead)))
        seconds, estimate, basis = sum(ahead), "about", _ELSEWHERE
        if self._done:
            seconds, basis = fitted_time(self._done, ahead), "as those did"
        elif not all(one.whole for one in self._left.values()):
            estimate = "at least"
        return f"{estimate} {time_words(seconds / cores)} ({basis})"


def fitted_time(done: Sequence[tuple[float, float]], ahead: Iterable[float]) -> float:
    """Return the estimated time of games, by their expected seconds.

    `done` has the expected and the actual seconds of the games that are done.
    """
    logs = [log(expected) for expected, _ in done]
    took = [log(max(seconds, _LEAST)) for _, seconds in done]
    middle = fmean(logs)
    spread = sum((x - middle) ** 2 for x in logs) + _DOUBT
    joint = sum((x - middle) * y for x, y in zip(logs, took, strict=True)) + _DOUBT
    power = min(max(joint / spread, _POWERS[0]), _POWERS[1])
    factor = sum(y for _, y in done) / sum(pow(x, power) for x, _ in done)
    return float(factor * sum(pow(x, power) for x in ahead))


def _power(number: float, relation: tuple[float, float]) -> float:
    seconds, power = relation
    return seconds * float((number / _UNIT) ** power)


def _solving(number: float, rounds: int | None) -> float:
    if rounds is None:
        return 0.01 + _power(number, _SOLVED)
    return 0.01 + _power(number, _ROUND) * rounds


def time_words(seconds: float) -> str:
    """Return a time in words, with a suitable precision."""
    for most, unit, size in ((120, "s", 1), (7_200, "min", 60), (172_800, "h", 3_600)):
        if seconds < most:
            shown = seconds / size
            return f"{shown:.1f} {unit}" if shown < 9.95 else f"{shown:.0f} {unit}"
    return f"{seconds / 86_400:,.0f} days"


def memory_words(size: int) -> str:
    """Return a number of bytes as MB or GB."""
    mb = size / 2**20
    return f"{mb:.1f} MB" if mb < 1_000 else f"{mb / 1024:,.1f} GB"
