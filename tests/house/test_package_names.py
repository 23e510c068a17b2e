"""No module about packages knows an action, a fluent or a sort of a shipped one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from tests.house.package import modules, syntax

FOLDERS = (
    *("mystpy.packages", "mystpy.cli.guide.theory"),
    *("mystpy.exercises.package_tasks", "mystpy.exercises.commands.package_exercise"),
    *(f"mystpy.notebook.commands.{x}" for x in ("package_notebook", "package_prompt")),
    *(
        "mystpy.notebook.commands.taught_lines",
        "mystpy.protocol.commands.package_serve",
    ),
)

OTHER_USES = {
    "player": "a key of batch lines, and another word for agents in formulas",
    "line": "a line of a file, or of JSON lines",
    "no": "the answer no",
    "yes": "the answer yes",
    "knows": "the verb",
    "known": "what an agent knows",
    "number": "the number of a step",
    "sum": "a sum",
    "has": "has",
    "show": "a command, and its question to a package",
    "open": "a cell of a table about which nothing is known",
    "one_of": "a key of theory.toml",
}
"""Names that are words of this program, too: what else they mean here."""


def names() -> set[str]:
    """Return the names of all actions, fluents, sorts and constants."""
    found: set[str] = set()
    for name in shipped_packages():
        package = read_package(name)
        for part in (package.actions, package.fluents, package.sorts):
            found |= set(part)
    return found


def texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module with their lines, but for docstrings and help."""
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            skipped.add(id(node.value))
        if isinstance(node, ast.keyword) and node.arg in ("help", "hint", "metavar"):
            skipped |= {id(part) for part in ast.walk(node.value)}
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    for node in constants:
        if isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


def uses(tree: ast.Module, known: set[str]) -> list[tuple[int, str]]:
    """Return the texts that are a name, or in which one has arguments, with lines."""
    any_name = "|".join(map(re.escape, sorted(known)))
    applied = re.compile(rf"(?<![\w.])({any_name})\(")
    return [
        (line, text)
        for line, text in texts(tree)
        if text.strip() in known or applied.search(text)
    ]


def test_no_module_about_packages_names_anything_of_a_shipped_one() -> None:
    known = names() - set(OTHER_USES)
    assert len(known) > 30
    found = {
        f"{module}, line {line}: {text}"
        for module, path in modules().items()
        if f"{module}.".startswith(tuple(f"{folder}." for folder in FOLDERS))
        for line, text in uses(syntax(path), known)
    }
    assert not found


def test_a_name_in_a_text_is_noticed() -> None:
    lines = ['"""asks"""', 'if x == "asks":', '    y = f"asks({x})"', '    z = "tasks"']
    found = uses(ast.parse("\n".join(lines)), {"asks", "no"})
    assert found == [(2, "asks"), (3, "asks(")]
    assert {"asks", "muddy", "ship", "suspect"} <= names()


def test_the_words_with_other_uses_are_names() -> None:
    assert set(OTHER_USES) <= names(), "no longer so: take them out of OTHER_USES"
