"""Engines in a process that was forked: they work, or the error says what to do."""

from __future__ import annotations

import ast
import os
import sys
from pathlib import Path

import pytest

from mystpy.engines import ENGINE_NAMES
from tests.programs import ran
from tests.sampling import cases_by_day

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="this system does not fork"
)

ROOT = Path(__file__).parents[2]

BY_DAY = cases_by_day(ENGINE_NAMES, 3)

SURVIVES = ("auto", "asp", "walk", "worlds", "sat")
"""The engines that a fork cannot harm, unless one of them is just working."""

BEGIN = """
import multiprocessing, os, sys, threading, traceback
import mystpy

engine = sys.argv[1]
small, large = mystpy.Game.myst(m=1, n=1, p=3, q=2), mystpy.Game.clue(3)

def ask(_=0):
    try:
        s = mystpy.Situation.init(small, engine=engine).do("asks(1,{s1,s2})", "yes(2)")
        found = [s.holds("K(1,h(2,s1))"), s.holds("C(players, h(2,s1)|h(2,s2))")]
        found.append(str(s.why("h(2,s1)|h(2,s2)").value))
        if engine in ("auto", "asp", "walk"):  # these have solvers for it
            s = mystpy.Situation.init(large, engine=engine)
            s = s.do("asks(1,{plum,rope,hall})", "no(2)")
            found.append(s.holds("K(1,~K(3,h(2,hall)))"))
        return found
    except mystpy.EngineFailed as error:
        return ["".join(traceback.format_exception_only(error)), error.hint]

def forked():
    "What a forked child finds; it ends as a program does, with a status of its own."
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, repr(ask()).encode())
        sys.exit(7)
    os.close(writing)
    with open(reading, "rb") as pipe:
        found = pipe.read().decode()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    return eval(found)
"""

AFTER_USE = BEGIN + "print([ask(), forked(), ask()])"

POOL_REFUSED = "SWI-Prolog was started before", "had used decision diagrams"
"""Why a pool that forks cannot use Prolog, and why not decision diagrams."""

POOL = (
    BEGIN
    + """
if __name__ == "__main__":
    first = ask()
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print([first, *pool.map(ask, range(4))])
"""
)

DIAGRAMS = (
    BEGIN.replace("ask(_=0)", "others(_=0)")
    + """
def ask():
    try:
        s = mystpy.Situation.init(large, engine=engine)
        s = s.do("asks(1,{plum,rope,hall})", "no(2)")
        return [s.ask(formula).method for formula in sys.argv[2:]]
    except mystpy.EngineFailed as error:
        return ["".join(traceback.format_exception_only(error)), error.hint, others()]

print([ask(), *(forked() for _ in range(4)), ask(), others()])
"""
)

UNUSED = BEGIN + "print([forked(), ask()])"

BUSY = (
    BEGIN
    + """
from mystpy.engines.exclusive import exclusive
begun, may_end = threading.Event(), threading.Event()

@exclusive
def question():
    begun.set()
    may_end.wait()

first = ask()
other = threading.Thread(target=question)
other.start()
begun.wait()
found = forked()
may_end.set()
other.join()
print([first, found, ask()])
"""
)

SHORT = (
    BEGIN
    + """
from mystpy.engines import exclusive

exclusive._FORK_PATIENCE = 1200  # each question ends, however slow the machine is
first = ask()
done = []
def others():
    while not done:
        ask()

threads = [threading.Thread(target=others) for _ in range(3)]
for t in threads: t.start()
found = [forked() for _ in range(5)]
done.append(True)
for t in threads: t.join()
print([first, *found])
"""
)


def found_by(program: str, engine: str, *words: str) -> list[list[object]]:
    """Return the results of processes that a program prints."""
    done = ran([sys.executable, "-c", program, engine, *words], cwd=ROOT)
    assert done.returncode == 0, (done.returncode, done.stderr)
    found: list[list[object]] = ast.literal_eval(done.stdout)
    return found


def is_refused(found: list[object], reason: str) -> bool:
    """Return whether it is an error of a forked process that says what to do.

    A pool shows the traceback only, so that this must say it, too.
    """
    announced, hint = str(found[0]), str(found[1])
    return reason in announced and all(
        'method "spawn"' in each for each in (announced, hint)
    )


@pytest.mark.parametrize("engine", BY_DAY)
def test_a_child_forked_after_the_engine_was_used(engine: str) -> None:
    first, *others = found_by(AFTER_USE, engine)
    assert first[0] is None
    assert first[1:3] == [True, "true"]
    for each in others:
        assert each == first or (is_refused(each, "forked") and engine not in SURVIVES)


@pytest.mark.parametrize("engine", cases_by_day(("auto", "asp", "walk"), 1))
def test_a_child_is_refused_diagrams_that_its_parent_has_used(engine: str) -> None:
    """When they were freed in the child, some children crashed at exit."""
    nested = "C([1,2], h(3,rope)|K(3,h(2,hall)))"
    first, *children, again, others = found_by(DIAGRAMS, engine, nested)
    assert first == again == ["bdd"]
    assert len(children) == 4
    for each in children:
        assert is_refused(each, "after its parent had used decision diagrams")
        assert each[2] == others


@pytest.mark.parametrize("engine", cases_by_day(ENGINE_NAMES, 1))
def test_a_child_forked_while_threads_ask_short_questions(engine: str) -> None:
    first, *others = found_by(SHORT, engine)
    assert first[0] is None
    assert first[1:3] == [True, "true"]
    for each in others:
        assert each == first or is_refused(each, "forked")


@pytest.mark.parametrize("engine", cases_by_day(ENGINE_NAMES, 2))
def test_a_pool_that_forks(engine: str) -> None:
    first, *others = found_by(POOL, engine)
    assert first[1:3] == [True, "true"]
    assert len(others) == 4
    for each in others:
        assert each == first or engine not in SURVIVES
        assert each == first or is_refused(each, POOL_REFUSED[engine == "bdd"])


@pytest.mark.parametrize("engine", cases_by_day(ENGINE_NAMES, 1))
def test_a_child_forked_before_any_use(engine: str) -> None:
    child, parent = found_by(UNUSED, engine)
    assert child == parent
    assert parent[1:3] == [True, "true"]


@pytest.mark.parametrize("engine", cases_by_day(ENGINE_NAMES, 1))
def test_a_child_forked_while_another_thread_asks(engine: str) -> None:
    first, child, parent = found_by(BUSY, engine)
    assert is_refused(child, "while another thread of its parent was asking")
    assert first == parent
