"""Bring `docs/notions.toml` up to date with the classes of the package.

`python tools/notions.py` follows classes that moved to another module, and drops those
that are gone. It adds a row for each class that has none yet, or for a base class with
its subclasses: the notion is the first sentence of its docstring. The other columns
that people wrote stay as they are. With `--check` nothing is written, and the exit
status is 1 if something would be.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "notions.toml"

CORE = (
    "arena",
    "conjectures",
    "engines",
    "game",
    "history",
    "kripke",
    "language",
    "packages",
    "play",
    "players",
    "questions",
    "situations",
    "solve",
    "views",
)
"""The packages whose notions are listed."""

TEXTS = ("notion", "term", "source", "module")
WIDTH = 100


class Module(NamedTuple):
    """A module: its public classes with what they say of themselves, its imports.

    `bases` has the first base of a class that has one in the same module.
    """

    classes: dict[str, str]
    bases: dict[str, str]
    imports: frozenset[tuple[str, str]]


class Notion(NamedTuple):
    """A row: the notion, the field's term and its source, a module and classes in it.

    The term and the source are empty where the name of the class is the term.
    """

    notion: str
    term: str
    source: str
    module: str
    classes: tuple[str, ...]


def read_modules(package: Path) -> dict[str, Module]:
    """Return the modules of a package by their dotted names."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = ".".join(parts).removesuffix(".__init__")
        public = [
            node
            for node in tree.body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        ]
        classes = {node.name: ast.get_docstring(node) or "" for node in public}
        found[name] = Module(
            classes,
            {
                node.name: base.id
                for node in public
                for base in reversed(node.bases)
                if isinstance(base, ast.Name) and base.id in classes
            },
            frozenset(
                (node.module, alias.name)
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and node.module
                for alias in node.names
            ),
        )
    return found


def area(module: str) -> str:
    """Return the package below `mystpy` to which a module belongs."""
    return [*module.split("."), ""][1]


def shared_classes(modules: dict[str, Module]) -> set[tuple[str, str]]:
    """Return the classes of the core that another package of `mystpy` imports."""
    return {
        (home, name)
        for user, module in modules.items()
        for home, name in module.imports
        if home in modules
        and name in modules[home].classes
        and area(home) in CORE
        and area(user) != area(home)
    }


def read_notions(path: Path) -> list[Notion]:
    """Return the rows of the file."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["notion"]
    return [
        Notion(
            row["notion"],
            row.get("term", ""),
            row.get("source", ""),
            row["module"],
            tuple(row["classes"]),
        )
        for row in rows
    ]


def updated_notions(
    rows: list[Notion], modules: dict[str, Module], wanted: set[tuple[str, str]]
) -> list[Notion]:
    """Return the rows as they should be, in the order of their modules."""
    homes: dict[str, list[str]] = defaultdict(list)
    for home, module in modules.items():
        for name in module.classes:
            homes[name].append(home)
    found, covered = [], set()
    for row in rows:
        for home, names in _present(row, modules, homes).items():
            found.append(row._replace(module=home, classes=tuple(names)))
            covered |= {(home, name) for name in names}
    _add_missing(found, modules, wanted - covered)
    return sorted(found, key=lambda row: (row.module, row.classes))


def _add_missing(
    found: list[Notion], modules: dict[str, Module], classes: set[tuple[str, str]]
) -> None:
    """Add classes to the row of their base class, or to a new one."""
    missing: dict[tuple[str, str], list[str]] = defaultdict(list)
    for home, module in modules.items():
        for name in module.classes:
            if (home, name) in classes:
                missing[home, _root(name, module.bases)].append(name)
    for (home, root), names in missing.items():
        for place, row in enumerate(found):
            if row.module == home and root in row.classes:
                found[place] = row._replace(classes=(*row.classes, *names))
                break
        else:
            found.append(_new_row(home, root, modules[home], names))


def _present(
    row: Notion, modules: dict[str, Module], homes: dict[str, list[str]]
) -> dict[str, list[str]]:
    """Return where the classes of a row are now: a class may have moved."""
    found: dict[str, list[str]] = defaultdict(list)
    for name in row.classes:
        here = modules.get(row.module)
        if here is not None and name in here.classes:
            found[row.module].append(name)
        elif len(homes[name]) == 1:
            found[homes[name][0]].append(name)
    return found


def _root(name: str, bases: dict[str, str]) -> str:
    while name in bases:
        name = bases[name]
    return name


def _new_row(home: str, root: str, module: Module, classes: list[str]) -> Notion:
    paragraph = " ".join(module.classes[root].split("\n\n")[0].split())
    sentence = re.split(r"(?<=[\w)`])\. ", paragraph)[0].rstrip(".")
    names = classes if root in classes else [root, *classes]
    return Notion(sentence, "", "", home, tuple(names))


def written(rows: list[Notion], head: str) -> str:
    """Return the text of the file, after the comment at its head."""
    return head + "\n".join("\n".join(_lines(row)) + "\n" for row in rows)


def _lines(row: Notion) -> Iterator[str]:
    yield "[[notion]]"
    for key in TEXTS:
        if text := getattr(row, key):
            yield f"{key} = {_string(text)}"
    line = f"classes = [{', '.join(map(_string, row.classes))}]"
    if len(line) <= WIDTH:
        yield line
    else:
        yield "classes = ["
        yield from (f"  {_string(name)}," for name in row.classes)
        yield "]"


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def main() -> int:
    """Write the file again, or say with `--check` whether it would change."""
    modules = read_modules(ROOT / "mystpy")
    old = PAGE.read_text(encoding="utf-8")
    head = old[: old.index("[[notion]]")]
    rows = updated_notions(read_notions(PAGE), modules, shared_classes(modules))
    new = written(rows, head)
    if "--check" in sys.argv:
        return int(new != old)
    PAGE.write_text(new, encoding="utf-8")
    sys.stdout.write(f"{len(rows)} notions\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
