"""Best replies: one of the actions that differ in names only stands for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import inf

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Action, Guess
from mystpy.solve.best_reply import Reply
from mystpy.solve.information import Information, Mixture
from mystpy.solve.strategies import (
    Cards,
    Plan,
    anything,
    bound,
    likeliest,
    one_shot,
    own_cards,
    uniform,
)

SIZES = ((2, 1, 1), (1, 2, 2), (3, 1, 2), (2, 2, 1))


def patient(information: Information, action: Action) -> bool:
    """Whether an action is no guess in the first turn."""
    return len(information.asked) > 1 or not isinstance(action, Guess)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("leader", [1, 2])
@pytest.mark.parametrize("bluffs", [False, True])
@pytest.mark.parametrize("helps", [False, True])
def test_names_of_cards_make_no_difference(
    size: tuple[int, int, int], leader: int, bluffs: bool, helps: bool
) -> None:
    m, n, q = size
    game, plan = Game.myst(m, n, 2, q), one_shot(1)
    if bluffs and q > n:
        return
    imposed = bound(own_cards if bluffs else None, turns=1, silent=inf if helps else 0)
    allowed = None if helps else patient
    each, one = (
        Reply(game, leader, plan, allowed, imposed, alike, helps)
        for alike in (False, True)
    )
    assert one.worth() == each.worth()
    assert 3 * one.nodes < each.nodes


def lowest(information: Information) -> Mapping[Cards, Fraction]:
    """Ask for the first cards of the deck."""
    return uniform([frozenset(information.game.cards[: information.game.q])])


def test_a_plan_that_prefers_cards_is_not_taken_for_one_that_does_not() -> None:
    game, plan = Game.myst(2, 1, 2, 1), Plan((lowest,), (likeliest,))
    assert Reply(game, 1, plan).worth() < Reply(game, 1, one_shot(1)).worth()
    with pytest.raises(QueryError, match="not alike"):
        Reply(game, 1, plan, alike=True).worth()


def test_hands_with_other_sorts_are_looked_at_one_by_one() -> None:
    game = Game.clue(2, {"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]})
    plan = Plan((anything,), (likely,))
    each, one = (Reply(game, 1, plan, alike=alike) for alike in (False, True))
    assert each.worth() == one.worth() > 0
    assert one.nodes < each.nodes


def likely(information: Information) -> Mapping[Cards | None, Fraction]:
    """Guess any pile without own cards."""
    piles = information.game.guesses()
    return uniform(pile for pile in piles if not pile & information.hand)


def test_a_strategy_that_breaks_the_rules_is_refused() -> None:
    def cheats(information: Information, offers: tuple[Action, ...]) -> Mixture:
        return {Guess(1, frozenset(["s1", "s2"])): Fraction(1)}

    with pytest.raises(QueryError, match="which is not possible"):
        Reply(Game.myst(2, 1, 2, 1), 1, cheats).worth()
