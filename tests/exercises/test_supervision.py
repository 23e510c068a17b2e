"""Students' processes: their answers, their limits, and what is at fault in a setup."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import sys
import time
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from mystpy.errors import EngineFailed, QueryError
from mystpy.exercises import supervision
from mystpy.exercises.exercise import AnswerError
from mystpy.exercises.marking import Submission, mark_submission, marked_safely
from mystpy.exercises.sandbox import client, server
from mystpy.exercises.sandbox.resource_limits import left_of, processor_time, reason
from mystpy.exercises.supervision import (
    LimitReached,
    Limits,
    SetupFailed,
    end_all,
    run_supervised,
)
from tests.exercises.shelf import NAMES, answers, text_of
from tests.programs import HANGING, alive, comes_true
from tests.sampling import is_nightly

LIMITS = Limits(seconds=60, megabytes=800)


def double(number: int) -> int:
    return 2 * number


def refused(word: str) -> None:
    raise AnswerError(f"{word} cannot be read", hint="write a formula")


def busy(_: object) -> None:
    while True:
        pass


def large(_: object) -> int:
    return len([bytes(1 << 20) for _ in range(2_000)])


def aborted(number: int) -> None:
    os.kill(os.getpid(), number)


def unsendable(_: object) -> object:
    return lambda: None


def nested(_: object) -> None:
    nested(_)


def with_a_child(path: str) -> None:
    """Leave a process behind that would run for ever."""
    if os.fork() == 0:
        while True:
            time.sleep(1)
    Path(path).write_text("done", encoding="ascii")


class Taken:
    """A value whose pickle runs a program where it is read."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("echo taken",)


def taken_over(_: object) -> object:
    return Taken()


@pytest.mark.parametrize("forks", [True, False])
def test_a_process_answers_or_raises(
    forks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "FORKS", forks)
    assert run_supervised(double, 21, LIMITS) == 42
    with pytest.raises(AnswerError, match="'x' cannot be read") as raised:
        run_supervised(refused, "'x'", LIMITS)
    assert raised.value.hint == "write a formula"


@pytest.mark.alike(16)
@pytest.mark.parametrize("name", NAMES)
def test_marks_are_the_same_as_those_of_this_process(name: str) -> None:
    kept = answers(name)
    for text in (kept["right"], *(wrong["answer"] for wrong in kept["wrong"])):
        given = Submission(text_of(name), name, text)
        here = mark_submission(given)
        if here.witness is not None:
            here = replace(here, witness=replace(here.witness, state=None))
        assert marked_safely(given, LIMITS) == here


@pytest.mark.parametrize("forks", [True, False])
def test_seconds_and_megabytes_are_told_apart(
    forks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "FORKS", forks)
    if forks or is_nightly():  # it takes a second
        output = "more than 1 seconds of processor time"
        with pytest.raises(LimitReached, match=output):
            run_supervised(busy, None, Limits(seconds=1, megabytes=800))
    with pytest.raises(LimitReached, match="more than 100 megabytes"):
        run_supervised(large, None, Limits(seconds=60, megabytes=100))
    with pytest.raises(LimitReached, match="nested too deeply"):
        run_supervised(nested, None, LIMITS)
    with pytest.raises(LimitReached, match="more than 800 megabytes of memory"):
        run_supervised(aborted, signal.SIGABRT, LIMITS)
    with pytest.raises(LimitReached, match="nested too deeply"):
        run_supervised(aborted, signal.SIGSEGV, LIMITS)


def test_what_ended_a_process_is_read_off_its_signal_and_its_time() -> None:
    limits = Limits(seconds=10, megabytes=100)
    assert "10 seconds" in reason(signal.SIGKILL, 12.1, limits)
    assert "too little memory" in reason(signal.SIGKILL, 3, limits)
    assert "10 seconds" in reason(signal.SIGXCPU, 0, limits)
    assert "100 megabytes" in reason(signal.SIGABRT, 0, limits)
    assert "without an answer" in reason(0, 0, limits)


def time_left(_: object) -> tuple[float, float]:
    """Return the seconds of a child before and after a second of work."""
    before = left_of(Limits(seconds=100)).seconds
    end = processor_time() + 1
    while processor_time() < end:
        pass
    return before, left_of(Limits(seconds=100)).seconds


def test_a_child_gets_the_time_that_its_parent_has_left() -> None:
    before, after = run_supervised(time_left, None, Limits(seconds=20))
    assert 0 < after <= before - 1 <= 19


@pytest.mark.parametrize(
    "limits",
    [
        Limits(megabytes=10**20),
        Limits(megabytes=0),
        Limits(seconds=float("nan")),
        Limits(seconds=float("inf")),
        Limits(seconds=1e300),
        Limits(seconds=-1),
    ],
)
def test_impossible_limits_are_a_fault_of_the_setup(
    limits: Limits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "_server", lambda: pytest.fail("nothing is started"))
    with pytest.raises(SetupFailed, match="cannot be set"):
        run_supervised(double, 1, limits)


def test_a_limit_of_years_is_one() -> None:
    assert run_supervised(double, 1, Limits(seconds=1e9, megabytes=10**6)) == 2


def test_a_python_that_is_not_there_is_a_fault_of_the_setup(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    client._close_all()
    for path in (tmp_path / "no-python", tmp_path):
        monkeypatch.setattr(sys, "executable", str(path))
        with pytest.raises(SetupFailed, match="can be started"):
            run_supervised(double, 1, LIMITS)
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(SetupFailed, match="ended before it was ready"):
        run_supervised(double, 1, LIMITS)


def test_a_server_that_was_ended_is_replaced() -> None:
    assert run_supervised(double, 1, LIMITS) == 2
    (one,) = client._servers.values()
    one.process.kill()
    one.process.wait()
    assert run_supervised(double, 2, LIMITS) == 4


def test_an_answer_runs_nothing_here(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(EngineFailed, match="is not read"):
        run_supervised(taken_over, None, LIMITS)
    assert "taken" not in capfd.readouterr().out
    with pytest.raises(EngineFailed):
        run_supervised(unsendable, None, LIMITS)


@pytest.mark.parametrize(
    "value",
    [
        Path.unlink,
        eval,
        supervision.run_supervised,
        QueryError.__init__,
        supervision.Limits(1, 1),
        Path("/"),
    ],
)
def test_only_values_of_a_few_classes_are_read(value: object) -> None:
    output = b'{"signal": 0, "seconds": 0}\n' + pickle.dumps((value,))
    assert isinstance(supervision._read(output, LIMITS), EngineFailed)


@pytest.mark.parametrize("name", ["enter_namespaces", "fork"])
def test_a_process_that_cannot_begin_is_a_fault_of_the_setup(name: str) -> None:
    """It is no limit that a student's answer has reached."""
    here, there = socket.socketpair()
    if os.fork() == 0:
        here.close()
        setattr(os if name == "fork" else server, name, fail)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        server._alone(there.detach(), ["namespaces"], [])
    there.close()
    request = pickle.dumps((double, 1, LIMITS, "/"))
    with here:
        here.sendall(len(request).to_bytes(8, "big") + request)
        output = here.makefile("rb").read()
    os.wait()
    assert isinstance(supervision._read(output, LIMITS), SetupFailed)


def fail() -> None:
    raise BlockingIOError("there are too many")


def test_what_a_process_leaves_behind_ends_with_it(tmp_path: Path) -> None:
    run_supervised(with_a_child, "left", LIMITS)
    (one,) = client._servers.values()
    children = Path(f"/proc/{one.process.pid}/task/{one.process.pid}/children")
    if children.exists():
        assert comes_true(lambda: not children.read_text())


def test_all_can_be_ended_from_another_thread() -> None:
    from threading import Thread

    ended: list[Exception] = []

    def wait() -> None:
        try:
            run_supervised(busy, None, Limits(seconds=HANGING, megabytes=800))
        except Exception as error:
            ended.append(error)

    thread = Thread(target=wait)
    thread.start()

    def over() -> bool:
        end_all()
        return not thread.is_alive()

    assert comes_true(over)
    assert isinstance(ended[0], SetupFailed)


def test_a_child_that_the_host_has_forked_has_a_server_of_its_own() -> None:
    run_supervised(double, 1, LIMITS)
    (one,) = client._servers.values()
    with get_context("fork").Pool(1) as pool:
        assert pool.apply(run_supervised, (double, 4, LIMITS)) == 8
    assert alive(one.process.pid)
    assert run_supervised(double, 5, LIMITS) == 10


def test_threads_share_a_server() -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda k: run_supervised(double, k, LIMITS), range(40)))
    assert found == [2 * k for k in range(40)]
    assert len(client._servers) == 1
