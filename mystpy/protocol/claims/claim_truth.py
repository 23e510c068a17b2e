"""Claims checked against all deals that fit what a player has seen.

In the field: entailment, decided by satisfiability of each case.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from mystpy.engines.hands import Condition, ConditionKind
from mystpy.play.belief import BeliefState
from mystpy.protocol.claims.claim import MAX_TERMS, AnyClaim, Deduction, Term, cases


def truth(claim: AnyClaim, belief: BeliefState) -> bool | None:
    """Whether a claim follows from what was seen, or its contrary; None if neither."""
    if isinstance(claim, Deduction):
        card = 1 << belief.game.deck[claim.card]
        if belief.sure[claim.holder] & card:
            return claim.has
        if not belief.may[claim.holder] & card:
            return not claim.has
        return None
    if not any(_fits(case, belief) for case in cases(claim.formula, holds=False)):
        return True
    if not any(_fits(case, belief) for case in cases(claim.formula)):
        return False
    return None


def exclude_each_other(claims: Sequence[AnyClaim], belief: BeliefState) -> bool:
    """Whether no deal that fits makes all of these claims true.

    Of claims with too many cases together this is false.
    """
    listed = [cases(claim.formula) for claim in dict.fromkeys(claims)]
    if len(listed) < 2 or prod(map(len, listed)) > MAX_TERMS:
        return False
    whole = (frozenset[Deduction]().union(*ways) for ways in product(*listed))
    return not any(_fits(case, belief) for case in whole)


def _fits(case: Term, belief: BeliefState) -> bool:
    """Whether some deal that fits what was seen has all of a case."""
    if any(one._replace(has=not one.has) in case for one in case):
        return False
    deck = belief.game.deck
    conditions = [
        Condition(
            one.holder,
            ConditionKind.SOME if one.has else ConditionKind.NONE,
            1 << deck[one.card],
        )
        for one in case
    ]
    assert belief.may, "the grid is decided before a deal is searched for"
    return belief.grid.deal(*conditions) is not None
