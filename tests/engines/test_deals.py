"""Deals that satisfy conditions, against a list of all deals."""

from __future__ import annotations

from itertools import permutations
from math import comb
from random import Random

import pytest

from mystpy.bits import cards_of, mask_of
from mystpy.engines import deals
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.errors import LargeEnumerationWarning
from mystpy.game.game import Game

GAMES = (
    Game.myst(1, 1, 3, 1),
    Game.myst(2, 2, 2, 2),
    Game.general(["a", "b", "c", "d", "e"], {0: 0, 1: 3, 2: 2, 3: 0}, q=1),
    Game.clue(2, {"who": ["ann", "bob", "cid"], "how": ["axe", "bow"]}),
)


def name_of(game: Game) -> str:
    return f"{game.rules}{game.sizes}"


def every_deal(game: Game) -> set[tuple[int, ...]]:
    """Return all deals by going through all orders of the deck."""
    found = set()
    for order in permutations(game.cards):
        hands, start = [], 0
        for size in game.sizes:
            hands.append(mask_of(order[start : start + size], game))
            start += size
        if game.guess_fault(cards_of(hands[0], game)) is None:
            found.add(tuple(hands))
    return found


def random_conditions(game: Game, rng: Random) -> list[Condition]:
    conditions = []
    for _ in range(rng.randint(0, 5)):
        holder = rng.choice(game.holders)
        holds = rng.choice(
            (
                ConditionKind.NONE,
                ConditionKind.SOME,
                ConditionKind.SOME,
                ConditionKind.NOT_EXACTLY,
            )
        )
        size = rng.randint(0, 3)
        if holds is ConditionKind.NOT_EXACTLY or rng.random() < 0.1:
            size = game.sizes[holder]
            holds = rng.choice(
                (
                    ConditionKind.EXACTLY,
                    ConditionKind.NOT_EXACTLY,
                    ConditionKind.NOT_EXACTLY,
                )
            )
        cards = mask_of(rng.sample(game.cards, size), game)
        conditions.append(Condition(holder, holds, cards))
    return conditions


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_without_conditions_there_are_all_deals(game: Game) -> None:
    deals = list(Deals(game, ()))
    assert len(deals) == len(set(deals)) == game.deal_count()
    assert set(deals) == every_deal(game)


@pytest.mark.parametrize("game", GAMES, ids=name_of)
def test_listing_counting_and_finding_agree_with_the_list_of_all(game: Game) -> None:
    rng = Random(0)
    everything = every_deal(game)
    some = none = 0
    for _ in range(150):
        conditions = random_conditions(game, rng)
        fitting = {d for d in everything if all(c.satisfied(d) for c in conditions)}
        deals = Deals(game, conditions)
        assert sorted(deals) == sorted(fitting), conditions
        assert bool(Deals(game, conditions)) == bool(fitting)
        assert Deals(game, conditions).count() == len(fitting)
        assert (Deals(game, conditions).first() in fitting) == bool(fitting)
        assert deals.cells() == [
            [sum(d[k] >> x & 1 for d in fitting) for x in range(game.c)]
            for k in game.holders
        ]
        some += bool(fitting)
        none += not fitting
    assert some > 20
    assert none > 5


def test_a_condition_and_its_opposite_divide_the_deals() -> None:
    game = GAMES[1]
    for holds in ConditionKind:
        condition = Condition(1, holds, 0b011)
        assert ~~condition == condition
        both = Deals(game, [condition]).count() + Deals(game, [~condition]).count()
        assert both == game.deal_count()
        assert not Deals(game, [condition, ~condition])


def test_counting_does_not_list() -> None:
    game = Game.myst(3, 3, 4, 1)
    deals = Deals(game, [Condition(1, ConditionKind.SOME, 0b11)])
    assert game.deal_count() == 168_168_000
    with_neither = game.deal_count() * comb(13, 3) // comb(15, 3)
    assert deals.work() < 3_000_000
    assert deals.count() == game.deal_count() - with_neither


def test_a_long_search_is_told_if_that_is_wanted(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.setattr(deals, "_MANY", 2)
    game = Game.myst(1, 1, 4, 1)
    assert Deals(game, [])
    assert not recwarn
    with pytest.warns(LargeEnumerationWarning, match="hard to find"):
        assert Deals(game, [], announced=True)
