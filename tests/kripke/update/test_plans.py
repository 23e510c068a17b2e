"""Plans: the shortest ones, none where there is none, bisimilar models once."""

from __future__ import annotations

from itertools import islice

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mystpy.kripke.deals import hexa
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.model import PointedModel
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.kripke.update.plans import PlanSearch, plans, small
from mystpy.language.decidable import parse_in_model
from tests.kripke.random_models import states
from tests.sampling import by_day


def search(goal: str, *texts: str) -> list[PlanSearch]:
    state = hexa()
    words = state.model.words
    steps = {text: parse_step(text, words) for text in texts}
    wanted = parse_in_model(goal, words)
    return list(islice(plans(state.model, state.point, steps, wanted), 6))


def test_a_shortest_plan_is_found() -> None:
    *before, last = search(
        "K(3,h(1,r)) & K(2,h(1,r))", "show(2,1,{r,w,b},r)", "tell([3],h(2,w))"
    )
    assert sorted(last.steps or ()) == ["show(2,1,{r,w,b},r)", "tell([3],h(2,w))"]
    assert [one.length for one in before] == [0, 1]
    assert all(one.steps is None for one in before)
    assert search("h(1,r)", "win(2)")[-1].steps == ()


def test_there_is_no_plan_at_all_where_no_new_models_come() -> None:
    last = search("K(3,h(1,r))", "show(2,1,{r,w,b},r)", "win(2)")[-1]
    assert (last.steps, last.closed, last.length, last.models) == (None, True, 2, 2)


@given(states(5), states(5))
@settings(max_examples=by_day(80, 4))
def test_bisimilar_states_are_one_node(one: PointedModel, other: PointedModel) -> None:
    nodes = [small(state.model, state.point).form for state in (one, other)]
    assert (nodes[0] == nodes[1]) is bisimilar(one, other)


@given(states(6), st.randoms(use_true_random=False))
@settings(max_examples=by_day(40, 4))
def test_the_order_of_worlds_makes_no_other_node(state: PointedModel, random) -> None:  # type: ignore[no-untyped-def]
    order = list(range(len(state.model)))
    random.shuffle(order)
    mixed = state.model.taken(np.array(order))
    again = small(mixed, order.index(state.point))
    assert again.form == small(state.model, state.point).form
