"""How many sets of cards stand in for all sets, in a proof by induction."""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.errors import NotCovered
from mystpy.language.nodes import And, Formula, Iff, Implies, Not, Or, Quantified
from mystpy.language.subformulas import walk


def count_sets(nodes: Sequence[Formula]) -> int:
    """How many stand-in sets a proof that these formulas are invariants needs.

    One of them fails after the action: that takes the sets that it speaks of at once,
    and the one of the action. All hold before: that takes the sets that are said to
    exist. Raises NotCovered if forall and exists over sets are nested: then one
    stand-in for each would not do.
    """
    for node in nodes:
        _refuse_mixed(node, None, positive=True)
    existing = sum(_sets_of(node, every=False, positive=True) for node in nodes)
    return existing + max(_at_once(node, positive=True) for node in nodes) + 2


def _at_once(node: Formula, *, positive: bool) -> int:
    """How many sets a part that fails speaks of."""
    match node:
        case Quantified(every, sort=sort, body=body):
            return _at_once(body, positive=positive) + (
                sort == "set" and every is positive
            )
        case Not(body):
            return _at_once(body, positive=not positive)
        case Implies(left, right):
            return _at_once(Or((Not(left), right)), positive=positive)
        case And(parts) | Or(parts):
            counts = [_at_once(part, positive=positive) for part in parts]
            one_fails = isinstance(node, And) is positive
            return max(counts) if one_fails else sum(counts)
    return sum(isinstance(x, Quantified) and x.sort == "set" for x in walk(node))


def _sets_of(node: Formula, *, every: bool, positive: bool) -> int:
    """How many quantifiers over sets say forall, or exists, in effect."""
    match node:
        case Quantified(says, sort=sort, body=body):
            here = sort == "set" and (says is positive) is every
            return here + _sets_of(body, every=every, positive=positive)
        case Not(body):
            return _sets_of(body, every=every, positive=not positive)
        case Implies(left, right):
            return _sets_of(Or((Not(left), right)), every=every, positive=positive)
        case And(parts) | Or(parts):
            return sum(_sets_of(x, every=every, positive=positive) for x in parts)
    return sum(isinstance(x, Quantified) and x.sort == "set" for x in walk(node))


def _refuse_mixed(node: Formula, outer: bool | None, *, positive: bool) -> None:
    match node:
        case Quantified(every, sort=sort, body=body):
            if sort == "set":
                kind = every is positive
                if outer is not None and outer is not kind:
                    raise NotCovered("forall and exists over sets are nested")
                outer = kind
            _refuse_mixed(body, outer, positive=positive)
        case Not(body):
            _refuse_mixed(body, outer, positive=not positive)
        case Implies(left, right):
            _refuse_mixed(left, outer, positive=not positive)
            _refuse_mixed(right, outer, positive=positive)
        case Iff(left, right):
            for side in (left, right):
                _refuse_mixed(side, outer, positive=positive)
                _refuse_mixed(side, outer, positive=not positive)
        case And(parts) | Or(parts):
            for part in parts:
                _refuse_mixed(part, outer, positive=positive)
