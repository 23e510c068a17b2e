"""Products of models: against the definition, and the case of three cards."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from mystpy.axioms import queries_dir
from mystpy.kripke.combination.model_product import model_product
from mystpy.kripke.deals import Deal, hexa, initial_state
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.model_file import load_model
from mystpy.kripke.files.model_state import ModelState, stages
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.kripke.refinement.isomorphism import isomorphic
from mystpy.kripke.update.action_model import secret
from mystpy.kripke.update.product import update
from mystpy.language.decidable import parse_in_model
from tests.kripke.random_models import states

ONE_PLACE = "forall x in cards: #(i in holders: h(i,x)) = 1"
MODELS = queries_dir() / "models"


def state_of(pointed: PointedModel) -> ModelState:
    return ModelState(pointed.model, pointed.point)


def file_states(*names: str) -> list[ModelState]:
    return [next(stages(load_model(MODELS / f"{name}.toml"))) for name in names]


def sees(model: Model, agent: str, one: int, other: int) -> bool:
    return agent not in model.agents or model.relation(agent).same(one, other)


@given(states(4), states(3))
def test_a_product_is_as_defined(one: PointedModel, other: PointedModel) -> None:
    two = other.model.of_agents(["a"])
    found = model_product([state_of(one), ModelState(two, other.point)]).state
    pairs = list(product(range(len(one.model)), range(len(two))))
    assert len(found.model) == len(pairs)
    for agent in one.model.agents:
        for (k, (u, v)), (n, (w, x)) in product(enumerate(pairs), repeat=2):
            alike = sees(one.model, agent, u, w) and sees(two, agent, v, x)
            assert found.model.relation(agent).same(k, n) == alike
    for k, (u, v) in enumerate(pairs):
        true = {f"{atom}_1" for atom in one.model.true_at(u)}
        true |= {f"{atom}_2" for atom in two.true_at(v)}
        assert set(found.model.true_at(k)) == true
        assert found.model.names[k] == f"{one.model.names[u]},{two.names[v]}"
    assert found.point == pairs.index((one.point, other.point))


def test_relations_of_belief_are_multiplied_too() -> None:
    start = hexa()
    told = parse_in_model("h(1,r)", start.model.words)
    wrong = update(start, secret(told, ["2"], start.model.agents))
    found = model_product([state_of(start), state_of(wrong)]).state.model
    size = len(wrong.model)
    for k, n in product(range(len(found)), repeat=2):
        (u, v), (w, x) = divmod(k, size), divmod(n, size)
        for agent in found.agents:
            alike = sees(start.model, agent, u, w) and sees(wrong.model, agent, v, x)
            assert found.relation(agent).same(k, n) == alike


def test_of_goal_and_two_hands_six_worlds_of_27_are_deals() -> None:
    whole = model_product(file_states("agents-goal", "agents-hand-1", "agents-hand-2"))
    assert (whole.sizes, whole.tuples, len(whole.state.model)) == ((3, 3, 3), 27, 27)
    left = whole.where(parse_in_model(ONE_PLACE, whole.state.model.words)).state
    deals = initial_state(Deal.read("peacock | plum | green", first=0))
    start = PointedModel(deals.model.of_agents(["1", "2"]), deals.point)
    assert left.pointed is not None
    assert len(left.model) == 6
    assert isomorphic(left.pointed, start)


def test_the_file_of_the_product_is_that_of_its_parts() -> None:
    whole = model_product(file_states("agents-goal", "agents-hand-1", "agents-hand-2"))
    plain, deals = stages(load_model(MODELS / "agents-product.toml"))
    left = whole.where(parse_in_model(ONE_PLACE, whole.state.model.words)).state
    for one, other in ((whole.state, plain), (left, deals)):
        assert one.pointed is not None
        assert other.pointed is not None
        assert bisimilar(one.pointed, other.pointed)


def test_names_that_have_a_comma_are_put_together_otherwise() -> None:
    start = file_states("agents-product")[0]
    found = model_product([start, *file_states("hexa")]).state.model
    assert len(set(found.names)) == len(found)
    assert found.names[0].endswith("|rwb")


def test_without_an_actual_world_in_a_factor_there_is_none() -> None:
    start = state_of(hexa())
    open_one = ModelState(start.model, None)
    found = model_product([start, open_one])
    assert found.state.point is None
    kept = found.where(parse_in_model("h_1(1,w)", found.state.model.words))
    assert len(kept.state.model) == 12


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        ("h_1(1,w)", "is false in rwb,rwb, the actual world"),
        ("h_1(1,w) & h_1(1,r)", "is true in no world"),
    ],
)
def test_a_constraint_leaves_the_actual_world(formula: str, message: str) -> None:
    found = model_product([state_of(hexa())] * 2)
    with pytest.raises(ModelError, match=message):
        found.where(parse_in_model(formula, found.state.model.words))


def test_too_many_tuples_are_refused_before_they_are_made() -> None:
    with pytest.raises(ModelError, match=r"10,077,696 worlds \(6 x 6 x .*too many"):
        model_product([state_of(hexa())] * 9)


def test_new_names_are_new() -> None:
    one = load_model('worlds=["u"]\natoms=["p","p_1"]\n[relations]\na="all"\n'
                     '[valuation]\nu=["p"]')  # fmt: skip
    found = model_product([ModelState(one.model, None)] * 2).state.model
    assert len(found.atoms) == 4
    assert found.true_at(0) == ("p__1", "p_2")
