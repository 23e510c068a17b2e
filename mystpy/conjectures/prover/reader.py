"""A parser of TPTP formulas: problems, and the proofs that provers print.

It is independent of the writer on purpose, so that the text itself is checked. A
formula is a tuple: a sign (`~ & | => <=> ! ?`), `=` or `p`, and its parts; a term is a
tuple of a name and its arguments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from mystpy.compilation import dataclass, pattern
from mystpy.errors import EngineFailed

Form = tuple[Any, ...]

_TOKEN = pattern(r"<=>|=>|<=|!=|[()\[\],:.!?~&|=]|\$?\w+|'[^']*'")
_SPACE = pattern(r"\s+")
_ENDS = pattern(r"(?<=\)\.)\n")
_NO_MORE = ""


@dataclass(frozen=True, slots=True)
class AnnotatedFormula:
    """A line `fof(name, role, formula, source).`; the source is a term, or None."""

    name: str
    role: str
    formula: Form
    source: Form | None


def lines(text: str) -> tuple[AnnotatedFormula, ...]:
    """Return the lines of a problem or a proof. Raises EngineFailed for other text.

    Rows that end with `).` are parsed once, because problems have axioms in common.
    """
    rows = re.sub(r"^[#%].*$", "", text, flags=re.MULTILINE)
    return tuple(line for part in _ENDS.split(rows) for line in _lines(part))


@lru_cache(maxsize=4_096)
def _lines(text: str) -> tuple[AnnotatedFormula, ...]:
    reader = _Reader(text)
    found = []
    while not reader.at(_NO_MORE):
        found.append(reader.line())
    return tuple(found)


def term(text: str) -> Form:
    """Return a term, or an atom without its sign; EngineFailed for other text."""
    return _Reader(text).term()


class _Reader:
    def __init__(self, text: str) -> None:
        self.words: list[str] = [*_TOKEN.findall(text), _NO_MORE]
        self.place = 0
        if _SPACE.sub("", "".join(self.words)) != _SPACE.sub("", text):
            raise EngineFailed(f"no TPTP: {text[:80]!r}")

    def next(self, *expected: str) -> str:
        word = self.words[self.place]
        if not word or (expected and word not in expected):
            before = " ".join(self.words[max(0, self.place - 8) : self.place])
            raise EngineFailed(f"no TPTP: {word!r} after {before!r}")
        self.place += 1
        return word

    def at(self, *words: str) -> bool:
        return self.words[self.place] in words

    def line(self) -> AnnotatedFormula:
        self.next("fof", "cnf")
        self.next("(")
        name = self.next()
        self.next(",")
        role = self.next()
        self.next(",")
        formula = self.formula()
        source = None
        if self.at(","):
            self.next(",")
            source = self.term()
        if self.at(","):
            self.next(",")
            self.term()  # remarks
        self.next(")")
        self.next(".")
        return AnnotatedFormula(name, role, formula, source)

    def formula(self) -> Form:
        first = self.unit()
        if self.at("=>", "<=>", "<="):
            sign, other = self.next(), self.unit()
            return ("=>", other, first) if sign == "<=" else (sign, first, other)
        if self.at("&", "|"):
            sign, parts = self.words[self.place], [first]
            while self.at(sign):
                self.next(sign)
                parts.append(self.unit())
            return (sign, *parts)
        return first

    def unit(self) -> Form:
        if self.at("~"):
            self.next()
            return ("~", self.unit())
        if self.at("!", "?"):
            sign = self.next()
            self.next("[")
            names = [self.next()]
            while self.at(","):
                self.next()
                names.append(self.next())
            self.next("]")
            self.next(":")
            return (sign, tuple(names), self.unit())
        if self.at("("):
            self.next()
            inner = self.formula()
            self.next(")")
            return inner
        term = self.term()
        if self.at("=", "!="):
            sign, other = self.next(), self.term()
            return ("=", term, other) if sign == "=" else ("~", ("=", term, other))
        return ("p", *term)

    def term(self) -> Form:
        """Return a term, or the source of a line; a list is named `[]`."""
        name = self.next()
        if name == "[":
            return ("[]", *self.rest("]"))
        if self.at("("):
            self.next()
            return (name, *self.rest(")"))
        return (name,)

    def rest(self, end: str) -> list[Form]:
        parts: list[Form] = []
        while not self.at(end):
            if parts:
                self.next(",")
            parts.append(self.term())
        self.next(end)
        return parts


@lru_cache(maxsize=4_096)
def universal_closure(formula: Form) -> Form:
    """Return the universal closure, with variables named by their order in it.

    Formulas that differ only in the names of variables have the same form.
    """
    while formula[0] == "!":
        formula = formula[2]
    names = _Names()
    body = names.formula(formula, {})
    free = tuple(name for (name,) in names.free.values())
    return ("!", free, body) if free else body


class _Names:
    """New names for variables, one after the other, and the names of free variables."""

    def __init__(self) -> None:
        self.given, self.free = 0, dict[str, Form]()

    def formula(self, formula: Form, bound: Mapping[str, Form]) -> Form:
        sign, *parts = formula
        if sign in ("!", "?"):
            own = {name: self.new() for name in parts[0]}
            body = self.formula(parts[1], {**bound, **own})
            return (sign, tuple(name for (name,) in own.values()), body)
        if sign in ("~", "&", "|", "=>", "<=>"):
            return (sign, *(self.formula(part, bound) for part in parts))
        if sign == "=":
            return (sign, *(self.term(part, bound) for part in parts))
        return (sign, *self.term(tuple(parts), bound))

    def term(self, term: Form, bound: Mapping[str, Form]) -> Form:
        name, *args = term
        if not name[0].isupper():
            return (name, *(self.term(arg, bound) for arg in args))
        if name not in bound and name not in self.free:
            self.free[name] = self.new()
        return bound[name] if name in bound else self.free[name]

    def new(self) -> Form:
        self.given += 1
        return (f"X{self.given}",)


@lru_cache(maxsize=4_096)
def symbols(formula: Form) -> frozenset[str]:
    """Return the predicates and functions of a formula."""
    return frozenset(_symbols(formula))


def _symbols(formula: Form) -> set[str]:
    if formula[0] in ("!", "?"):
        return _symbols(formula[2])
    if formula[0] in ("~", "&", "|", "=>", "<=>"):
        return set().union(*map(_symbols, formula[1:]))
    terms = formula[1:] if formula[0] == "=" else (formula[1:],)
    return set().union(*map(_of_term, terms))


def _of_term(term: Form) -> set[str]:
    own = set() if term[0][0].isupper() else {term[0]}
    return own.union(*map(_of_term, term[1:]))
