"""Theorem 3.2 in games with sorts: whether questions are certain to give the pile.

In the field: a reachability game over belief states, in which an adversary chooses the
answers. As in the vacuum of section 3.3 the other players do not ask, and a player who
has to show a card shows the least helpful one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mystpy.bits import bits, mask_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.deals import Deals
from mystpy.game.game import Game
from mystpy.theses.case_analysis import Case, sought, with_values

Deal = tuple[int, ...]
"""The pile and the hands of a deal, as masks."""


def answers(asked: int, deal: Deal) -> Iterator[tuple[int, int]]:
    """Yield the possible answers to player 1 in a deal: a player and card, or none."""
    for player, hand in enumerate(deal[2:], 2):
        if hand & asked:
            yield from ((player, card) for card in bits(hand & asked))
            return
    yield 0, 0


class QuestionGame:
    """Player 1 asks until the pile is known; the answers are the least helpful."""

    def __init__(self, game: Game) -> None:
        self._asked = [mask_of(cards, game) for cards in game.questions()]
        self._sure: dict[frozenset[Deal], bool] = {}
        deals = list(Deals(game, ()))
        self.start = frozenset(deal for deal in deals if deal[1] == deals[0][1])

    def after(self, deals: frozenset[Deal], asked: int) -> list[frozenset[Deal]]:
        """Return the remaining deals for each answer."""
        found: dict[tuple[int, int], set[Deal]] = {}
        for deal in deals:
            for answer in answers(asked, deal):
                found.setdefault(answer, set()).add(deal)
        return list(map(frozenset, found.values()))

    def sure(self, deals: frozenset[Deal]) -> bool:
        """Return whether some strategy of questions is certain to give the pile.

        A question that leaves all deals after some answer is useless, since the answer
        can be given again.
        """
        if len({deal[0] for deal in deals}) == 1:
            return True
        if deals not in self._sure:
            self._sure[deals] = any(
                all(left < deals and self.sure(left) for left in self.after(deals, q))
                for q in self._asked
            )
        return self._sure[deals]


SHAPES: Sequence[tuple[int, ...]] = ((3,), (4,), (2, 2), (3, 2), (4, 2), (3, 3))
LONGER: Sequence[tuple[int, ...]] = ((5,), (6,), (2, 2, 2), (4, 3), (5, 2), (3, 2, 2))

Sure = Callable[[Game], bool]


def tells_pile(game: Game) -> bool:
    """Return whether player 1 has a strategy that is certain to give the pile."""
    each = QuestionGame(game)
    return each.sure(each.start)


def solvable(
    budget: Budget, sorted_game: Callable[[Sequence[int], int], Game], sure: Sure
) -> Result:
    """Check that with sorts the pile is found for certain iff q <= m + n + 1.

    If hands differ, n is the number of cards in the smallest hand.
    """
    shapes = (*SHAPES, *(LONGER if budget.full else ()))
    games = [
        sorted_game(shape, p)
        for shape in shapes
        for p in (2, 3)
        if sum(shape) - len(shape) >= p
    ]

    def cases() -> Iterator[Case | None]:
        for game in games:
            budget.tick()
            m, n = game.sizes[0], min(game.sizes[1:])
            told, said = sure(game), game.q <= m + n + 1
            values = {"sure to tell the pile": told, "q <= m+n+1": said}
            yield with_values(game, values) if told != said else None

    scope = {"cards by sort": [" + ".join(map(str, x)) for x in shapes], "p": "2..3"}
    return sought(budget, cases(), scope)
