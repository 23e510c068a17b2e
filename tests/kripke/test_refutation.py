"""Grounds: each step is one that the agents cannot tell, and each value is right."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from mystpy.kripke.deals import hexa
from mystpy.kripke.model import PointedModel
from mystpy.kripke.refutation import Ground, ground, shortest
from mystpy.language.nodes import Common, Distributed, Formula, Knows
from tests.kripke.random_models import formulas, states
from tests.kripke.test_distinction import chain
from tests.sampling import by_day


def require_right(found: Ground) -> None:
    """Check the values and the ways of a ground and of all below it."""
    model = found.model
    assert bool(model.truth(found.formula)[found.world]) is found.true
    if found.every:
        assert isinstance(found.formula, Knows | Common | Distributed)
        assert model.truth(found.formula.body)[list(found.every)].all()
    for part in found.parts:
        here = found.world
        for move in part.way:
            assert model.together(move.agents).same(here, move.world)
            here = move.world
        if part.said is None:
            assert here == part.world
        else:
            assert model.names[here] == part.name
        require_right(part)


@given(states(), formulas())
@settings(max_examples=by_day(80, 4))
def test_a_ground_bears_out_what_it_says(state: PointedModel, said: Formula) -> None:
    found = ground(state.model, state.point, said)
    assert found.true is state.holds(said)
    require_right(found)


def test_a_path_that_refutes_common_knowledge_is_a_shortest_one() -> None:
    model = chain(9)
    found = ground(model, 0, Common(("a", "b"), said("~p")))
    assert [move.world for move in found.parts[0].way] == list(range(1, 9))
    with pytest.raises(ValueError, match="no path"):
        shortest(model, 0, np.arange(9) == 8, ["a"])


def said(text: str) -> Formula:
    from mystpy.language.decidable import parse_in_model

    return parse_in_model(text, chain(2).words)


def test_an_announcement_leads_into_the_model_after_it() -> None:
    state = hexa()
    text = "[h(1,r)!]K(2,h(2,b))"
    from mystpy.language.decidable import parse_in_model

    found = ground(state.model, state.point, parse_in_model(text, state.model.words))
    assert len(found.parts[0].model) == 2
    require_right(found)
