"""Formulas as terms that Prolog and ASP read alike."""

from __future__ import annotations

from mystpy.errors import QueryError
from mystpy.game.cards import Deck, set_term
from mystpy.language.atoms import (
    AnsTurn,
    Falsity,
    GameOver,
    H,
    PhaseIs,
    Question,
    StillIn,
    Truth,
    Turn,
    Var,
)
from mystpy.language.nodes import (
    And,
    Announcing,
    Common,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.subformulas import refuse_deep


def formula_term(formula: Formula, deck: Deck | None = None) -> str:
    """The formula as a term that Prolog and ASP read alike.

    `and` and `or` are binary there: many parts become a balanced tree, so that
    the depth grows with the logarithm of their number. Raises QueryError if
    quantifiers are left (`expand` the formula first), and for what has no term.
    """
    refuse_deep(formula)
    return _term(formula, deck)


def _term(f: Formula, deck: Deck | None) -> str:
    match f:
        case Not(body):
            return f"neg({_term(body, deck)})"
        case And(parts):
            return _balanced("and", [_term(part, deck) for part in parts])
        case Or(parts):
            return _balanced("or", [_term(part, deck) for part in parts])
        case Implies(left, right):
            return f"imp({_term(left, deck)},{_term(right, deck)})"
        case Iff(left, right):
            return f"iff({_term(left, deck)},{_term(right, deck)})"
        case Knows(player, body):
            return f"k({player},{_term(body, deck)})"
        case Everyone(_, body) | Common(_, body):
            letter = "e" if isinstance(f, Everyone) else "c"
            return f"{letter}(set({','.join(map(str, f.members))}),{_term(body, deck)})"
    return _atom_term(f, deck)


def _atom_term(f: Formula, deck: Deck | None) -> str:
    if isinstance(f, Truth | Falsity):
        return "truth" if isinstance(f, Truth) else "falsity"
    match f:
        case H(holder, card):
            return f"h({holder},{card})"
        case StillIn(player):
            return f"in({player})"
        case Turn(player):
            return f"turn({player})"
        case AnsTurn(player):
            return f"ans_turn({player})"
        case Question(cards) if not isinstance(cards, Var):
            return f"question({set_term(map(str, cards), deck)})"
        case GameOver():
            return "game_over"
        case PhaseIs(phase):
            return phase.value
    if isinstance(f, Distributed | Announcing):
        raise QueryError(
            f"the axioms have no term for {f}",
            hint="the engines asp and worlds answer it: --engine worlds",
        )
    raise QueryError(
        "a quantifier is left in the formula", hint="expand(formula, game)"
    )


def _balanced(functor: str, terms: list[str]) -> str:
    while len(terms) > 1:
        paired = [
            f"{functor}({left},{right})"
            for left, right in zip(terms[::2], terms[1::2], strict=False)
        ]
        terms = paired + terms[len(paired) * 2 :]
    return terms[0]
