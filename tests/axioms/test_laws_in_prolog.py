"""The consequences that chapter 2 states, checked in Prolog in whole game trees.

sweep.pl walks through the executable situations and evaluates every instance of the
consequences; `tests/mutations.toml` shows that it would find a fault.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from mystpy.axioms import axioms_dir
from mystpy.game.game import Game, facts
from mystpy.register import register
from tests.programs import ran

HERE = Path(__file__).parent
SWIPL = shutil.which("swipl")

pytestmark = pytest.mark.skipif(not SWIPL, reason="SWI-Prolog is not installed")

CONSEQUENCES = {row.label for row in register().rows if row.kind == "consequence"}
CHECKED = CONSEQUENCES | {"2.1", "2.23", "the fluents", "something is possible"}

SMALLEST = Game.myst(m=1, n=1, p=2, q=1)
TWO_ASKED = Game.myst(m=1, n=1, p=2, q=2)
THREE = Game.myst(m=1, n=1, p=3, q=1)


def sweep(
    game: Game, depth: int, full: int, width: int = 1, axioms: Path | None = None
) -> tuple[Counter[str], dict[str, str]]:
    """Return how many instances of each label were evaluated, and what broke."""
    assert SWIPL
    rules = (axioms or axioms_dir()) / f"{game.rules}.pl"
    game_facts = [fact.rstrip(".") for fact in facts(game).split()]
    if game.rules == "myst":
        game_facts = [fact for fact in game_facts if fact.startswith("constant")]
    limits = map(str, (depth, full, width))
    done = ran(
        [
            SWIPL,
            str(HERE / "sweep.pl"),
            "--",
            str(rules),
            f"[{','.join(game_facts)}]",
            *limits,
        ]
    )
    assert axioms or not done.stderr, done.stderr
    counted = re.findall(r"^counted\('([^']+)',(\d+)\)$", done.stdout, re.M)
    broken = dict(re.findall(r"^broken\('([^']+)',(.*)\)$", done.stdout, re.M))
    return Counter({label: int(n) for label, n in counted}), broken


TWO_SORTS = Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]})

WHOLE_TREES = {
    "two players": (SMALLEST, 9),
    "two players, shorter": (SMALLEST, 6),
    "three players": (THREE, 5),
    "three players, shorter": (THREE, 4),
    "three players, shortest": (THREE, 3),
    "a pile of two": (Game.myst(m=2, n=1, p=2, q=1), 5),
    "hands of two": (Game.myst(m=1, n=2, p=2, q=1), 4),
    "questions of two": (Game.myst(m=1, n=1, p=3, q=2), 5),
    "unequal hands": (Game.general(["sun", "moon", "sky"], [0, 2, 1], q=1), 8),
    "two sorts": (TWO_SORTS, 6),
    "two sorts, shorter": (TWO_SORTS, 4),
}

LONG_GAMES = {
    "two players": (SMALLEST, 60, 2),
    "three players": (THREE, 45, 2),
    "questions of two": (Game.myst(m=1, n=1, p=3, q=2), 20, 1),
    "three sorts": (
        Game.clue(
            3, {"who": ["ann", "bob"], "how": ["axe", "bow"], "at": ["a1", "a2"]}
        ),
        12,
        1,
    ),
}


SLOW = {
    *("two players", "two players, shorter", "three players", "three players, shorter"),
    *("a pile of two", "hands of two", "questions of two", "two sorts"),
    *("long three players", "long questions of two", "long three sorts"),
}
"""The games that the daily tests check only by clingo, in test_laws_in_asp."""


def games(names: Iterable[str], prefix: str = "") -> list[ParameterSet]:
    """Return the names of games as parameters, the slow ones marked."""
    slow = {name: [pytest.mark.slow] for name in names if prefix + name in SLOW}
    return [pytest.param(name, marks=slow.get(name, [])) for name in names]


@pytest.mark.parametrize("name", games(WHOLE_TREES))
def test_the_consequences_hold_in_every_situation(name: str) -> None:
    game, depth = WHOLE_TREES[name]
    counted, broken = sweep(game, depth, full=depth)
    assert not broken
    missing = {label for label in CHECKED if not counted[label]}
    if game.rules != "myst":
        missing -= {"2.1"}  # it speaks of m and n
    if depth < 6:
        missing -= {"2.22c"}  # it needs a second question
    if depth < 4:
        missing -= {"2.34"}  # it needs a wrong guess
    assert not missing
    assert counted["something is possible"] > 30


@pytest.mark.parametrize("name", games(LONG_GAMES, "long "))
def test_the_consequences_hold_in_long_games(name: str) -> None:
    game, depth, full = LONG_GAMES[name]
    counted, broken = sweep(game, depth, full)
    assert not broken
    assert counted["2.22c"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "depth"), [(SMALLEST, 14), (THREE, 8), (Game.myst(1, 2, 2, 2), 6)]
)
def test_the_consequences_hold_deep_down(game: Game, depth: int) -> None:
    counted, broken = sweep(game, depth, full=depth)
    assert not broken
    assert counted["2.24a"] > 10_000
