"""The package as its files say it: its modules, what they import, import circles."""

from __future__ import annotations

import ast
import gc
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "mystpy"

Graph = Mapping[str, set[str]]
"""For each name the names that it leads to."""

_DOTTED = re.compile(r"\bmystpy(?:\.\w+)+\.?")


@lru_cache(maxsize=1)
def modules() -> dict[str, Path]:
    """Return the modules by their full names; a package is its `__init__`."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if path.stem == "__init__" else parts)] = path
    return found


@lru_cache(maxsize=1)
def packages() -> dict[str, tuple[str, ...]]:
    """Return for each package its children: the names of modules and packages."""
    found: dict[str, list[str]] = {}
    for name in modules():
        parent, _, child = name.rpartition(".")
        if parent:
            found.setdefault(parent, []).append(child)
    return {name: tuple(children) for name, children in found.items()}


@cache
def syntax(path: Path) -> ast.Module:
    """Return the syntax tree of a file.

    All trees stay to the end, so garbage collections need not look at them.
    """
    found = ast.parse(path.read_text(encoding="utf-8"))
    gc.freeze()
    return found


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a file but contexts, which several tests look at.

    They are those of `ast.walk` in its order, in half the time.
    """
    found: list[ast.AST] = [syntax(path)]
    for node in found:
        for name in node._fields:
            value = None if name == "ctx" else getattr(node, name, None)
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [each for each in value if isinstance(each, ast.AST)]
    return tuple(found)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a node, in order, without looking into expressions."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        for inner in getattr(node, part, ()):
            yield inner
            yield from statements(inner)


def imports(path: Path, *, types: bool = False) -> Iterator[str]:
    """Yield the full names that a file imports when it runs, also within functions.

    With `types` those come too that only a type checker imports.
    """
    skipped: set[int] = set()
    for node in statements(syntax(path)):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.If) and not types:
            if "TYPE_CHECKING" in ast.dump(node.test):
                skipped.update(map(id, statements(node)))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def named_in_strings(path: Path) -> Iterator[str]:
    """Yield the modules that the strings of a file name.

    These are modules that `import_module`, `__import__`, `python -m` or a table of
    modules loads. Below a package that an f-string begins with, as in
    `f"mystpy.cli.{name}"`, the other strings of the file are looked up, too. Docstrings
    name nothing.
    """
    texts = [text for text in _strings(path) if text]
    names = [name for text in texts for name in _DOTTED.findall(text)]
    for base in {name for name in names if name.endswith(".")}:
        names += [f"{base}{text.partition(':')[0].rstrip('.')}" for text in texts]
    yield from (name for name in names if name in modules())


def _strings(path: Path) -> Iterator[str]:
    """Yield the strings of a file, without docstrings."""
    described = {id(node.value) for node in nodes(path) if isinstance(node, ast.Expr)}
    for node in nodes(path):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in described:
            yield text


def module_of(name: str) -> str | None:
    """Return the module of the package that an imported name is, or belongs to."""
    while name and name not in modules():
        name = name.rpartition(".")[0]
    return name or None


@lru_cache(maxsize=1)
def graph() -> dict[str, set[str]]:
    """Return for each module the modules of the package that it imports or names.

    All modules may import `mystpy`, for the version: it loads others only on demand.
    """
    found: dict[str, set[str]] = {}
    for name, path in modules().items():
        met = {module_of(x) for x in (*imports(path), *named_in_strings(path))}
        found[name] = {other for other in met if other} - {name, "mystpy"}
    return found


def children_graph(package: str) -> dict[str, set[str]]:
    """Return for each child of a package the children that it imports from.

    The imports of the package's own file count as those of a child `__init__`.
    """

    def child_of(name: str) -> str | None:
        if name == package:
            return "__init__"
        inner = name.removeprefix(f"{package}.")
        return inner.split(".")[0] if inner != name else None

    found: dict[str, set[str]] = {}
    for name, others in graph().items():
        child = child_of(name)
        if child is not None:
            met = {child_of(other) for other in others}
            found.setdefault(child, set()).update(x for x in met if x)
            found[child].discard(child)
    return found


def circles(edges: Graph) -> set[frozenset[str]]:
    """Return the largest sets of names each of which leads to each other.

    Whatever is on a circle is found with all that the circle can reach and that leads
    back to it.
    """
    left = {name: set(others) for name, others in edges.items()}
    found = set()
    while circle := _circle(left):
        whole = _reached(left, circle[:1]) & _reached(_turned(left), circle[:1])
        found.add(frozenset(whole))
        left = {
            name: others - whole for name, others in left.items() if name not in whole
        }
    return found


def _circle(edges: Graph) -> list[str]:
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def _reached(edges: Graph, start: Sequence[str]) -> set[str]:
    met, waiting = set(start), list(start)
    while waiting:
        for other in edges.get(waiting.pop(), ()):
            if other not in met:
                met.add(other)
                waiting.append(other)
    return met


def _turned(edges: Graph) -> dict[str, set[str]]:
    turned: dict[str, set[str]] = {}
    for name, others in edges.items():
        for other in others:
            turned.setdefault(other, set()).add(name)
    return turned
