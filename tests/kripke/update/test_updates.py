"""Updates, contraction, bisimilarity and isomorphism against naive definitions."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.kripke.construction import build_model
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.refinement import contraction
from mystpy.kripke.refinement.contraction import (
    bisimilar,
    bisimulation,
    contract,
    contract_model,
    totally_bisimilar,
)
from mystpy.kripke.refinement.isomorphism import isomorphic, isomorphism
from mystpy.kripke.stability import paige_tarjan, signatures, worklist
from mystpy.kripke.update.action_model import (
    Action,
    EventFrame,
    action,
    private,
    public,
    publicity,
    semi_private,
    with_actual,
)
from mystpy.kripke.update.product import (
    announce,
    update,
    update_model,
)
from mystpy.language.atoms import Atom, Falsity
from mystpy.language.nodes import Announcing, Formula, Implies, Knows
from tests.kripke.random_models import (
    AGENTS,
    actions,
    bisimilar_pairs,
    formulas,
    models,
    states,
    true_in,
)

P = Atom("p")


def coin() -> Model:
    """Two worlds that neither ann nor bob can tell apart: heads p, tails not."""
    both = [["heads", "tails"]]
    return build_model(
        ["heads", "tails"], {"ann": both, "bob": both}, {"heads": ["p"], "tails": []}
    )


def executable(state: PointedModel, done: Action) -> bool:
    return state.holds(done.preconditions[done.frame.actual])


def test_a_public_announcement_is_common_knowledge() -> None:
    after = update(coin().at("heads"), public(P, coin().agents))
    assert after.holds("C([ann,bob],p)")
    assert len(after.model) == 1
    assert isomorphic(after, announce(coin().at("heads"), "p"))


def test_a_semi_private_announcement_shows_the_others_that_the_group_knows() -> None:
    raised = semi_private(P, ["ann"], coin().agents)
    after = update(coin().at("heads"), raised)
    assert after.holds("K(ann,p) & ~K(bob,p) & K(bob, K(ann,p) | K(ann,~p))")
    assert after.holds("C([ann,bob], K(ann,p) | K(ann,~p))")
    other = update(coin().at("tails"), with_actual(raised, "false"))
    assert other.holds("K(ann,~p)")


def test_a_private_announcement_leaves_the_others_in_doubt_that_it_happened() -> None:
    after = update(coin().at("heads"), private(P, ["ann"], coin().agents))
    assert after.holds("K(ann,p) & ~K(bob,p)")
    assert after.holds("~K(bob, K(ann,p) | K(ann,~p))")
    assert after.holds("~K(bob, ~K(ann,p))")
    assert len(after.model) == 3


def test_an_action_that_is_not_executable_says_why() -> None:
    tails = coin().at("tails")
    raised = semi_private(P, ["ann"], coin().agents)
    assert not executable(tails, raised)
    with pytest.raises(ModelError, match="precondition p, which is false in the act"):
        update(tails, raised)
    with pytest.raises(ModelError, match="p is false in the actual world tails"):
        announce(tails, "p")
    with pytest.raises(ModelError, match="can happen in no world"):
        update_model(coin(), public(Falsity(), coin().agents))


def test_actions_are_checked_when_they_are_made() -> None:
    agents = ("a", "b")
    with pytest.raises(ModelError, match="at least one event"):
        EventFrame((), {}, 0)
    with pytest.raises(ModelError, match="actual event 2 is not in the action"):
        EventFrame(("x", "y"), {}, 2)
    with pytest.raises(ModelError, match="the event 'x' is named twice"):
        EventFrame(("x", "x"), {}, 0)
    with pytest.raises(ModelError, match="for a is for 3 events, not for 1"):
        EventFrame(("x",), {"a": Partition.identity(3)}, 0)
    with pytest.raises(ModelError, match="2 events have 1 preconditions"):
        Action(EventFrame(("x", "y"), {}, 0), (P,))
    with pytest.raises(ModelError, match="'z', which is no event"):
        action({"x": P}, agents, {}, "z")
    with pytest.raises(ModelError, match="'c', which is no agent"):
        publicity(("x",), agents, {"c": [["x"]]})
    with pytest.raises(ModelError, match="for a is not an equivalence: y is in no"):
        publicity(("x", "y"), agents, {"a": [["x"]]})
    with pytest.raises(ModelError, match="'c', which is no agent"):
        semi_private(P, ["c"], agents)
    unsaid = Action(EventFrame(("x",), {"ann": Partition.identity(1)}, 0), (P,))
    with pytest.raises(ModelError, match="says nothing of agent 'bob'"):
        update(coin().at("heads"), unsaid)


@given(models(), actions())
def test_the_product_is_as_defined(model: Model, done: Action) -> None:
    worlds = frozenset(range(len(model)))
    pairs = [
        (w, e)
        for w in range(len(model))
        for e, condition in enumerate(done.preconditions)
        if not isinstance(condition, str) and true_in(model, condition, worlds, w)
    ]
    if not pairs:
        with pytest.raises(ModelError, match="can happen in no world"):
            update_model(model, done)
        return
    after = update_model(model, done)
    assert list(after.names) == [f"w{w},e{e}" for w, e in pairs]
    for agent in AGENTS:
        before, public_to = model.relation(agent), done.frame.for_agent(agent)
        for one, (w, e) in enumerate(pairs):
            assert after.true_at(one) == model.true_at(w)
            for other, (v, d) in enumerate(pairs):
                alike = before.same(w, v) and public_to.same(e, d)
                assert after.relation(agent).same(one, other) == alike


@given(states(), actions())
def test_the_point_of_an_update_is_the_pair_of_points(
    state: PointedModel, done: Action
) -> None:
    if executable(state, done):
        after = update(state, done)
        event = done.frame.events[done.frame.actual]
        assert after.name == f"{state.name},{event}"
    else:
        with pytest.raises(ModelError, match="not executable"):
            update(state, done)


@given(states(), formulas(), formulas())
def test_an_announcement_is_what_the_operator_says(
    state: PointedModel, said: Formula, then: Formula
) -> None:
    if state.holds(said):
        assert announce(state, said).holds(then) == state.holds(Announcing(said, then))
        by_action = update(state, public(said, AGENTS))
        assert isomorphic(by_action, announce(state, said))
    else:
        assert state.holds(Announcing(said, then))


@given(models(), formulas(), formulas(leaves=3))
def test_knowledge_after_an_announcement_reduces_to_knowledge_before(
    model: Model, said: Formula, then: Formula
) -> None:
    after = model.truth(Announcing(said, Knows("a", then)))
    before = model.truth(
        Implies(said, Knows("a", Implies(said, Announcing(said, then))))
    )
    assert (after == before).all()


@given(models(most=7), models())
def test_bisimilarity_is_as_defined(one: Model, other: Model) -> None:
    pairs = bisimilar_pairs(one, one)
    kinds = bisimulation(one)
    for w in range(len(one)):
        assert {v for v in range(len(one)) if kinds.same(w, v)} == {
            v for v in range(len(one)) if (w, v) in pairs
        }
    across = bisimilar_pairs(one, other)
    for w in range(len(one)):
        for v in range(len(other)):
            assert bisimilar(one.at(w), other.at(v)) == ((w, v) in across)
    both = {w for w, _ in across} == set(range(len(one)))
    both = both and {v for _, v in across} == set(range(len(other)))
    assert totally_bisimilar(one, other) == both


@given(models(most=9, atoms=1))
def test_both_methods_of_refinement_agree(model: Model) -> None:
    plain = contraction.bisimulation(model)
    assert paige_tarjan.coarsest(model.relations, contraction.agreeing(model)) == plain


@pytest.mark.parametrize("size", [2, 3, 40, 41, 500])
def test_long_chains_are_refined_to_the_end(size: int) -> None:
    steps = np.arange(size)
    relations = tuple(Partition.of_codes((steps + k) // 2, size) for k in (0, 1))
    names = [str(k) for k in range(size)]
    marked = Model(names, ("a", "b"), relations, {"p": steps == 0})
    assert bisimulation(marked).count == size
    unmarked = Model(names, ("a", "b"), relations, {"p": steps < 0})
    assert bisimulation(unmarked).count == 1


def square(high: int, wide: int) -> Model:
    """Worlds in a square, linked along its lines by four agents, a corner marked."""
    size = high * wide
    down, across = np.divmod(np.arange(size), wide)
    codes = [((down + k) // 2) * wide + across for k in (0, 1)]
    codes += [down * wide + (across + k) // 2 for k in (0, 1)]
    relations = tuple(Partition.of_codes(part, 2 * size) for part in codes)
    names = [str(k) for k in range(size)]
    return Model(names, tuple("abcd"), relations, {"p": np.arange(size) == 0})


LATER_ROUNDS: list[dict[str, object]] = [
    {"MAX_SMALL_ROUNDS": 0},
    {"MAX_SMALL_ROUNDS": 10_000},
    {"MAX_SMALL_ROUNDS": 2, "MAX_EDGES_OF_SMALL_ROUND": 10},
]
"""Lists from the second round on, arrays to the end, and first these, then those."""

STOPPED: list[dict[str, object]] = [
    {"MAX_LOOKS_PER_EDGE": 0},
    {"codes_of_kinds": lambda count: np.zeros(count, np.uint64)},
    {"codes_of_kinds": lambda count: np.arange(count).astype(np.uint64) % 3},
    {
        "codes_of_kinds": lambda count: np.arange(count).astype(np.uint64) % 3,
        "MAX_SMALL_ROUNDS": 0,
    },
]
"""No work is allowed, or the codes of different sets collide."""


@pytest.mark.parametrize("changes", LATER_ROUNDS)
@given(model=models(most=12, atoms=1))
def test_rounds_that_look_at_changes_only_find_the_coarsest_partition(
    changes: dict[str, object], model: Model
) -> None:
    kinds = contraction.agreeing(model)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in changes.items():
            patch.setattr(worklist, name, value)
        found = worklist.coarsest_stable(model.relations, kinds)
    exact = paige_tarjan.coarsest(model.relations, kinds)
    assert found.numbers.tolist() == exact.numbers.tolist()


@pytest.mark.parametrize("changes", [*LATER_ROUNDS, *STOPPED])
@pytest.mark.alike(2)
@given(model=models(most=7))
def test_bisimilarity_is_as_defined_when_only_changes_are_looked_at(
    changes: dict[str, object], model: Model
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signatures, "MAX_ROUNDS_OF_ALL_WORLDS", 0)
        for name, value in changes.items():
            patch.setattr(worklist, name, value)
        kinds = bisimulation(model)
    worlds = range(len(model))
    alike = {(w, v) for w in worlds for v in worlds if kinds.same(w, v)}
    assert alike == set(bisimilar_pairs(model, model))


@pytest.mark.parametrize("changes", [{}, *LATER_ROUNDS, *STOPPED])
@pytest.mark.parametrize(("high", "wide"), [(1, 90), (3, 60), (33, 35)])
@pytest.mark.alike(3)
def test_squares_with_a_marked_corner_are_refined_to_the_end(
    changes: dict[str, object], high: int, wide: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in changes.items():
        monkeypatch.setattr(worklist, name, value)
    model = square(high, wide)
    found = bisimulation(model)
    assert found == paige_tarjan.coarsest(model.relations, contraction.agreeing(model))
    assert found.count == high * wide


@given(models(most=8), formulas())
def test_contraction_keeps_what_is_true_and_cannot_be_repeated(
    model: Model, formula: Formula
) -> None:
    small = contract_model(model)
    assert len(contract_model(small)) == len(small) == bisimulation(model).count
    assert totally_bisimilar(small, model)
    kinds = bisimulation(model).numbers
    assert (small.truth(formula)[kinds] == model.truth(formula)).all()


@given(states(most=7), formulas())
def test_the_contracted_state_is_bisimilar(
    state: PointedModel, formula: Formula
) -> None:
    small = contract(state)
    assert bisimilar(small, state)
    assert small.holds(formula) == state.holds(formula)
    assert len(small.model) <= len(state.generated().model)


@given(states(most=4), actions(), actions())
def test_bisimilar_states_stay_bisimilar(
    state: PointedModel, first: Action, second: Action
) -> None:
    small = contract(state)
    for done in (first, second):
        if not executable(state, done):
            assert not executable(small, done)
            return
        state, small = update(state, done), update(small, done)
        assert bisimilar(state, small)


@given(models(most=4), st.data())
def test_isomorphism_is_as_defined(model: Model, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(model))))
    other = model.taken(np.array(order))
    found = isomorphism(model, other)
    assert found is not None
    assert keeps(model, other, found)
    changed = data.draw(models(most=4))
    by_hand = len(changed) == len(model) and any(
        keeps(model, changed, dict(enumerate(images)))
        for images in permutations(range(len(model)))
    )
    assert (isomorphism(model, changed) is not None) == by_hand


def keeps(one: Model, other: Model, found: dict[int, int]) -> bool:
    worlds = range(len(one))
    return all(one.true_at(w) == other.true_at(found[w]) for w in worlds) and all(
        one.relation(a).same(w, v) == other.relation(a).same(found[w], found[v])
        for a in one.agents
        for w in worlds
        for v in worlds
    )


@given(states(most=4), st.data())
def test_isomorphic_states_agree_on_the_point(
    state: PointedModel, data: st.DataObject
) -> None:
    model = state.model
    order = data.draw(st.permutations(range(len(model))))
    point = data.draw(st.integers(0, len(model) - 1))
    other = model.taken(np.array(order)).at(point)
    by_hand = any(
        images[state.point] == point
        and keeps(model, other.model, dict(enumerate(images)))
        for images in permutations(range(len(model)))
    )
    assert isomorphic(state, other) == by_hand


def test_isomorphism_searches_where_colours_do_not_decide() -> None:
    """A circle of eight and two circles of four look alike from every world."""
    size = 8
    steps = np.arange(size)
    names = [str(k) for k in range(size)]
    first = Partition.of_codes(steps // 2, size)
    circle = Partition.of_codes((steps + 1) % size // 2, size)
    squares = Partition.of_codes(np.array([0, 1, 1, 0, 2, 3, 3, 2]), size)
    one = Model(names, ("a", "b"), (first, circle), {})
    two = Model(names, ("a", "b"), (first, squares), {})
    assert isomorphism(one, two) is None
    assert isomorphism(one, one.taken((steps + 2) % size)) is not None
    assert totally_bisimilar(one, two)


def test_models_with_other_agents_or_atoms_cannot_be_compared() -> None:
    other = build_model(["w"], {"ann": [["w"]]}, {"w": []})
    with pytest.raises(ModelError, match="different agents") as caught:
        bisimilar(coin().at("heads"), other.at("w"))
    assert caught.value.hint == "only one of them has bob"
    same_agents = coin().of_agents(["ann"])
    with pytest.raises(ModelError, match="different atoms"):
        isomorphism(same_agents, Model(["x", "y"], ("ann",), same_agents.relations, {}))


@given(models(), actions())
def test_extents_are_the_truth_of_the_preconditions(model: Model, done: Action) -> None:
    found = done.extents(model)
    for mask, condition in zip(found, done.preconditions, strict=True):
        assert (mask == model.truth(condition)).all()
