"""Formulas as terms that Prolog and ASP read alike."""

from __future__ import annotations

from mystpy.axiom_folder.signature import deal_atom
from mystpy.errors import QueryError
from mystpy.game.names import Deck, set_term
from mystpy.language.atoms import Falsity, Fluent, H, Truth
from mystpy.language.nodes import (
    And,
    Announcing,
    Common,
    CountOf,
    Distributed,
    Everyone,
    Formula,
    Iff,
    Implies,
    Knows,
    Not,
    Or,
)
from mystpy.language.numbers import Binder
from mystpy.language.subformulas import refuse_deep


def formula_term(formula: Formula, deck: Deck | None = None) -> str:
    """The formula as a term that Prolog and ASP read alike.

    `and` and `or` are binary there: many parts become a balanced tree, so that
    the depth grows with the logarithm of their number. A count is `at_least` with the
    number and a list of the parts. Raises QueryError if
    quantifiers are left (`expand` the formula first), and for what has no term.
    """
    refuse_deep(formula)
    return _term(formula, deck)


def _term(f: Formula, deck: Deck | None) -> str:
    match f:
        case Not(body):
            return f"neg({_term(body, deck)})"
        case And(parts) | Or(parts):
            functor = "and" if isinstance(f, And) else "or"
            return _balanced(functor, [_term(part, deck) for part in parts])
        case Implies(left, right) | Iff(left, right):
            functor = "imp" if isinstance(f, Implies) else "iff"
            return f"{functor}({_term(left, deck)},{_term(right, deck)})"
        case CountOf(exact, number, parts):
            listed = _listed([_term(part, deck) for part in parts])
            enough = f"at_least({number},{listed})"
            more = f"at_least({number + 1},{listed})"
            return f"and({enough},neg({more}))" if exact else enough
        case Knows(player, body):
            return f"k({player},{_term(body, deck)})"
        case Everyone(_, body) | Common(_, body):
            letter = "e" if isinstance(f, Everyone) else "c"
            return f"{letter}(set({','.join(map(str, f.members))}),{_term(body, deck)})"
    return _atom_term(f, deck)


def _atom_term(f: Formula, deck: Deck | None) -> str:
    match f:
        case Truth() | Falsity():
            return "truth" if isinstance(f, Truth) else "falsity"
        case H(holder, card):
            return deal_atom(holder, card)
        case Fluent(_, None):
            return f.predicate
        case Fluent(_, frozenset(cards)):
            return f"{f.predicate}({set_term(map(str, cards), deck)})"
        case Fluent(_, player):
            return f"{f.predicate}({player})"
    if isinstance(f, Distributed | Announcing):
        raise QueryError(
            f"the axioms have no term for {f}",
            hint="--engine auto answers it without the axioms of section 1.3",
        )
    if isinstance(f, Binder):
        raise QueryError(
            "a quantifier is left in the formula", hint="expand(formula, game)"
        )
    raise QueryError(
        f"no term that Prolog and ASP read is known for {f}",
        hint="--format text and --format json have such formulas",
    )


def _listed(terms: list[str]) -> str:
    """A list of terms that Prolog and ASP read alike: `list(F,list(G,end))`."""
    return "".join(f"list({term}," for term in terms) + "end" + ")" * len(terms)


def _balanced(functor: str, terms: list[str]) -> str:
    while len(terms) > 1:
        paired = [
            f"{functor}({left},{right})"
            for left, right in zip(terms[::2], terms[1::2], strict=False)
        ]
        terms = paired + terms[len(paired) * 2 :]
    return terms[0]
