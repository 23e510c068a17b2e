"""What is to be proved of a formula, so that it holds in every situation of every game.

In the field: proof obligations of an inductive invariant.

By axiom (1.4) what holds in Init0 and is kept by every possible action holds in every
executable situation. That is two problems for provers, in which Init0 and the situation
`s` are constants; what follows from the invariants in SUPPORT, which are proved first,
is one. What is said of worlds that somebody holds possible is said of executable
situations, too: so K, E and C of what is proved for all of them need no problem of
their own. After a public action everybody knows that it was possible.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from mystpy.axioms import axioms_dir
from mystpy.conjectures.induction.invariants import SUPPORT
from mystpy.conjectures.prover.tptp import axioms, fof, naming, start, written
from mystpy.language.atoms import ARITIES
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import After, And, ForAll, Formula, Iff, Implies, Next
from mystpy.language.subformulas import cards_in, players_in, walk

_TYPES = {
    "turn_of_players": "! [I] : (turn(I,{0}) => player(I))",
    "answers_of_players": "! [I] : (ans_turn(I,{0}) => player(I))",
    "questions_of_sets": "! [Q] : (question(Q,{0}) => question_set(Q))",
}
"""Invariants of which the language does not speak, since its variables have sorts."""

_BEFORE, _AFTER, _INIT = "s", "do(a,s)", "init0"
_ALWAYS = {"player", "card", "element", "n0", "n1"}
_SYMBOL = re.compile(r"(?<!\$)\b[a-z]\w*")


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem for provers: its name, what it states in the language, and its text."""

    name: str
    states: str
    text: str


def support() -> tuple[Problem, ...]:
    """The problems that the invariants in SUPPORT are: each in Init0, and its step."""
    return _support_problems(axioms_dir())


@cache
def _support_problems(_: Path) -> tuple[Problem, ...]:
    found = []
    for name, words in (dict.fromkeys(_TYPES, "") | _named()).items():
        first, after = _support(_INIT)[name], _support(_AFTER)[name]
        found.append(_problem(f"{name}-start", words, first, start()))
        found.append(_problem(f"{name}-step", words, after, _acting()))
    return tuple(found)


def in_init0(name: str, node: Formula) -> list[Problem]:
    """The problems that a formula holds in Init0."""
    return [
        _problem(f"{name}-start{k}", str(part), written(part, _INIT), start(), node)
        for k, part in _numbered(node)
    ]


def in_situations(name: str, node: Formula) -> list[Problem]:
    """The problems that a formula holds wherever the invariants do."""
    known = _support(_BEFORE)
    return [
        _problem(f"{name}{k}", str(part), written(part, _BEFORE), known, node)
        for k, part in _numbered(node)
    ]


def steps(name: str, node: Formula) -> list[Problem]:
    """The problems that every possible action keeps a formula."""
    known = _acting() | {"before": written(node, _BEFORE)}
    return [
        _problem(f"{name}-step{k}", str(part), written(part, _AFTER), known, node)
        for k, part in _numbered(node)
    ]


def needs_a_question(node: Formula) -> bool:
    """Whether it says what all can do: in Init0 nothing, if q > c."""
    return any(isinstance(part, Next) for part in walk(node))


def conjuncts(node: Formula) -> list[Formula]:
    """Formulas that hold together just where this one does, each easier to prove."""
    match node:
        case And(parts):
            return [part for each in parts for part in conjuncts(each)]
        case Iff(left, right):
            return conjuncts(Implies(left, right)) + conjuncts(Implies(right, left))
        case Implies(left, right):
            return [Implies(left, part) for part in conjuncts(right)]
        case ForAll() | After() | Next():
            return [replace(node, body=part) for part in conjuncts(node.body)]
    return [node]


def _numbered(node: Formula) -> list[tuple[str, Formula]]:
    parts = conjuncts(node)
    if len(parts) == 1:
        return [("", node)]
    return [(f"-{k}", part) for k, part in enumerate(parts, 1)]


@cache
def _named() -> dict[str, str]:
    return {f"invariant_{k}": text for k, text in enumerate(SUPPORT, 1)}


@cache
def _support(situation: str) -> dict[str, str]:
    types = {name: text.format(situation) for name, text in _TYPES.items()}
    return types | {
        name: written(parse_conjecture(text), situation)
        for name, text in _named().items()
    }


def _acting() -> dict[str, str]:
    """What is known before a possible action."""
    acting = {"an_action": "action(a)", "possible": f"poss(a,{_BEFORE})"}
    return _support(_BEFORE) | acting


def _problem(
    name: str,
    states: str,
    goal: str,
    known: Mapping[str, str],
    node: Formula | None = None,
) -> Problem:
    players = players_in(node) if node is not None else ()
    cards = cards_in(node) if node is not None else ()
    given = {**dict(naming(players, cards)), **axioms(), **known}
    if node is None or not needs_a_question(node):
        del given["some_question"]
    lines = [fof(each, "axiom", given[each]) for each in _relevant(goal, given)]
    return Problem(name, states, "".join((*lines, fof("goal", "conjecture", goal))))


def _relevant(goal: str, given: Mapping[str, str]) -> list[str]:
    """The axioms that may be needed, in their order.

    A definition is, if the goal leads to what it defines; so is whatever else speaks of
    nothing new. More would do no harm, but provers lose their way among axioms.
    """
    about = {name: set(_SYMBOL.findall(text)) for name, text in given.items()}
    definitions = {name for name in about if _defines(name, given)}
    reached = set(_SYMBOL.findall(goal)) | about.get("possible", set())
    waiting = list(reached)
    while waiting:
        name = waiting.pop()
        if name in definitions and (name not in ARITIES or "do" in reached):
            waiting += about[name] - reached
            reached |= about[name]
    known = set[str]().union(*(about[name] for name in _named() if name in about))
    spoken = reached | known | _ALWAYS
    return [
        name
        for name, words in about.items()
        if (name in reached if name in definitions else words <= spoken)
    ]


def _defines(name: str, given: Mapping[str, str]) -> bool:
    return f"({name}(" in given[name] and "<=>" in given[name]
