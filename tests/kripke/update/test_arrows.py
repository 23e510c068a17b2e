"""Arrows that are removed: against sets of pairs."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import ParseError
from mystpy.kripke.deals import hexa
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.model import Model
from mystpy.kripke.update.arrows import ANY, RemoveArrows
from mystpy.kripke.update.steps import Step
from tests.kripke.random_models import models

Pairs = set[tuple[int, int]]


def arrows(model: Model, agent: str) -> Pairs:
    relation = model.relation(agent)
    both = product(range(len(model)), repeat=2)
    return {(u, v) for u, v in both if relation.same(u, v)}


def is_of_belief(pairs: Pairs) -> bool:
    """Return whether a relation is transitive and euclidean."""
    for (u, v), (w, x) in product(pairs, repeat=2):
        if v == w and (u, x) not in pairs:
            return False
        if u == w and (v, x) not in pairs:
            return False
    return True


def without(pairs: Pairs, start: str, end: str, *, both: bool) -> Pairs:
    """The pairs that are left, as the source says of its functions."""

    def goes(u: int, v: int) -> bool:
        named = start in (f"w{u}", ANY) and end in (f"w{v}", ANY)
        return named and (u != v or ANY not in (start, end))

    return {(u, v) for u, v in pairs if not goes(u, v) and not (both and goes(v, u))}


@given(models(4), st.data())
def test_the_arrows_that_are_named_are_removed(
    model: Model, data: st.DataObject
) -> None:
    worlds = st.sampled_from([*model.names, ANY])
    start, end, both = data.draw(worlds), data.draw(worlds), data.draw(st.booleans())
    before = arrows(model, "b")
    left = without(before, start, end, both=both)
    step = RemoveArrows("b", start, end, both)
    if left == before:
        with pytest.raises(NotExecutable, match="there is no arrow"):
            step.on(model)
    elif not is_of_belief(left):
        with pytest.raises(NotExecutable, match=r"is not (transitive|euclidean)"):
            step.on(model)
    else:
        after = step.on(model)
        assert arrows(after, "b") == left
        assert arrows(after, "a") == arrows(model, "a")


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("remove(2,rwb,bwr)", RemoveArrows("2", "rwb", "bwr")),
        ("remove(2, rwb -> bwr)", RemoveArrows("2", "rwb", "bwr", both=False)),
        ("remove(2,*->rwb)", RemoveArrows("2", ANY, "rwb", both=False)),
        ('remove(2,"rwb,r",*)', RemoveArrows("2", "rwb,r", ANY)),
    ],
)
def test_it_is_read_as_it_is_written(text: str, step: Step) -> None:
    words = hexa().model.words
    assert parse_step(text, words) == step
    assert parse_step(str(step), words) == step


def test_what_is_no_step_is_refused() -> None:
    words = hexa().model.words
    with pytest.raises(ParseError, match="remove is not written so"):
        parse_step("remove(2,rwb)", words)
    with pytest.raises(ParseError, match="no agent '4'"):
        parse_step("remove(4,rwb,bwr)", words)
    with pytest.raises(ModelError, match="no world 'rwx'"):
        RemoveArrows("2", "rwx", "rwb").on(hexa().model)


def test_arrows_and_a_formula_can_say_the_same() -> None:
    """The arrows from a world to all others: 2 learns whether it is the actual one."""
    start = hexa()
    after = RemoveArrows("2", "rwb", ANY).after(start)
    told = parse_step("tell([2],h(1,r) & h(2,w))", start.model.words)
    assert after.holds("K(2,h(1,r))")
    assert not after.holds("K(3,h(1,r))")
    for text in ("K(2,h(1,r))", "K(1,K(2,h(1,r)))", "K(3,K(2,h(1,r)))"):
        assert after.holds(text) == told.after(start).holds(text)
