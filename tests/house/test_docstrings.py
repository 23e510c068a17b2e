"""The format of docstrings: full stops, single backticks, no lists of fields.

Whether the first line is an imperative or a noun phrase is left to the author.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

import pytest

from tests.house.package import modules, nodes

FIELDS = re.compile(r":(?:param|returns?|rtype|raises)\b|^\s*(?:Args|Returns):$", re.M)
DOUBLE = re.compile(r"(?<!`)``(?!`)")


def docstrings(parts: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the docstrings of a module, those of its constants included."""
    for node in parts:
        body = getattr(node, "body", None)
        for child in body if isinstance(body, list) else ():
            match child:
                case ast.Expr(ast.Constant(str(text))):
                    yield text


def docstring_faults(module: Iterable[ast.AST]) -> list[str]:
    """List the faults of the docstrings of a module, each with its first words."""
    found = []
    for text in docstrings(module):
        paragraph = text.strip().split("\n\n")[0]
        faults = {
            "double backticks": DOUBLE.search(text),
            "fields": FIELDS.search(text),
            "no full stop": not paragraph.endswith((".", "?", ":", "...")),
        }
        found += [
            f"{fault}: {paragraph[:60]}" for fault, is_so in faults.items() if is_so
        ]
    return found


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ('def f() -> int:\n    """The number of ``x``."""', "double backticks"),
        ('def f(x: int) -> int:\n    """The number.\n\n    :param x: one"""', "fields"),
        ('def f() -> None:\n    """Count on"""', "no full stop"),
        ('class A:\n    """A value"""', "no full stop"),
        ('X = 1\n"""One"""', "no full stop"),
    ],
)
def test_a_docstring_in_another_format_is_seen(source: str, fault: str) -> None:
    (found,) = docstring_faults(ast.walk(ast.parse(source)))
    assert found.startswith(fault)


def test_docstrings_keep_to_the_format() -> None:
    noun_phrase, imperative = "The number of `x`.", "Return the number of `x`."
    for text in (noun_phrase, imperative):
        tree = ast.parse(f"def f() -> int:\n    {text!r}")
        assert not docstring_faults(ast.walk(tree))
    for name, path in modules().items():
        assert not docstring_faults(nodes(path)), name
