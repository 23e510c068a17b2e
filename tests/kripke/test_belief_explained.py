"""Why somebody believes a thing, and which formula tells states of belief apart."""

from __future__ import annotations

from hypothesis import given, settings

from mystpy.kripke.model import PointedModel
from mystpy.kripke.refinement.distinction import distinction
from mystpy.kripke.refutation import Ground, ground
from mystpy.language import nodes as fm
from mystpy.language.nodes import Formula
from tests.kripke.explicit_relations import (
    Explicit,
    belief_formulas,
    explicit_models,
)
from tests.sampling import by_day


@settings(max_examples=by_day(30, 4))
@given(explicit_models(4), explicit_models(4))
def test_what_tells_states_of_belief_apart(one: Explicit, other: Explicit) -> None:
    state = PointedModel(one.model(), 0)
    for model in (one.model(), other.model()):
        for point in range(len(model)):
            found = distinction(state, model.at(point))
            if found is not None and found.formula is not None:
                assert state.holds(found.formula)
                assert not model.at(point).holds(found.formula)
    same = {0} | next(block for block in one.alike() if 0 in block)
    for point in range(one.size):
        assert (distinction(state, one.model().at(point)) is None) == (point in same)


def check(found: Ground) -> None:
    """Each step of a ground is one that the relations have, and leads where it says."""
    assert found.model.truth(found.formula)[found.world] == found.true
    for part in found.parts:
        here = found.world
        for passage in part.way:
            for agent in passage.agents:
                relation = found.model.relation(agent)
                assert relation.same(here, passage.world)
            here = passage.world
        if part.said is None:
            assert part.world == here
        if isinstance(found.formula, fm.Believes) and not found.true:
            assert not part.true
        check(part)


@settings(max_examples=by_day(40, 4))
@given(explicit_models(5), belief_formulas())
def test_grounds_of_belief_are_there(given_model: Explicit, formula: Formula) -> None:
    model = given_model.model()
    for world in range(len(model)):
        found = ground(model, world, formula)
        assert found.true == given_model.holds(formula, world)
        check(found)
        if isinstance(formula, fm.Believes) and found.true:
            seen = given_model.seen(str(formula.agent), world)
            assert set(found.every) == seen
