"""Where one engine is missing the other works, and the message says what to install."""

from __future__ import annotations

import sys

import pytest

from tests.programs import ran

PROGRAM = """
import sys
sys.modules[{missing!r}] = None
from mystpy.engines import get_engine
from mystpy.errors import EngineMissing
from mystpy.language.read import parse_formula
from mystpy.game.game import Game
from mystpy.history.history import History
game = Game.myst(m=1, n=1, p=2, q=1)
history = History.make(game, {{1: ["s1"]}}, "asks(1,{{s2}}) no(2)")
formula = parse_formula("K(1, h(0,s2))", game)
try:
    get_engine({broken!r})
except EngineMissing as error:
    print("missing:", error.hint)
for name in {working!r}:
    print(name, get_engine(name).judge(history).verdict, end=" ")
    print(get_engine(name).value(history, formula).value)
"""


@pytest.mark.parametrize(
    ("missing", "broken", "working", "remedy"),
    [
        ("clingo", "asp", ["prolog"], "pip install 'clingo>=5.8,<6'"),
        ("pyswip", "prolog", ["asp", "worlds"], "apt-get install swi-prolog-nox"),
    ],
)
def test_the_other_engines_work(
    missing: str, broken: str, working: list[str], remedy: str
) -> None:
    program = PROGRAM.format(missing=missing, broken=broken, working=working)
    done = ran(
        [sys.executable, "-c", program],
    )
    assert done.returncode == 0, done.stderr
    assert remedy in done.stdout
    for name in working:
        assert f"{name} possible true" in done.stdout
