"""Any engine may be queried from any thread, and its answers are right.

Cases that once ended a process or gave wrong answers are run in their own process.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from threading import Barrier
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mystpy.engines import ENGINE_NAMES, get_engine
from mystpy.engines.base import Engine
from mystpy.engines.exclusive import exclusive
from mystpy.errors import MystError, NoWorldFits
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from tests.engines.situations import GAMES, formulas, histories
from tests.programs import HANGING, ran
from tests.sampling import cases_by_day

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
WHOLE = [name for name in ENGINE_NAMES if name not in ("sat", "bdd")]
"""The engines that refuse none of the queries here."""
BY_DAY = cases_by_day(WHOLE, 3)

FIRST_USE = """
import sys, threading
import mystpy

engine, number = sys.argv[1], int(sys.argv[2])
game = mystpy.Game.myst(m=1, n=1, p=5, q=2)
answers, errors, begin = [], [], threading.Barrier(number)

def ask():
    begin.wait()
    try:
        s = mystpy.Situation.init(game, hands={5: ["s6"]}, engine=engine)
        s = s.do("asks(1,{s1,s2})", "yes(2)")
        for _ in range(3):
            known = s.holds("K(5, h(2,s1) | h(2,s2))")
            answers.append((known, s.count(5), s.holds("h(2,s1)")))
    except BaseException as error:
        errors.append(repr(error))

threads = [threading.Thread(target=ask) for _ in range(number)]
for t in threads: t.start()
for t in threads: t.join()
print((len(answers), set(answers), errors))
"""

SHARED = """
import asyncio, json, sys
from concurrent.futures import ThreadPoolExecutor
import mystpy
from mystpy.questions.commands.batch import answer_line

engine = sys.argv[1]
game = mystpy.Game.myst(m=1, n=1, p=3, q=2)
hands = {1: ["s3"]}
said = ["asks(1,{s1,s2})", "yes(2)"]
s = mystpy.Situation.init(game, hands=hands, engine=engine).do(*said)
line = json.dumps({"do": "ask", "game": {"rules": "myst", "m": 1, "n": 1, "p": 3,
    "q": 2}, "hands": {"1": ["s3"]}, "history": said, "formula": "K(1,~h(0,s3))"})

def batch():
    found = answer_line(line.encode(), engine)
    return found.get("value", found)

QUESTIONS = [
    lambda: s.holds("h(2,s1)"),
    lambda: s.holds("K(1, h(2,s1) | h(2,s2))"),
    lambda: s.holds("C(players, h(2,s1) | h(2,s2))"),
    lambda: s.announce("~h(2,s1)").holds("K(3, h(2,s2))"),
    lambda: s.knows(1).cells,
    lambda: s.count(1),
    lambda: str(s.why("K(1, h(2,s1) | h(2,s2))").because),
    lambda: sorted(map(str, s.possible())),
    lambda: bool(s.legal()),
    lambda: bool(s.why_not("no(2)")),
    lambda: s.do("shows(2,1,s1)").holds("K(1, h(2,s1))"),
    lambda: s.state(),
    batch,
]
right = [question() for question in QUESTIONS]
assert None not in right[1:2] and right[-1] == "true", right

async def asynchronous():
    tasks = [asyncio.to_thread(question) for question in QUESTIONS * 3]
    return await asyncio.gather(*tasks)

assert asyncio.run(asynchronous()) == right * 3
for number in (2, 4, 8):
    with ThreadPoolExecutor(number) as pool:
        found = list(pool.map(lambda question: question(), QUESTIONS * number))
    assert found == right * number, (number, found)
print("right")
"""

CTRL_C = """
import os, signal, sys, threading, time
import mystpy
from mystpy.engines.exclusive import exclusive

game = mystpy.Game.myst(m=1, n=1, p=3, q=2)
s = mystpy.Situation.init(game, engine=sys.argv[1])
begun, may_end = threading.Event(), threading.Event()

@exclusive
def long_question():
    begun.set()
    may_end.wait()

def press():
    "Press Ctrl-C once the main thread waits for the other question."
    main = threading.main_thread().ident
    while sys._current_frames()[main].f_code.co_name != "alone":
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)

other = threading.Thread(target=long_question)
other.start()
begun.wait()
threading.Thread(target=press).start()
try:
    s.holds("h(1,s1)")
except KeyboardInterrupt:
    print("stopped", end=" ")
may_end.set()
other.join()
print(s.holds("h(1,s1)"))
"""


def started(program: str, *words: str) -> str:
    """Return the output of a program in its own process, which has to succeed."""
    done = ran([sys.executable, "-c", program, *words], cwd=ROOT)
    assert done.returncode == 0, (done.returncode, done.stderr)
    return done.stdout.strip()


def in_threads(number: int, work: Callable[[], T]) -> list[T]:
    """Return the results of work that several threads begin at once."""
    begin = Barrier(number)

    def together(_: int) -> T:
        begin.wait(HANGING)
        return work()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(together, range(number)))


@pytest.mark.parametrize("number", cases_by_day([2, 8], 1))
@pytest.mark.parametrize("engine", BY_DAY)
def test_an_engine_is_used_first_in_several_threads_at_once(
    engine: str, number: int
) -> None:
    found = ast.literal_eval(started(FIRST_USE, engine, str(number)))
    assert found == (3 * number, {(True, 48, None)}, [])


@pytest.mark.parametrize("engine", cases_by_day(WHOLE, 1))
def test_threads_share_a_situation(engine: str) -> None:
    assert started(SHARED, engine) == "right"


@pytest.mark.parametrize("engine", cases_by_day(ENGINE_NAMES, 1))
def test_ctrl_c_ends_the_wait_for_the_question_of_another_thread(engine: str) -> None:
    assert started(CTRL_C, engine) == "stopped None"


@pytest.mark.parametrize("name", ENGINE_NAMES)
def test_threads_that_ask_for_an_engine_get_the_same_one(name: str) -> None:
    assert {id(get_engine(name)) for _ in range(2)} == set(
        in_threads(8, lambda: id(get_engine(name)))
    )


def answer(engine: Engine, history: History, formula: Formula) -> object:
    """Return an engine's answers about a formula and a history, or no world."""
    try:
        return engine.judge(history).verdict, engine.value(history, formula).value
    except NoWorldFits:
        return "no world fits"


@given(data=st.data())
@settings(max_examples=max(5, settings().max_examples // 3))
def test_in_threads_engines_agree_on_random_histories(data: st.DataObject) -> None:
    asked = [
        (history, data.draw(formulas(history.game)))
        for history in data.draw(st.lists(histories(GAMES), min_size=2, max_size=3))
    ]
    right = [answer(get_engine("worlds"), *each) for each in asked]
    names = ("worlds", "asp", "prolog", "walk")
    number = data.draw(st.integers(2, 8))
    work = [(name, *each) for _, name, each in product(range(2), names, asked)]
    with ThreadPoolExecutor(number) as pool:
        found = list(pool.map(lambda w: answer(get_engine(w[0]), w[1], w[2]), work))
    assert found == right * (2 * len(names))


@pytest.mark.parametrize("name", ENGINE_NAMES)
def test_worlds_are_listed_while_other_threads_ask(name: str) -> None:
    engine, game = get_engine(name), Game.myst(m=1, n=1, p=3, q=2)
    history = History.make(game, {}, "asks(1,{s1,s2}) yes(2)")
    other = History.make(game, {1: ["s3"]}, "asks(1,{s1,s2})")
    every = set(engine.worlds(history))
    listed = engine.worlds(history)
    found = [next(listed)]
    for world in listed:
        found.append(world)
        if len(found) < 6:
            # Another thread can ask now: nothing is held between two worlds.
            with ThreadPoolExecutor(1) as pool:
                verdict = pool.submit(lambda: engine.judge(other).verdict)
                assert verdict.result(HANGING) == "legal"
    assert len(found) == len(every)
    assert set(found) == every


def test_one_question_is_answered_at_a_time() -> None:
    inside: list[int] = []
    most: list[int] = []

    @exclusive
    def question() -> None:
        inside.append(1)
        most.append(len(inside))
        inside.pop()

    in_threads(8, lambda: [question() for _ in range(500)])
    assert set(most) == {1}


def test_a_question_may_ask_others_and_gives_the_lock_back_after_an_error() -> None:
    @exclusive
    def outer(fails: bool) -> int:
        if fails:
            raise MystError("refused")
        return inner() + 1

    @exclusive
    def inner() -> int:
        return 1

    with pytest.raises(MystError):
        outer(True)
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(outer, False).result(HANGING) == 2
