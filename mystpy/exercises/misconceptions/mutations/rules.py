"""Common parts of the mutation rules: available names, and the type of a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mystpy.compilation import NamedTuple
from mystpy.language.atoms import Player
from mystpy.language.junctions import conjunction, disjunction
from mystpy.language.nodes import And, Formula, Not, Or


class MutationWords(NamedTuple):
    """The names that a mutant may use: agents, and the atoms of a model.

    In a game the agents are the players by number, and there is a pile.
    """

    agents: tuple[Player, ...]
    atoms: tuple[str, ...] = ()


Rule = Callable[[Formula, MutationWords], Iterator[Formula]]
"""A function that yields the mutants of a node."""


def without_negation(f: Formula) -> Formula:
    """Return the negated formula; the formula itself if it is no negation."""
    return f.body if isinstance(f, Not) else f


def negated(f: Formula) -> Formula:
    """The negation of a formula, without a double one."""
    return f.body if isinstance(f, Not) else Not(f)


def without_part(f: Or | And, dropped: Formula) -> Formula:
    """A disjunction or conjunction without one of its parts."""
    kept = [part for part in f.parts if part != dropped]
    return disjunction(kept) if isinstance(f, Or) else conjunction(kept)
