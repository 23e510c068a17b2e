"""A program that uses mystpy keeps what is its own: signals, locale, sys.exit, folder.

Each program runs in a process of its own, since all of that is of a whole process.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mystpy.engines import ENGINE_NAMES
from mystpy.engines.prolog import startup
from mystpy.errors import EngineFailed
from tests.edits import copied_axioms
from tests.programs import ran
from tests.sampling import cases_by_day

ROOT = Path(__file__).parents[2]
WITH_PROLOG = ("prolog", "both")
BY_DAY = cases_by_day(ENGINE_NAMES, 2)

UNCHANGED = """
import ctypes, gc, locale, os, signal, sys, threading, warnings

libc = ctypes.CDLL(None)

def noticed(name):
    return lambda *_: print("called", name)

if hasattr(signal, "SIGUSR1"):
    signal.signal(signal.SIGUSR1, noticed("SIGUSR1"))
    signal.signal(signal.SIGUSR2, noticed("SIGUSR2"))
    signal.signal(signal.SIGTERM, noticed("SIGTERM"))
if len(sys.argv) > 2:
    locale.setlocale(locale.LC_ALL, sys.argv[2])

def handlers():
    "The handlers that the system has, whatever Python believes: their addresses."
    found, room = {}, ctypes.create_string_buffer(1024)
    for number in signal.valid_signals():
        libc.sigaction(int(number), None, room)
        found[int(number)] = room.raw[:8]
    return found

def state():
    return {
        "signals": {n: signal.getsignal(n) for n in signal.valid_signals()},
        "handlers": handlers(),
        "blocked": signal.pthread_sigmask(signal.SIG_BLOCK, []),
        "locale": locale.setlocale(locale.LC_ALL),
        "comma": locale.localeconv()["decimal_point"],
        "exit": (sys.exit, os._exit, sys.excepthook, threading.excepthook),
        "unraisable": (sys.unraisablehook, sys.displayhook),
        "streams": (sys.stdin, sys.stdout, sys.stderr),
        "filters": list(warnings.filters),
        "warn": (warnings.showwarning, warnings.warn),
        "recursion": sys.getrecursionlimit(),
        "switch": sys.getswitchinterval(),
        "folder": os.getcwd(),
        "environment": dict(os.environ),
        "umask": (mask := os.umask(0o77), os.umask(mask))[0],
        "path": list(sys.path),
        "argv": list(sys.argv),
        "trace": (sys.gettrace(), sys.getprofile()),
        "collection": (gc.isenabled(), gc.get_threshold()),
    }

import mystpy
before = state()
s = mystpy.Situation.init(mystpy.Game.myst(m=1, n=1, p=3, q=2), engine=sys.argv[1])
s = s.do("asks(1,{s1,s2})", "yes(2)")
assert s.holds("h(2,s1)") is None
assert s.holds("K(1, h(2,s1) | h(2,s2))")
assert s.possible() and s.why("h(2,s1) | h(2,s2)")
after = state()
changed = {k: (before[k], after[k]) for k in before if before[k] != after[k]}
assert not changed, changed
libc.strtod.restype = ctypes.c_double
print("the number", libc.strtod(b"1,5" if before["comma"] == "," else b"1.5", None))
os.kill(os.getpid(), signal.SIGUSR2)
sys.exit(5)
"""

OPEN_QUERY = """
import sys
import mystpy

game = mystpy.Game.myst(m=1, n=1, p=3, q=2)
if "used before" in sys.argv:
    mystpy.Situation.init(game, engine="prolog")
from pyswip import Prolog
prolog = Prolog()
prolog.assertz("parent(a,b)")
prolog.assertz("parent(a,c)")
query = prolog.query("parent(a,X)")
print(next(query))
for engine in ("prolog", "both"):
    try:
        mystpy.Situation.init(game, engine=engine)
    except mystpy.EngineFailed as error:
        print(error, "->", error.hint)
print(mystpy.Situation.init(game, engine="asp").do("asks(1,{s1,s2})").holds("h(0,s1)"))
print(next(query))
query.close()
for engine in ("prolog", "both"):
    s = mystpy.Situation.init(game, engine=engine).do("asks(1,{s1,s2})")
    print(s.holds("h(0,s1)"), s.holds("h(0,s1) | ~h(0,s1)"))
print(list(prolog.query("parent(X,c)")))
"""

ASK = (
    '--game={"rules":"myst","m":1,"n":1,"p":3,"q":2}',
    "--do=asks(1,{s1,s2}) yes(2)",
    "h(2,s1) | h(2,s2)",
)


def mystpy(*words: str) -> list[str]:
    """The installed command, whatever the folder."""
    return [str(Path(sys.executable).with_name("mystpy")), *words]


@pytest.mark.parametrize("engine", BY_DAY)
def test_a_question_leaves_the_process_as_it_was(engine: str) -> None:
    # With the variables set, whoever sets the locale from them changes it.
    settings = dict(os.environ, LANG="C.UTF-8", LC_ALL="C.UTF-8")
    done = ran([sys.executable, "-c", UNCHANGED, engine], cwd=ROOT, env=settings)
    assert done.stdout.splitlines() == ["the number 1.5", "called SIGUSR2"], done.stderr
    assert done.returncode == 5
    assert not done.stderr


@pytest.mark.skipif(
    shutil.which("localedef") is None, reason="this system makes no locales"
)
@pytest.mark.parametrize("engine", cases_by_day(ENGINE_NAMES, 1))
def test_a_locale_with_a_decimal_comma_stays_what_it_was(
    engine: str, tmp_path: Path
) -> None:
    source = tmp_path / "comma"
    source.write_text(COMMA, "ascii")
    made = tmp_path / "xx_XX"
    said = ran(["localedef", "-c", "-i", str(source), "-f", "ANSI_X3.4-1968", made])
    assert (made / "LC_NUMERIC").exists(), said.stderr
    settings = dict(os.environ, LOCPATH=str(tmp_path), LC_NUMERIC="xx_XX", LANG="C")
    settings.pop("LC_ALL", None)
    # The environment says comma: Prolog sets what it says, and this program has not.
    done = ran([sys.executable, "-c", UNCHANGED, engine], cwd=ROOT, env=settings)
    assert done.stdout.splitlines() == ["the number 1.5", "called SIGUSR2"], done.stderr
    # The program has set it by itself.
    done = ran([sys.executable, "-c", UNCHANGED, engine, ""], cwd=ROOT, env=settings)
    assert done.stdout.splitlines() == ["the number 1.5", "called SIGUSR2"], done.stderr


@pytest.mark.parametrize("used", [(), ("used before",)])
def test_an_open_query_of_the_program_is_named(used: tuple[str, ...]) -> None:
    done = ran([sys.executable, "-c", OPEN_QUERY, *used], cwd=ROOT)
    assert done.returncode == 0, done.stderr
    first, *refused, asp, second, prolog, both, last = done.stdout.splitlines()
    assert (first, second, last) == ("{'X': 'b'}", "{'X': 'c'}", "[{'X': 'a'}]")
    assert len(refused) == 2
    for each in refused:
        assert "another query of this program to SWI-Prolog is open" in each
        assert "-> close that query, or read it to its end" in each
    assert (asp, prolog, both) == ("None", "None True", "None True")


@pytest.mark.parametrize("engine", cases_by_day(ENGINE_NAMES, 1))
def test_a_folder_that_was_deleted_is_no_hindrance(engine: str, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    words = mystpy("ask", *ASK, "--engine", engine)
    script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    done = ran(["sh", "-c", script, "sh", str(gone), *words])
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert done.stdout.startswith("true")
    assert not done.stderr


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(("theorem", "axiom-2.34"), marks=pytest.mark.slow),
        ("tournament", "{}", "--games=400", "--jobs=2"),
    ],
)
def test_work_for_processes_is_done_in_a_folder_that_was_deleted(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    gone, table = tmp_path / "gone", tmp_path / "table.toml"
    gone.mkdir()
    table.write_text(TABLE, "utf-8")
    script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    asked = mystpy(*(word.format(table) for word in words))
    done = ran(["sh", "-c", script, "sh", str(gone), *asked])
    assert done.returncode == 0, (done.returncode, done.stderr)


@pytest.mark.parametrize(
    ("engine", "axioms"),
    [
        *(("prolog", ""), ("both", "axiomë łä")),
        pytest.param("prolog", "axiomë łä", marks=pytest.mark.slow),
        pytest.param("both", "", marks=pytest.mark.slow),
    ],
)
def test_a_folder_with_an_accent_in_a_locale_without(
    engine: str, axioms: str, tmp_path: Path
) -> None:
    folder = tmp_path / "café ł"
    folder.mkdir()
    settings = {"PATH": os.defpath, "LC_ALL": "C", "HOME": str(folder)}
    if axioms:
        copied_axioms(folder / axioms)
        settings["MYSTPY_AXIOMS"] = axioms
    words = mystpy("ask", *ASK, "--engine", engine)
    done = ran(words, cwd=folder, env=settings)
    assert done.stdout.startswith("true"), done.stderr
    assert not done.stderr


@pytest.mark.parametrize("engine", cases_by_day(WITH_PROLOG, 1))
def test_the_package_may_be_in_a_folder_with_an_accent(
    engine: str, tmp_path: Path
) -> None:
    folder = tmp_path / "café ł"
    shutil.copytree(ROOT / "mystpy", folder / "mystpy")
    copied_axioms(folder / "axioms")
    script = "import runpy; runpy.run_module('mystpy', run_name='__main__')"
    for locale in ("C", "C.UTF-8"):
        settings = dict(os.environ, PYTHONPATH=str(folder), LC_ALL=locale)
        words = [sys.executable, "-c", script, "ask", *ASK, "--engine", engine]
        done = ran(words, cwd=tmp_path, env=settings)
        assert done.stdout.startswith("true"), done.stderr
        assert not done.stderr


def test_a_prolog_that_does_not_start_is_not_called_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken = SimpleNamespace(SWI_HOME_DIR="", PL_initialise=lambda *_: 0)
    monkeypatch.setattr(startup, "_loaded", lambda: broken)
    with pytest.raises(EngineFailed, match="installed, but does not start") as raised:
        startup._started()
    assert "install" not in str(raised.value.hint)


def test_children_that_cannot_start_end_a_tournament_with_a_word(
    tmp_path: Path,
) -> None:
    table = tmp_path / "table.toml"
    table.write_text(TABLE, "utf-8")
    (tmp_path / "sitecustomize.py").write_text(NO_CHILDREN, "utf-8")
    settings = dict(os.environ, PYTHONPATH=str(tmp_path))
    words = ["tournament", str(table), "--games=1000000", "--jobs=2"]
    done = ran(mystpy(*words), env=settings)
    assert done.returncode == 3, (done.returncode, done.stderr)
    assert "mystpy: error: a worker process was ended" in done.stderr


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="there is no such signal")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_still_ends_a_command_without_a_word(unbuffered: str) -> None:
    settings = dict(os.environ, PYTHONUNBUFFERED=unbuffered)
    reading, writing = os.pipe()
    os.close(reading)
    done = ran(
        mystpy("axiom", "2.16"),
        env=settings,
        stdout=writing,
        stderr=-1,
        capture_output=False,
    )
    os.close(writing)
    assert done.returncode == -signal.SIGPIPE
    assert not done.stderr


TABLE = """
game = {rules = "myst", m = 1, n = 1, p = 2, q = 1}
[[player]]
name = "a"
kind = "exact"
[[player]]
name = "b"
kind = "exact"
"""

NO_CHILDREN = """
import os, sys
children = ("spawn_main", "forkserver", "resource_tracker")
if any(name in word for word in sys.orig_argv for name in children):
    os._exit(1)
"""

COMMA = """comment_char %
escape_char /
LC_NUMERIC
decimal_point "<U002C>"
thousands_sep "<U002E>"
grouping 3;3
END LC_NUMERIC
"""
