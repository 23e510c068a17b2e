"""The product update of axioms/knowledge_games.lp agrees with Python's."""

from __future__ import annotations

import clingo
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mystpy.axioms import axioms_dir
from mystpy.kripke.deals import hexa
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import PointedModel
from mystpy.kripke.partition import Partition
from mystpy.kripke.update.game_actions import GameAction, noshow, show
from tests.kripke.random_models import AGENTS, partitions, states
from tests.kripke.update.facts import action_facts, state_facts


def solved(state: PointedModel, action: GameAction) -> set[str]:
    """The one answer set for a state and an action, as texts."""
    said: list[str] = []
    control = clingo.Control(["0"], logger=lambda _, text: said.append(text))
    control.load(str(axioms_dir() / "knowledge_games.lp"))
    control.add("base", [], " ".join([*state_facts(state), *action_facts(action)]))
    control.ground([("base", [])])
    found: list[set[str]] = []
    control.solve(
        on_model=lambda model: found.append({str(x) for x in model.symbols(atoms=True)})
    )
    assert not said
    assert len(found) == 1
    return found[0]


def expected(state: PointedModel, action: GameAction) -> set[str]:
    """The next state by Python, in the words of the encoding."""
    model, masks = state.model, list(action.question.values())
    every = [(w, r) for w in range(len(model)) for r in range(len(masks))]
    pairs = [(w, r) for w, r in every if masks[r][w]]
    after = action.execute(state)
    found = {f"next_world(({w},{r}))" for w, r in pairs}
    for agent in model.agents:
        relation = after.model.relation(agent)
        for i, (w, r) in enumerate(pairs):
            for j, (v, q) in enumerate(pairs):
                if relation.same(i, j):
                    found.add(f'next_same("{agent}",({w},{r}),({v},{q}))')
    for i, (w, r) in enumerate(pairs):
        found |= {f'next_true("{p}",({w},{r}))' for p in after.model.true_at(i)}
    w, r = pairs[after.point]
    return found | {f"next_point(({w},{r}))"}


def test_the_encoding_of_a_show_agrees() -> None:
    for action in (
        show(hexa().model, 2, 1, "rwb", "r"),
        noshow(hexa().model, 2, 1, "w"),
    ):
        answer = solved(hexa(), action)
        assert expected(hexa(), action) == {x for x in answer if x[:5] == "next_"}
        assert "executable" in answer
        assert not any(x.startswith("fault") for x in answer)


@st.composite
def questions(draw: st.DrawFn) -> tuple[PointedModel, GameAction]:
    """A state, and what may be a game action for it or not quite."""
    state = draw(states(most=5))
    size = draw(st.integers(1, 3))
    masks = {}
    for number in range(size):
        worlds = st.lists(
            st.booleans(), min_size=len(state.model), max_size=len(state.model)
        )
        mask = np.array(draw(worlds), bool)
        if draw(st.booleans()):
            mask = state.model.relation("a").touching(mask)
        masks[f"answer{number}"] = mask
    publicity = {agent: draw(partitions(size)) for agent in AGENTS}
    if draw(st.booleans()):
        publicity["a"] = Partition.identity(size)
    given = draw(st.sampled_from(sorted(masks)))
    return state, GameAction("b", masks, "a", given, publicity)


@given(questions())
def test_the_encoding_agrees_on_random_actions(
    case: tuple[PointedModel, GameAction],
) -> None:
    state, action = case
    answer = solved(state, action)
    assert ("executable" in answer) == action.executable(state)
    if action.executable(state):
        assert expected(state, action) == {x for x in answer if x[:5] == "next_"}
        assert ("trivial" in answer) == action.trivial(state)


@given(questions())
def test_the_encoding_finds_the_same_faults(
    case: tuple[PointedModel, GameAction],
) -> None:
    state, action = case
    faults = [x for x in solved(state, action) if x.startswith("fault")]
    if not all(mask.any() for mask in action.question.values()):
        return  # the paper leaves out answers that cannot be given
    try:
        GameAction.make(
            state.model, "b", action.question, "a", action.answer, action.publicity
        )
        refused = False
    except ModelError:
        refused = True
    assert bool(faults) == refused
