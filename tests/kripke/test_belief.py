"""Relations of belief as clusters, against relations that are sets of pairs."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mystpy.kripke.clusters import BeliefClusters, leading_to, led_to, of_seen
from mystpy.kripke.construction import NameIndex
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.refinement.contraction import (
    agreeing,
    bisimilar,
    bisimulation,
    contract,
    contract_model,
    totally_bisimilar,
)
from mystpy.kripke.refinement.isomorphism import isomorphism
from mystpy.kripke.stability import signatures
from mystpy.kripke.stability.paige_tarjan import coarsest
from mystpy.kripke.stability.worklist import coarsest_stable
from mystpy.kripke.update.action_model import Action
from mystpy.kripke.update.product import left_blind, update_model
from mystpy.language.atoms import Atom
from mystpy.language.nodes import Formula, Knows
from tests.kripke.explicit_relations import (
    AGENTS,
    Explicit,
    Pairs,
    belief_formulas,
    changing_actions,
    explicit_models,
    relation,
    relations,
)
from tests.sampling import by_day


def pairs_of(found: Partition) -> Pairs:
    every = range(len(found))
    return frozenset(pair for pair in product(every, every) if found.same(*pair))


def classes_of(found: Partition) -> set[frozenset[int]]:
    return set(map(frozenset, found.classes()))


@given(explicit_models(), belief_formulas())
def test_truth_is_as_defined(given_model: Explicit, formula: Formula) -> None:
    by_hand = [given_model.holds(formula, w) for w in range(given_model.size)]
    assert given_model.model().truth(formula).tolist() == by_hand


@settings(max_examples=by_day(20, 4))
@given(explicit_models(4), changing_actions())
def test_the_product_is_as_defined(
    before: Explicit, done: tuple[Action, dict[str, Pairs]]
) -> None:
    action, believed = done
    after, worlds = before.after(action, believed)
    assume(worlds)
    found = update_model(before.model(), action)
    assert list(found.names) == [f"w{w},e{e}" for w, e in worlds]
    for agent in AGENTS:
        assert pairs_of(found.relation(agent)) == after.pairs[agent]
    for atom, true in after.true.items():
        assert set(np.flatnonzero(found.valuation[atom])) == true
    blind = {a for a in AGENTS if any(not after.seen(a, w) for w in range(after.size))}
    assert set(left_blind(found)) == blind


@settings(max_examples=by_day(20, 4))
@given(explicit_models())
def test_kinds_are_those_of_bisimilar_worlds(given_model: Explicit) -> None:
    model, alike = given_model.model(), given_model.alike()
    assert classes_of(bisimulation(model)) == alike
    assert classes_of(coarsest(model.relations, agreeing(model))) == alike
    assert classes_of(coarsest_stable(model.relations, agreeing(model))) == alike
    small = contract_model(model)
    assert len(small) == len(alike)
    assert totally_bisimilar(model, small)
    state = PointedModel(model, 0)
    assert bisimilar(state, contract(state))


@settings(max_examples=by_day(20, 4))
@given(explicit_models(5))
def test_kinds_without_rounds_over_all_worlds(given_model: Explicit) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signatures, "MAX_ROUNDS_OF_ALL_WORLDS", 0)
        found = bisimulation(given_model.model())
    assert classes_of(found) == given_model.alike()


@settings(max_examples=by_day(20, 4))
@given(explicit_models(), st.randoms(use_true_random=False))
def test_a_shuffled_model_is_isomorphic(given_model: Explicit, random) -> None:  # type: ignore[no-untyped-def]
    model = given_model.model()
    order = list(range(len(model)))
    random.shuffle(order)
    other = model.taken(np.array(order))
    found = isomorphism(model, other)
    assert found is not None
    for one, two in zip(model.relations, other.relations, strict=True):
        moved = {(found[u], found[v]) for u, v in pairs_of(one)}
        assert moved == pairs_of(two)
    more = {**given_model.pairs, "a": given_model.pairs["b"]}
    changed = Explicit(given_model.size, more, given_model.true).model()
    if len(given_model.pairs["a"]) != len(given_model.pairs["b"]):
        assert isomorphism(model, changed) is None


def test_who_sees_something_sees_more_than_who_sees_nothing() -> None:
    assert not relation(1, frozenset({(0, 0)})).is_finer(relation(1, frozenset()))
    assert relation(1, frozenset()).is_finer(relation(1, frozenset({(0, 0)})))


@given(st.data())
def test_operations_on_relations(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 6))
    one, two = data.draw(relations(size)), data.draw(relations(size))
    left, right = relation(size, one), relation(size, two)
    some = np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size)))
    worlds = set(np.flatnonzero(some).tolist())
    assert pairs_of(left) == one
    assert pairs_of(left.meet(right)) == one & two
    assert (left == right) == (one == two)
    assert left.is_finer(right) == (one <= two)
    near = {v for u, v in one if u in worlds} | {u for u, v in one if v in worlds}
    assert set(np.flatnonzero(left.touching(some))) == near
    for item in range(size):
        assert set(np.flatnonzero(left.class_of(item))) == {
            v for u, v in one if u == item
        }
    both = Explicit(size, dict.fromkeys(AGENTS, one) | {"b": two}, {})
    ends = [both.reached(("a", "b"), w) for w in range(size)]
    back = {w for w in range(size) if ends[w] & worlds}
    assert set(np.flatnonzero(leading_to([left, right], some))) == back
    forth = {v for w in worlds for v in ends[w]}
    assert set(np.flatnonzero(led_to([left, right], some))) == forth


@given(st.integers(1, 5), st.data())
def test_whatever_is_no_relation_of_belief_is_told(
    size: int, data: st.DataObject
) -> None:
    pair = st.tuples(*2 * [st.integers(0, size - 1)])
    pairs = data.draw(st.frozensets(pair))
    seen = {w: {v for u, v in pairs if u == w} for w in range(size)}
    faults = {
        "serial": any(not seen[w] for w in range(size)),
        "transitive": any(seen[v] - seen[u] for u, v in pairs),
        "euclidean": any(seen[u] - seen[v] for u, v in pairs),
    }
    wrong = [law for law, fault in faults.items() if fault]
    if wrong:
        with pytest.raises(ModelError, match=f"not ({'|'.join(wrong)})"):
            of_seen(seen, size, str, "it")
    else:
        assert pairs_of(of_seen(seen, size, str, "it")) == pairs


def test_the_fault_is_named() -> None:
    worlds = NameIndex(["u", "v", "w"], "world")
    for given_pairs, message in (
        ("uv vv", "it is not serial: w sees nothing"),
        ("uv vw ww", "it is not transitive: u sees v, which sees w, which u does not"),
        ("uv uw vv ww", "it is not euclidean: u sees v and w, but v does not see w"),
    ):
        with pytest.raises(ModelError) as caught:
            worlds.seen([tuple(pair) for pair in given_pairs.split()], "it")
        assert message in str(caught.value)
    with pytest.raises(ModelError, match="u sees v, but v does not see itself"):
        of_seen({0: [1]}, 2, "uv".__getitem__, "it", serial=False)


def test_knowledge_is_refused_where_somebody_may_be_wrong() -> None:
    wrong = NameIndex(["u", "v"], "world").seen({"u": ["v"], "v": ["v"]}, "it")
    assert isinstance(wrong, BeliefClusters)
    model = Model(["u", "v"], ("a",), (wrong,), {"p": np.array([True, False])})
    assert model.truth("p & B(a,~p) & C([a],~p) & ~M(a,p)").tolist() == [True, False]
    with pytest.raises(ModelError) as caught:
        model.truth(Knows("a", Atom("p")))
    assert caught.value.hint == "B(a,F) says what a believes"
    right = NameIndex(["u", "v"], "world").seen(
        {"u": ["u", "v"], "v": ["u", "v"]}, "it"
    )
    assert not isinstance(right, BeliefClusters)


def test_a_long_chain_of_beliefs_is_followed_to_its_end() -> None:
    size = 3_000
    steps = np.arange(size)
    core = steps % 2 == 1
    parts = (
        BeliefClusters(steps // 2, size // 2, core),
        BeliefClusters(
            np.concatenate([[0], (steps[1:] + 1) // 2]), size // 2 + 1, ~core
        ),
    )
    end = steps == size - 1
    assert leading_to(parts, end).sum() >= size - 1
