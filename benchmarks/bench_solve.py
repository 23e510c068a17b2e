"""Measure solving a game of two players, and checking the certificate.

The parts are growing the tree, solving its linear program, and evaluating both plans by
exact best responses, at the turn where the bounds meet. One peer in the same run is the
independent checker of the certificate, with indistinguishable cards tried once and with
all named cards. The other is OpenSpiel's linear program of the same game, cut off after
the same turns (`pip install open-spiel cvxpy cvxopt`). Best responses to a strategy
that prefers no card are compared with the same when all cards are distinguished.
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path
from subprocess import CalledProcessError, TimeoutExpired, run

from harness import medians, table

from mystpy.game.game import Game
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import game_of, once
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import certificate, check_plans
from mystpy.solve.extensive.program import optimum
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import improving_bounds, sides
from mystpy.theses.chapter4.games import SIX, SMALL

CHECKER = Path(__file__).parents[1] / "tools" / "check_certificate.py"
GAMES = ((3, 1, 1), (4, 1, 1), (2, 2, 1), (6, 1, 3), (3, 2, 3), (3, 2, 2))
GAMES += ((3, 2, 1), (2, 3, 2), (5, 1, 1))
NAMED = 6
"""With more cards, all named ones are too many to try."""
USEFUL = GameVariant(questions="useful")
PEER = Path(__file__).parent / "prize.py"
CUT = 3
"""The turns after which MYST(3,1,2,1) is broken off beside OpenSpiel."""
PATIENCE = 900.0
"""The seconds after which OpenSpiel is no longer waited for."""
NEAR = 1e-6
"""Values that differ by more are not the same."""


def row(size: tuple[int, int, int], folder: Path) -> list[object]:
    """Measure one game."""
    m, n, q = size
    game = Game.myst(m, n, 2, q)
    *_, found = improving_bounds(game, USEFUL)
    form, document = TreeBuilder(game, USEFUL).form(found.turns), certificate(found)
    path = folder / "certificate.json"
    path.write_text(json.dumps(document), "utf-8")
    check = [sys.executable, str(CHECKER), str(path)]
    share = 1 - found.turns % 2
    works = [
        lambda: list(improving_bounds(game, USEFUL)),
        lambda: TreeBuilder(game, USEFUL).form(found.turns).plays,
        lambda: optimum(form, share),
        lambda: sides(form, share),
        lambda: check_plans(document),
        lambda: run([*check, "--alike"], check=True, capture_output=True),
    ]
    if game.c <= NAMED:
        works.append(lambda: run([*check, "--all"], check=True, capture_output=True))
    taken = medians(works, 5, processor)
    _, grow, programme, solve, ours, alike, *_ = taken
    times = [f"{time * 1e3:,.0f}" for time in taken] + [""] * (7 - len(taken))
    name = f"MYST({m},{n},2,{q})"
    ratios = grow / programme, grow / solve, alike / ours
    return [name, sum(found.sequences), *times, *ratios]


def processor() -> float:
    """The seconds of processor time of this process and of those that it started."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + ended.ru_utime + ended.ru_stime


def beside() -> list[object]:
    """Measure the game that OpenSpiel solves, too, with all questions."""

    def solved() -> float:
        form = TreeBuilder(Game.myst(3, 1, 2, 1), GameVariant()).form(CUT)
        low, high = sides(form, 0)
        assert low.value == high.value
        return float(low.value)

    (ours,) = medians([solved], clock=processor)
    start = processor()
    try:
        done = run(
            [sys.executable, PEER, "3", "1", "1", str(CUT)],
            timeout=PATIENCE,
            capture_output=True,
            check=True,
            text=True,
        )
        worth, taken = map(float, done.stdout.split()[-2:])
        assert abs(worth - solved()) < NEAR
        more = ""
    except (CalledProcessError, TimeoutExpired) as error:
        if "ModuleNotFoundError" in str(error.stderr):
            return ["MYST(3,1,2,1)", CUT, f"{ours * 1e3:,.0f}", "not installed", ""]
        # out of memory, or of patience
        taken, more = processor() - start, "not solved after "
    times = f"{ours * 1e3:,.0f}", f"{more}{taken * 1e3:,.0f}", f"{taken / ours:,.0f}"
    return ["MYST(3,1,2,1)", CUT, *times]


def replies() -> list[object]:
    """Measure best responses to asking once, in the games of theorem-4.2."""

    def worths(alike: bool) -> list[Fraction]:
        return [
            BestResponse(game_of(size), player, once(size), alike=alike).value()
            for size in (*SMALL, *SIX)
            for player in (1, 2)
        ]

    assert worths(True) == worths(False)
    both = [lambda: worths(True), lambda: worths(False)]
    ours, named = medians(both, 3, processor)
    return [len((*SMALL, *SIX)), ours * 1e3, named * 1e3, named / ours]


def main() -> str:
    """Return the tables; times are of the processor, in ms."""
    head = (
        *("game", "sequences", "all turns", "grow", "programme", "programme and plans"),
        *(
            "check",
            "apart, alike",
            "apart, named",
            "grow/programme",
            "grow/plans",
            "alike/check",
        ),
    )
    with tempfile.TemporaryDirectory() as folder:
        first = table(head, [row(size, Path(folder)) for size in GAMES])
    names = ("games", "best replies", "with all named cards", "ratio")
    first = f"{first}\n\n{table(names, [replies()])}"
    names = ("game", "turns", "exactly solved", "OpenSpiel", "times faster")
    return f"{first}\n\n{table(names, [beside()])}"
