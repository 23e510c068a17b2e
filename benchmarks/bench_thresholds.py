"""Numbers of `mystpy/thresholds.py` moved aside, so that the other method answers.

Each row does the same work with the present number and with another one, in turn. It
has the median of processor time in milliseconds and the ratio; above 1 the present
number is better. Answers are compared. A ratio far from 1 on one side only shows that
the method pays; a ratio below 1 on both sides would show that the number is wrong.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from functools import cache, partial
from math import inf
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from bench_packages import own, situation, vienna
from games import KINDS, turns_seen
from harness import table

from mystpy import bits, thresholds
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.settle import settle
from mystpy.engines import get_engine
from mystpy.engines.asp.kept import forget
from mystpy.engines.explain.explainer import Explainer
from mystpy.engines.prolog.engine import PrologEngine
from mystpy.engines.symbolic.common_knowledge.bounds import CommonKnowledge
from mystpy.engines.symbolic.count.count import LIMIT
from mystpy.engines.symbolic.count.draw import DealSampler
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.kripke.partition import Partition
from mystpy.kripke.puzzles.shelf import find_puzzle
from mystpy.kripke.puzzles.solution import solve
from mystpy.kripke.stability import signatures
from mystpy.language.read import parse_formula
from mystpy.packages import kept_histories
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.runs.run import Run
from mystpy.views import GivenCards

RUNS = 3
CLUE = Game.clue(4)
Relations = tuple[list[Partition], Partition]


class Row(NamedTuple):
    """A number, another value for it, and some work: what, how, and its answer."""

    name: str
    other: float
    what: str
    work: Callable[[], object]


@contextmanager
def moved(name: str, value: float) -> Iterator[None]:
    """Give a number another value in each module that uses it."""
    with ExitStack() as stack:
        for module in list(sys.modules.values()):
            if getattr(module, "__name__", "").startswith("mystpy"):
                patched = patch.dict(vars(module), {name: value})
                stack.enter_context(patched if name in vars(module) else nullcontext())
        yield


# --- The work ---------------------------------------------------------------------


def members(size: int) -> object:
    """List the members of sets with 2 % of so many things."""
    draw = Random(1)
    masks = [sum(1 << draw.randrange(size) for _ in range(size // 50)) for _ in "abcd"]
    return [list(bits.members(mask)) for mask in masks * (200_000 // size)]


@cache
def path(size: int) -> Relations:
    """Return worlds in a row, each with its neighbours for one of two agents."""
    order = np.random.default_rng(1).permutation(size)
    halves = [Partition.of_codes((order + k) // 2, size) for k in (0, 1)]
    return halves, Partition.of_codes((order == 0).astype(np.int64), 2)


@cache
def square(side: int) -> Relations:
    """Return worlds in a square, each with a neighbour for each of four agents."""
    x, y = np.divmod(np.arange(side * side), side)
    pairs = [(x + d) // 2 * (side + 1) + y for d in (0, 1)]
    pairs += [(y + d) // 2 * (side + 1) + x for d in (0, 1)]
    found = [Partition.of_codes(codes, (side + 2) ** 2) for codes in pairs]
    return found, Partition.of_codes((x + y == 0).astype(np.int64), 2)


def stable(model: Relations) -> object:
    """Return how many worlds are left of a model by bisimulation."""
    return signatures.stable(*model).count


def classes(bound: int) -> object:
    """Number the classes of 20,000 worlds whose codes are below a bound."""
    codes = np.random.default_rng(1).integers(0, bound, 20_000)
    return Partition.of_codes(codes, bound).count


@cache
def seen(
    game: Game, kind: str, turns: int
) -> list[tuple[PublicConstraints, GivenCards]]:
    """Return the constraints and what player 1 has seen, after each turn."""
    _, history = KINDS[kind](game, Random(1), turns)
    return list(turns_seen(history, 1))


def nested(kind: str, pattern: str, turns: int = 10) -> object:
    """Ask a formula about some cards after some turns of Clue."""
    constraints, known = seen(CLUE, kind, turns)[-1]
    session = SatSession(constraints)
    formulas = [parse_formula(pattern.format(x), CLUE) for x in CLUE.cards[:8]]
    return [session.value(phi, known).value for phi in formulas]


def reasons() -> object:
    """Explain what is known of each card after some turns of Clue."""
    constraints, known = seen(CLUE, "random", 25)[-1]
    cells = [
        f"{no}h({k},{x})" for k in range(5) for x in CLUE.cards for no in ("", "~")
    ]
    formulas = [parse_formula(cell, CLUE) for cell in cells]
    found = [Explainer(constraints, known, phi).smallest() for phi in formulas]
    return [x and len(x.selectors) for x in found]


def grids(kind: str) -> object:
    """Keep the grid of a player through some turns of Clue."""
    grid = ViewGrid(CLUE)
    return [
        grid.update(view(constraints, known, 1))
        for constraints, known in seen(CLUE, kind, 20)
    ]


def drawn() -> object:
    """Draw deals that fit what a player has seen."""
    constraints, known = seen(CLUE, "random", 20)[-1]
    grid = ViewGrid(CLUE)
    grid.update(view(constraints, known, 1))
    return DealSampler(grid, limit=LIMIT).total


def common() -> object:
    """Ask what is common knowledge of two players after some turns of Clue."""
    constraints, known = seen(Game.clue(3), "stress", 8)[-1]
    return CommonKnowledge(constraints, (1, 2)).cells(known).cells


def children(number: int) -> object:
    """Solve the puzzle of so many muddy children."""
    found = solve(find_puzzle("muddy-children"), {"n": number, "k": number})
    return [step.says for step in found.steps]


def black_vienna(players: int, hand: int, questions: int, pattern: str) -> object:
    """Ask a formula about some suspects after some questions."""
    kept_histories._kept.cache_clear()
    hands, actions = vienna(players, hand, questions, 2)
    sizes = {"players": players, "hand": hand}
    asked = situation("black-vienna", actions, own(hands, 1), **sizes)
    return [asked.value(pattern.format(f"s{k}")) for k in range(1, 8)]


def solved(m: int, n: int, q: int) -> object:
    """Solve a game of two players."""
    *_, last = improving_bounds(Game.myst(m, n, 2, q), GameVariant(questions="useful"))
    return last.value


def run(m: int, n: int, q: int) -> object:
    """Solve a game of two players as `mystpy solve` does."""
    found = Run(GameVariant(questions="useful")).bounds(Game.myst(m, n, 2, q))
    *_, (last, *_) = found
    return last.value


def holds_anew(number: int) -> object:
    """Ask the answer set program for as many formulas of one history."""
    game = Game.myst(1, 1, 5, 2)
    history = History.make(game, {1: [game.cards[0]]}, "")
    cells = [f"h({k},{x})" for k in range(1, 6) for x in game.cards]
    pairs = [f"{a} | {b}" for a in cells for b in cells][:number]
    forget()
    return [
        get_engine("asp").value(history, parse_formula(text, game)).value
        for text in pairs
    ]


def turns_by_asp(game: Game, size: int) -> object:
    """Judge a history by clingo, after each so many more of its actions."""
    turns = [
        f"asks({i},{{{game.cards[0]},{game.cards[1]}}}) no({i % game.p + 1})"
        f" noguess({i}) endturn({i})"
        for i in range(1, game.p + 1)
    ]
    history = History.make(game, {}, "")
    actions = " ".join(turns).split()
    forget()
    found = []
    for first in range(0, len(actions), size):
        history = history.then(" ".join(actions[first : first + size]))
        found.append(str(get_engine("asp").judge(history).verdict))
    return found


def outermost() -> object:
    """Ask Prolog an outermost K about some cards after a question."""
    game = Game.myst(1, 1, 4, 2)
    history = History.make(game, {}, "asks(1,{s1,s2}) no(2)")
    engine = PrologEngine(all_worlds=thresholds.MAX_WORLDS_FOR_OUTERMOST_K)
    formulas = [parse_formula(f"K(2,h(1,{x}))", game) for x in game.cards]
    return [engine.value(history, phi).value for phi in formulas]


def announced() -> object:
    """Ask a formula after an announcement of knowledge."""
    game = Game.myst(2, 2, 3, 2)
    history = History.make(game, {}, "asks(1,{s1,s2}) no(2)")
    texts = [f"<~K(3,h(1,{x}))!> K(2,~h(3,{x}))" for x in game.cards[2:5]]
    engine = get_engine("auto")
    return [engine.value(history, parse_formula(text, game)).value for text in texts]


def swept() -> object:
    """Settle a conjecture about a small game."""
    text = "forall i in players, x in cards: K(i,h(1,x)) -> next K(i,h(1,x))"
    stated = Conjecture("", "always", text, (Game.myst(1, 1, 2, 2),), 6)
    return settle(stated, Budget(scope="sample", processes=1)).verdict


def cores(limit: int | None = None) -> object:
    """Look for minimal reasons with so many conflicts at the most."""
    constraints, known = seen(CLUE, "random", 25)[-1]
    formulas = [parse_formula(f"~h(1,{x})", CLUE) for x in CLUE.cards]
    budget = limit or thresholds.MAX_CONFLICTS_OF_CORE
    found = [
        Explainer(constraints, known, phi, budget=budget).minimal() for phi in formulas
    ]
    return [x and len(x.selectors) for x in found]


LONG, WIDE = partial(stable, path(20_000)), partial(stable, square(150))
KNOWS, UNSURE = "K(1,K(2,h(3,{})))", "K(1,~K(2,K(3,h(0,{}))))"
PLAYED = partial(nested, "stress", UNSURE)
NESTED = "K(1, ~K(2, h(0,{})))"
SMALL = partial(black_vienna, 3, 2, 1, NESTED)
VIENNA = partial(black_vienna, 3, 3, 4, NESTED)
THRICE = partial(black_vienna, 4, 4, 6, "K(1, K(2, ~K(3, h(0,{}))))")
KNOWN = partial(black_vienna, 3, 2, 1, "K(1, h(2,{}))")
BY_ONE = partial(turns_by_asp, Game.myst(1, 1, 5, 2), 1)
BY_FORTY = partial(turns_by_asp, Game.myst(1, 1, 20, 2), 40)
ROWS = (
    Row("MIN_BITS_READ_AS_TEXT", 0, "members of 1,000", partial(members, 1_000)),
    Row("MIN_BITS_READ_AS_TEXT", 10**9, "members of 20,000", partial(members, 20_000)),
    Row("MAX_TABLE_ENTRIES_PER_WORLD", 0, "4 a world", partial(classes, 80_000)),
    Row("MAX_TABLE_ENTRIES_PER_WORLD", 10**6, "64", partial(classes, 1_280_000)),
    Row(
        "MAX_ROUNDS_OF_ALL_WORLDS",
        10**6,
        "2,000 in a row",
        partial(stable, path(2_000)),
    ),
    Row("MAX_ROUNDS_OF_ALL_WORLDS", 0, "worlds in a square", WIDE),
    Row("MAX_SMALL_ROUNDS", 10**6, "worlds in a row", LONG),
    Row("MAX_SMALL_ROUNDS", 0, "worlds in a square", WIDE),
    Row("MAX_EDGES_OF_SMALL_ROUND", 0, "worlds in a row", LONG),
    Row("MAX_EDGES_OF_SMALL_ROUND", 10**6, "worlds in a square", WIDE),
    Row("MAX_LOOKS_PER_EDGE", 0, "worlds in a square", WIDE),
    Row("MIN_SETS_FOR_COUNTING", 10**6, "Clue, many shows", PLAYED),
    Row("MIN_SETS_FOR_COUNTING", 2, "Clue, many shows", PLAYED),
    Row("MAX_CONFLICTS_OF_HITTING_SET", 50, "Clue, reasons", reasons),
    Row("MAX_HITTING_SETS", 1, "Clue, reasons", reasons),
    Row("MAX_WORLDS_IN_TEMPLATE", 0, "Clue, K K", partial(nested, "random", KNOWS)),
    Row("MAX_WORLDS_IN_TEMPLATE", 0, "Clue, K~K K", partial(nested, "random", UNSURE)),
    Row("MAX_CLAUSES_OF_UNROLLING", 0, "Clue, many shows", PLAYED),
    Row("MAX_CASES_WITHOUT_SOLVER", 0, "grids, random", partial(grids, "random")),
    Row("MAX_CASES_WITHOUT_SOLVER", 10**6, "grids, shows", partial(grids, "stress")),
    Row("MAX_BITS_OF_STATE_TABLE", 0, "deals drawn", drawn),
    Row("MAX_BITS_OF_STATE_TABLE", 30, "deals drawn", drawn),
    Row("MIN_GAIN_OF_ORDER", 10**6, "deals drawn", drawn),
    Row("MAX_DEPTH_OF_DISPROOF", 2, "C in Clue", common),
    Row("MAX_CONFLICTS_BEFORE_DIAGRAMS", -1, "C in Clue", common),
    Row("MAX_CONFLICTS_OF_LINKED_WORLDS", 1, "C in Clue", common),
    Row("MAX_FORMULAS_OF_PROGRAM", 20, "asp, 600 formulas", partial(holds_anew, 600)),
    Row("MAX_FORMULAS_OF_PROGRAM", 10**6, "asp, 600", partial(holds_anew, 600)),
    Row("MAX_ACTIONS_CONTINUED", 0, "asp, action by action", BY_ONE),
    Row("MAX_STEP_GROUNDING_SECONDS", 0, "asp, action by action", BY_ONE),
    Row("MAX_ACTIONS_CONTINUED", 10**6, "asp, 40 at a time", BY_FORTY),
    Row("MAX_WORLDS_FOR_OUTERMOST_K", 0, "prolog, 120 worlds", outermost),
    Row("MAX_WORLDS_LISTED", 0, "announcements, 2,520 deals", announced),
    Row("MAX_DEALS_SWEPT", 1, "a conjecture", swept),
    Row("MAX_CONFLICTS_OF_CORE", 5, "Clue, reasons", cores),
    Row("MAX_RUNS_READ_WHOLE", 0, "three hands of two, K", KNOWN),
    Row("MAX_VARIABLES_LISTED", 0, "8 children", partial(children, 8)),
    Row("MAX_VARIABLES_LISTED", 100, "14 children", partial(children, 14)),
    Row("MAX_RUNS_LISTED", 0, "three hands of two, K~K", SMALL),
    Row("MAX_RUNS_LISTED", 10**5, "three hands of two, K~K", SMALL),
    Row("MAX_COUNTS_COMBINED", 0, "Black Vienna, K~K", VIENNA),
    Row("MAX_VAIN_SEARCHES", 10**6, "Black Vienna, K~K", VIENNA),
    Row("MAX_VAIN_SEARCHES", 0, "Black Vienna, K~K", VIENNA),
    Row("MIN_VIEWS_TO_SHORTEN_CORES", 10**6, "Black Vienna, K K~K", THRICE),
    Row("MIN_VIEWS_TO_SHORTEN_CORES", 0, "Black Vienna, K~K", VIENNA),
    Row("MAX_WAYS_WITHOUT_QUOTIENT", 0, "MYST(2,2,2,1)", partial(solved, 2, 2, 1)),
    Row("MAX_WAYS_WITHOUT_QUOTIENT", 10**9, "MYST(3,2,2,2)", partial(solved, 3, 2, 2)),
    Row("MAX_WAYS_SOLVED_AS_A_WHOLE", 0, "MYST(2,2,2,1)", partial(solved, 2, 2, 1)),
    Row("MAX_WAYS_SOLVED_AS_A_WHOLE", 10**9, "MYST(3,2,2,2)", partial(solved, 3, 2, 2)),
    Row("MAX_WAYS_WITHOUT_FIRST_BOUNDS", 0, "MYST(4,2,2,2)", partial(solved, 4, 2, 2)),
    Row("MAX_WAYS_BEFORE_A_LAST_QUESTION", 0, "MYST(7,1,2,2)", partial(run, 7, 1, 2)),
    Row("MAX_WAYS_BEFORE_A_LAST_QUESTION", inf, "MYST(5,2,2,4)", partial(run, 5, 2, 4)),
)


def measured(row: Row) -> list[object]:
    """Return the row of the table; the answers with both numbers are the same."""
    here = getattr(thresholds, row.name)
    times: dict[float, list[float]] = {here: [], row.other: []}
    answers = []
    for _ in range(RUNS):
        for value, taken in times.items():
            with moved(row.name, value):
                start = time.process_time()
                answers.append(row.work())
                taken.append(time.process_time() - start)
    assert all(answer == answers[0] for answer in answers), row
    one, two = (sorted(taken)[RUNS // 2] for taken in times.values())
    return [row.name, here, row.other, row.what, 1000 * one, 1000 * two, two / one]


def main(names: tuple[str, ...] = ()) -> str:
    """Return the table."""
    head = ("number", "value", "other", "work", "ms", "ms with other", "ratio")
    rows = [measured(row) for row in ROWS if not names or row.name in names]
    return table(head, rows)


if __name__ == "__main__":
    print(main(tuple(sys.argv[1:])))
