"""Invariants about the past that are found, with which others become inductive.

In the field: Houdini, the largest inductive subset of some candidates (Flanagan and
Leino 2001).

Candidates say of each `once F` that it holds in each phase, once the game is over, for
players who are out, and once all are; of each `so far F` that it does not. Those that
an action may break, while all that are left hold before it, are left out until none is.
What is left is not trusted: it is proved together with the formula, by other methods.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.conjectures.induction.invariants import find_violation, is_public
from mystpy.errors import NotCovered
from mystpy.language.atoms import GameOver, Phase, PhaseIs, StillIn, Var
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import ForAll, Formula, Implies, Not
from mystpy.language.numbers import Binder
from mystpy.language.subformulas import children, free_variables
from mystpy.language.temporal import Historically, Once

_FEW_PLAYERS = 2


def strengthened(node: Formula) -> Formula | None:
    """Return the formula with invariants about the past; None if it gets none."""
    if not is_public(node, _FEW_PLAYERS):
        return None
    kept = list(dict.fromkeys(_candidates(node, ())))
    left = -1
    try:
        while left != len(kept):
            left = len(kept)
            for each in tuple(kept):
                others = [other for other in kept if other is not each]
                if find_violation(each, _FEW_PLAYERS, assumed=others) is not None:
                    kept = others
    except NotCovered:
        return None
    return conjunction(dict.fromkeys((*kept, node))) if kept else None


def _candidates(node: Formula, binders: Sequence[Binder]) -> Iterator[Formula]:
    if isinstance(node, Once | Historically):
        said: Formula = node if isinstance(node, Once) else Not(node)
        for premise in _premises(binders):
            found: Formula = Implies(premise, said)
            for binder in reversed(binders):
                if binder.var in free_variables(found):
                    found = ForAll(binder.var, binder.domain, found, sort=binder.sort)
            yield found
    if isinstance(node, Binder):
        binders = (*binders, node)
    for part in children(node):
        yield from _candidates(part, binders)


def _premises(binders: Sequence[Binder]) -> Iterator[Formula]:
    yield from map(PhaseIs, Phase)
    yield GameOver()
    names = [binder.var for binder in binders]
    one = next(name for name in ("v1", "v2", "v3") if name not in names[-2:])
    yield ForAll(one, "players", Not(StillIn(Var(one))))
    for binder in binders:
        if binder.domain == "players":
            yield Not(StillIn(Var(binder.var)))
