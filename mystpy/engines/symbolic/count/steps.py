"""The two passes of a count over the steps of a plan, in exact integers.

Forward, how many ways lead to each state; backward, how many lead from it to the end.
Together they say how many deals have a card at a place. Both are plain loops over
dictionaries.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

from mystpy.bits import bits
from mystpy.engines.symbolic.count.plan import CountingPlan
from mystpy.engines.symbolic.count.states import (
    AlikeCards,
    CardMove,
    CloseShow,
    CountingStep,
    Dead,
)

Level = dict[int, int]
"""For each state the number of ways (or, if deals are weighted, their weight)."""

Found = list[tuple[int, int]]
"""Cells with the number of deals that have them. They are powers of two, which have few
different hashes: a dictionary of the cells of many players takes long."""


def total(plan: CountingPlan) -> int:
    """The number of deals, remembering one level at a time."""
    level = {plan.start: 1}
    for step in plan.steps:
        level = _alive(_closed(_dealt(level, step.moves), step.close), step.dead)
    onward = _ended(level, plan.tail)
    return sum(ways * onward[state] for state, ways in level.items())


def cells(plan: CountingPlan) -> tuple[int, Found]:
    """The number of deals, and for each free cell the number that have it."""
    levels, dealt = _forward(plan)
    onward = _ended(levels[-1], plan.tail)
    number = sum(ways * onward[state] for state, ways in levels[-1].items())
    found = _in_tail(levels.pop(), onward, plan.tail)
    for step in reversed(plan.steps):
        onward = _opened(dealt.pop(), onward, step.close)
        onward = _back(levels.pop(), onward, step, found)
    return number, found


def _forward(plan: CountingPlan) -> tuple[list[Level], list[Level]]:
    """The states before each step and at the end, and those where shows are settled."""
    levels = [{plan.start: 1}]
    dealt: list[Level] = []
    for step in plan.steps:
        now = _dealt(levels[-1], step.moves)
        dealt.append(now if step.close else {})
        levels.append(_alive(_closed(now, step.close), step.dead))
    return levels, dealt


def _ended(level: Level, tail: AlikeCards) -> Level:
    """For each state the ways to deal the cards that are alike."""
    ways = math.factorial(tail.cards)
    onward = {}
    for state in level:
        rooms = ((state & mask) >> shift for _, _, mask, shift in tail.rooms)
        onward[state] = ways // math.prod(map(math.factorial, rooms))
    return onward


def _in_tail(level: Level, onward: Level, tail: AlikeCards) -> Found:
    """How many deals have each of the cells of the cards that are alike."""
    found: Found = []
    for _, column, mask, shift in tail.rooms:
        number = sum(
            ways * onward[state] * ((state & mask) >> shift)
            for state, ways in level.items()
        )
        found += ((cell, number // tail.cards) for cell in bits(column))
    return found


def _dealt(level: Level, moves: Sequence[CardMove]) -> Level:
    """Deal a card to each of its places."""
    found: Level = defaultdict(int)
    for _, _, room, take, keep in moves:
        for state, ways in level.items():
            if state & room:
                found[(state - take) & keep] += ways
    return found


def _closed(level: Level, closes: Sequence[CloseShow]) -> Level:
    """Weight the states by shows whose cards are all dealt, and forget these cards."""
    for _, shift, field, factors in closes:
        found: Level = defaultdict(int)
        for state, ways in level.items():
            found[state & ~field] += ways * factors[(state & field) >> shift]
        level = found
    return level


def _alive(level: Level, dead: Sequence[Dead]) -> Level:
    """Leave out the states that are dead."""
    for shift, mask, values in dead:
        level = {s: n for s, n in level.items() if s >> shift & mask not in values}
    return level


def _opened(level: Level, onward: Level, closes: Sequence[CloseShow]) -> Level:
    """The ways onward from the states of a level before it is weighted."""
    if not closes:
        return onward
    found = {}
    for state in level:
        factor, closed = 1, state
        for _, shift, field, factors in closes:
            factor *= factors[(state & field) >> shift]
            closed &= ~field
        if ways := onward.get(closed):
            found[state] = ways * factor
    return found


def _back(level: Level, onward: Level, step: CountingStep, found: Found) -> Level:
    """The ways onward from a level, and note how many take each move."""
    before: Level = defaultdict(int)
    get = onward.get
    for cell, _, room, take, keep in step.moves:
        number = 0
        for state, ways in level.items():
            if state & room and (ahead := get((state - take) & keep)):
                before[state] += ahead
                number += ahead * ways
        found.append((cell, number))
    return before
