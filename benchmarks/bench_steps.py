"""`Situation.do` one action at a time: seconds for all steps together.

`anew` judges each of the histories from its start, as was done before. `at once` is one
`do` with all actions. Processor time, in one run. The engine asp judges anew each time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from harness import seconds, table

from mystpy import Game, History, Situation
from mystpy.engines import get_engine

GAME = Game.myst(m=1, n=1, p=5, q=2)
HANDS = {str(k): [f"s{k}"] for k in range(1, 6)}
FEW = {"1": ["s1"]}
ROWS = (
    ("auto", HANDS, 1_000),
    ("auto", FEW, 1_000),
    ("prolog", HANDS, 1_000),
    ("prolog", FEW, 1_000),
    ("auto", HANDS, 10_000),
    ("asp", HANDS, 100),
)
ANEW = 1_000
"""Histories longer than this are not judged anew at each step."""


def turns(length: int) -> Iterator[str]:
    """Every player in turn asks the next one, who shows a card."""
    for turn in range(length // 5):
        i, j = turn % 5 + 1, (turn + 1) % 5 + 1
        yield f"asks({i},{{s{j},s6}})"
        yield f"yes({j})"
        yield f"shows({j},{i},s{j})"
        yield f"noguess({i})"
        yield f"endturn({i})"


def row(engine: str, hands: dict[str, list[str]], length: int) -> list[object]:
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
        for step in steps:
            now = now.then(step)
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
    before = seconds(anew, clock)
    return [*cells, before, before / taken]


def main() -> str:
    """Return the table."""
    head = ["engine", "hands given", "actions", "one by one", "at once"]
    return table([*head, "anew", "anew / one by one"], [row(*each) for each in ROWS])


if __name__ == "__main__":
    print(main())
