"""The gain that games in lockstep could have: array work for many games at once.

If many games are played in lockstep, the counts, draws and values of several players
can share calls of numpy. The work for one of them and for some at once is measured here
with the beliefs of six strong players in Clue: the states of a count, drawn deals, and
values of questions. Times are the processor's. The second table says how much of a game
is such work.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import product
from random import Random
from typing import Any

import numpy as np
from bench_players import asked
from harness import medians, table

from mystpy.bits import bits
from mystpy.engines.symbolic.count import draw
from mystpy.engines.symbolic.count.count import counting_plan
from mystpy.engines.symbolic.count.draw import DealSampler
from mystpy.engines.symbolic.count.levels import StateCodes
from mystpy.game.game import Game
from mystpy.players.detective import detective, question_policy
from mystpy.players.detective.question_choice import gains
from mystpy.players.detective.sample import DealSample, sort_masks

GAME = Game.clue(6)
QUESTIONS = [sum(cards) for cards in product(*map(bits, sort_masks(GAME)))]
RUNS = 5
BELIEFS = 40


def counts() -> list[tuple[Any, ...]]:
    """Return the arguments of the counts of some games, evenly chosen."""
    found: list[tuple[Any, ...]] = []
    plain = DealSampler.__init__

    def noted(*args: Any, **options: Any) -> None:
        found.append((args[1:], options))
        plain(*args, **options)

    with replaced([(DealSampler, "__init__", noted)]):
        asked("strong-e", readable=False, game=GAME)
    return found[:: max(1, len(found) // BELIEFS)]


def rows() -> list[list[object]]:
    """Measure each kind of work for one game, and for several at once."""
    made = counts()
    plans = [counting_plan(*args, **options) for args, options in made]
    samplers = [DealSampler(*args, **options) for args, options in made]
    samples = [DealSample(GAME, each.draws(Random(1), 64)) for each in samplers]
    codes = [StateCodes(plan) for plan in plans]
    levels = [(each, *level) for each in codes for level in states(each)]
    works: dict[str, tuple[int, Callable[[int], None], int]] = {
        "the states of a count, a level": (16, partial(step, levels), len(levels)),
        "384 deals, drawn": (16, partial(drawn, samplers), len(samplers)),
        "64 questions, valued": (4, partial(valued, samples), len(samples)),
    }
    found: list[list[object]] = []
    for label, (many, work, number) in works.items():
        both = [partial(work, 1), partial(work, many)]
        one, several = medians(both, RUNS, time.process_time)
        each = [f"{taken / number * 1e6:.1f}" for taken in (one, several / many)]
        found.append([label, many, *each, one * many / several])
    return found


def states(codes: StateCodes) -> list[tuple[Any, int]]:
    """Return the states before each level of a count."""
    found = []
    now: Any = np.array([codes.start], codes.kind)
    for level in range(len(codes.places)):
        found.append((now, level))
        now, _ = codes.tell_apart(codes.ahead(now, level)[0])
    return found


def step(levels: list[tuple[StateCodes, Any, int]], many: int) -> None:
    """Make the states after each level, of this number of equal counts."""
    for codes, now, level in levels:
        codes.tell_apart(codes.ahead(np.tile(now, many), level)[0])


def drawn(samplers: list[DealSampler], many: int) -> None:
    """Draw the deals of this number of equal beliefs."""
    for sampler in samplers:
        sampler.draws(Random(1), 384 * many)


def valued(samples: list[DealSample], many: int) -> None:
    """Value the questions of this number of equal beliefs."""
    for sample in samples:
        gains(sample, 1, Random(1).sample(QUESTIONS, 64 * many))


ARRAYS: tuple[tuple[Any, str], ...] = (
    (draw, "levels"),
    (draw, "_fork"),
    (DealSampler, "draws"),
    (question_policy, "gains"),
    (question_policy, "inquiries"),
    (detective, "weigh_by_behaviour"),
)
"""The functions that mostly work on arrays."""


def share() -> float:
    """Return the share of these functions in games of six strong players."""
    taken, depth = [0.0], [0]

    def timed(function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **options: Any) -> Any:
            depth[0] += 1
            start = time.thread_time()
            try:
                return function(*args, **options)
            finally:
                depth[0] -= 1
                taken[0] += (time.thread_time() - start) * (depth[0] == 0)

        return run

    both = [(owner, name, timed(getattr(owner, name))) for owner, name in ARRAYS]
    with replaced(both):
        start = time.thread_time()
        asked("strong-e", readable=False, game=GAME)
        return taken[0] / (time.thread_time() - start)


@contextmanager
def replaced(functions: Sequence[tuple[Any, str, Any]]) -> Iterator[None]:
    """Put functions in the place of others for a while."""
    plain = [(owner, name, getattr(owner, name)) for owner, name, _ in functions]
    for owner, name, function in functions:
        setattr(owner, name, function)
    yield
    for owner, name, function in plain:
        setattr(owner, name, function)


def main() -> str:
    """Return the tables."""
    head = ("work", "at once", "alone, us", "each, us", "alone / each")
    found = rows()
    part, least = share(), max(float(str(row[-1])) for row in found)
    rest = [f"{part:.0%}", f"{least:.2f}", f"{1 / (1 - part + part / least):.2f}"]
    second = ("share of array work", "gain in it at most", "gain of a game at most")
    return f"{table(head, found)}\n\n{table(second, [rest])}"


if __name__ == "__main__":
    print(main())
