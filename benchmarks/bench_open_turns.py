"""Clue on the full deck with turns that are left open: milliseconds of processor time.

`histories` may have happened, `cases` are those made disjoint by which their deals are
counted; `fit` drops the histories of which no deal fits, `count` counts all cases, and
`ask` decides what the owner knows. The lines are half heard: who showed, or what was
asked, is not known.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from harness import table

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.possible_histories.counts.counted_deals import CountedDeals
from mystpy.possible_histories.possible_histories import possible_histories
from mystpy.questions.knowledge import ask

Result = TypeVar("Result")

GAME = Game.clue(players=["ann", "bob", "cid", "dan"], board=True)
HAND = ["scarlett", "rope", "hall", "kitchen", "knife"]
FIRST = "ann: plum pipe study -> dan shows pipe"
NOTES = {
    "who showed, and the room": "bob: mustard wrench ? -> cid or dan shows",
    "two rooms": "bob: mustard wrench ? -> cid shows\n"
    "cid: green candlestick ? -> bob shows",
    "two rooms, and who showed": "bob: mustard wrench ? -> cid or dan shows\n"
    "cid: green candlestick ? -> dan -, ann -, bob -",
    "three turns": "bob: mustard wrench ? -> cid -, dan shows\n"
    "cid: green candlestick ? -> dan -, ann -, bob shows\n"
    "dan: white ? study -> ann -, bob shows",
}


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """Return the result of the work and its milliseconds of processor time."""
    start = time.process_time()
    result = work()
    return result, (time.process_time() - start) * 1_000


def rows() -> list[list[str]]:
    """Return a row of the table for each kind of notes."""
    found = []
    for what, lines in NOTES.items():
        history = History.make(GAME, {"ann": HAND}, f"{FIRST}\n{lines}")
        histories = possible_histories(history)
        fitting, fit = timed(lambda h=histories: h.fitting_for(1))
        counted = CountedDeals(histories, 1, fitting)
        tally, count = timed(lambda c=counted: c.tally(None))
        phi = parse_formula("K(ann,h(cid,mustard) | ~h(bob,library))", GAME)
        _, value = timed(lambda h=history, f=phi: ask(h, f, get_engine()))
        numbers = (len(histories.all), counted.case_count(), tally.total)
        times = (f"{each:.0f}" for each in (fit, count, value))
        found.append([what, *map(str, numbers), *times])
    return found


if __name__ == "__main__":
    head = ["notes", "histories", "cases", "deals", "fit", "count", "ask"]
    print(table(head, rows()))
