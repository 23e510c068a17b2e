"""Everything public says what it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.house.package import modules, syntax


def public_without_docstring(tree: ast.Module) -> Iterator[str]:
    """Yield the public classes and functions without a docstring, and the module."""
    if not ast.get_docstring(tree):
        yield "the module"
    for node in tree.body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef):
            continue
        if not node.name.startswith("_"):
            if not ast.get_docstring(node):
                yield node.name
            for child in node.body if isinstance(node, ast.ClassDef) else ():
                if isinstance(child, ast.FunctionDef) and not exempt(child):
                    yield f"{node.name}.{child.name}"


def exempt(method: ast.FunctionDef) -> bool:
    """Return whether a method need not say what it is: private, or it overrides."""
    overrides = any(
        isinstance(x, ast.Name) and x.id in ("override", "overload")
        for x in method.decorator_list
    )
    return method.name.startswith("_") or overrides or bool(ast.get_docstring(method))


@pytest.mark.parametrize(
    ("source", "missing"),
    [
        ('"""A."""\ndef f() -> None:\n    pass', ["f"]),
        ('"""A."""\nclass B:\n    """B."""\n    def c(self) -> None: ...', ["B.c"]),
        ("X = 1", ["the module"]),
        ('"""A."""\nclass _B:\n    def c(self) -> None: ...', []),
    ],
)
def test_a_missing_docstring_is_noticed(source: str, missing: list[str]) -> None:
    assert list(public_without_docstring(ast.parse(source))) == missing


def test_everything_public_has_a_docstring() -> None:
    found = {
        f"{module}: {each}"
        for module, path in modules().items()
        for each in public_without_docstring(syntax(path))
    }
    assert not found
