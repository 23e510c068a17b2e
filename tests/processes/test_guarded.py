"""Programs with limits: how they ended, and that nothing of them is left."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pytest

from mystpy.errors import QueryError
from mystpy.processes.confinement.guest_confinement import (
    GuestConfinement,
    named_paths,
)
from mystpy.processes.guarded import (
    GuardedProgram,
    ProgramEnd,
    ProgramLimits,
    main_error,
)
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


@pytest.mark.parametrize(
    ("errors", "said"),
    [
        (
            "Exception in thread main java.lang.Error: a\n\tat A.b(A.java:1)\n"
            "Caused by: java.lang.Error: the cause\n\tat C.d(C.java:2)\n\t... 13 more",
            "Caused by: java.lang.Error: the cause",
        ),
        (
            "Unhandled Exception:\nSystem.Exception: no host\n  at A.B () [0x00085] \n",
            "System.Exception: no host",
        ),
        (
            "x.js:1\nError: wrong\n    at f (x.js:1:7)\n\nNode.js v20.1.0",
            "Error: wrong",
        ),
        (
            "Traceback (most recent call last):\n  File 'x.py', line 1\n"
            "OSError: first\nException ignored in: f\nTraceback:\nKeyError: 3",
            "OSError: first",
        ),
        ("Picked up JAVA_TOOL_OPTIONS: -Dx=y\n", "Picked up JAVA_TOOL_OPTIONS: -Dx=y"),
        ("a\nb\n\n", "b"),
        ("", ""),
    ],
)
def test_the_error_of_a_runtime_is_found_in_its_output(errors: str, said: str) -> None:
    """Java, .NET and Node print stack frames after the message; Python before it."""
    assert main_error(errors) == said
    assert ("standard error" in str(ProgramEnd("exit", 1, errors))) is bool(said)


def test_a_long_stack_trace_does_not_hide_its_message() -> None:
    frames = "\\tat com.example.package.of.a.program.Name.method(Name.java:100)\\n" * 60
    code = f"import sys; sys.stderr.write('Error: why\\n{frames}'); sys.exit(1)"
    assert "'Error: why'" in str(begin(command(code)).end(HANGING))


SCRATCH = ProgramLimits(scratch=True)


@pytest.mark.parametrize("confined", [True, False])
def test_a_program_runs_in_its_scratch_folder(confined: bool, tmp_path: Path) -> None:
    """Its command names files of its folder, and the files that it writes vanish."""
    script, other = tmp_path / "a" / "prog.py", tmp_path / "b" / "data.txt"
    for path in (script, other):
        path.parent.mkdir()
    other.write_text("the data", "utf-8")
    script.write_text(
        "import os, sys\nopen('prog.log', 'w').close()\n"
        "first, second = sys.argv[1].split(os.pathsep)\n"
        "sys.exit(os.getcwd() + ' ' + open(second).read() + ' ' + first)",
        "utf-8",
    )
    how = GuestConfinement("possible" if confined else "off")
    limits = SCRATCH._replace(folder=str(tmp_path), confinement=how)
    words = f"{shlex.quote(sys.executable)} a/prog.py a{os.pathsep}b/data.txt"
    end = begin(words, limits).end(HANGING)
    folder, *said = end.errors.split()
    assert said == ["the", "data", str(tmp_path / "a")]
    assert Path(folder).name.startswith("mystpy-guest-")
    assert not Path(folder).exists()
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == []


def test_the_paths_in_a_word_of_a_command(tmp_path: Path) -> None:
    for name in ("one.jar", "lib"):
        (tmp_path / name).mkdir()
    both = [tmp_path / "one.jar", tmp_path / "lib"]
    assert named_paths(f"one.jar{os.pathsep}lib/*", tmp_path) == both
    assert named_paths("one.jar", tmp_path) == both[:1]
    for word in ("print(x):/etc", "no.jar", "y" * 5_000, "a\0b", ""):
        assert named_paths(word, tmp_path) == []


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
