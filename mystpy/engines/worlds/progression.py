"""The deals in which a history can be executed, computed one action at a time.

In the field: progression of the set of deals in which a history can be executed.

A history inherits the result of the history that it continues: one more action takes
one more step, however many actions came before. For each state a deal
that fits is known, which settles most steps without a search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, product

from mystpy.compilation import dataclass
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition
from mystpy.engines.transition_system.progressor import (
    ProgressionState,
    Progressor,
    hands_given,
)
from mystpy.engines.transition_system.system import TransitionSystem
from mystpy.game.game import Game
from mystpy.history.history import History

Conditions = frozenset[Condition]
Deal = tuple[int, ...]
"""The hands as bit masks, by holder."""


def fit(game: Game, *conditions: Iterable[Condition]) -> bool:
    """Whether some deal of the game satisfies all of these conditions."""
    return bool(Deals(game, (c for some in conditions for c in some), announced=True))


def given_conditions(history: History) -> Conditions:
    """Return the conditions on the deal that the given hands impose."""
    return frozenset(hands_given(history.game, history.hands))


def find_failing(
    game: Game, cases: Sequence[Conditions], hands: Conditions
) -> Conditions | None:
    """Return conditions of deals that fit in which a history cannot be executed.

    In such a deal a condition of each case is violated. None if there is none.
    """
    return next((some for some in _failing(cases, hands) if fit(game, some)), None)


def _failing(cases: Sequence[Conditions], hands: Conditions) -> Iterable[Conditions]:
    """Yield conditions of deals that violate a condition of each case."""
    shared = frozenset.intersection(*cases)
    rest = product(*(conditions - shared for conditions in cases))
    ways = chain(((c,) for c in shared), rest)
    return (hands | {~c for c in some} for some in ways)


@dataclass(frozen=True, slots=True, eq=False)
class ExecutableBranches:
    """The states in which a history can be executed in some deal that fits.

    `deals` has some of these deals for each state, and `fails` is true if there
    are other deals that fit in which it cannot. Create it with `of`.
    """

    states: tuple[ProgressionState, ...]
    deals: tuple[tuple[Deal, ...], ...]
    fails: bool
    implied: set[Conditions]
    """Conditions known to be violated in every deal with the given hands."""

    @classmethod
    def of(cls, progressor: Progressor, history: History) -> ExecutableBranches:
        """Return the states after a history.

        They are computed from those of the history that this one continues.
        """
        diagram: TransitionSystem = progressor.system
        carried = history.carried(diagram)
        step, found = carried or (0, cls._start(progressor, history))
        if carried is None or step < len(history):
            found = found._after(progressor, history, step)
            history.carry(diagram, found)
        return found

    @classmethod
    def _start(cls, progressor: Progressor, history: History) -> ExecutableBranches:
        deal = Deals(history.game, given_conditions(history), announced=True).first()
        if deal is None:
            return cls((), (), False, set())
        return cls((progressor.start,), ((deal,),), False, set())

    def _after(
        self, progressor: Progressor, history: History, step: int
    ) -> ExecutableBranches:
        """Return the states after the actions from this step on."""
        hands, fails = given_conditions(history), self.fails
        states, deals = [], []
        for state, known in zip(self.states, self.deals, strict=True):
            ends, done = progressor.progress(history.actions, state, step)
            ahead = ends if done == len(history) else []
            news = [
                frozenset(c for _, c in end.conditions_since(state)) for end in ahead
            ]
            fails = fails or self._fail_after(progressor.game, state, news, hands)
            for end, new in zip(ahead, news, strict=True):
                if left := _left(progressor.game, end, new, known, hands):
                    states.append(end)
                    deals.append(left)
        return ExecutableBranches(tuple(states), tuple(deals), fails, self.implied)

    def _fail_after(
        self,
        game: Game,
        state: ProgressionState,
        news: Sequence[Conditions],
        hands: Conditions,
    ) -> bool:
        """Return whether some deal of a state satisfies none of those after it.

        So far the history can be executed in every deal that fits. If this is the only
        progression, only the given hands matter.
        """
        if not news:
            return True
        if len(self.states) > 1:
            allowed = hands | state.conditions
            return find_failing(game, news, allowed) is not None
        for some in _failing(news, hands):
            if some not in self.implied:
                if fit(game, some):
                    return True
                self.implied.add(some)
        return False


def _left(
    game: Game,
    state: ProgressionState,
    new: Conditions,
    known: Collection[Deal],
    hands: Conditions,
) -> tuple[Deal, ...]:
    """Return some deals of a state: known ones that still fit, or a new one."""
    left = tuple(deal for deal in known if all(c.satisfied(deal) for c in new))
    if left:
        return left
    deal = Deals(game, state.conditions | hands, announced=True).first()
    return () if deal is None else (deal,)
