"""The terms in which logic programs answer: numbers, atoms, lists, compounds."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from mystpy.compilation import pattern
from mystpy.engines.base import Argument, Conjunct
from mystpy.history.actions import Action, Lays, made_action

_TOKEN = pattern(r"\s*(-?\d+|[a-z]\w*|_\w*|\\\+|\[\]|[\[\](),])")

Term = Any
"""An int, an atom as str, a list, or a compound as a tuple (name, argument, ...)."""


def read_term(text: str) -> Term:
    """Read one term; a variable is read as None. Raises ValueError if it is not one."""
    tokens = _TOKEN.findall(text)
    term, end = _read(tokens, 0)
    if end != len(tokens):
        raise ValueError(f"not a term: {text[:80]!r}")
    return term


def _read(tokens: list[str], at: int) -> tuple[Term, int]:
    token = tokens[at]
    at += 1
    if token == "[]":
        return [], at
    if token == "[":
        return _read_many(tokens, at, "]")
    if token[0] == "_":
        return None, at
    if token.lstrip("-").isdigit():
        return int(token), at
    if at < len(tokens) and tokens[at] == "(":
        args, at = _read_many(tokens, at + 1, ")")
        return (token, *args), at
    return token, at


def _read_many(tokens: list[str], at: int, closing: str) -> tuple[list[Term], int]:
    terms: list[Term] = []
    if tokens[at] == closing:
        return terms, at + 1
    while True:
        term, at = _read(tokens, at)
        terms.append(term)
        at += 1
        if tokens[at - 1] == closing:
            return terms, at


def show_term(term: Term) -> str:
    """Print a term as both logic languages read it."""
    if isinstance(term, tuple):
        return f"{term[0]}({','.join(map(show_term, term[1:]))})"
    if isinstance(term, list):
        return f"[{','.join(map(show_term, term))}]"
    return str(term)


def read_action(term: Term) -> Action:
    """The action that a term names, such as `("asks", 1, ("set", "s1"))`.

    Cards laid open that are `unseen` stand for all, as the empty set does.
    """
    name, *args = term
    if name == Lays.name and args[1] == "unseen":
        return Lays(args[0], frozenset())
    return made_action(name, [_argument(arg) for arg in args])


def read_conjunct(term: Term) -> Conjunct:
    """The conjunct of a Poss axiom that a term names, without variables in it."""
    negated = isinstance(term, tuple) and term[0] in ("neg", "\\+")
    inner = term[1] if negated else term
    name, *args = inner if isinstance(inner, tuple) else (inner,)
    kept = tuple(_conjunct_argument(arg) for arg in args if arg is not None)
    return Conjunct(name, kept, negated)


@lru_cache(10_000)
def conjunct_in(text: str) -> Conjunct:
    """The conjunct of a Poss axiom that a text names; see `read_conjunct`."""
    return read_conjunct(read_term(text))


def _conjunct_argument(term: Term) -> Argument:
    """An argument of a conjunct; clingo prints the empty set as `set`."""
    if isinstance(term, tuple):
        return tuple(map(show_term, term[1:]))
    found: Argument = () if term == "set" else term
    return found


def _argument(arg: Term) -> object:
    if isinstance(arg, tuple):
        return frozenset(arg[1:])
    if arg == "set":  # clingo prints the empty set() like this
        return frozenset()
    return None if arg == "unseen" else arg
