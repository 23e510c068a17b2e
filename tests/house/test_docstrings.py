"""One dialect of docstrings: what is returned is named, and code has one backtick."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house.package import modules

COMPUTES = frozenset(
    word + ending
    for word in (
        *("Return", "Yield", "Get", "Give", "Compute", "Calculate", "Determine"),
        *("Evaluate", "Build", "Create", "Collect", "Count", "List", "Find", "Say"),
        *("Decide", "Name", "Obtain", "Retrieve", "Fetch"),
    )
    for ending in ("", "s")
)
"""How a docstring begins that tells a reader to compute, not what is returned."""

FIELDS = re.compile(r":(?:param|returns?|rtype|raises)\b|^\s*(?:Args|Returns):$", re.M)
DOUBLE = re.compile(r"(?<!`)``(?!`)")


def docstrings(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """The docstrings of a module with what they describe, those of values too."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for place, child in enumerate(body if isinstance(body, list) else ()):
            match child:
                case ast.Expr(ast.Constant(str(text))):
                    yield text, child if place else node


def gives_a_value(node: ast.AST) -> bool:
    """Whether this is a function that returns something, and no command of click."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or not node.returns:
        return False
    command = any("click" in ast.unparse(mark) for mark in node.decorator_list)
    return not command and ast.unparse(node.returns) not in ("None", "NoReturn")


def docstring_faults(source: str) -> list[str]:
    """What is wrong with the docstrings of a module, each with its first words."""
    found = []
    for text, node in docstrings(ast.parse(source)):
        paragraph = text.strip().split("\n\n")[0]
        faults = {
            "double backticks": DOUBLE.search(text),
            "fields": FIELDS.search(text),
            "no full stop": not paragraph.endswith((".", "?", ":", "...")),
            "says to compute, not what is returned": gives_a_value(node)
            and text.split(" ")[0] in COMPUTES,
        }
        found += [
            f"{fault}: {paragraph[:60]}" for fault, is_so in faults.items() if is_so
        ]
    return found


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('def f() -> int:\n    """Return the number."""', "says to compute"),
        ('def f() -> int:\n    """The number of ``x``."""', "double backticks"),
        ('def f(x: int) -> int:\n    """The number.\n\n    :param x: one"""', "fields"),
        ('def f() -> None:\n    """Count on"""', "no full stop"),
        ('class A:\n    """A value"""', "no full stop"),
        ('X = 1\n"""One"""', "no full stop"),
    ],
)
def test_a_docstring_in_another_dialect_is_seen(source: str, fault: str) -> None:
    (found,) = docstring_faults(source)
    assert found.startswith(fault)


def test_docstrings_say_what_is_returned() -> None:
    function, procedure = """The number of `x`.""", """Count."""
    good = f"def f() -> int:\n    {function!r}\ndef g() -> None:\n    {procedure!r}"
    assert not docstring_faults(good)
    for name, path in modules().items():
        assert not docstring_faults(path.read_text(encoding="utf-8")), name
