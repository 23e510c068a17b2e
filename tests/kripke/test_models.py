"""Models: building, errors, partitions against naive definitions."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.kripke.construction import NameIndex, build_model
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Partition, join, meet, of_masks, of_pairs
from tests.kripke.random_models import AGENTS, models, partitions, reached, states

WORLDS = ["u", "v", "w"]


def three(**changed: object) -> Model:
    given = {
        "relations": {"a": [["u", "v"], ["w"]], "b": [["u"], ["v", "w"]]},
        "valuation": {"u": ["p"], "v": ["p", "q"], "w": []},
        **changed,
    }
    return build_model(WORLDS, **given)  # type: ignore[arg-type]


def test_a_model_has_what_was_given() -> None:
    model = three()
    assert (len(model), model.agents, model.atoms) == (3, ("a", "b"), ("p", "q"))
    assert model.relation("a").classes() == [[0, 1], [2]]
    assert model.true_at(1) == ("p", "q")
    assert model.at("v").holds("K(a,p) & ~K(b,p) & ~C([a,b],p) & K(a, K(b,q)) -> false")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"relations": {"a": [["u", "v"]]}}, "of a is not an equivalence: w is in no"),
        ({"relations": {"a": [["u", "v"], ["v", "w"]]}}, "v is in two classes"),
        ({"relations": {"a": [["u", "u", "v", "w"]]}}, "names u twice"),
        ({"relations": {"a": [["u", "x"]]}}, "names 'x', which is no world"),
        ({"valuation": {"u": ["p"], "v": []}}, "the valuation misses the world 'w'"),
        ({"valuation": {"u": [], "v": [], "w": [], "x": []}}, "'x', which is no world"),
        ({"atoms": ["p"]}, "names 'q', which is no atom"),
        ({"atoms": ["p", "q", "p"]}, "the atom 'p' is named twice"),
    ],
)
def test_what_is_no_model_is_refused(changed: dict[str, object], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        three(**changed)


def test_worlds_are_there_and_named_once() -> None:
    with pytest.raises(ModelError, match="at least one world"):
        build_model([], {"a": []}, {})
    with pytest.raises(ModelError, match="the world 'u' is named twice"):
        build_model(["u", "u"], {"a": [["u"]]}, {"u": []})


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ("uu vv", "not reflexive, \\(w,w\\) is missing"),
        ("uu vv ww uv", "not symmetric, \\(v,u\\) is missing"),
        ("uu vv ww uv vu vw wv", "not transitive, \\(u,w\\) is missing"),
    ],
)
def test_a_relation_of_pairs_must_be_an_equivalence(pairs: str, message: str) -> None:
    with pytest.raises(ModelError, match=f"is not an equivalence: it is {message}"):
        NameIndex(WORLDS, "world").pairs(pairs.split(), "the relation of a")


def test_pairs_and_links_make_a_partition() -> None:
    listed = NameIndex(WORLDS, "world")
    assert listed.pairs("uu vv ww uv vu".split(), "a").classes() == [[0, 1], [2]]
    assert listed.links(["uv", "vw"], "a").classes() == [[0, 1, 2]]
    with pytest.raises(ModelError, match="not a pair"):
        listed.links(["uvw"], "a")


@given(st.data(), st.integers(1, 5))
def test_pairs_are_accepted_exactly_if_they_are_an_equivalence(
    data: st.DataObject, size: int
) -> None:
    every = [(i, j) for i in range(size) for j in range(size)]
    part = data.draw(partitions(size))
    whole = {(i, j) for i, j in every if part.same(i, j)}
    changed = data.draw(st.sets(st.sampled_from(every), max_size=2))
    pairs = whole ^ changed
    reflexive = all((i, i) in pairs for i in range(size))
    symmetric = all((j, i) in pairs for i, j in pairs)
    transitive = all((i, k) in pairs for i, j in pairs for j2, k in pairs if j == j2)
    if reflexive and symmetric and transitive:
        found = of_pairs(pairs, size, str, "r")
        assert {(i, j) for i, j in every if found.same(i, j)} == pairs
    else:
        with pytest.raises(ModelError):
            of_pairs(pairs, size, str, "r")


def test_a_point_is_in_the_model() -> None:
    model = three()
    assert model.at("w").point == 2
    with pytest.raises(ModelError, match="no world 'x' in the model"):
        model.at("x")
    for point in (3, -1):
        with pytest.raises(ModelError, match=f"the point {point} is not in the model"):
            model.at(point)
    with pytest.raises(ModelError, match="the point u would be removed"):
        model.at("u").restricted(np.array([False, True, True]))


def test_sizes_must_agree() -> None:
    one = Partition.identity(1)
    with pytest.raises(ModelError, match="the relation of a is for 1 worlds"):
        Model(["u", "v"], ("a",), (one,), {})
    with pytest.raises(ModelError, match="the valuation of p is for 2 worlds"):
        Model(["u"], ("a",), (one,), {"p": np.array([True, False])})
    with pytest.raises(ModelError, match="an agent is named twice"):
        Model(["u"], ("a", "a"), (one, one), {})
    with pytest.raises(ModelError, match="2 agents have 1 relations"):
        Model(["u"], ("a", "b"), (one,), {})


def test_a_model_crosses_process_borders() -> None:
    again = pickle.loads(pickle.dumps(three().taken(np.arange(3))))
    assert again.relation("b") == three().relation("b")
    assert list(again.names) == WORLDS


@given(st.data(), st.integers(1, 8))
def test_meet_join_and_order_are_as_defined(data: st.DataObject, size: int) -> None:
    one, other = data.draw(partitions(size)), data.draw(partitions(size))
    both = {(i, j): (one.same(i, j), other.same(i, j)) for i in range(size)
            for j in range(size)}  # fmt: skip
    fine = meet([one, other], size)
    assert all(fine.same(*pair) == all(same) for pair, same in both.items())
    assert one.is_finer(other) == all(b for a, b in both.values() if a)
    model = Model([str(k) for k in range(size)], ("a", "b"), (one, other), {})
    wide = join([one, other], size)
    for w in range(size):
        linked = reached(model, ("a", "b"), frozenset(range(size)), w)
        assert {v for v in range(size) if wide.same(w, v)} == linked


def test_join_links_long_chains() -> None:
    size = 1000
    steps = np.arange(size)
    parts = [Partition.of_codes((steps + k) // 2, size) for k in (0, 1)]
    assert join(parts, size).count == 1
    assert join(parts[:1], size) == parts[0]
    assert join([], 3) == Partition.identity(3)
    assert meet([], 3) == Partition.universal(3)


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=30))
def test_codes_far_apart_are_numbered_like_codes_near_each_other(
    codes: list[int],
) -> None:
    found = Partition.of_codes(np.array(codes), 10**9 + 1)
    assert found == Partition.of_keys(codes)
    assert found.count == len(set(codes))


@given(states())
def test_the_generated_submodel_is_what_can_be_reached(state: PointedModel) -> None:
    model = state.model
    worlds = frozenset(range(len(model)))
    linked = reached(model, AGENTS, worlds, state.point)
    generated = state.generated()
    assert list(generated.model.names) == [model.names[w] for w in sorted(linked)]
    assert generated.name == state.name


@given(models())
def test_knowledge_is_s5(model: Model) -> None:
    for agent in AGENTS:
        for law in ("K(i,p) -> p", "K(i,p) -> K(i,K(i,p))", "~K(i,p) -> K(i,~K(i,p))",
                    "K(i,p -> q) -> K(i,p) -> K(i,q)"):  # fmt: skip
            assert model.truth(law.replace("i", agent)).all()
    assert model.truth("C([a,b],p) -> E([a,b],C([a,b],p)) & p").all()
    assert model.truth("K(a,p) & K(b,p -> q) -> D([a,b],q)").all()


@given(st.lists(st.lists(st.booleans(), min_size=5, max_size=5), max_size=40))
def test_items_are_told_apart_by_the_sets_they_are_in(rows: list[list[bool]]) -> None:
    masks = [np.array(row) for row in rows]
    expected = Partition.of_keys(zip(*rows, strict=True)) if rows else None
    found = of_masks(masks, 5)
    assert found == (expected or Partition.universal(5))
    assert of_masks([], 0).count == 0
