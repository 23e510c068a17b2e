"""The public names, as `__all__` and the pages of the API reference have them."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from tests.house.package import ROOT

PUBLIC = ("mystpy", "mystpy.kripke", "mystpy.records", "mystpy.env")
"""The public packages."""

PAGES = ROOT / "docs" / "reference" / "api"

_DIRECTIVE = re.compile(r"^\.\. auto(\w+):: ([\w.]+)\n(?:   :members: (.*)\n)?", re.M)

_DATA = {"mystpy.Formula": "language/nodes.py", "mystpy.__version__": "__init__.py"}
"""Names of values without a docstring of their own, and where they are assigned."""


class Documented(NamedTuple):
    """A public name on a page: the kind of its directive, the methods listed there."""

    name: str
    kind: str
    members: tuple[str, ...]

    @property
    def value(self) -> object:
        """Return the object with this name."""
        package, _, name = self.name.rpartition(".")
        return getattr(import_module(package), name)

    @property
    def docstring(self) -> str:
        """Its docstring; of a value the text after its assignment."""
        if self.name in _DATA:
            path = ROOT / "mystpy" / _DATA[self.name]
            return text_after(path, self.name.rpartition(".")[2])
        return inspect.getdoc(self.value) or ""

    def methods(self) -> Iterator[tuple[str, object]]:
        """Yield the methods and properties of a class that its page lists."""
        for member in self.members:
            yield f"{self.name}.{member}", inspect.getattr_static(self.value, member)


def text_after(path: Path, name: str) -> str:
    """Return the text that follows the assignment of a name in a file."""
    body = ast.parse(path.read_text("utf-8")).body
    for k, node in enumerate(body[:-1]):
        follows = body[k + 1]
        if (
            isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]) == name
            and isinstance(follows, ast.Expr)
            and isinstance(follows.value, ast.Constant)
        ):
            return inspect.cleandoc(str(follows.value.value))
    return ""


@cache
def documented() -> tuple[Documented, ...]:
    """Return the names on the pages, in their order."""
    return tuple(
        Documented(name, kind, tuple(members.split(", ")) if members else ())
        for page in sorted(PAGES.glob("*.md"))
        for kind, name, members in _DIRECTIVE.findall(page.read_text("utf-8"))
    )


def exported() -> set[str]:
    """Return the names in the `__all__` of the public packages."""
    return {
        f"{package}.{name}"
        for package in PUBLIC
        for name in import_module(package).__all__
    }


def function_of(member: object) -> object:
    """Return the function of a method or a property, which has its signature."""
    if isinstance(member, property):
        return member.fget
    member = getattr(member, "__func__", member)
    return inspect.unwrap(member) if callable(member) else member
