"""Modules as syntax: what they define and import, and what a definition uses."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache

from mystpy.compilation import dataclass
from mystpy.theses.basis.trust_base import Place

Word = tuple[str, str | None]
"""A name that is used, and the attribute that is taken of it, if one is."""


@dataclass(frozen=True, slots=True)
class ModuleSyntax:
    """A module: its text, its definitions by name, and where it imports names from."""

    text: str
    definitions: dict[str, list[ast.stmt]]
    imports: dict[str, Place]


@cache
def module_syntax(text: str) -> ModuleSyntax:
    """The syntax of a module of this text."""
    tree, module = ast.parse(text), ModuleSyntax(text, {}, {})
    for node in tree.body:
        for name in _defined(node):
            module.definitions.setdefault(name, []).append(node)
    for inner in ast.walk(tree):
        if isinstance(inner, ast.ImportFrom):
            for alias in inner.names:
                place = inner.module or "", alias.name
                module.imports[alias.asname or alias.name] = place
    return module


def words_in(nodes: list[ast.stmt]) -> Iterator[Word]:
    """The names that some lines use, and attributes of names."""
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        match node:
            case ast.Name(id=word):
                yield word, None
            case ast.Attribute(value=ast.Name(id=word), attr=attribute):
                yield word, attribute


def _defined(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            inner = (each for target in targets for each in ast.walk(target))
            yield from (each.id for each in inner if isinstance(each, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def plain(value: object) -> str:
    """Syntax or data as a text that no version of Python writes in another way.

    Docstrings and what is empty, or left at its default, are not in it.
    """
    if isinstance(value, ast.AST):
        said = dict(ast.iter_fields(value))
        said["body"] = _without_docstrings(said.get("body"))
    elif is_dataclass(value):
        pairs = ((field, getattr(value, field.name)) for field in fields(value))
        said = {field.name: given for field, given in pairs if given != field.default}
    elif isinstance(value, dict):
        said = value
    elif isinstance(value, list | tuple):
        return f"[{', '.join(map(plain, value))}]"
    else:
        return repr(value)
    inner = (f"{key}={plain(x)}" for key, x in said.items() if x not in (None, [], {}))
    return f"{type(value).__name__}({', '.join(inner)})"


def _without_docstrings(body: object) -> object:
    def is_docstring(node: object) -> bool:
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                return True
        return False

    if isinstance(body, list):
        return [node for node in body if not is_docstring(node)]
    return body
