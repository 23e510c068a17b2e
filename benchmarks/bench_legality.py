"""Measure the time to decide that a history is legal, by its length.

Peers in the same run: SWI-Prolog by progression (the engine), SWI-Prolog by naive
regression (`executable/1`, the definition itself), clingo, and the transition system of
the axioms.
"""

from __future__ import annotations

from collections.abc import Callable

from harness import medians, milliseconds, seconds, table

from mystpy.engines import get_engine
from mystpy.engines.prolog.engine import PrologEngine
from mystpy.game.game import Game
from mystpy.history.history import History

GAME = Game.myst(m=1, n=1, p=5, q=2)
HANDS = {k: [f"s{k}"] for k in range(1, 6)}
LENGTHS = (10, 100, 1_000, 10_000, 100_000)
REGRESSION_LIMIT = 1_000
ASP_LIMIT = 10_000


def text(length: int) -> str:
    """Return a legal history of this length: everybody asks the next player."""
    turns = []
    for turn in range(length // 5):
        i, j = turn % 5 + 1, (turn + 1) % 5 + 1
        turns.append(
            f"asks({i},{{s{j},s6}}) yes({j}) shows({j},{i},s{j}) "
            f"noguess({i}) endturn({i})"
        )
    return " ".join(turns)


def regression(engine: PrologEngine, history: History) -> object:
    """Decide by the definition of an executable situation, word for word."""
    return engine.executable(history)


def row(length: int) -> list[object]:
    """Measure one length with every method that takes it."""
    written = text(length)
    history = History.make(GAME, HANDS, written)
    prolog = get_engine("prolog")
    assert isinstance(prolog, PrologEngine)
    works: list[Callable[[], object] | None] = [
        lambda: History.make(GAME, HANDS, written),
        lambda: prolog.judge(history),
        (lambda: regression(prolog, history)) if length <= REGRESSION_LIMIT else None,
        (lambda: fresh_asp(history)) if length <= ASP_LIMIT else None,
        lambda: get_engine("worlds").judge(history),
    ]
    runs = 5 if length <= 1_000 else 3
    taken = iter(medians([work for work in works if work], runs))
    cells = [next(taken) if work else None for work in works]
    progression = cells[1]
    assert progression
    shown: list[object] = [f"{length:,}"]
    for cell in cells:
        shown.append("" if cell is None else milliseconds(cell))
    slow = cells[2]
    shown.append("" if slow is None else slow / progression)
    return shown


def fresh_asp(history: History) -> object:
    """Decide with clingo, including the grounding, as a command does."""
    from mystpy.engines.asp.kept import forget

    forget()
    return get_engine("asp").judge(history)


def main() -> str:
    """Return the table."""
    seconds(lambda: get_engine("prolog").judge(History.make(GAME, HANDS, text(10))))
    head = [
        "actions",
        "reading the text",
        "prolog, progression",
        "prolog, naive regression",
        "asp (clingo)",
        "worlds (diagram)",
        "regression / progression",
    ]
    return table(head, [row(length) for length in LENGTHS])


if __name__ == "__main__":
    print(main())
