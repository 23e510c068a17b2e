"""The modules that a command loads before it answers (their number, not the time)."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from functools import cache

import pytest

from tests.house.package import modules, nodes, syntax
from tests.programs import ran

FILE = "queries/fifteen-cards.toml"
SCRIPT = """
import atexit, sys
from mystpy.__main__ import main
atexit.register(lambda: print('\\n', *sys.modules))
main()
"""
COMPLETION = {
    "_MYSTPY_COMPLETE": "zsh_complete",
    "COMP_WORDS": "mystpy a",
    "COMP_CWORD": "1",
}
MOST: dict[str, tuple[int, list[str]]] = {
    "--version": (16, ["--version"]),
    "--help": (17, ["--help"]),
    "completion": (16, []),
    "ask --help": (89, ["ask", "--help"]),
    "ask": (141, ["ask", FILE]),
    "ask FORMULA": (142, ["ask", FILE, "K(1,h(1,s1))"]),
    "know": (149, ["know", "3", FILE]),
    "legal": (116, ["legal", FILE]),
    "poss": (116, ["poss", FILE]),
    "why": (151, ["why", FILE, "K(3, ~h(2,s5))"]),
    "legal by clingo": (106, ["legal", FILE, "--engine", "asp"]),
    "legal by prolog": (125, ["legal", FILE, "--engine", "prolog"]),
    "theorem": (117, ["theorem"]),
    "theorem --show": (118, ["theorem", "axiom-2.32", "--show"]),
    "source": (77, ["source", "thesis", "3.2"]),
    "a package": (157, ["ask", "--theory", "muddy-children", "muddy(1)"]),
}
"""How many modules of mystpy a command may load, and its arguments."""

SLOW = {"clingo", "cvc5", "multiprocessing", "numpy", "oxidd", "pysat", "subprocess"}
SLOW |= {"concurrent.futures", "asyncio", "logging", "importlib.metadata", "decimal"}
SLOW |= {"dataclasses", "random", "inspect", "uuid", "gettext", "locale"}
"""None of these commands needs them, apart from those in NEEDED."""

NEEDED = {
    "legal by clingo": {"clingo"},
    "legal by prolog": {"subprocess", "random", "locale"},
    "a package": {"clingo"},
    "--help": {"inspect"},
    "ask --help": {"inspect"},
    "completion": {"gettext"},
}

FROM_COMPILATION = {("dataclasses", "dataclass"), ("typing", "NamedTuple")}
"""Names that compile at import; `mystpy.compilation` has replacements."""


@cache
def keep_diagram() -> None:
    """Answer the questions of the file once: its diagram is on disk afterwards."""
    ran([sys.executable, "-m", "mystpy", "ask", FILE])


@cache
def loaded(name: str) -> frozenset[str]:
    """Return the modules that are loaded once a command has answered."""
    _, words = MOST[name]
    environment = {**os.environ, **(COMPLETION if name == "completion" else {})}
    arguments = [sys.executable, "-c", SCRIPT, *words]
    if FILE in words:
        keep_diagram()
    return frozenset(ran(arguments, env=environment).stdout.splitlines()[-1].split())


@pytest.mark.parametrize("name", MOST)
def test_a_command_loads_few_modules_and_no_slow_library(name: str) -> None:
    all_loaded = loaded(name)
    found = {x for x in all_loaded if x.partition(".")[0] == "mystpy"}
    assert len(found) <= MOST[name][0], "import what is seldom needed in a function"
    assert len(found) > MOST[name][0] * 0.8, "lower the bound"
    assert not (SLOW - NEEDED.get(name, set())) & all_loaded


def test_a_completed_word_loads_no_command() -> None:
    commands = {x for x in modules() if ".commands." in x or ".cli." in x}
    allowed = {"group", "command_table", "guide", "answers", "status", "running"}
    extra = {x for x in loaded("completion") & commands if ".running." not in x}
    assert extra <= {f"mystpy.cli.{name}" for name in allowed}


def compiled_at_once() -> Iterator[str]:
    """Yield the places where a class or an expression is compiled when it is loaded."""
    for name, path in modules().items():
        if name.startswith("mystpy.compilation"):
            continue
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom):
                pairs = {(node.module, alias.name) for alias in node.names}
                yield from (f"{name}: {x}" for x in FROM_COMPILATION & pairs)
        for line in syntax(path).body:
            if isinstance(line, ast.Assign | ast.AnnAssign):
                called = (x for x in ast.walk(line) if isinstance(x, ast.Call))
                if any(ast.unparse(x.func) == "re.compile" for x in called):
                    yield f"{name}, line {line.lineno}: re.compile"


def test_classes_and_expressions_are_compiled_when_they_are_used() -> None:
    assert not list(compiled_at_once()), "import it from mystpy.compilation"
