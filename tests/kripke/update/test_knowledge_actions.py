"""Knowledge actions: against their definition, and the steps that say the same."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import ParseError
from mystpy.kripke.deals import hexa, tetra
from mystpy.kripke.faults import ModelError
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.refinement.contraction import bisimilar
from mystpy.kripke.update.knowledge_actions import KnowledgeTest, Learn, Learning
from mystpy.language.nodes import Formula
from tests.kripke.random_models import AGENTS, formulas, models

RED = "!learn([1,2],?h(1,r)),learn([1,2],?h(1,w)),learn([1,2],?h(1,b))"


def done(text: str, state: PointedModel) -> PointedModel:
    return parse_step(text, state.model.words).after(state)


def alike(model: Model, agent: str, one: int, other: int) -> bool:
    return model.relation(agent).same(one, other)


@given(
    models(4),
    st.lists(formulas(leaves=3), min_size=1, max_size=3),
    st.sets(st.sampled_from(AGENTS)).map(sorted),
    st.data(),
)
def test_two_levels_are_as_defined(
    model: Model, tests: list[Formula], group: list[str], data: st.DataObject
) -> None:
    """Only the members of the inner group distinguish the alternatives."""
    chosen = data.draw(st.integers(0, len(tests) - 1))
    inner = tuple(
        Learning(tuple(group), (KnowledgeTest(f),), 0) if group else KnowledgeTest(f)
        for f in tests
    )
    step = Learn(Learning(AGENTS, inner, chosen))
    pairs = [
        (w, k)
        for w, k in product(range(len(model)), range(len(tests)))
        if model.truth(tests[k])[w]
    ]
    if not pairs:
        return
    after = step.on(model)
    assert len(after) == len(pairs)
    for (n, (w, k)), (m, (v, i)) in product(enumerate(pairs), repeat=2):
        for agent in AGENTS:
            told = agent in group and k != i
            here = alike(model, agent, w, v) and not told
            assert alike(after, agent, n, m) == here
    assert step.action(model).frame.actual == chosen


@pytest.mark.parametrize(
    ("learnt", "step"),
    [
        (f"learn([1,2,3],{RED})", "show(2,1,{r,w,b},r)"),
        ("learn([1,2,3],?h(1,r))", "announce(h(1,r))"),
        (
            "learn([1,2,3],!learn([2],?h(1,r)),learn([2],?~h(1,r)))",
            "tell([2],h(1,r))",
        ),
        (
            "learn([1,2,3],!learn([2],?h(1,r)),learn([2],?true))",
            "whisper([2],h(1,r))",
        ),
        (
            "learn([1,2,3],!learn([1,2],?~h(1,w)),learn([1,2],?h(1,w)))",
            "tell([1,2],~h(1,w))",
        ),
    ],
)
def test_other_steps_are_knowledge_actions(learnt: str, step: str) -> None:
    one, other = done(learnt, hexa()), done(step, hexa())
    assert bisimilar(one.generated(), other.generated())


def test_what_is_learnt_may_be_nested() -> None:
    """1 shows a card to 2, who lets 3 see that it is red or white, not which."""
    inner = "learn([1,2,3],!learn([1,2],?h(1,r)),learn([1,2],?h(1,w)))"
    text = f"learn([1,2,3],!{inner},learn([1,2,3],learn([1,2],?h(1,b))))"
    after = done(text, hexa())
    assert after.holds("K(2,h(1,r)) & ~K(3,h(1,r))")
    assert after.holds("C([1,2,3],h(1,r) | h(1,w))")
    assert not done(f"learn([1,2,3],{RED})", hexa()).holds("C([1,2,3],~h(1,b))")


def test_it_is_read_as_it_is_written() -> None:
    words = hexa().model.words
    for text in (
        f"learn([1,2,3],{RED})",
        "learn([1,2,3],?(forall x in cards, y in cards: h(1,x) | ~h(1,y)))",
        "learn([1,2,3],learn([1,2],!learn([1],?h(1,r)),learn([1],?h(1,w))))",
    ):
        step = parse_step(text, words)
        assert str(step) == text
        assert parse_step(str(step), words) == step


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("learn([1,2],?true)", "3 learns nothing in"),
        ("learn([1,2,3],!learn([1],?true),?true)", "learnt by different groups"),
        ("learn([1,2,3],learn([1],learn([2],?true)))", "2 learns something in"),
    ],
)
def test_what_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(ModelError, match=message):
        done(text, hexa())


@pytest.mark.parametrize(
    ("text", "message", "position"),
    [
        ("learn([1,2,3])", "learn is not written so", 0),
        ("learn([1,2,3],?true,?true)", "one takes place, and is marked", 14),
        ("learn([1,2,3],!?true,!?true)", "one takes place, and is marked", 14),
        ("learn([1,2,3],learn([1]))", "nothing is learnt", 14),
        ("learn([1,2,3],true)", "here is", 14),
        ("learn([1,2,3],! learn([1,4],?true))", "no agent '4'", 25),
        ("learn([1,2,3],?h(1,q))", "no atom", 15),
    ],
)
def test_what_cannot_be_read_is_refused_in_its_place(
    text: str, message: str, position: int
) -> None:
    with pytest.raises(ParseError, match=message) as error:
        parse_step(text, hexa().model.words)
    assert error.value.position == position


def test_in_tetra_the_shower_may_choose() -> None:
    """3 has two cards; 2 learns one of them, and 1 that it is one of 3's."""
    shown = ",".join(f"{'!' * (x == 's')}learn([2,3],?h(3,{x}))" for x in "nesw")
    learnt = done(f"learn([1,2,3],{shown})", tetra())
    step = done("show(2,3,{n,e,s,w},s)", tetra())
    assert bisimilar(learnt.generated(), step.generated())
