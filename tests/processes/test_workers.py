"""Work in several processes: any work, stopped at any time, and nobody left behind."""

from __future__ import annotations

import errno
import multiprocessing
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from multiprocessing import spawn, util
from pathlib import Path

import pytest

from mystpy.errors import EngineFailed, QueryError
from mystpy.processes import pool as pools
from mystpy.processes.pool import SafeProcess
from mystpy.processes.workers import ProcessEnded, spread, stream
from tests.processes.tasks import (
    asleep,
    called,
    done_by,
    doubling,
    endless,
    killed,
    process_of,
    refused,
    spent,
    square,
)
from tests.programs import HANGING, alive, begun, children_of, comes_true, ran
from tests.sampling import cases, is_nightly

NUMBERS = {str(k): k for k in range(6)}
SQUARES = {str(k): k * k for k in range(6)}
NONE, FALSE = "/no/such/program", shutil.which("false") or "x"


@pytest.fixture(scope="module", autouse=True)
def nobody_at_the_end() -> Iterator[None]:
    yield
    end_pool()


@pytest.fixture
def nobody_before_and_after() -> Iterator[None]:
    """Give a test processes of its own; other tests share theirs."""
    end_pool()
    yield
    end_pool()


def end_pool() -> None:
    pools.end_pool()
    assert comes_true(lambda: not multiprocessing.active_children())


alone = pytest.mark.usefixtures("nobody_before_and_after")


def test_work_is_done_by_other_processes() -> None:
    found = dict(spread(process_of, NUMBERS, 2, alone=0))
    assert os.getpid() not in found.values()
    assert dict(spread(square, NUMBERS, 2, alone=0)) == SQUARES


def test_small_work_and_that_of_one_process_is_done_here() -> None:
    for processes, alone in ((2, HANGING), (1, 0.0)):
        found = dict(spread(process_of, NUMBERS, processes, alone=alone))
        assert set(found.values()) == {os.getpid()}


def test_a_function_within_another_is_work_like_any() -> None:
    def here(number: int) -> tuple[int, int]:
        return number * number, os.getpid()

    found = dict(spread(here, NUMBERS, 2, alone=0))
    assert found == {name: (n, os.getpid()) for name, n in SQUARES.items()}


def test_items_of_a_stream_are_taken_as_they_are_needed() -> None:
    taken = []

    def numbers() -> Iterator[tuple[int, int]]:
        for k in range(40):
            taken.append(k)
            yield k, k

    found = {}
    for name, squared in stream(square, numbers(), 2, ahead=3, alone=0):
        found[name] = squared
        assert len(taken) <= len(found) + 6
    assert found == {k: k * k for k in range(40)}


def test_what_cannot_be_sent_in_a_stream_is_done_here() -> None:
    pairs = [(k, (lambda: 1) if k % 2 else int) for k in range(6)]
    found = dict(stream(called, pairs, 2, ahead=1, alone=0))
    assert found == {k: k % 2 for k in range(6)}


def test_an_item_that_cannot_be_sent_is_done_here_and_the_others_there() -> None:
    items: dict[str, Callable[[], int]] = {str(k): os.getpid for k in range(5)}
    items["here"] = lambda: -os.getpid()
    found = dict(spread(called, items, 2, alone=0))
    assert found.pop("here") == -os.getpid()
    assert len(found) == 5
    assert os.getpid() not in found.values()


def test_what_cannot_be_sent_back_is_found_here() -> None:
    found = dict(spread(doubling, NUMBERS, 2, alone=0))
    assert {name: times(10) for name, times in found.items()} == {
        name: 10 * number for name, number in NUMBERS.items()
    }


TYPED_IN = """
from mystpy.processes.workers import spread

def cube(number):
    return number ** 3

if __name__ == "__main__":
    print(sorted(spread(cube, {1: 1, 2: 2, 3: 3}, 2, alone=0)))
"""


@pytest.mark.parametrize("way", ["words", "input", "file"])
def test_work_of_a_program_that_is_no_module_is_done(way: str, tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(TYPED_IN, encoding="utf-8")
    words = {"words": ["-c", TYPED_IN], "input": ["-"], "file": [str(path)]}[way]
    done = ran([sys.executable, *words], input=TYPED_IN if way == "input" else None)
    assert done.stdout == "[(1, 1), (2, 8), (3, 27)]\n", done.stderr
    assert done.stderr == ""


@alone
def test_an_error_of_the_work_is_raised_here_and_ends_the_rest() -> None:
    with pytest.raises(QueryError, match="there is no") as raised:
        list(spread(refused, NUMBERS, 2, alone=0))
    assert raised.value.hint == "take another"
    assert comes_true(lambda: not multiprocessing.active_children())
    assert dict(spread(square, NUMBERS, 2, alone=0)) == SQUARES


@alone
def test_a_process_that_somebody_ends_is_noticed_and_the_next_work_is_done() -> None:
    with pytest.raises(ProcessEnded, match="was ended before") as raised:
        list(spread(killed, NUMBERS, 2, alone=0))
    assert "fewer processes" in str(raised.value.hint)
    assert dict(spread(square, NUMBERS, 2, alone=0)) == SQUARES


@alone
def test_a_process_that_is_ended_between_two_works_is_replaced() -> None:
    first = set(dict(spread(process_of, NUMBERS, 2, alone=0)).values())
    for child in multiprocessing.active_children():
        child.kill()
    assert comes_true(lambda: not multiprocessing.active_children())
    (pool,) = pools._pools.begun.values()
    assert comes_true(lambda: bool(pool._broken))
    second = set(dict(spread(process_of, NUMBERS, 2, alone=0)).values())
    assert not first & second


class Enough(Exception):
    pass


@alone
@pytest.mark.parametrize(("work", "processes"), [(endless, 1), (asleep, 2)])
def test_work_under_way_ends_when_its_owner_says_so(
    work: Callable[[object], None], processes: int
) -> None:
    asked: list[None] = []

    def three_times() -> None:
        asked.append(None)
        if len(asked) > 3:
            raise Enough

    with pytest.raises(Enough):
        list(spread(work, NUMBERS, processes, go_on=three_times, alone=0))
    assert comes_true(lambda: not multiprocessing.active_children())


@alone
def test_a_reader_who_has_enough_ends_the_work() -> None:
    items: dict[str, Callable[[], object]] = {"long": spent, "short": os.getpid}
    found = spread(done_by, items, 2, alone=0)
    assert next(found)[0] == "short"
    found.close()  # type: ignore[attr-defined]
    assert comes_true(lambda: not multiprocessing.active_children())


LONG = """
from mystpy.processes.workers import spread
from tests.processes.tasks import asleep

if __name__ == "__main__":
    try:
        list(spread(asleep, {1: 1, 2: 2}, 2, alone=0))
    except KeyboardInterrupt:
        print("stopped")
"""


@pytest.mark.parametrize("sign", ["SIGINT", "SIGKILL"])
def test_nobody_is_left_behind(sign: str, tmp_path: Path) -> None:
    program = begun(
        [sys.executable, "-c", LONG],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert comes_true(lambda: len(children_of(program.pid)) > 2)
    children = children_of(program.pid)
    program.send_signal(signal.Signals[sign])
    out, err = program.communicate(timeout=HANGING)
    if sign == "SIGINT":
        assert (out, err, program.returncode) == ("stopped\n", "", 0)
    assert comes_true(lambda: not any(map(alive, children)))


WITH_ANOTHER_THREAD = """
import os, signal, threading
from mystpy.processes.pool import signals_held_back

end = threading.Event()
threading.Thread(target=end.wait, daemon=True).start()
# It receives the signal, since the main thread blocks it; Python then raises
# KeyboardInterrupt in the main thread.
reading, writing = os.pipe()
os.set_blocking(writing, False)
signal.set_wakeup_fd(writing)
try:
    with signals_held_back():
        os.kill(os.getpid(), signal.SIGINT)
        os.read(reading, 1)
        print("begun", flush=True)
except KeyboardInterrupt:
    print("stopped")
"""


def test_ctrl_c_waits_until_processes_have_begun() -> None:
    """A worker that was just being started used to print a traceback."""
    done = ran([sys.executable, "-c", WITH_ANOTHER_THREAD])
    assert (done.stdout, done.stderr) == ("begun\nstopped\n", "")


def asked_again(_: object) -> None:
    raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


@alone
@pytest.mark.parametrize(
    ("name", "reason"),
    [("nothing", "no such file"), (".", "permission denied"), ("false", "status 1")],
)
def test_processes_that_cannot_start_are_an_error(
    name: str, reason: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    program = tmp_path / "false"
    program.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    program.chmod(0o755)
    before = spawn.get_executable()
    monkeypatch.setattr(spawn, "_python_exe", str(tmp_path / name))
    with pytest.raises(
        EngineFailed, match=f"no process can be started.*{reason}"
    ) as no:
        list(spread(square, NUMBERS, 2, alone=0))
    assert "--jobs 1" in str(no.value.hint)
    monkeypatch.setattr(spawn, "_python_exe", before)
    if name == "nothing" or is_nightly():
        assert dict(spread(square, NUMBERS, 2, alone=0)) == SQUARES


@alone
def test_a_limit_of_processes_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(util, "spawnv_passfds", asked_again)
    monkeypatch.setattr(SafeProcess, "_Popen", staticmethod(asked_again))
    with pytest.raises(EngineFailed, match="no process can be started"):
        list(spread(square, NUMBERS, 2, alone=0))


CANNOT_START = """
import multiprocessing, sys
from mystpy.__main__ import main

if __name__ == "__main__":
    multiprocessing.set_executable(sys.argv.pop(1))
    main()
"""


@pytest.mark.parametrize("program", cases([NONE, FALSE], NONE))
def test_a_tournament_whose_processes_cannot_start_says_so(
    program: str, tmp_path: Path
) -> None:
    """It used to end by SIGPIPE, status 141, without a word."""
    path = tmp_path / "program.py"
    path.write_text(CANNOT_START, encoding="utf-8")
    # So many that no machine plays them before it asks for other processes.
    line = "tournament example:exact-knowledge --games 200000 --jobs 2"
    done = ran([sys.executable, path, program, *line.split()])
    assert done.returncode == 3
    assert "no process can be started to share the work" in done.stderr
    assert "Traceback" not in done.stderr
