"""The new knowledge of groups after a step, by the definitions of *Knowledge games*."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mystpy.kripke.deals import hexa, tetra
from mystpy.kripke.files.step_text import parse_step
from mystpy.kripke.model import PointedModel
from mystpy.kripke.update.action_model import Action
from mystpy.kripke.update.game_actions import GameAction
from mystpy.kripke.update.product import ActionStep, Happen
from mystpy.kripke.update.publicity import StepPublicity, step_publicity
from tests.kripke.random_models import AGENTS, actions, states

Pair = tuple[str, str]


def learned(
    state: PointedModel, text: str, group: Sequence[str] = ("1", "2")
) -> StepPublicity:
    step = parse_step(text, state.model.words)
    found = step_publicity(step, state.model, state.point, group)
    assert found is not None
    return found


def closure(pairs: set[Pair]) -> set[Pair]:
    while True:
        more = {(u, x) for (u, v), (w, x) in product(pairs, repeat=2) if v == w}
        if more <= pairs:
            return pairs
        pairs |= more


@given(states(4), actions(), st.sets(st.sampled_from(AGENTS), min_size=1))
def test_the_classes_are_the_closure_of_what_the_members_cannot_tell_apart(
    state: PointedModel, action: Action, group: set[str]
) -> None:
    members = sorted(group)
    found = step_publicity(Happen(action), state.model, state.point, members)
    assert found is not None
    events = action.frame.events
    pairs = {
        (one, other)
        for (k, one), (n, other) in product(enumerate(events), repeat=2)
        if any(action.frame.for_agent(a).same(k, n) for a in members)
    }
    together = {(a, b) for block in found.classes for a in block for b in block}
    assert together == closure(pairs)
    assert found.actual in found.learned
    assert found.public is not None
    assert set(found.learned) <= set(found.public)


def game_steps(state: PointedModel) -> list[str]:
    """Shows, refusals and declarations that can be done in the state."""
    cards = "".join(sorted({x for x in state.name if x.isalpha()}))[:4]
    sets = [",".join(few) for few in combinations(cards, 2)]
    return [
        *("win(1)", "win(2)", "nowin(1)", "nowin(2)"),
        *(f"show(2,1,{{{few}}},{few[0]})" for few in sets),
        *(f"noshow(2,1,{{{few}}})" for few in sets),
    ]


@pytest.mark.parametrize("start", [hexa(), tetra()], ids=["hexa", "tetra"])
def test_a_step_is_trivial_as_defined_for_game_actions(start: PointedModel) -> None:
    found = set()
    for first, second in product(game_steps(start), repeat=2):
        state = start
        for text in (first, second):
            step = parse_step(text, start.model.words)
            assert isinstance(step, ActionStep)
            said = step_publicity(step, state.model, state.point, ["1"])
            if said is None:
                break
            action = step.action(state.model)
            assert isinstance(action, GameAction)
            assert said.trivial == action.trivial(state)
            found.add(said.trivial)
            if not action.executable(state):
                break
            state = step.after(state)
    assert found == {True, False}


def test_to_show_a_card_has_a_public_part() -> None:
    found = learned(hexa(), "show(2,1,{r,w,b},r)", ("1", "2", "3"))
    assert (found.learned, found.public) == (("r", "w", "b"), ("r", "w", "b"))
    assert learned(hexa(), "show(2,1,{r,w,b},r)").learned == ("r",)


def test_a_secret_has_none() -> None:
    found = learned(hexa(), "secret([1,2],h(1,r))", ("1", "2"))
    assert (found.public, found.misled) == (None, ("3",))
    assert found.learned == ("told",)


def test_what_no_one_learns_from_is_trivial() -> None:
    assert learned(hexa(), "announce(true)").trivial
    assert not learned(hexa(), "announce(h(1,r))").trivial
    known = parse_step("announce(h(1,r))", hexa().model.words).after(hexa())
    assert learned(known, "announce(h(1,r))").trivial


def test_nothing_is_said_of_steps_in_which_nothing_happens() -> None:
    start = hexa()
    for text in (
        "contract",
        "expect(true)",
        "remove(1,rwb,rbw)",
        "noshow(2,1,{r,w,b})",
    ):
        step = parse_step(text, start.model.words)
        assert step_publicity(step, start.model, start.point, ["1"]) is None
    said = parse_step("announce(h(1,r))", start.model.words)
    found = step_publicity(said, start.model, None, ["1"])
    assert found is not None
    assert found.trivial is None
