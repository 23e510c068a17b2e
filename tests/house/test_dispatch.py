"""An engine's abilities are methods and attributes; no code compares its name."""

from __future__ import annotations

import ast
from collections.abc import Iterable

import pytest

from mystpy.engines import ENGINE_NAMES
from tests.house.package import modules, nodes


def dispatches(parts: Iterable[ast.AST]) -> list[str]:
    """The comparisons with `.name` that look like a choice by an engine's name."""
    found = []
    for node in parts:
        words: list[ast.AST]
        match node:
            case ast.Compare():
                words = [node.left, *node.comparators]
            case ast.Match():
                words = [node.subject, *node.cases]
            case _:
                continue
        names = [x for x in words if isinstance(x, ast.Attribute) and x.attr == "name"]
        texts = {
            x.value
            for word in words
            for x in ast.walk(word)
            if isinstance(x, ast.Constant) and isinstance(x.value, str)
        }
        of_engine = any("engine" in ast.unparse(x.value).lower() for x in names)
        if names and (of_engine or not texts.isdisjoint(ENGINE_NAMES)):
            found.append(ast.unparse(words[0]))
    return found


@pytest.mark.parametrize(
    "text",
    [
        "engine.name == 'liar'",
        "self.engine.name in names",
        "one.name not in ('asp', 'auto')",
        "match it.name:\n    case 'prolog': pass",
    ],
)
def test_a_choice_by_name_is_seen(text: str) -> None:
    assert dispatches(ast.walk(ast.parse(text)))


def test_no_module_chooses_by_an_engines_name() -> None:
    found = {
        name: faults
        for name, path in modules().items()
        if (faults := dispatches(nodes(path)))
    }
    assert not found
