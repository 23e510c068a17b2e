"""The views of one player in which a formula about that player's knowledge is true.

The formula joins K of one player, each of a formula about the deal. Its value depends
on the player's view only, and on nothing but the worlds of this view. So when worlds
are removed, only the views are looked at again from which one was removed.
"""

from __future__ import annotations

from collections.abc import Callable

from mystpy.compilation import dataclass
from mystpy.decision_diagrams import Diagram
from mystpy.engines.symbolic.bdd.worlds import FactoredWorlds, Variables
from mystpy.language.nodes import Formula

Evaluate = Callable[[Diagram, Formula], tuple[Diagram, Diagram]]
"""Return the views that some worlds have, and those in which a formula is true."""


@dataclass(frozen=True, slots=True)
class PlayerViews:
    """All views of a player, those where a formula is true, and the worlds removed."""

    all: Diagram
    true: Diagram
    removed: Diagram


class KnownViews:
    """The views in which formulas are true, for what is left of the same worlds.

    The latest views found for each formula are kept.
    """

    def __init__(self) -> None:
        self._first: dict[Formula, PlayerViews] = {}
        self._latest: dict[Formula, PlayerViews] = {}

    def where(
        self,
        formula: Formula,
        worlds: FactoredWorlds,
        hidden: Variables,
        matters: Variables,
        evaluate: Evaluate,
    ) -> PlayerViews:
        """Return the views in which a formula is true.

        The player does not see the `hidden` variables; of these the bodies of K depend
        on those that `matter`.
        """
        store = worlds.store
        if formula not in self._first:
            base = worlds.base
            found = evaluate(base.core(hidden, matters & hidden), formula)
            views, true = (base.join(part, hidden) for part in found)
            self._first[formula] = PlayerViews(views, true, store.false)
        latest = self._latest.get(formula, self._first[formula])
        if store.both(latest.removed, ~worlds.removed).satisfiable():
            # The cached result is not from an earlier state of these worlds.
            latest = self._first[formula]
        since = store.both(worlds.removed, ~latest.removed)
        if since.satisfiable():
            touched = store.some(since, hidden)
            again = store.some(worlds.within(touched), hidden - matters)
            views, true = evaluate(again, formula)
            latest = PlayerViews(
                store.either(store.both(latest.all, ~touched), views),
                store.either(store.both(latest.true, ~touched), true),
                worlds.removed,
            )
        self._latest[formula] = latest
        return latest
