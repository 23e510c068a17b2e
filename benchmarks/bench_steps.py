"""`Situation.do` one action at a time: seconds for all steps together.

`anew` judges each of the histories from its start, as was done before; with asp and
both every tenth, counted ten times. `at once` is one `do` with all actions. Processor
time, in one run.
"""

from __future__ import annotations

import time

from harness import seconds, table
from turns import FEW, GAME, HANDS, Hands, turns

from mystpy import History, Situation
from mystpy.engines import get_engine

ROWS = (
    ("auto", HANDS, 1_000),
    ("auto", FEW, 1_000),
    ("prolog", HANDS, 1_000),
    ("prolog", FEW, 1_000),
    ("asp", HANDS, 1_000),
    ("asp", FEW, 1_000),
    ("both", HANDS, 1_000),
    ("both", FEW, 1_000),
    ("auto", HANDS, 10_000),
)
ANEW = 1_000
"""Histories longer than this are not judged again from the start at each step."""
SLOW = {"asp": 10, "both": 10}
"""For slow engines: one of this number of histories is judged from the start."""


def row(engine: str, hands: Hands, length: int) -> list[object]:
    """Measure one engine."""
    start = Situation.init(GAME, hands, engine=engine)
    start.do("asks(1,{s1,s2})")
    steps = list(turns(length))

    def single() -> None:
        now = start
        for step in steps:
            now = now.do(step)

    def anew() -> None:
        now = start.history
        for number, step in enumerate(steps):
            now = now.then(step)
            if number % SLOW.get(engine, 1):
                continue
            bare = History(now.game, now.hands, now.actions)
            get_engine(engine).judge(bare)

    def at_once() -> None:
        Situation.init(GAME, hands, engine=engine).do(*steps)

    clock = time.process_time
    whole = seconds(at_once, clock)
    taken = seconds(single, clock)
    cells: list[object] = [engine, f"{len(hands)} of 5", f"{length:,}", taken, whole]
    if length > ANEW:
        return [*cells, "", ""]
    before = seconds(anew, clock) * SLOW.get(engine, 1)
    return [*cells, before, before / taken]


def main() -> str:
    """Return the table."""
    head = ["engine", "hands given", "actions", "one by one", "at once"]
    head += ["from the start", "from the start / one by one"]
    return table(head, [row(*each) for each in ROWS])


if __name__ == "__main__":
    print(main())
