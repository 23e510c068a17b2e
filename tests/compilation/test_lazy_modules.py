"""Modules that are loaded when something of them is used."""

from __future__ import annotations

import importlib
import inspect
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.compilation.lazy_modules import LazyInspect, late_modules
from tests.programs import ran

SLOW = """
class Pair:
    size = 2

def double(number):
    return 2 * number
"""
LIBRARY = """
import slow_module
from slow_module import double

def size():
    return slow_module.Pair.size
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "slow_module.py").write_text(SLOW, encoding="utf-8")
    (tmp_path / "library.py").write_text(LIBRARY, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("library", "slow_module"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "library"


def test_a_module_is_loaded_when_a_name_of_it_is_used(library: str) -> None:
    with late_modules("slow_module"):
        loaded = importlib.import_module(library)
    assert "slow_module" not in sys.modules
    assert loaded.size() == 2
    assert "slow_module" in sys.modules


def test_a_function_taken_from_a_module_loads_it_when_called(library: str) -> None:
    with late_modules("slow_module"):
        loaded = importlib.import_module(library)
    assert "slow_module" not in sys.modules
    assert loaded.double(3) == 6
    assert "slow_module" in sys.modules


def test_later_importers_get_the_module_itself(library: str) -> None:
    with late_modules("slow_module"):
        importlib.import_module(library)
    module = importlib.import_module("slow_module")
    assert type(module) is type(sys)
    assert isinstance(module.Pair, type)


def test_a_module_that_is_loaded_is_left_alone(library: str) -> None:
    module = importlib.import_module("slow_module")
    with late_modules("slow_module"):
        assert importlib.import_module(library).slow_module is module


def test_an_error_leaves_no_substitute(library: str) -> None:
    with pytest.raises(ZeroDivisionError), late_modules("slow_module"):
        raise ZeroDivisionError
    assert "slow_module" not in sys.modules


@given(st.text(st.sampled_from(" \t\n\v\u00a0\u3000\x1fab"), max_size=8))
def test_help_is_cleaned_as_inspect_does(text: str) -> None:
    assert LazyInspect("inspect").cleandoc(text) == inspect.cleandoc(text)


NAMES = ("inspect", "uuid", "gettext")
CLICK = f"""
import sys
from mystpy.compilation.lazy_modules import late_modules
names = {NAMES}
with late_modules(*names):
    import click
print(*(name in sys.modules for name in names))
print(click.UUID.convert("12345678123456781234567812345678", None, None).version)
@click.command(help="First line.\\n\\n    Second line.")
@click.argument("number", type=click.UUID, required=False)
@click.option("--size", help="How large.", type=click.Choice(["s", "l"]))
def command(number, size):
    pass
command(["--help"])
"""


def test_click_works_with_the_substitutes() -> None:
    late = ran([sys.executable, "-c", CLICK])
    usual = ran([sys.executable, "-c", f"import {', '.join(NAMES)}\n{CLICK}"])
    assert late.returncode == usual.returncode == 0
    assert late.stdout.splitlines()[0] == "False False False"
    assert late.stdout.splitlines()[1:] == usual.stdout.splitlines()[1:]
    assert "Second line." in late.stdout


@pytest.mark.parametrize("name", ["ask", "theorem"])
def test_help_of_the_program_is_that_of_the_command(name: str) -> None:
    program = ran([sys.executable, "-m", "mystpy", name, "--help"])
    words = [sys.executable, "-c", "from mystpy.cli import main; main()"]
    assert program.stdout == ran([*words, name, "--help"]).stdout
