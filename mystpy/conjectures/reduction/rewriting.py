"""Formulas about the past, the next situation and numbers, rewritten.

In the field: formula rewriting by polarity, with side conditions proved first.

Each step replaces a part of a formula by an equivalent one, in every situation of all
games. If only one direction is needed, the new part implies the old one (or, under an
odd number of negations, is implied by it). So if the result holds in every situation,
the formula does, too; if the result does not hold, nothing follows. Accessible
situations and those before and after are executable as well. Therefore a step is also
valid below K, and below temporal operators. With F that persists (see `persistence`), G
whose negation does, and A that is valid:

- `once F` is F, and `so far G` is G; `so far A` is true; `once H` is true if H is so
  in Init0, and `so far H` is false if H is false there;
- `before F` implies F; F implies `next F` and `after a: F`, also for formulas
  evaluated before the action; `next true` is true;
- K(i,F) is F, if F speaks of the cards of i only and implies K(i,F), as by (2.14);
- `on all ways always F` and `on some way always F` are F, and `on some way some time G`
  and `on all ways some time G` are G.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from mystpy.compilation import dataclass, replace
from mystpy.conjectures.conjecture import Form
from mystpy.conjectures.reduction.comparisons import reduce_comparison
from mystpy.conjectures.reduction.persistence import is_of_the_deal, persists
from mystpy.language.atoms import (
    AnsTurn,
    Constant,
    Falsity,
    Fluent,
    H,
    Player,
    Question,
    StillIn,
    Truth,
    Turn,
    Var,
)
from mystpy.language.junctions import fold_constants
from mystpy.language.nodes import (
    After,
    And,
    Common,
    CountOver,
    Distributed,
    Everyone,
    ForAll,
    Formula,
    Iff,
    Implies,
    Iterated,
    Knows,
    Next,
    Not,
    Or,
    Quantified,
)
from mystpy.language.numbers import Binder, Cardinality, Comparison, Numeral, Parameter
from mystpy.language.subformulas import (
    children,
    free_variables,
    players_in,
    walk,
    with_children,
)
from mystpy.language.temporal import (
    AllFinally,
    AllGlobally,
    FutureTime,
    Historically,
    Once,
    PastTime,
    Previously,
    SomeFinally,
    SomeGlobally,
    Temporal,
)

Sign = Literal[-1, 0, 1]
"""Whether a part may become stronger (1) or weaker (-1), or must be equivalent."""

Proof = Callable[[Formula, Form], bool]
"""Whether a formula without free variables is proved for all games."""

_MONOTONE = (
    *(And, Or, Knows, Everyone, Common, Distributed, Iterated),
    *(After, Next, Temporal),
)
"""Formulas that are implied by the same formulas with stronger parts."""

_OCCUPIED = ("players", "holders", "cards")
"""Domains that are not empty in any game."""


@dataclass(frozen=True, slots=True)
class Rewriter:
    """Rewrites formulas; `proved` decides side conditions, and `named` players occur.

    New variables do not get any of the `names`. If `early`, a formula about the
    situation after an action is replaced by one about the situation before it. Numbers
    are rewritten if the games are `sized`: games of MYST, with deals as in the axioms.
    """

    proved: Proof
    names: frozenset[str]
    named: tuple[int, ...] = ()
    early: bool = False
    sized: bool = True
    binders: tuple[Binder, ...] = ()

    def reduced(self, node: Formula) -> Formula:
        """Return a formula that implies this one, with everything rewritten."""
        return fold_constants(self._rewritten(node, 1))

    def rewritten(self, node: Formula) -> Formula:
        """Return an equivalent formula."""
        return self._rewritten(node, 0)

    def within(self, binder: Binder) -> Rewriter:
        """Return the rewriter within a quantifier or a count."""
        return replace(self, binders=(*self.binders, binder))

    def players(self) -> tuple[Player, ...]:
        """Return the variables over players, and the players that are named."""
        last = {binder.var: binder for binder in self.binders}
        bound = [Var(x) for x, binder in last.items() if binder.domain == "players"]
        return (*bound, *self.named)

    def is_valid(self, node: Formula) -> bool:
        """Return whether it holds everywhere, for all values of its free variables."""
        return self._holds(node, "always")

    def _holds(self, node: Formula, form: Form) -> bool:
        for binder in reversed(self.binders):
            if binder.var in free_variables(node):
                node = ForAll(binder.var, binder.domain, node, sort=binder.sort)
        closed = fold_constants(node)
        if isinstance(closed, Constant):
            return closed == Truth()
        return not free_variables(closed) and self.proved(closed, form)

    def _persists(self, node: Formula, *, value: bool = True) -> bool:
        return persists(node, self._keeps, value=value)

    def _keeps(self, fluent: Fluent, value: bool) -> bool:
        """Return whether a fluent keeps a value, whatever its arguments are."""
        kept = cast("Formula", fluent)
        name = min({"v1", "v2"} - self.names, default="")
        if not name:
            return False
        domain = "players"
        match fluent:
            case StillIn() | Turn() | AnsTurn():
                kept = cast("Formula", replace(fluent, player=Var(name)))
            case Question():
                kept, domain = replace(fluent, cards=Var(name)), "questions"
        kept = kept if value else Not(kept)
        kept = Implies(kept, Next(kept))
        if free_variables(kept):
            kept = ForAll(name, domain, kept)
        return self.proved(kept, "always")

    def _rewritten(self, node: Formula, sign: Sign) -> Formula:
        match node:
            case Not(body):
                return Not(self._rewritten(body, _negated(sign)))
            case Implies(left, right):
                left = self._rewritten(left, _negated(sign))
                right = self._rewritten(right, sign)
                given = left.parts if isinstance(left, And) else (left,)
                return Truth() if right in given else Implies(left, right)
            case Iff():
                return with_children(node, [self.rewritten(x) for x in children(node)])
            case Quantified():
                return self._quantified(node, sign)
            case Comparison() | CountOver():
                return self._number(node)
        if not isinstance(node, _MONOTONE):
            return node
        below = [self._rewritten(part, sign) for part in children(node)]
        found = with_children(node, below)
        if isinstance(found, PastTime | FutureTime):
            return self._at_other_times(found, sign)
        if isinstance(found, After | Next):
            return self._later(found, sign)
        if isinstance(found, Knows) and self._is_of_own_hand(found):
            return found.body
        return found

    def _is_of_own_hand(self, node: Knows) -> bool:
        """Return whether it is knowledge of one's hand that the player always has."""
        facts = [part for part in walk(node.body) if isinstance(part, H)]
        own = facts and all(part.holder == node.agent for part in facts)
        if not own or not is_of_the_deal(node.body):
            return False
        return self.is_valid(Implies(node.body, node))

    def _quantified(self, node: Quantified, sign: Sign) -> Formula:
        body = self.within(node)._rewritten(node.body, sign)
        folded = fold_constants(body)
        if isinstance(folded, Constant):
            over_some = isinstance(node.domain, str) and node.domain in _OCCUPIED
            if over_some or (folded == Truth()) is node.every:
                return folded
        return cast("Formula", replace(node, body=body))

    def _number(self, node: Comparison | CountOver) -> Formula:
        if not self.sized:
            return node
        found: Formula = node
        if isinstance(node, CountOver):
            most = Cardinality(node.var, node.domain, node.body, sort=node.sort)
            number = node.number
            least = Numeral(number) if isinstance(number, int) else Parameter(number)
            found = Comparison(most, "=" if node.exact else ">=", least)
        assert isinstance(found, Comparison), "a count is a comparison"
        said = reduce_comparison(found, self)
        return node if said == found else said

    def _later(self, node: After | Next, sign: Sign) -> Formula:
        if fold_constants(node.body) == Truth():
            return Truth()
        early = self.early and sign == 1 and self._persists(node.body)
        return node.body if early else node

    def _at_other_times(self, node: PastTime | FutureTime, sign: Sign) -> Formula:
        body = node.body
        match node:
            case Once():
                if self._persists(body):
                    return body
                return Truth() if self._holds(body, "initially") else node
            case Historically():
                return self._so_far(node, sign)
            case Previously():
                return body if sign == -1 and self._persists(body) else node
            case AllGlobally() | SomeGlobally() if self._persists(body):
                return body
            case AllGlobally() if self.is_valid(body):
                return Truth()
            case AllFinally() | SomeFinally() if self._persists(body, value=False):
                return body
        return node

    def _so_far(self, node: Historically, sign: Sign) -> Formula:
        body = node.body
        if self._persists(body, value=False):
            return body
        if self._holds(Not(body), "initially"):
            return Falsity()
        if self.is_valid(body):
            return Truth()
        return body if sign == -1 else node


def _negated(sign: Sign) -> Sign:
    return {1: -1, 0: 0, -1: 1}[sign]  # type: ignore[return-value]


def new_rewriter(
    node: Formula, cards: frozenset[str], proved: Proof, *, sized: bool
) -> Rewriter:
    """Return a rewriter for a formula about games with these cards."""
    bound = {part.var for part in walk(node) if isinstance(part, Binder)}
    named = tuple(sorted(players_in(node)))
    return Rewriter(proved, cards | bound, named, sized=sized)
