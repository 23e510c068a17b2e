"""States and game actions as facts, for `axioms/knowledge_games.lp`."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from mystpy.kripke.model import PointedModel
from mystpy.kripke.update.game_actions import GameAction


def state_facts(state: PointedModel) -> Iterator[str]:
    """The facts of a state, one by one; names are quoted, worlds are their numbers."""
    model = state.model
    for world in range(len(model)):
        yield f"world({world})."
    for agent, relation in zip(model.agents, model.relations, strict=True):
        for world, number in enumerate(relation.numbers.tolist()):
            yield f"view({_quoted(agent)},{world},{number})."
    for atom, mask in model.valuation.items():
        for world in np.flatnonzero(mask).tolist():
            yield f"true({_quoted(atom)},{world})."
    yield f"point({state.point})."


def action_facts(action: GameAction) -> Iterator[str]:
    """The facts of a game action; answers are their places in the question."""
    frame = action.frame
    yield f"asks({_quoted(action.asker)})."
    yield f"answers({_quoted(action.respondent)})."
    for number, mask in enumerate(action.question.values()):
        yield f"answer({number})."
        for world in np.flatnonzero(mask).tolist():
            yield f"contains({number},{world})."
    for agent, part in action.publicity.items():
        for number, noticed in enumerate(part.numbers.tolist()):
            yield f"notices({_quoted(agent)},{number},{noticed})."
    yield f"given({frame.actual})."


def _quoted(name: str) -> str:
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
