"""Search for invariants about the past with which other formulas become inductive.

In the field: Houdini, the largest inductive subset of some candidates (Flanagan and
Leino 2001).

For each `once F` the candidates say that it holds in each phase, after the game is
over, for players who are out, and after all are. For each `so far F` they say that it
does not hold. A candidate is removed if an action may violate it while all remaining
ones hold before. This is repeated until none is removed. The remaining candidates are
not trusted: they are proved together with the formula, by other methods.
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
    """Return the formula with invariants about the past; None if there are none."""
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
