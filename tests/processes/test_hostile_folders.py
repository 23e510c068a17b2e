"""No code of the current folder is run, whatever process is started in it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mystpy
from mystpy.processes import launch, pool
from mystpy.processes.launch import executable, safe_environment, safe_path
from mystpy.processes.workers import spread
from tests.programs import needs, ran
from tests.sampling import cases

ROOT = Path(__file__).parents[2]

_LIBRARIES = (
    *("multiprocessing", "base64", "json", "random", "sitecustomize", "usercustomize"),
    *("subprocess", "pickle", "socket", "tempfile", "threading", "select", "struct"),
    *("concurrent", "logging", "ctypes", "runpy", "typing", "dataclasses", "csv"),
    *("numpy", "clingo", "click", "pyswip", "oxidd", "cvc5", "highspy", "scipy"),
    *("mystpy", "tests", "distributed", "pyarrow", "cairosvg", "signal", "queue"),
)
"""Modules that somebody may submit under the names of others."""
_PACKAGES = ("encodings", "collections", "importlib", "asyncio", "email")
_HOSTILE = """
import os
with open({mark!r}, "a", encoding="utf-8") as file:
    print(__name__, __file__, os.getpid(), file=file)
raise SystemExit(99)
"""
_PROLOG = ":- open('{mark}', append, S), print(S, prolog), close(S), halt(99).\n"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """Return a folder in which files have the names of modules and programs."""
    folder = tmp_path / "here"
    folder.mkdir()
    plant(folder, tmp_path / "mark")
    return folder


def plant(folder: Path, mark: Path) -> None:
    text = _HOSTILE.format(mark=str(mark))
    for name in _LIBRARIES:
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    for name in _PACKAGES:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(text, encoding="utf-8")
    for name in ("init.pl", ".swiplrc", "swipl.rc", ".plrc"):
        (folder / name).write_text(_PROLOG.format(mark=mark), encoding="utf-8")
    for name in ("swipl", "eprover", "python", "python3", "dot"):
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {name} >> {mark}\nexit 99\n")
        program.chmod(0o755)


def run_in(
    folder: Path, program_dir: Path, *words: str | Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the program `mystpy` in a folder."""
    env = {**_environment(), **variables}
    return ran([program_dir / "mystpy", *words], cwd=folder, env=env)


def marks(folder: Path) -> str:
    mark = folder.parent / "mark"
    return mark.read_text() if mark.exists() else ""


@pytest.fixture(scope="module")
def program_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the program: the installed one, or a stand-in for it."""
    installed = Path(sys.executable).parent
    if (installed / "mystpy").exists():
        return installed
    folder = tmp_path_factory.mktemp("bin")
    program = folder / "mystpy"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nsys.path.append({str(ROOT)!r})\n"
        "from mystpy.__main__ import main\nif __name__ == '__main__':\n    main()\n"
    )
    program.chmod(0o755)
    return folder


CLASS = ROOT / "queries/exercises/class"


def class_in(folder: Path) -> None:
    """Copy a class to a folder, with hostile files in the folders of students too."""
    for student in ("ann", "bob"):
        shutil.copytree(CLASS / student, folder / "class" / student)
        (folder / "class" / student / "base64.py").write_text("raise SystemExit(99)")
    plant(folder / "class", folder.parent / "mark")
    clauses = folder / "class/ann/poss-no.txt"
    clauses.write_text("poss(no(J),S) :- ans_turn(J,S).\n", encoding="utf-8")


@needs("swipl")
@pytest.mark.parametrize("where", cases([".", "class"], "class"))
def test_a_class_is_marked_in_its_own_folder(
    hostile: Path, program_dir: Path, where: str
) -> None:
    class_in(hostile)
    words = ["grade", str((hostile / "class").resolve()), "--jobs", "2"]
    path = f".{os.pathsep}{os.environ['PATH']}"  # where a swipl is, too
    done = run_in(hostile / where, program_dir, *words, PATH=path)
    assert marks(hostile) == ""
    assert done.returncode == 0, done.stderr
    assert "ann,hexa-own-card,right" in done.stdout
    assert "ann,poss-no,wrong" in done.stdout


TIMED = """
game = { rules = "myst", m = 1, n = 2, p = 2, q = 1 }
seconds = 600
[[player]]
kind = "exact"
[[player]]
kind = "random"
"""
MYST = '{ rules = "myst", m = 1, n = 2, p = 2, q = 1 }'
COMMANDS = {
    "tournament-jobs": "tournament example:exact-knowledge --games 900 --jobs 2",
    "tournament-seconds": "tournament ../timed.toml --games 2 --jobs 1",
    "tournament-both": "tournament ../timed.toml --games 8 --jobs 2",
    "solve": "solve --games '{m = \"1..3\", n = 1, p = 2, q = 1}' --useful --jobs 2",
    "theorem": "theorem --chapter 2 --sample --processes 2",
    "prolog": "ask example:fifteen-cards --engine prolog",
    "serve": f"serve --game '{MYST}' --games 1 random 'run:{{mystpy}} join random bob'",
    "exercise": "exercise example:exercises/poss-no 'poss(no(J),S) :- turn(J,S).'",
}
BY_DAY = COMMANDS.keys() - {"tournament-both", "solve"}
"""The commands that start processes in different ways."""


@needs("swipl")
@pytest.mark.parametrize("name", cases(COMMANDS, *BY_DAY))
def test_no_command_runs_code_of_the_current_folder(
    hostile: Path, program_dir: Path, name: str
) -> None:
    (hostile.parent / "timed.toml").write_text(TIMED, encoding="utf-8")
    line = COMMANDS[name].replace("{mystpy}", str(program_dir / "mystpy"))
    done = run_in(hostile, program_dir, *shlex.split(line))
    assert marks(hostile) == ""
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout


MODULE = ["-m", "mystpy"]


@needs("swipl")
@pytest.mark.parametrize(
    ("words", "name"),
    [
        (MODULE, "exercise"),
        pytest.param(MODULE, "tournament-jobs", marks=pytest.mark.slow),
        pytest.param(["-P", *MODULE], "tournament-jobs", marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_a_module_that_is_run_leaves_the_current_folder(
    hostile: Path, words: list[str], name: str
) -> None:
    """Imports of Python before it runs `-m mystpy` are outside mystpy's control."""
    if "-P" not in words:
        shutil.rmtree(hostile)
        hostile.mkdir()
        for module in ("multiprocessing", "base64", "json", "random", "numpy", "click"):
            text = _HOSTILE.format(mark=str(hostile.parent / "mark"))
            (hostile / f"{module}.py").write_text(text, encoding="utf-8")
    line = shlex.split(COMMANDS[name])
    env = {**os.environ, "PYTHONPATH": str(Path(mystpy.__file__).parents[1])}
    done = ran([sys.executable, *words, *line], cwd=hostile, env=env)
    assert marks(hostile) == ""
    wrong = name == "exercise"  # the answer is
    assert done.returncode == wrong, done.stderr
    assert done.stdout


HOST = """
import math, os, sys
sys.path[1:1] = {path!r}
from mystpy.exercises.supervision import Limits, run_supervised
from mystpy.processes.workers import spread
assert sys.path[0] == ""
os.chdir({folder!r})
print(sorted(spread(math.sqrt, {{1: 1, 2: 4, 3: 9}}, 2, alone=0)))
print(run_supervised(math.sqrt, 16, Limits(seconds=60, megabytes=800)))
"""


def test_children_of_a_host_program_do_not_begin_in_its_folder(
    hostile: Path, tmp_path: Path
) -> None:
    """The host itself imports from the folder where it is, as `python -c` does."""
    path = [each for each in sys.path if each]
    text = HOST.format(path=path, folder=str(hostile))
    done = ran([sys.executable, "-c", text], cwd=tmp_path, env=_environment())
    assert done.stdout == "[(1, 1.0), (2, 2.0), (3, 3.0)]\n4.0\n", done.stderr
    assert marks(hostile) == ""


def _environment() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}


# --- What is passed on --------------------------------------------------------


def test_the_current_folder_comes_last_or_not_at_all(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", ["", "relative", str(tmp_path), *sys.path])
    assert safe_path()[-1] == str(tmp_path.resolve())
    assert safe_path(current=False) == safe_path()[:-1]
    assert all(Path(each).is_absolute() for each in safe_path())
    assert len(set(safe_path())) == len(safe_path())
    monkeypatch.setattr(sys, "path", sys.path[3:])
    assert str(tmp_path) not in safe_path()


def test_the_package_is_found_where_it_was_loaded_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In a checkout that is the current folder, it comes after Python's library."""
    parent = Path(mystpy.__file__).resolve().parents[1]
    monkeypatch.chdir(parent)
    rest = [each for each in sys.path if each and Path(each).resolve() != parent]
    monkeypatch.setattr(sys, "path", ["", *rest])
    for path in (safe_path(), safe_path(current=False)):
        assert path.index(str(parent)) > path.index(str(Path(os.__file__).parent))


def test_a_folder_that_was_removed_is_no_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert "" not in safe_path()


def test_relative_entries_of_variables_are_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["", ".", "lib", str(tmp_path)]))
    assert safe_environment()["PYTHONPATH"] == str(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep)
    assert "PYTHONPATH" not in safe_environment()
    assert safe_environment()["PYTHONSAFEPATH"] == "1"
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", os.pathsep.join(["", ".", os.defpath]))
    assert executable("program") is None
    monkeypatch.setenv("PATH", str(tmp_path))
    assert executable("program") == str(program)


def test_programs_of_the_user_have_her_own_environment() -> None:
    """A worker that starts `python player.py` does not pass -P on to it."""
    pool.worker_pool(1, _nothing).shutdown()
    for variable in ("PYTHONSAFEPATH", "PYTHONPATH"):
        found = dict(spread(os.environ.get, {1: variable, 2: variable}, 2, alone=0))
        assert set(found.values()) == {os.environ.get(variable)}


def _nothing() -> None:
    pass


def test_modules_are_run_with_the_safe_path() -> None:
    words = launch.python("tests.test_processes", "word")
    assert words[:3] == [sys.executable, "-P", "-c"]
    assert words[-1] == "word"
