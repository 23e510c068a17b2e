"""Deals that are drawn by number are the listed deals, in the order of the plan."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from mystpy.engines.deals import Deals
from mystpy.engines.symbolic.count import draw, levels
from mystpy.engines.symbolic.count.count import LIMIT, counting_plan
from mystpy.engines.symbolic.count.draw import DealSampler, Held
from mystpy.engines.symbolic.count.plan import CountingPlan
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.errors import NoWorldFits
from mystpy.views import Show
from tests.engines.symbolic.views import (
    BLOCK,
    condition,
    masks,
    random_game,
    seeds,
    some_show,
)

Deal = tuple[int, ...]

MOST = 4_000
"""The most numbers of deals that are listed."""


@pytest.mark.parametrize("block", seeds(3, 40))
@pytest.mark.parametrize("bits", [30, 5, 0])
def test_each_deal_has_as_many_numbers_as_its_weight(
    block: int, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "MAX_BITS_OF_STATE_TABLE", bits)
    compared = sum(compare(seed) for seed in range(block * BLOCK, (block + 1) * BLOCK))
    assert compared


@pytest.mark.parametrize("block", seeds(1, 10))
def test_large_numbers_give_the_same_deals(
    block: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (levels, draw):
        monkeypatch.setattr(module, "WORD", 1)
    assert sum(compare(seed) for seed in range(block * BLOCK, (block + 1) * BLOCK))


def compare(seed: int) -> int:
    """Compare the numbered deals of a random view with those that are listed."""
    rng = Random(seed)
    game = random_game(rng)
    deal = masks(game, rng)
    conditions = [condition(game, rng, deal) for _ in range(rng.randint(1, 12))]
    shows: list[Show] = []
    if rng.random() < 0.5 and (shown := some_show(game, rng, deal)):
        shows += [shown[0]] * rng.randint(1, 2)
        conditions.append(shown[1])
    grid = ViewGrid(game)
    with suppress(NoWorldFits):
        grid.update(conditions)
    if not grid.is_proved:
        return 0
    sampler = DealSampler(grid, shows)
    if sampler.total > MOST:
        return 0
    held = sampler.numbered(np.arange(sampler.total).astype(sampler._kind))
    plan = counting_plan(grid, shows, limit=LIMIT)
    deals = list(Deals(game, conditions))
    weights = [weight(each, shows) for each in deals]
    unit = sampler.total / sum(weights)
    rows = sorted(zip(map(dealing(plan), deals), deals, weights, strict=True))
    expected = [each for _, each, share in rows for _ in range(int(share * unit))]
    found = [by_holder(held[:, :, k]) for k in range(sampler.total)]
    assert found == expected
    return 1


def by_holder(held: Held) -> Deal:
    """Return a deal as masks."""
    return tuple(sum(1 << k for k, has in enumerate(row) if has) for row in held)


def dealing(plan: CountingPlan) -> Callable[[Deal], list[int]]:
    """Return a function that orders deals: by the holders of the cards of a plan."""
    places = plan.fields.places
    tail = places.cards(plan.tail.rooms[0].cells) if plan.tail.cards else 0
    cards = [*plan.cards, *(k for k in range(places.c) if tail >> k & 1)]

    def key(deal: Deal) -> list[int]:
        return [places.holders.index(where(deal, card)) for card in cards]

    return key


def where(deal: Deal, card: int) -> int:
    """Return the holder of a card."""
    return next(holder for holder, cards in enumerate(deal) if cards >> card & 1)


def weight(deal: Deal, shows: list[Show]) -> Fraction:
    """Return the weight of a deal: less if more cards could be shown."""
    factors = (Fraction(1, (deal[x.by] & x.cards).bit_count()) for x in shows)
    return math.prod(factors, start=Fraction(1))
