"""Distinguishing formulas: for states that are not bisimilar, of least modal depth."""

from __future__ import annotations

from functools import cache

import numpy as np
from hypothesis import given, settings

from mystpy.kripke.deals import hexa
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.refinement.contraction import (
    bisimilar,
    contract,
    matches,
    together,
    totally_bisimilar,
)
from mystpy.kripke.refinement.distinction import DEEPEST, distinction, mismatch
from mystpy.language.subformulas import modal_depth
from tests.kripke.random_models import models, states
from tests.sampling import by_day


def depth_by_game(both: Model, u: int, v: int) -> int | None:
    """After how many rounds the spoiler wins the bisimulation game; None: never."""

    @cache
    def alike(one: int, other: int, rounds: int) -> bool:
        if any(mask[one] != mask[other] for mask in both.valuation.values()):
            return False
        if not rounds:
            return True
        for relation in both.relations:
            sides = [
                np.flatnonzero(relation.class_of(w)).tolist() for w in (one, other)
            ]
            for here, there in (sides, sides[::-1]):
                if not all(any(alike(a, b, rounds - 1) for b in there) for a in here):
                    return False
        return True

    return next((k for k in range(len(both) + 1) if not alike(u, v, k)), None)


@given(states(), states())
@settings(max_examples=by_day(60, 4))
def test_a_distinction_is_there_just_if_states_are_not_bisimilar(
    one: PointedModel, other: PointedModel
) -> None:
    found = distinction(one, other)
    assert (found is None) is bisimilar(one, other)
    both = together(one.model, other.model)
    depth = depth_by_game(both, one.point, len(one.model) + other.point)
    assert (found and found.depth) == depth
    if found is not None and found.formula is not None:
        assert modal_depth(found.formula) == depth
        text = str(found.formula)  # as it is pasted into another command
        assert one.holds(text)
        assert not other.holds(text)


@given(models(4), models(4))
@settings(max_examples=by_day(40, 4))
def test_a_mismatch_is_a_world_without_one_like_it(one: Model, other: Model) -> None:
    found = [mismatch(one, other), mismatch(other, one)]
    assert (found == [None, None]) is totally_bisimilar(one, other)
    for raised, (here, there) in zip(found, [(one, other), (other, one)], strict=True):
        if raised is not None and raised.formula is not None:
            assert here.at(raised.here).holds(str(raised.formula))
            assert not there.truth(str(raised.formula)).any()


def chain(size: int) -> Model:
    """Worlds in a row, linked by two agents in turn; p is true in the last."""
    return Model(
        [f"w{k}" for k in range(size)],
        ("a", "b"),
        (
            Partition.of_keys(k // 2 for k in range(size)),
            Partition.of_keys((k + 1) // 2 for k in range(size)),
        ),
        {"p": np.arange(size) == size - 1},
    )


def test_a_formula_that_would_be_too_deep_is_not_written_but_its_depth_is_told() -> (
    None
):
    near, far = chain(DEEPEST + 1), chain(DEEPEST + 3)
    found = distinction(near.at(0), far.at(0))
    assert found is not None
    assert (found.depth, found.formula is None) == (DEEPEST, False)
    found = distinction(chain(80).at(0), chain(82).at(0))
    assert found is not None
    assert (found.depth, found.formula) == (79, None)


def test_matches_are_the_largest_bisimulation() -> None:
    state = hexa()
    twice = together(state.model, state.model)
    pairs = matches(twice, state.model)
    assert pairs == [([k, k + 6], [k]) for k in range(6)]
    small = contract(twice.at(0))
    assert bisimilar(small, state)
