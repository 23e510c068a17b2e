"""Best responses: one action represents all that differ only in names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from random import Random

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event
from mystpy.solve.best_response import BestResponse
from mystpy.solve.strategies import (
    Cards,
    GameStrategy,
    anything,
    asked_by,
    bound,
    hand_of,
    likeliest,
    one_shot,
    own_cards,
    uniform,
)

SIZES = ((2, 1, 1), (1, 2, 2))
LARGER = [pytest.param(size, marks=pytest.mark.slow) for size in ((3, 1, 2), (2, 2, 1))]


def patient(seen: InformationState, event: Event) -> bool:
    """Return whether an action is no guess in the first turn."""
    return len(asked_by(seen)) > 1 or event.key[0] != "guess"


@pytest.mark.parametrize("size", [*SIZES, *LARGER])
@pytest.mark.parametrize("leader", [1, 2])
@pytest.mark.parametrize("bluffs", [False, True])
@pytest.mark.parametrize("helps", [False, True])
@pytest.mark.alike(3)
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
        BestResponse(game, leader, plan, allowed, imposed, alike, helps)
        for alike in (False, True)
    )
    assert one.value() == each.value()
    assert 3 * one.nodes < each.nodes


def lowest(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask for the first cards of the deck."""
    return uniform([frozenset(seen.game.cards[: seen.game.q])])


def test_a_plan_that_prefers_cards_is_not_taken_for_one_that_does_not() -> None:
    game, plan = Game.myst(2, 1, 2, 1), GameStrategy((lowest,), (likeliest,))
    assert (
        BestResponse(game, 1, plan).value() < BestResponse(game, 1, one_shot(1)).value()
    )
    with pytest.raises(QueryError, match="distinguishes cards by name"):
        BestResponse(game, 1, plan, alike=True).value()


def test_hands_with_other_sorts_are_looked_at_one_by_one() -> None:
    game = Game.clue(2, {"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]})
    plan = GameStrategy((anything,), (likely,))
    each, one = (BestResponse(game, 1, plan, alike=alike) for alike in (False, True))
    assert each.value() == one.value() > 0
    assert one.nodes < each.nodes


def likely(seen: InformationState) -> Mapping[Cards | None, Fraction]:
    """Guess any pile without own cards."""
    piles = seen.game.guesses()
    return uniform(pile for pile in piles if not pile & hand_of(seen))


def test_a_strategy_that_breaks_the_rules_is_refused() -> None:
    class Cheat:
        def act(
            self,
            seen: InformationState,
            legal_actions: Sequence[LegalAction],
            rng: Random,
        ) -> Event:
            return Event(("guess", 1), 0b11)

    with pytest.raises(QueryError, match="which is not possible"):
        BestResponse(Game.myst(2, 1, 2, 1), 1, Cheat()).value()
