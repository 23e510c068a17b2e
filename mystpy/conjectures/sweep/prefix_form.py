"""Formulas as lists, for programs that do not read the formula language.

The first of a list says what it is; numbers are players, and variables begin with `?`.
Cards have no names.
"""

from __future__ import annotations

from mystpy.errors import NotCovered
from mystpy.language.atoms import (
    ActionTerm,
    Constant,
    Equality,
    GameOver,
    H,
    Membership,
    PhaseIs,
    PlayerFluent,
    PossAtom,
    Question,
    Term,
    Var,
)
from mystpy.language.nodes import (
    After,
    And,
    BinaryConnective,
    Common,
    Everyone,
    Formula,
    GroupModal,
    Implies,
    Iterated,
    Knows,
    KnowsWhether,
    NaryConnective,
    Next,
    Not,
    Quantified,
)

PLAYERS = (1, 2)
"""The players of games that have certificates."""

_DOMAINS = ("players", "holders", "cards", "questions", "guesses")


def prefix_form(node: Formula) -> list[object]:
    """A formula as a list. Raises NotCovered for one that has no such form."""
    match node:
        case Not(body):
            return ["not", prefix_form(body)]
        case NaryConnective(parts):
            word = "and" if isinstance(node, And) else "or"
            return [word, *map(prefix_form, parts)]
        case BinaryConnective(left, right):
            word = "implies" if isinstance(node, Implies) else "iff"
            return [word, prefix_form(left), prefix_form(right)]
        case Quantified(var=var, domain=domain, body=body):
            word = "forall" if node.every else "exists"
            return [word, f"?{var}", _domain(domain), prefix_form(body)]
        case After(action, body):
            return ["after", _action(action), prefix_form(body)]
        case Next(body):
            return ["next", prefix_form(body)]
        case PossAtom(action):
            return ["poss", _action(action)]
    return _of_knowledge(node)


def _of_knowledge(node: Formula) -> list[object]:
    match node:
        case Knows(agent, body):
            return ["K", _term(agent), prefix_form(body)]
        case KnowsWhether(agent, body):
            known = (Knows(agent, body), Knows(agent, Not(body)))
            return ["or", *map(prefix_form, known)]
        case Iterated(times=times, body=body):
            found = prefix_form(body)
            for _ in range(times):
                found = ["E", _group(node), found]
            return found
        case Everyone(body=body) | Common(body=body):
            word = "C" if isinstance(node, Common) else "E"
            return [word, _group(node), prefix_form(body)]
    return _atom(node)


def _atom(node: Formula) -> list[object]:
    match node:
        case Constant():
            return ["true"] if node.value else ["not", ["true"]]
        case H(holder, card):
            return [H.predicate, _term(holder), _term(card)]
        case PlayerFluent(player):
            return [node.name, _term(player)]
        case Question(cards):
            return [node.name, _term(cards)]
        case GameOver():
            return [node.name]
        case PhaseIs(phase):
            return [str(phase)]
        case Equality(left, right):
            return ["same", _term(left), _term(right)]
        case Membership(item, Var() as of):
            return ["in", _term(item), _term(of)]
    raise NotCovered(f"certificates have no {type(node).__name__}: {node}")


def _group(node: GroupModal) -> list[object]:
    if node.group == "players":
        return [*PLAYERS]
    if isinstance(node.group, tuple):
        return [_term(player) for player in node.group]
    raise NotCovered(f"certificates have only groups whose members are listed: {node}")


def _domain(domain: object) -> str:
    if isinstance(domain, Var):
        return f"?{domain.name}"
    if isinstance(domain, str) and domain in _DOMAINS:
        return domain
    raise NotCovered(f"certificates have nothing that ranges over {domain}")


def _action(action: ActionTerm) -> list[object]:
    return [action.kind, *map(_term, action.args)]


def _term(term: Term) -> object:
    match term:
        case Var(name):
            return f"?{name}"
        case int():
            return term
    raise NotCovered(f"a formula of a certificate names no cards: {term}")
