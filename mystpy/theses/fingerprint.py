"""Fingerprints: whether a recorded verdict belongs to the check as it is now.

In the field: static program slicing. A fingerprint is a hash of everything that a
verdict depends on. That is the entry of the statement, the clauses of the axioms in
ASP, and every definition in the packages of checks and methods that the check uses,
directly or indirectly. It does not include the computations of engines, comments,
docstrings, and the layout of files.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from mystpy.axiom_folder import cached_by_theory
from mystpy.axioms import axiom_files, text_hash
from mystpy.compilation import dataclass
from mystpy.coq.record import proving_theorem
from mystpy.files.toml import file_text
from mystpy.theses.basis.syntax import (
    ModuleSyntax,
    Word,
    module_syntax,
    plain,
    words_in,
)
from mystpy.theses.basis.trust_base import Place
from mystpy.theses.statement import (
    Assertion,
    Statement,
    find_statement,
    identifiers,
)

PACKAGES = ("theses", "conjectures", "solve", "thresholds")
"""The packages of checks, methods, plans and limits; tests compare what they run."""

_SETTLE = ("mystpy.conjectures.settle", "settle")
_TELL = (
    ("mystpy.theses.basis.rendering", "render_result"),
    ("mystpy.theses.basis.rendering", "with_proof"),
    ("mystpy.conjectures.scopes.judging", "proved_within"),
    ("mystpy.conjectures.scopes.judging", "refuted_within"),
    ("mystpy.theses.basis.trust_base", "rests_on"),
    ("mystpy.theses.basis.notes", "join_notes"),
    ("mystpy.theses.basis.notes", "sentence"),
)
"""The functions that put results into words; their dependences do not matter."""


def source(module: str) -> str | None:
    """Return the text of a module of these packages; None if it does not exist."""
    _, package, *_ = (*module.split("."), "")
    path = Path(__file__).parents[2].joinpath(*module.split(".")).with_suffix(".py")
    return file_text(path) if package in PACKAGES and path.is_file() else None


class ProgramSlices:
    """The definitions that checks use, in modules whose texts are read once."""

    def __init__(self, text_of: Callable[[str], str | None] = source) -> None:
        self._text_of = text_of
        self._modules: dict[str, ModuleSyntax | None] = {}
        self._definitions: dict[Place, _Definition] = {}
        self._parts: dict[tuple[Place, ...], tuple[list[str], list[str]]] = {}

    def fingerprint(self, stated: Statement) -> str:
        """Return the hash of everything on which a statement's verdict depends."""
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
        """Return the statements and the definitions that some definitions use.

        All statements that are settled by their formulas alone have the same roots.
        """
        if roots not in self._parts:
            names = dict.fromkeys((*self.reached(*roots), *_TELL))
            named = sorted({x for place in names for x in self.statements_in(place)})
            texts = sorted(self._definition(place).text for place in names)
            self._parts[roots] = named, texts
        return self._parts[roots]

    def reached(self, *roots: Place) -> list[Place]:
        """Return the definitions that these use, with these first."""
        found = dict.fromkeys(roots)
        waiting = list(found)
        while waiting:
            for place in self._definition(waiting.pop()).uses:
                if place not in found:
                    found[place] = None
                    waiting.append(place)
        return list(found)

    def statements_in(self, place: Place) -> frozenset[str]:
        """Return the other statements whose formulas a definition uses."""
        return self._definition(place).statements

    def imported(self, *roots: Place) -> set[Place]:
        """Return the definitions of other modules that some definitions use."""
        return {
            module.imports[word]
            for name, each in self.reached(*roots)
            if (module := self._module(name)) is not None
            for word, _ in _plain_definition(module.text, each).words
            if word in module.imports
        }

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
        self, module: ModuleSyntax, name: str, words: Iterable[Word]
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
        """Return the definition of a word in a module, perhaps an imported one."""
        module = self._module(name)
        if module is None:
            return None
        if word in module.definitions:
            return name, word
        return self._meant(*module.imports[word]) if word in module.imports else None

    def _module(self, name: str) -> ModuleSyntax | None:
        if name not in self._modules:
            text = self._text_of(name)
            self._modules[name] = None if text is None else module_syntax(text)
        return self._modules[name]


@cached_by_theory()
def slices() -> ProgramSlices:
    """Return the slices of the modules as they are."""
    return ProgramSlices()


@dataclass(frozen=True, slots=True)
class _Definition:
    text: str
    uses: frozenset[Place]
    statements: frozenset[str]


@dataclass(frozen=True, slots=True)
class _PlainDefinition:
    """The text of a definition, whatever its names mean."""

    text: str
    words: tuple[Word, ...]
    statements: frozenset[str]


@cache
def _plain_definition(module: str, name: str) -> _PlainDefinition:
    """Return the text of a definition in a module with this text."""
    nodes = module_syntax(module).definitions[name]
    words = dict.fromkeys(words_in(nodes))
    return _PlainDefinition(plain(nodes), tuple(words), frozenset(_statements(nodes)))


def roots(assertion: Assertion) -> Iterator[Place]:
    """Yield the definitions that settle an assertion and its formalizations."""
    formula = assertion.formula
    name = assertion.check or (formula and formula.by)
    if name:
        module, _, check = name.partition(":")
        yield f"mystpy.theses.{module}", check
    elif formula is not None:
        yield _SETTLE
    for reading in assertion.readings:
        yield from roots(reading)


def _statements(nodes: list[ast.stmt]) -> Iterator[str]:
    """Yield the identifiers of statements among the texts in some lines."""
    known = _identifiers()
    for node in (inner for outer in nodes for inner in ast.walk(outer)):
        if isinstance(node, ast.Constant) and node.value in known:
            yield str(node.value)


@cache
def _identifiers() -> frozenset[object]:
    return frozenset(identifiers())


def _proofs(stated: Statement) -> Iterator[str]:
    """Yield the theorems of Coq in the verdicts of it and its formalizations."""
    for assertion in (stated.assertion, *stated.readings):
        is_main = assertion is stated.assertion
        text = stated.formal if is_main else assertion.text or stated.formal
        found = proving_theorem(stated.id, text, None if is_main else assertion.words)
        if found is not None:
            yield plain(found)


@cached_by_theory()
def _axioms() -> str:
    """Return the clauses of the axioms in ASP, from which everything is derived."""
    lines = (line for path in axiom_files("asp") for line in _lines(path))
    return "\n".join(line for line in lines if line and not line.startswith("%"))


def _lines(path: Path) -> Iterator[str]:
    return map(str.strip, file_text(path).splitlines())
