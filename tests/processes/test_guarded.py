"""Programs with limits: how they ended, and that nothing of them is left."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

from mystpy.errors import QueryError
from mystpy.processes.confinement.guest_confinement import GuestConfinement
from mystpy.processes.guarded import GuardedProgram, ProgramLimits
from mystpy.processes.guardian import KEPT_BYTES
from tests.programs import HANGING, alive, comes_true

pytestmark = pytest.mark.skipif(os.name != "posix", reason="processes of POSIX")


def command(code: str) -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


def begin(words: str, limits: ProgramLimits | None = None) -> GuardedProgram:
    return GuardedProgram(words, limits or ProgramLimits(), streams=False)


@pytest.mark.parametrize(
    ("code", "how", "status"),
    [
        ("raise SystemExit(3)", "exit", 3),
        ("pass", "exit", 0),
        ("import os; os.kill(os.getpid(), 15)", "signal", 15),
        ("x = bytearray(10**9)", "memory", 1),
    ],
)
def test_how_a_program_ended_is_reported(code: str, how: str, status: int) -> None:
    program = begin(command(code), ProgramLimits(megabytes=200))
    end = program.end(HANGING)
    assert (end.how, end.status) == (how, status)
    assert program.has_ended
    assert program.end() is end


def test_a_program_that_goes_on_is_stopped() -> None:
    program = begin(command("import time; time.sleep(3600)"))
    assert not program.has_ended
    assert program.end(0).how == "stopped"


def test_only_the_end_of_standard_error_is_kept() -> None:
    code = "import sys; sys.stderr.write('x' * 9_999_999 + 'the end'); sys.exit(1)"
    end = begin(command(code)).end(HANGING)
    assert end.errors.endswith("the end")
    assert len(end.errors) == KEPT_BYTES


def test_what_a_program_without_streams_prints_is_dropped() -> None:
    code = "import sys; print('hello'); sys.exit(len(sys.stdin.read()))"
    end = begin(command(code)).end(HANGING)
    assert (end.how, end.status, end.errors) == ("exit", 0, "hello\n")


def test_a_program_runs_in_its_folder(tmp_path: Path) -> None:
    program = tmp_path / "prog"
    program.write_text("#!/bin/sh\npwd >&2\nexit 7\n")
    program.chmod(0o755)
    end = begin("./prog", ProgramLimits(folder=str(tmp_path))).end(HANGING)
    assert (end.status, end.errors.strip()) == (7, os.path.realpath(tmp_path))


@pytest.mark.parametrize("words", ["no-such-program", "./no-such", "'", " "])
def test_what_is_no_program_is_refused(words: str) -> None:
    with pytest.raises(QueryError):
        GuardedProgram(words)


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    path = tmp_path / "pid"
    code = (
        "import os, subprocess, sys; "
        f"p = subprocess.Popen([sys.executable, '-c', {SLEEP!r}], "
        "start_new_session=True); "
        f"open({str(path)!r}, 'w').write(str(p.pid))"
    )
    limits = ProgramLimits(confinement=GuestConfinement(writes=(str(tmp_path),)))
    end = begin(command(code), limits).end(HANGING)
    assert (end.how, end.status) == ("exit", 0)
    assert comes_true(lambda: not alive(int(path.read_text())))


SLEEP = "import time; time.sleep(3600)"
