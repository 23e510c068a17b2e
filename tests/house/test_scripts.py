"""The names that benchmarks, tools and the page import from the package exist."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.house.package import PACKAGE, modules, nodes

ROOT = PACKAGE.parent
SCRIPTS = ("benchmarks", "tools", "page")


def taken(script: Path) -> Iterator[tuple[str, str]]:
    """Yield the modules and names that a script imports from the package."""
    for node in nodes(script):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            "mystpy"
        ):
            yield from ((node.module or "", alias.name) for alias in node.names)


def names(module: Path) -> set[str]:
    """Return the names that a module binds, at any depth."""
    every = nodes(module)
    return (
        {x.name for x in every if isinstance(x, ast.ClassDef | ast.FunctionDef)}
        | {x.id for x in every if isinstance(x, ast.Name)}
        | {x.asname or x.name for x in every if isinstance(x, ast.alias)}
    )


def test_what_scripts_take_from_the_package_is_there() -> None:
    found = modules()
    pairs = [
        (script.name, module, name)
        for folder in SCRIPTS
        for script in sorted((ROOT / folder).glob("*.py"))
        for module, name in taken(script)
    ]
    assert len(pairs) > 300
    missing = [
        (script, module, name)
        for script, module, name in pairs
        if f"{module}.{name}" not in found
        and (
            module not in found
            or (module != "mystpy" and name not in names(found[module]))
        )
    ]
    assert not missing
