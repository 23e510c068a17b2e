"""Formulas about the past as fluents with successor state axioms of their own.

In the field: history variables (Abadi and Lamport 1991), the translation of past
operators into successor state axioms (Bienvenu, Fritz and McIlraith 2011).

`once F` is a predicate of the situation, and of what the free variables of F stand for:
it is F in Init0, and after any action it is F there, or what it was before. So are `so
far F`, and `before F`, which is false in Init0. A situation has one situation before
it, so that these axioms define one predicate for each formula, whatever the actions
are, possible or not: what follows from them is so of the formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import cast

from mystpy.language.atoms import Var
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import free_variables, walk
from mystpy.language.temporal import Historically, Once, Past

_ACTION, _BEFORE = "A0", "S0"
_AFTER = f"do({_ACTION},{_BEFORE})"

Write = Callable[[Formula, str, Mapping[str, str]], str]
"""Writes a formula in a situation, with words for its free variables."""


def past_atom(node: Past, situation: str, word: Callable[[Var], str]) -> str:
    """Return the atom that says a formula about the past, in TPTP's syntax."""
    names = sorted(free_variables(cast("Formula", node)))
    return (
        f"{_predicate(node)}({','.join((*(word(Var(x)) for x in names), situation))})"
    )


def _predicate(node: Past) -> str:
    digest = sha256(str(node).encode()).hexdigest()
    return f"past_{digest[:12]}"


def past_axioms(node: Formula, write: Write) -> Iterator[tuple[str, str]]:
    """Yield a name and an axiom for each thing that is said of the past in a formula.

    A definition has the name of what it defines.
    """
    for part in dict.fromkeys(x for x in walk(node) if isinstance(x, Past)):
        names = sorted(free_variables(cast("Formula", part)))
        bound = {name: f"P{k}" for k, name in enumerate(names)}
        yield from _axioms(part, bound, write)


def _axioms(
    node: Past, bound: Mapping[str, str], write: Write
) -> Iterator[tuple[str, str]]:
    def atom(situation: str) -> str:
        return past_atom(node, situation, lambda x: bound[x.name])

    def body(situation: str) -> str:
        return f"({write(node.body, situation, bound)})"

    def every(text: str, *more: str) -> str:
        variables = ",".join((*bound.values(), *more))
        return f"! [{variables}] : ({text})" if variables else text

    name, later, start = _predicate(node), atom(_AFTER), atom("init0")
    both = (_ACTION, _BEFORE)
    if isinstance(node, Once | Historically):
        sign = "|" if isinstance(node, Once) else "&"
        step = f"{later} <=> ({body(_AFTER)} {sign} {atom(_BEFORE)})"
        yield name, every(step, *both)
        yield f"{name}_at_the_start", every(f"{start} <=> {body('init0')}")
        here, now = body(_BEFORE), atom(_BEFORE)
        if isinstance(node, Historically):
            here, now = now, here
        yield f"{name}_here", every(f"{here} => {now}", _BEFORE)
        return
    yield name, every(f"{later} <=> {body(_BEFORE)}", *both)
    yield f"{name}_at_the_start", every(f"~{start}")
