"""Games solved as in the page: by its stand-ins for numpy and scipy, and its HiGHS."""

from __future__ import annotations

import json
import os
import re
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.programs import ran
from tests.sampling import by_day

ROOT = Path(__file__).parents[2]
STAND_INS = {"PYTHONPATH": f"{ROOT / 'page' / 'stand_in'}{os.pathsep}{ROOT}"}

SOLVER = """
import {createInterface} from "node:readline";
import {solver} from "SITE/js/solver.js";
import load from "SITE/vendor/highs/highs.mjs";
const solve = solver(await load()), lines = createInterface({input: process.stdin});
for await (const line of lines) console.log(solve(line));
"""
LEND = """
import subprocess, sys
import scipy
if len(sys.argv) > 1:
    words = ["node", "--no-warnings", "--input-type=module", "-e", sys.argv[1]]
    node = subprocess.Popen(words, stdin=-1, stdout=-1, text=True)
    def run(text):
        print(text, file=node.stdin, flush=True)
        return node.stdout.readline()
    scipy.lend(run)
"""
MATRICES = """
import json, sys
import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_matrix, csc_array, csr_array, hstack
from scipy.sparse.linalg import splu
found = []
for seed in range(int(sys.argv.pop())):
    numbers = [(seed * 7 + k * k * 5) % 11 - 4 for k in range(24)]
    places = np.array([k % 6 for k in range(24)]), np.array([k // 6 for k in range(24)])
    one = csr_array((np.array(numbers, float), places), shape=(6, 4))
    two = coo_matrix((numbers[:6], (range(6), [0] * 6)), shape=(6, 1)).tocsr()
    both = hstack((one, csr_array((6, 2)), two), format="csr")
    found += [both.toarray().tolist(), (both.T @ np.ones(6)).tolist(), both.shape]
    solve = splu((one.T @ one).tocsc()).solve
    found.append([round(x, 6) for x in solve(one.T @ np.arange(6.0)).tolist()])
    equal = csc_array((np.ones(4), ([0] * 4, range(4))))
    limits = {"A_ub": one, "b_ub": [5.0] * 6, "A_eq": equal, "b_eq": [1.0]}
    for low in (0, None, 2):
        bounds = [(low, 9)] * 4
        best = linprog(numbers[:4], bounds=bounds, method="highs", **limits)
        found.append([best.status, round(best.fun, 6) if best.status == 0 else None])
        if best.status == 0:
            assert (one @ best.x).max() < 5 + 1e-6
            assert max(best.ineqlin.marginals.tolist()) < 1e-9
print(json.dumps(found))
"""
SOLVE = """
import json, sys, threading
def refused(_thread): raise RuntimeError("can't start new thread")
threading.Thread.start = refused  # as in a browser
sys.modules["highspy"] = None  # which might find another of the best plans
from mystpy.cli.group import cli
for words in json.loads(sys.argv.pop()):
    try:
        cli(["solve", "--game", *words])
    except SystemExit as done:
        print(words, done.code)
"""
LARGE = """
import sys
sys.modules["highspy"] = None
from mystpy.game.game import Game
from mystpy.solve.extensive import value_bounds
from mystpy.solve.extensive.action_space import GameVariant
value_bounds.MAX_WAYS_WITHOUT_QUOTIENT = 10
value_bounds.MAX_WAYS_SOLVED_AS_A_WHOLE = value_bounds.MAX_WAYS_OF_A_PROGRAMME = 60
sorts = {"a": ["a1", "a2", "a3"], "b": ["b1", "b2"], "c": ["c1", "c2"]}
for game in (Game.clue(2, sorts), Game.myst(2, 2, 2, 2))[:int(sys.argv.pop())]:
    *_, found = value_bounds.improving_bounds(game, GameVariant(questions="useful"))
    print(found.value)
"""
VALUE = re.compile(
    r'player 1 wins with probability .*|"(?:value|lower|upper)": *"[^"]*"'
)
AS_IN_THE_PAGE = tuple(map(int, version("scipy").split(".")[:2])) >= (1, 17)
"""Whether scipy's HiGHS chooses the same as the page's among plans that are as good."""
GAME = 'rules="myst",m=3,n=1,p=2,q=1'
FEW = [
    [GAME, "--useful", "--words"],
    [GAME, "--certificate", "-"],
    ['rules="myst",m=1,n=2,p=2,q=2', "--announced", "--strategies"],
]
MORE = [
    [f'rules="myst",m={m},n={n},p=2,q={q}', "--turns", "3", "--certificate", "-", *how]
    for m in range(1, 6)
    for n in range(1, 4)
    for q in (1, 2)
    for how in ([], ["--useful"], ["--bluff", "one"], ["--announced"])
    if m + 2 * n < 7
]


def said(script: str, site: Path | None, *words: str) -> str:
    """Return the output of a program, with the libraries or their stand-ins."""
    given, env = list(words), dict(os.environ)
    if site is not None:
        given.insert(0, SOLVER.replace("SITE", site.as_uri()))
        env |= STAND_INS
    done = ran([sys.executable, "-c", script, *given], env=env, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_matrices_and_programmes_are_those_of_scipy(site: Path) -> None:
    seeds = str(by_day(12))
    real, ours = said(MATRICES, None, seeds), said(LEND + MATRICES, site, seeds)
    assert json.loads(ours) == json.loads(real)
    assert {0, 2} <= {row[0] for row in json.loads(real) if len(row) == 2}


@pytest.mark.parametrize(
    "games", [FEW, pytest.param(MORE, marks=pytest.mark.slow)], ids=["few", "more"]
)
def test_games_have_the_same_values_and_strategies(
    site: Path, games: list[list[str]]
) -> None:
    output = json.dumps(games)
    real, ours = said(SOLVE, None, output), said(LEND + SOLVE, site, output)
    assert VALUE.findall(ours) == VALUE.findall(real)
    assert len(VALUE.findall(real)) >= len(games)
    assert real.count("3/5") > 1
    if AS_IN_THE_PAGE:
        assert ours == real


def test_large_games_are_solved_by_smaller_ones_there_too(site: Path) -> None:
    games = by_day(2)
    values = ["53/72", "1/2"][:games]
    assert said(LEND + LARGE, site, str(games)).split() == values


def test_without_a_solver_scipy_is_missing() -> None:
    words = [sys.executable, "-m", "mystpy", "solve", "--game", GAME]
    done = ran(words, env=os.environ | STAND_INS, cwd=ROOT)
    assert "games are solved with the library scipy" in done.stderr
