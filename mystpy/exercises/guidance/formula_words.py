"""Formulas in words: `K(1,h(2,r))` is "player 1 knows that player 2 holds r".

Parts are put in brackets where a sentence could be read in two ways.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mystpy.compilation import pattern
from mystpy.errors import one_of
from mystpy.language.atoms import (
    AnsTurn,
    Atom,
    Equality,
    Falsity,
    GameOver,
    H,
    Membership,
    OpenAtom,
    PhaseIs,
    Question,
    StillIn,
    Truth,
    Turn,
)
from mystpy.language.nodes import (
    And,
    Announcing,
    Believes,
    Common,
    Considers,
    CountOf,
    CountOver,
    Distributed,
    Everyone,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Iterated,
    Knows,
    KnowsWhether,
    Not,
    Or,
    TrulyAnnouncing,
)

_HOLDS = pattern(r"h\((\w+),(\w+)\)", re.ASCII)
_ABOUT = pattern(r"(\w+)\((\w+)\)", re.ASCII)
_SIMPLE = (Truth, Falsity, Atom, OpenAtom, H, Turn, AnsTurn, StillIn, GameOver, PhaseIs)
_JOINT = {And: " and ", Or: " or "}


def formula_words(formula: Formula) -> str:
    """A formula as a sentence of English, without its stop."""
    return _words(formula)


def agent_words(agent: object) -> str:
    """An agent as a sentence names it: a player, by number or by name."""
    if isinstance(agent, int) or str(agent).isdigit():
        return f"player {agent}"
    return str(agent)


def _words(f: Formula) -> str:
    match f:
        case Not(Knows(agent, body)):
            return f"{agent_words(agent)} does not know that {_inner(body)}"
        case Not(KnowsWhether(agent, body)):
            return f"{agent_words(agent)} does not know whether {_inner(body)}"
        case Not(body):
            return _denied(body)
        case And(parts) | Or(parts):
            return _JOINT[type(f)].join(_bracketed(part, type(f)) for part in parts)
        case Implies(left, right):
            return f"if {_inner(left)}, then {_inner(right)}"
        case Iff(left, right):
            return f"{_inner(left)} if and only if {_inner(right)}"
        case Announcing(said, body):
            whether = f"it is so that {_inner(said)}, and " if _is_true(f) else ""
            return (
                f"{whether}after the announcement that {_inner(said)}: {_inner(body)}"
            )
        case ForAll() | Exists() | CountOver() | CountOf():
            return _counted(f)
    return _known(f)


def _is_true(f: Announcing) -> bool:
    return isinstance(f, TrulyAnnouncing)


def _known(f: Formula) -> str:
    """Return the words for knowledge and atoms."""
    match f:
        case Knows(agent, body):
            return f"{agent_words(agent)} knows that {_inner(body)}"
        case KnowsWhether(agent, body):
            return f"{agent_words(agent)} knows whether {_inner(body)}"
        case Believes(agent, body):
            return f"{agent_words(agent)} believes that {_inner(body)}"
        case Considers(agent, body):
            return f"{agent_words(agent)} holds it possible that {_inner(body)}"
        case Iterated(group, body, times):
            known = f"{_all(group)} know that " * times
            return f"{known}{_inner(body)}"
        case Everyone(group, body):
            return f"{_all(group)} know that {_inner(body)}"
        case Common(group, body):
            return f"it is common knowledge of {_group(group)} that {_inner(body)}"
        case Distributed(group, body):
            return f"{_group(group)} would know together that {_inner(body)}"
    return _atom(f)


def _all(group: object) -> str:
    """Return the members of a group, for a statement about each of them."""
    each = "both" if isinstance(group, tuple) and len(group) == 2 else "all"
    return f"{_group(group)} {each}"


def _group(group: object) -> str:
    if isinstance(group, tuple):
        return one_of([agent_words(member) for member in group], "and")
    return "all players" if group == "players" else str(group)


def _holding(holder: object, card: object, *, holds: bool = True) -> str:
    if str(holder) == "0":
        return f"{card} is {'' if holds else 'not '}in the pile"
    verb = "holds" if holds else "does not hold"
    return f"{agent_words(holder)} {verb} {card}"


def _atom(f: Formula, *, true: bool = True) -> str:
    """An atom, or its denial."""
    no = "" if true else "not "
    match f:
        case H(holder, card):
            return _holding(holder, card, holds=true)
        case Atom(name):
            if found := _HOLDS.fullmatch(name):
                return _holding(found[1], found[2], holds=true)
            if found := _ABOUT.fullmatch(name):
                return f"{agent_words(found[2])} is {no}{found[1]}"
            return f"{name} is {no}true"
    return _public(f, no, true=true)


def _public(f: Formula, no: str, *, true: bool) -> str:
    """Return the words for public facts: the turn, the question, the phase."""
    match f:
        case Turn(player):
            return f"it is {no}the turn of {agent_words(player)}"
        case AnsTurn(player):
            return f"it is {no}for {agent_words(player)} to answer"
        case StillIn(player):
            return f"{agent_words(player)} is {no}in"
        case Question(cards) if isinstance(cards, frozenset):
            listed = one_of(sorted(map(str, cards)), "and")
            return f"the last question was {no}for {listed}"
        case GameOver():
            return f"the game is {no}over"
        case PhaseIs():
            return f"it is {no}the {f.name}"
        case Truth() | Falsity():
            return "it is so" if isinstance(f, Truth) is true else "it is not so"
    return f"{f}" if true else f"not {f}"


def _denied(body: Formula) -> str:
    if isinstance(body, (*_SIMPLE, Question, Equality, Membership)):
        return _atom(body, true=False)
    return f"it is not so that {_inner(body)}"


def _inner(f: Formula) -> str:
    """Return a subformula after "that": in brackets if it has several parts."""
    found = _words(f)
    return f"({found})" if isinstance(f, And | Or | Implies | Iff) else found


def _bracketed(f: Formula, outer: type[And | Or]) -> str:
    """A part of a conjunction or disjunction: in brackets unless it is plain."""
    plain = isinstance(f, _SIMPLE) or (
        isinstance(f, Not) and isinstance(f.body, _SIMPLE)
    )
    if plain or not isinstance(f, And | Or | Implies | Iff):
        found = _words(f)
        return found if plain or not _may_swallow(f) else f"({found})"
    return f"({_words(f)})"


def _may_swallow(f: Formula) -> bool:
    """Return whether later words could be read as a part of it: after any "that"."""
    return not isinstance(f, _SIMPLE)


_SORTS = {"cards": "card", "players": "player", "holders": "holder", "agents": "agent"}


def _counted(f: Formula) -> str:
    match f:
        case ForAll(_) | Exists(_):
            every = "for each" if isinstance(f, ForAll) else "for some"
            return f"{every} {_ranges(f.var, f.domain)}: {_inner(f.body)}"
        case CountOver():
            number = f"{'exactly' if f.exact else 'at least'} {f.number}"
            return f"for {number} {_ranges(f.var, f.domain)}: {_inner(f.body)}"
        case CountOf(exact, number, parts):
            head = f"{'exactly' if exact else 'at least'} {number} of these is so: "
            return head + "; ".join(_inner(part) for part in parts)
    return str(f)


def _ranges(var: str, domain: object) -> str:
    if isinstance(domain, str) and domain in _SORTS:
        return f"{_SORTS[domain]} {var}"
    members: Iterable[object] = domain if isinstance(domain, tuple) else (domain,)
    return f"{var} of {one_of([str(x) for x in members], 'and')}"
