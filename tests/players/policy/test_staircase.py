"""Bounded policies: how much an action tells at most, whatever is believed before."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import QueryError
from mystpy.players.policy.staircase import (
    Staircase,
    levels,
    most_told,
    require_bits,
)

QUARTER = Fraction(1, 4)


def divergence(prior: list[float], likelihoods: list[float]) -> float:
    """Return what an action tells, from the definition."""
    weights = [p * x for p, x in zip(prior, likelihoods, strict=True)]
    whole = sum(weights)
    posterior = [weight / whole for weight in weights]
    pairs = zip(posterior, prior, strict=True)
    return sum(q * math.log2(q / p) for q, p in pairs if q and p)


@pytest.mark.parametrize("bits", [0.05, 0.3, 1.0, 3.0])
def test_the_ratio_is_the_largest_that_tells_no_more(bits: float) -> None:
    steps = levels(bits, QUARTER)
    ratio = float(steps.higher / steps.lower)
    priors = [k / 2_000 for k in range(1, 2_000)]
    told = max(divergence([w, 1 - w], [ratio, 1]) for w in priors)
    assert told == pytest.approx(most_told(ratio), abs=1e-4)
    assert told <= bits + 1e-9
    assert most_told(ratio + 0.001) > bits
    assert QUARTER * steps.higher + (1 - QUARTER) * steps.lower == 1


@given(st.data())
def test_no_prior_is_told_more(data: st.DataObject) -> None:
    """For many hands, with likelihoods anywhere between the two levels."""
    steps = levels(0.3, QUARTER)
    number = data.draw(st.integers(2, 8))
    some = st.floats(0.001, 1)
    prior = data.draw(st.lists(some, min_size=number, max_size=number))
    whole = sum(prior)
    between = st.floats(float(steps.lower), float(steps.higher))
    likelihoods = data.draw(st.lists(between, min_size=number, max_size=number))
    assert divergence([p / whole for p in prior], likelihoods) <= 0.3 + 1e-9


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=40))
def test_the_best_are_likelier_and_all_add_up_to_one(values: list[float]) -> None:
    steps = levels(0.3, QUARTER)
    found = Staircase.of(dict(enumerate(values)), steps)
    chances = found.chances()
    assert sum(chances.values()) == 1
    number = len(values)
    assert all(
        steps.lower <= chance * number <= steps.higher for chance in chances.values()
    )
    ranked = sorted(chances, key=lambda each: -round(values[each], 2))
    factors = [chances[each] for each in ranked]
    assert factors == sorted(factors, reverse=True)
    for one in chances:
        for other in chances:
            if round(values[one], 2) == round(values[other], 2):
                assert chances[one] == chances[other]


def test_what_is_drawn_has_the_chances_that_are_said() -> None:
    """Pearson's statistic, with a fixed stream: 11 degrees of freedom, 0.1 %."""
    found = Staircase.of({k: float(k % 5) for k in range(12)}, levels(0.3, QUARTER))
    rng, number = Random(3), 6_000
    drawn = Counter(found.draw(rng) for _ in range(number))
    expected = {each: number * float(p) for each, p in found.chances().items()}
    statistic = sum((drawn[k] - e) ** 2 / e for k, e in expected.items())
    assert statistic < 31.3
    assert len(set(expected.values())) > 1


@pytest.mark.parametrize("told", [0, -1, True, "much", math.nan, math.inf])
def test_what_is_no_number_of_bits_is_refused(told: object) -> None:
    with pytest.raises(QueryError, match="told is a number of bits above 0"):
        require_bits(told)


def test_whole_numbers_of_bits_are_allowed() -> None:
    assert require_bits(1) == 1.0
