"""Ctrl-C stops a long question on every engine, and the next one is answered.

Each test is a process of its own, since a signal is for a whole process.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from mystpy.engines import get_engine
from mystpy.errors import EngineMissing
from tests.programs import ran
from tests.sampling import by_day

ROOT = Path(__file__).parents[2]

TEN_TURNS = " ".join(
    f"asks({i},{{s{i},s{i + 10},s{i + 25},s{i + 44}}}) "
    + " ".join(f"no({(i + step) % 10 + 1})" for step in range(3))
    + " yes({0}) shows({0},{1},_) noguess({1}) endturn({1})".format((i + 3) % 10 + 1, i)
    for i in range(1, 11)
)
"""Ten players and sixty cards: counting these deals takes far longer than any test."""

PRESS = """
import os, signal, sys, threading, time, traceback

def press_while_it_computes():
    "Press Ctrl-C once an engine has been at work for a while, as this thread sees."
    main = threading.main_thread().ident
    rooms = os.path.join("mystpy", "engines")
    while not any(rooms in frame.filename and frame.name != "<module>"
                  for frame in traceback.extract_stack(sys._current_frames()[main])):
        time.sleep(0.01)
    begun = time.process_time()
    while time.process_time() < begun + 0.2:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)

pressing = lambda: threading.Thread(target=press_while_it_computes, daemon=True).start()
"""
"""The state of the computation is checked, not the clock: slow machines are fine."""

SCRIPT = (
    PRESS
    + """
import warnings
warnings.simplefilter("ignore")
from mystpy.engines import get_engine
from mystpy.language.read import parse_formula
from mystpy.game.game import Game
from mystpy.history.history import History

engine = get_engine(sys.argv[1])
big = History.make(Game.myst(m=3, n=3, p=4, q=2), {}, "asks(1,{s1,s2})")
nested = parse_formula("C([1,2],~K(3,h(0,s1)))", big.game)
ten = History.make(Game.myst(m=10, n=5, p=10, q=4), {}, sys.argv[3])
QUESTIONS = {
    "count": lambda: engine.grid(ten, None, 10**12),
    "worlds": lambda: list(engine.worlds(big, public=True)),
    "grid": lambda: engine.grid(big, None),
    "value": lambda: engine.value(big, nested),
}
ask = QUESTIONS[sys.argv[2]]
small = History.make(Game.myst(m=1, n=1, p=2, q=1), {1: ["s1"]}, "asks(1,{s2}) no(2)")
engine.judge(small)
for _ in range(2):
    try:
        pressing()
        ask()
        print("finished")
    except KeyboardInterrupt:
        print("stopped")
print(engine.judge(small).verdict)
print(engine.value(small, parse_formula("K(1,h(2,s3))", small.game)).value)
print(len(list(engine.worlds(small))))
"""
)


@pytest.mark.parametrize(
    ("engine", "question"),
    [
        pytest.param("asp", "worlds", marks=pytest.mark.slow),
        ("asp", "count"),
        pytest.param("prolog", "worlds", marks=pytest.mark.slow),
        ("prolog", "grid"),
        pytest.param("prolog", "value", marks=pytest.mark.slow),
        ("worlds", "worlds"),
        pytest.param("worlds", "value", marks=pytest.mark.slow),
    ],
)
def test_a_long_question_stops_and_the_next_is_answered(
    engine: str, question: str
) -> None:
    try:
        get_engine(engine)
    except EngineMissing:
        pytest.skip(f"{engine} is not installed")
    done = ran([sys.executable, "-c", SCRIPT, engine, question, TEN_TURNS])
    assert not done.stderr, done.stderr
    assert done.stdout.split() == ["stopped", "stopped", "possible", "true", "1"]


WAITING = """
import signal, time

def busy(seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass

try:
    release()
    busy(60)
    print("lost")
except KeyboardInterrupt:
    print("stopped")
"""

FREED = """
import signal
import clingo
from mystpy.engines.backend import control

clingo.Control.__del__ = lambda self: signal.raise_signal(signal.SIGINT)

def release():
    control([])
"""

SLOWLY_FREED = """
import signal
from mystpy.engines.interrupt import freed_whole

class Slow:
    def __del__(self):
        freed_whole(lambda: signal.raise_signal(signal.SIGINT))
        busy(0.2)

def release():
    Slow()
"""


@pytest.mark.parametrize("released", [FREED, SLOWLY_FREED])
def test_ctrl_c_while_a_program_is_freed_is_not_lost(released: str) -> None:
    done = ran([sys.executable, "-c", released + WAITING])
    assert not done.stderr, done.stderr
    assert done.stdout.split() == ["stopped"]


STRESS = """
import sys, warnings
warnings.simplefilter("ignore")
from mystpy.engines import get_engine
from mystpy.language.read import parse_formula
from mystpy.game.game import Game
from mystpy.history.history import History
from tests.engines.interrupts import press_at_random

engine = get_engine(sys.argv[1])
small = History.make(Game.myst(m=1, n=1, p=2, q=1), {1: ["s1"]}, "asks(1,{s2}) no(2)")
middle = History.make(Game.myst(m=1, n=1, p=4, q=2), {}, "asks(1,{s1,s2})")
knows = parse_formula("K(1,h(2,s3))", small.game)
steps = "asks(1,{s1,s2})", "yes(2)", "shows(2,1,_)", "noguess(1)", "endturn(1)"

def step_by_step():
    history = middle.prefix(0)
    for step in steps:
        history = history.then(step)
        judged = engine.judge(history)
    return judged.verdict

def work(_number):
    engine.judge(small)
    step_by_step()
    list(engine.worlds(middle))

def check():
    judged = engine.judge(small).verdict, engine.value(small, knows).value
    judged = *judged, step_by_step()
    answers = *map(str, judged), len(list(engine.worlds(small)))
    assert answers == ("possible", "true", "possible", 1), answers

press_at_random(int(sys.argv[2]), work, check)
print("sound")
"""


@pytest.mark.parametrize("engine", ["asp", "prolog", "worlds"])
def test_no_moment_is_a_bad_one_for_ctrl_c(engine: str) -> None:
    try:
        get_engine(engine)
    except EngineMissing:
        pytest.skip(f"{engine} is not installed")
    done = ran([sys.executable, "-c", STRESS, engine, str(by_day(60, 6))], cwd=ROOT)
    assert done.stdout == "sound\n", done.stderr


AT_SCALE = """
import sys
from mystpy.engines import get_engine
from mystpy.language.read import parse_formula
from mystpy.questions.query import load_query
from tests.engines.interrupts import press_at_random

engine = get_engine("asp")
history = load_query("queries/clue-game-six-midway.toml").history
texts = "K(2,~K(3,h(0,rope)))", "~K(3,K(2,h(1,plum)))", "C([1,2],~h(0,rope))"
questions = [
    *(lambda phi=parse_formula(t, history.game): engine.value(history, phi)
      for t in texts),
    lambda: engine.cells(history, 4),
    lambda: engine.nested_cells(history, (4, 1)),
]
expected = [ask() for ask in questions]

def work(_number):
    for ask in questions:
        ask()

def check():
    assert [ask() for ask in questions] == expected

press_at_random(int(sys.argv[1]), work, check)
print("sound")
"""


def test_no_moment_is_a_bad_one_for_what_is_kept_at_full_scale() -> None:
    done = ran([sys.executable, "-c", AT_SCALE, str(by_day(40, 5))], cwd=ROOT)
    assert done.stdout == "sound\n", done.stderr


FOUR_PLAYERS = ["--game", '{"rules":"myst","m":3,"n":3,"p":4,"q":2}']
COMMON = "C([1,2,3,4],~K(3,h(0,s1)) | exists x in cards: K(1,h(0,x)))"
LISTED = [*FOUR_PLAYERS, "--do", "asks(1,{s1,s2})", COMMON]
TEN_PLAYERS = ["--game", '{"rules":"myst","m":10,"n":5,"p":10,"q":4}']
COUNT_ALL = [*TEN_PLAYERS, "--do", TEN_TURNS, "--limit", "1" + "0" * 12]
LONG_COMMANDS = {
    "asp": ["know", *COUNT_ALL, "observer"],
    "prolog": ["ask", "--engine", "prolog", *LISTED],
    "worlds": ["ask", "--engine", "worlds", *LISTED],
}


@pytest.mark.parametrize("engine", ["asp", "prolog", "worlds"])
def test_ctrl_c_ends_the_command(engine: str) -> None:
    try:
        get_engine(engine)
    except EngineMissing:
        pytest.skip(f"{engine} is not installed")
    program = f"{PRESS}\npressing()\nfrom mystpy.cli import main\nmain()"
    done = ran([sys.executable, "-c", program, *LONG_COMMANDS[engine]])
    assert done.returncode == 130
    assert not done.stdout
    assert done.stderr.endswith("mystpy: interrupted\n")
    assert "Traceback" not in done.stderr
