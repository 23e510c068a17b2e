"""Long conjunctions of literals with quantifiers, as the thesis writes them."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.language.atoms import H, Var
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import ForAll, Formula, Not
from mystpy.questions.derivation.propagation import AtomNumbers

_MANY = 3
"""The least number of literals, differing in one argument, for a quantifier."""


def compact(literals: Iterable[int], atoms: AtomNumbers) -> Formula:
    """The conjunction of literals, with a quantifier where many are alike.

    Literals that can be in two groups are put into the larger one.
    """
    left, parts = set(literals), []
    while group := max(_groups(left, atoms), key=len, default=()):
        if len(group) < _MANY:
            break
        parts.append(_quantified(group, atoms))
        left -= set(group)
    return conjunction([*parts, *map(atoms.formula, atoms.ordered(left))])


def _groups(literals: Iterable[int], atoms: AtomNumbers) -> list[tuple[int, ...]]:
    """Literals of one sign that share the holder, or the card."""
    found: dict[tuple[bool, object], list[int]] = {}
    for literal in atoms.ordered(literals):
        for shared in atoms.place(literal):
            found.setdefault((literal > 0, shared), []).append(literal)
    return [tuple(group) for group in found.values()]


def _quantified(group: tuple[int, ...], atoms: AtomNumbers) -> Formula:
    """Return a group with a variable in the place where its literals differ."""
    places = [atoms.place(literal) for literal in group]
    holders = tuple(dict.fromkeys(holder for holder, _ in places))
    cards = tuple(dict.fromkeys(card for _, card in places))
    if len(holders) > 1:
        held: Formula = H(Var("i"), cards[0])
        return ForAll("i", holders, held if group[0] > 0 else Not(held))
    held = H(holders[0], Var("x"))
    return ForAll("x", cards, held if group[0] > 0 else Not(held))
