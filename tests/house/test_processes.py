"""Processes are started in one package, which keeps the current folder off their paths.

The package `mystpy.processes` is tested in tests/test_processes.py.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.house.package import PACKAGE, ROOT, modules, nodes, statements, syntax

HOMES = {
    "subprocess": {"mystpy.processes.launch", "mystpy.processes.guardian"},
    "multiprocessing": {"mystpy.processes.pool", "mystpy.processes.together"},
    "concurrent.futures.ProcessPoolExecutor": {"mystpy.processes.pool"},
    "os.fork": {"mystpy.exercises.sandbox.server", "mystpy.exercises.sandbox.layers"},
}
"""The modules that may name what starts processes; a fork has no new path."""
FORBIDDEN = (
    *("os.system", "os.popen", "os.exec", "os.spawn", "os.posix_spawn", "os.startfile"),
    *("os.forkpty", "pty.", "asyncio.create_subprocess", "asyncio.subprocess"),
    *("_posixsubprocess", "_winapi", "popen2", "commands."),
)
"""The beginnings of other names that start processes: no module uses them."""
CALLED = {"ProcessPoolExecutor", "get_context", "Pool", "Process", "Manager"}
"""The functions that start processes: only the pool calls them."""


def imported(path: Path) -> dict[str, str]:
    """Return for each name of a file what it imports when it runs, in full."""
    skipped: set[int] = set()
    found: dict[str, str] = {}
    for node in statements(syntax(path)):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            skipped.update(map(id, statements(node)))
        if id(node) in skipped:
            continue
        if isinstance(node, ast.Import):
            found |= {(x.asname or x.name): x.name for x in node.names}
        elif isinstance(node, ast.ImportFrom):
            full = {x.asname or x.name: f"{node.module}.{x.name}" for x in node.names}
            found |= full
    return found


def named(path: Path) -> Iterator[str]:
    """Yield what a file imports and the attributes of it that it names, in full."""
    names = imported(path)
    yield from names.values()
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            yield f"{names.get(node.value.id, node.value.id)}.{node.attr}"


def called(path: Path) -> Iterator[str]:
    """Yield the last names of what a file calls."""
    for node in nodes(path):
        match node:
            case ast.Call(ast.Attribute(attr=name) | ast.Name(id=name)):
                yield name


def test_only_the_home_of_processes_starts_them() -> None:
    used: dict[str, set[str]] = {name: set() for name in HOMES}
    for module, path in modules().items():
        for name in named(path):
            assert not name.startswith(FORBIDDEN), f"{module} names {name}"
            for home in HOMES:
                if f"{name}.".startswith(f"{home}."):
                    used[home].add(module)
    assert used == HOMES


def test_only_the_pool_makes_pools() -> None:
    makers = {m for m, path in modules().items() if CALLED & {*called(path)}}
    assert makers == {"mystpy.processes.pool"}


@pytest.mark.parametrize(
    "text",
    [
        "import subprocess as s\ns.run([])",
        "from subprocess import run\nrun([])",
        "import os\nos.system('x')",
        "from os import execv\nexecv('x', [])",
        "import asyncio\nasyncio.create_subprocess_exec('x')",
        "def f():\n    import multiprocessing\n    multiprocessing.Process()",
        "from concurrent.futures import ProcessPoolExecutor",
        "import concurrent.futures\nconcurrent.futures.process",
    ],
)
def test_other_ways_are_seen(text: str, tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(text, encoding="utf-8")
    known = (*FORBIDDEN, *HOMES, "concurrent.futures")
    assert any(name.startswith(known) for name in named(path))


def programs(path: Path) -> Iterator[str]:
    """Yield each word behind sys.executable in the lists of words of a file."""
    if "executable" not in path.read_text("utf-8"):
        return
    for node in nodes(path):
        if isinstance(node, ast.List | ast.Tuple) and len(node.elts) > 1:
            words = [ast.unparse(word) for word in node.elts]
            for word, after in pairwise(words):
                if word.endswith("sys.executable"):
                    yield after


def test_every_python_is_started_with_a_safe_path() -> None:
    """In the tools and benchmarks, too, which start programs themselves.

    Of a script in a file Python puts the file's folder on the path, not the current
    one.
    """
    folders = (PACKAGE, ROOT / "tools", ROOT / "benchmarks")
    seen = []
    for path in (path for folder in folders for path in folder.rglob("*.py")):
        for word in programs(path):
            seen.append(word)
            safe = word == "'-P'" or not word.startswith(("'-", "*"))
            assert safe, f"{path}: {word} without -P"
    assert seen.count("'-P'") >= 5
