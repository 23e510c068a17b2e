"""In which deals a history can be done, found step by step.

In the field: progression, of the set of deals in which a history can be done.

A history carries what was found for the history that it continues: one more action
takes one more step, however many actions came before. For each branch a deal that fits
is known, which settles most steps without a search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, product

from mystpy.compilation import dataclass
from mystpy.engines.deals import Deals
from mystpy.engines.diagram.diagram import Diagram
from mystpy.engines.diagram.walk import Branch, Walker, hands_given
from mystpy.engines.hands import Condition
from mystpy.game.game import Game
from mystpy.history.history import History

Conditions = frozenset[Condition]
Deal = tuple[int, ...]
"""The hands as bit masks, by holder."""


def fit(game: Game, *conditions: Iterable[Condition]) -> bool:
    """Whether some deal of the game satisfies all of these conditions."""
    return bool(Deals(game, (c for some in conditions for c in some), announced=True))


def held(history: History) -> Conditions:
    """What the hands that a history gives say about the deal."""
    return frozenset(hands_given(history.game, history.hands))


def unfit(
    game: Game, branches: Sequence[Conditions], hands: Conditions
) -> Conditions | None:
    """What holds of a deal that fits in which a history ends on none of its branches.

    A condition of each branch is violated in it. None if there is no such deal.
    """
    return next((some for some in _failing(branches, hands) if fit(game, some)), None)


def _failing(branches: Sequence[Conditions], hands: Conditions) -> Iterable[Conditions]:
    """What holds of deals in which a condition of each branch is violated."""
    shared = frozenset.intersection(*branches)
    rest = product(*(conditions - shared for conditions in branches))
    ways = chain(((c,) for c in shared), rest)
    return (hands | {~c for c in some} for some in ways)


@dataclass(frozen=True, slots=True, eq=False)
class Executability:
    """The branches on which a history can be done in some deal that fits.

    `deals` has some of these deals for each branch, and `fails` is true if in other
    deals that fit the history cannot be done. Make it with `of`.
    """

    branches: tuple[Branch, ...]
    deals: tuple[tuple[Deal, ...], ...]
    fails: bool
    implied: set[Conditions]
    """What is known to be so in no deal with the given hands: for all steps."""

    @classmethod
    def of(cls, walker: Walker, history: History) -> Executability:
        """In which deals that fit a history can be done.

        It is carried on from the history that this one continues.
        """
        diagram: Diagram = walker.diagram
        carried = history.carried(diagram)
        step, found = carried or (0, cls._start(walker, history))
        if carried is None or step < len(history):
            found = found._after(walker, history, step)
            history.carry(diagram, found)
        return found

    @classmethod
    def _start(cls, walker: Walker, history: History) -> Executability:
        deal = Deals(history.game, held(history), announced=True).first()
        if deal is None:
            return cls((), (), False, set())
        return cls((walker.start,), ((deal,),), False, set())

    def _after(self, walker: Walker, history: History, step: int) -> Executability:
        """What is so once the actions from a step on are done, too."""
        hands, fails = held(history), self.fails
        branches, deals = [], []
        for branch, known in zip(self.branches, self.deals, strict=True):
            ends, done = walker.walk(history.actions, branch, step)
            ahead = ends if done == len(history) else []
            news = [frozenset(c for _, c in end.told_since(branch)) for end in ahead]
            fails = fails or self._fail_after(walker.game, branch, news, hands)
            for end, new in zip(ahead, news, strict=True):
                if left := _left(walker.game, end, new, known, hands):
                    branches.append(end)
                    deals.append(left)
        return Executability(tuple(branches), tuple(deals), fails, self.implied)

    def _fail_after(
        self,
        game: Game,
        branch: Branch,
        news: Sequence[Conditions],
        hands: Conditions,
    ) -> bool:
        """Whether of the deals of a branch some satisfy none of the branches after it.

        So far the history can be done in every deal that fits. If it is on this branch,
        nothing but the hands has to be looked at.
        """
        if not news:
            return True
        if len(self.branches) > 1:
            return unfit(game, news, hands | branch.conditions) is not None
        for some in _failing(news, hands):
            if some not in self.implied:
                if fit(game, some):
                    return True
                self.implied.add(some)
        return False


def _left(
    game: Game,
    branch: Branch,
    new: Conditions,
    known: Collection[Deal],
    hands: Conditions,
) -> tuple[Deal, ...]:
    """Some deals of a branch: of those known before, or else one that is found."""
    left = tuple(deal for deal in known if all(c.satisfied(deal) for c in new))
    if left:
        return left
    deal = Deals(game, branch.conditions | hands, announced=True).first()
    return () if deal is None else (deal,)
