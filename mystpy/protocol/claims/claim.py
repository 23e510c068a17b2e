"""Claims about who has which cards, as formulas that are printed in plain English.

These are propositional claims in negation normal form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError, one_of
from mystpy.game.game import Game
from mystpy.history.sentences import name_of
from mystpy.language.atoms import H
from mystpy.language.nodes import And, Formula, Not, Or

MAX_TERMS = 400
"""The maximal number of cases of a claim that is checked."""

Term = frozenset["Deduction"]
"""A conjunction of deductions."""


class Deduction(NamedTuple):
    """The statement that a holder has, or does not have, a card; 0 is the pile."""

    holder: int
    card: str
    has: bool

    @property
    def formula(self) -> Formula:
        """Return the claim as a formula."""
        atom = H(self.holder, self.card)
        return atom if self.has else Not(atom)


class Claim(NamedTuple):
    """A claim of several parts, of which not all need to be true, as a formula."""

    formula: Formula


AnyClaim = Deduction | Claim


def claims_of(formula: Formula) -> list[AnyClaim]:
    """The claims that a formula makes: the parts of a conjunction one by one.

    Raises QueryError for a claim that has too many cases.
    """
    positive = normal_form(formula)
    parts = positive.parts if isinstance(positive, And) else (positive,)
    for part in parts:
        for sign in (True, False):
            cases(part, holds=sign)
    return [literal(part) or Claim(part) for part in parts]


def literal(formula: Formula) -> Deduction | None:
    """Return the one atom that a formula is, or denies; None for other formulas."""
    match formula:
        case H(int() as holder, str() as card):
            return Deduction(holder, card, has=True)
        case Not(H(int() as holder, str() as card)):
            return Deduction(holder, card, has=False)
    return None


def normal_form(formula: Formula, *, holds: bool = True) -> Formula:
    """Return a formula, or its negation, with negations of atoms only."""
    match formula:
        case Not(body):
            return normal_form(body, holds=not holds)
        case And(parts) | Or(parts):
            found = [normal_form(part, holds=holds) for part in parts]
            kind = And if isinstance(formula, And) == holds else Or
            return joined(kind, found)
    return formula if holds else Not(formula)


def joined(kind: type[And] | type[Or], parts: Sequence[Formula]) -> Formula:
    """A conjunction or disjunction without parts of the same kind or twice."""
    flat: list[Formula] = []
    for part in parts:
        flat += part.parts if isinstance(part, kind) else [part]
    found = tuple(dict.fromkeys(flat))
    return kind(found) if len(found) > 1 else found[0]


def cases(formula: Formula, *, holds: bool = True) -> list[Term]:
    """The cases in which a formula is true, or those in which it is false.

    Raises QueryError if there are too many.
    """
    return _terms(normal_form(formula, holds=holds))


def _terms(formula: Formula) -> list[Term]:
    if one := literal(formula):
        return [frozenset([one])]
    assert isinstance(formula, And | Or), "claims have no other connectives"
    found: list[Term] = [] if isinstance(formula, Or) else [frozenset()]
    for part in formula.parts:
        terms = _terms(part)
        if isinstance(formula, Or):
            found += terms
        else:
            found = [one | other for one in found for other in terms]
        if len(found) > MAX_TERMS:
            raise QueryError(
                f"the claim has more than {MAX_TERMS} cases",
                hint="write several deductions, each on a line of its own",
            )
    return list(dict.fromkeys(found))


def claim_sentence(claim: AnyClaim, game: Game) -> str:
    """Return a claim as a sentence without its full stop."""
    return _sentence(claim.formula, game)


def _sentence(formula: Formula, game: Game) -> str:
    if one := literal(formula):
        verb = "has" if one.has else "does not have"
        return f"{name_of(one.holder, game)} {verb} {game.shown_as(one.card)}"
    assert isinstance(formula, And | Or), "claims have no other connectives"
    if isinstance(formula, Or) and (short := _short(formula, game)):
        return short
    parts = [_sentence(part, game) for part in formula.parts]
    if isinstance(formula, Or) and any(isinstance(p, And) for p in formula.parts):
        return f"either {', or '.join(parts)}"
    return " or ".join(parts) if isinstance(formula, Or) else one_of(parts, "and")


def _short(formula: Or, game: Game) -> str | None:
    """A disjunction about one holder or about one card, in few words."""
    found = list(_literals(formula))
    if len(found) < len(formula.parts):
        return None
    holders = list(dict.fromkeys(one.holder for one in found))
    cards = list(dict.fromkeys(one.card for one in found))
    shown = [game.shown_as(card) for card in cards]
    if len(holders) == 1 and all(one.has for one in found):
        return f"{name_of(holders[0], game)} has one of {', '.join(shown)}"
    if len(holders) == 1 and not any(one.has for one in found):
        return f"{name_of(holders[0], game)} does not have all of {', '.join(shown)}"
    if len(cards) == 1 and all(one.has for one in found):
        return f"{one_of([name_of(k, game) for k in holders])} has {shown[0]}"
    return None


def _literals(formula: Or) -> Iterator[Deduction]:
    for part in formula.parts:
        if one := literal(part):
            yield one
