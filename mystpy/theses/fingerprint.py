"""Fingerprints: whether a verdict that was written down is of the check as it is now.

In the field: static program slicing. A fingerprint is a hash of what a verdict comes
from: the entry of the statement, the clauses of the axioms in ASP, and every definition
in the packages of checks and methods that the check leads to, by the names it uses, and
those that these use in turn. What engines compute is no part of it, nor are comments,
docstrings, and how a file is laid out.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import axiom_files, text_hash
from mystpy.compilation import dataclass
from mystpy.coq.record import proving_theorem
from mystpy.files.toml import file_text
from mystpy.theses.statement import (
    Assertion,
    Statement,
    find_statement,
    identifiers,
)

PACKAGES = ("theses", "conjectures", "solve", "thresholds")
"""Where checks, methods, plans and limits are; tests hold together what they run on."""

Place = tuple[str, str]
"""The name of a module, and of a definition in it."""

_SETTLE = ("mystpy.conjectures.settle", "settle")
_TELL = (
    ("mystpy.theses.bench", "render_result"),
    ("mystpy.theses.statement", "join_notes"),
    ("mystpy.theses.statement", "sentence"),
)
"""What puts results into words; what that leads to does not matter."""


def source(module: str) -> str | None:
    """The text of a module of these packages, or None if there is no such module."""
    _, package, *_ = (*module.split("."), "")
    path = Path(__file__).parents[2].joinpath(*module.split(".")).with_suffix(".py")
    return file_text(path) if package in PACKAGES and path.is_file() else None


class ProgramSlices:
    """What checks lead to, in modules whose texts are read once."""

    def __init__(self, text_of: Callable[[str], str | None] = source) -> None:
        self._text_of = text_of
        self._modules: dict[str, _Module | None] = {}
        self._definitions: dict[Place, _Definition] = {}
        self._parts: dict[tuple[Place, ...], tuple[list[str], list[str]]] = {}

    def fingerprint(self, stated: Statement) -> str:
        """The hash of all that the verdict on a statement comes from."""
        named, definitions = self._parts_of(*roots(stated.assertion))
        parts = [
            _axioms(),
            plain(stated.assertion),
            stated.formal,
            *(plain(x.assertion) for x in map(find_statement, named) if x),
            *definitions,
            *_proofs(stated),
        ]
        return text_hash("\n".join(parts).encode())

    def _parts_of(self, *roots: Place) -> tuple[list[str], list[str]]:
        """Return the statements and the definitions that some definitions lead to.

        All statements that are settled by their formulas alone have the same roots.
        """
        if roots not in self._parts:
            names = dict.fromkeys((*self.reached(*roots), *_TELL))
            named = sorted({x for place in names for x in self.statements_in(place)})
            texts = sorted(self._definition(place).text for place in names)
            self._parts[roots] = named, texts
        return self._parts[roots]

    def reached(self, *roots: Place) -> list[Place]:
        """The definitions that some lead to, these first."""
        found = dict.fromkeys(roots)
        waiting = list(found)
        while waiting:
            for place in self._definition(waiting.pop()).uses:
                if place not in found:
                    found[place] = None
                    waiting.append(place)
        return list(found)

    def statements_in(self, place: Place) -> frozenset[str]:
        """The other statements that a definition names, to take their formulas."""
        return self._definition(place).statements

    def _definition(self, place: Place) -> _Definition:
        if place not in self._definitions:
            module = self._module(place[0])
            assert module is not None, f"there is no module {place[0]}"
            plainly = _plain_definition(module.text, place[1])
            self._definitions[place] = _Definition(
                plainly.text,
                frozenset(self._used(module, place[0], plainly.words)),
                plainly.statements,
            )
        return self._definitions[place]

    def _used(
        self, module: _Module, name: str, words: Iterable[_Word]
    ) -> Iterator[Place]:
        for word, attribute in words:
            if attribute is None:
                found = self._meant(name, word)
            else:
                imported = ".".join(filter(None, module.imports.get(word, ())))
                found = self._meant(imported, attribute)
            if found is not None:
                yield found

    def _meant(self, name: str, word: str) -> Place | None:
        """The definition that a word in a module is, there or where it comes from."""
        module = self._module(name)
        if module is None:
            return None
        if word in module.definitions:
            return name, word
        return self._meant(*module.imports[word]) if word in module.imports else None

    def _module(self, name: str) -> _Module | None:
        if name not in self._modules:
            text = self._text_of(name)
            self._modules[name] = None if text is None else _module(text)
        return self._modules[name]


@cached_by_theory()
def slices() -> ProgramSlices:
    """The slices of the modules as they are."""
    return ProgramSlices()


@dataclass(frozen=True, slots=True)
class _Definition:
    text: str
    uses: frozenset[Place]
    statements: frozenset[str]


_Word = tuple[str, str | None]
"""A name that is used, and the attribute that is taken of it, if one is."""


@dataclass(frozen=True, slots=True)
class _PlainDefinition:
    """What a definition says, whatever its names mean."""

    text: str
    words: tuple[_Word, ...]
    statements: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Module:
    text: str
    definitions: dict[str, list[ast.stmt]]
    imports: dict[str, Place]


@cache
def _module(text: str) -> _Module:
    tree, module = ast.parse(text), _Module(text, {}, {})
    for node in tree.body:
        for name in _defined(node):
            module.definitions.setdefault(name, []).append(node)
    for inner in ast.walk(tree):
        if isinstance(inner, ast.ImportFrom):
            for alias in inner.names:
                place = inner.module or "", alias.name
                module.imports[alias.asname or alias.name] = place
    return module


@cache
def _plain_definition(module: str, name: str) -> _PlainDefinition:
    """What a definition says in a module of this text."""
    nodes = _module(module).definitions[name]
    words = dict.fromkeys(_words(nodes))
    return _PlainDefinition(plain(nodes), tuple(words), frozenset(_statements(nodes)))


def _words(nodes: list[ast.stmt]) -> Iterator[_Word]:
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


def roots(assertion: Assertion) -> Iterator[Place]:
    """The definitions that settle an assertion and its readings."""
    formula = assertion.formula
    name = assertion.check or (formula and formula.by)
    if name:
        module, _, check = name.partition(":")
        yield f"mystpy.theses.{module}", check
    elif formula is not None:
        yield _SETTLE
    for reading in assertion.readings:
        yield from roots(reading)


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


def _statements(nodes: list[ast.stmt]) -> Iterator[str]:
    """The identifiers of statements among the texts in some lines."""
    known = _identifiers()
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Constant) and node.value in known:
            yield str(node.value)


@cache
def _identifiers() -> frozenset[object]:
    return frozenset(identifiers())


def _proofs(stated: Statement) -> Iterator[str]:
    """The theorems of Coq that its verdict and those of its readings rest on."""
    for assertion in (stated.assertion, *stated.readings):
        is_main = assertion is stated.assertion
        text = stated.formal if is_main else assertion.text or stated.formal
        found = proving_theorem(stated.id, text, None if is_main else assertion.words)
        if found is not None:
            yield plain(found)


@cached_by_theory()
def _axioms() -> str:
    """The clauses of the axioms in ASP, from which everything is derived."""
    lines = (line for path in axiom_files("asp") for line in _lines(path))
    return "\n".join(line for line in lines if line and not line.startswith("%"))


def _lines(path: Path) -> Iterator[str]:
    return map(str.strip, file_text(path).splitlines())
