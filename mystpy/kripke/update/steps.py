"""Steps: announcements and actions as values, waiting for a state to happen in.

An action of *Knowledge games* is made for a state; a step in a file stands for
whatever action it is where it is done.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from mystpy.kripke.faults import NotExecutable
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.refinement.contraction import contract, contracted
from mystpy.kripke.update.action_model import (
    Action,
    private,
    public,
    secret,
    semi_private,
)
from mystpy.kripke.update.game_steps import Declare, GeneralQuestion, Request
from mystpy.kripke.update.product import announce, update, update_model
from mystpy.language.nodes import Formula


@dataclass(frozen=True, slots=True)
class Announce:
    """`announce(F)`: a truth is announced to all; worlds keep their names.

    `said`, here and below, is how the formula was written, before it was expanded.
    """

    formula: Formula
    said: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"announce({self.said or self.formula})"

    def after(self, state: PointedModel) -> PointedModel:
        """The state after it. Raises ModelError if it is false there."""
        return announce(state, self.formula, self.said)

    def on(self, model: Model) -> Model:
        """The model of the worlds where it is true. Raises NotExecutable if none."""
        mask = model.truth(self.formula)
        if not mask.any():
            raise NotExecutable(f"{self.said or self.formula} is true in no world")
        return model.restricted(mask)


TELLING = {"tell": semi_private, "whisper": private, "secret": secret}
"""The ways in which a group is told something."""


@dataclass(frozen=True, slots=True)
class Tell:
    """`tell([a],F)`: a group learns whether F, which is true, and all see that.

    `whisper([a],F)`: for all others nothing may have been said. `secret([a],F)`: for
    all others nothing is said, and they are wrong.
    """

    group: tuple[str, ...]
    formula: Formula
    word: str = "tell"
    said: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.word}([{','.join(self.group)}],{self.said or self.formula})"

    def action(self, model: Model) -> Action:
        """The action for the agents of a model."""
        if set(self.group) == set(model.agents) and self.word == "tell":
            return public(self.formula, model.agents)
        return TELLING[self.word](self.formula, self.group, model.agents)

    def conditions(self, model: Model) -> list[str]:
        """When each event can happen, in words."""
        return [str(formula) for formula in self.action(model).preconditions]

    def after(self, state: PointedModel) -> PointedModel:
        """The state after it. Raises ModelError if the formula is false there."""
        return update(state, self.action(state.model))

    def on(self, model: Model) -> Model:
        """The product of the model and the action."""
        return update_model(model, self.action(model))


def _said(post: Mapping[str, Formula | str] | None) -> str:
    """The postconditions of an event, as assignments."""
    if not post:
        return ""
    return "".join(f"; {atom} := {formula}" for atom, formula in post.items())


@dataclass(frozen=True, slots=True)
class Happen:
    """An action model: events with preconditions, and which of them are alike.

    `name` is that under which a file has it.
    """

    action: Action
    name: str | None = None

    def __str__(self) -> str:
        if self.name is not None:
            return f"{self.name}({self.action.frame.events[self.action.frame.actual]})"
        frame = self.action.frame
        conditions = zip(frame.events, self.action.preconditions, strict=True)
        changes = [_said(self.action.changes.get(k)) for k in range(len(frame.events))]
        events = ", ".join(
            f"{event}: {formula}{change}"
            for (event, formula), change in zip(conditions, changes, strict=True)
        )
        return f"{{{events}}}: {frame.events[frame.actual]}"

    def conditions(self, model: Model) -> list[str]:
        """When each event can happen, in words."""
        return [str(formula) for formula in self.action.preconditions]

    def after(self, state: PointedModel) -> PointedModel:
        """The state after it. Raises ModelError if it is not executable there."""
        return update(state, self.action)

    def on(self, model: Model) -> Model:
        """The product of the model and the action."""
        return update_model(model, self.action)


@dataclass(frozen=True, slots=True)
class Contract:
    """`contract`: what nobody can tell apart becomes one world; nothing happens."""

    def __str__(self) -> str:
        return "contract"

    def after(self, state: PointedModel) -> PointedModel:
        """The smallest bisimilar state."""
        return contract(state)

    def on(self, model: Model) -> Model:
        """The smallest bisimilar model."""
        return contracted(model)


@dataclass(frozen=True, slots=True)
class Expect:
    """`expect(F)`: nothing happens; F holds here, or the step is refused."""

    formula: Formula
    said: str | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"expect({self.said or self.formula})"

    def after(self, state: PointedModel) -> PointedModel:
        """The same state. Raises NotExecutable if the formula is false there."""
        if not state.holds(self.formula):
            raise NotExecutable(
                f"{self.said or self.formula} is false in the actual world {state.name}"
            )
        return state

    def on(self, model: Model) -> Model:
        """The same model. Raises NotExecutable if the formula is false somewhere."""
        for world in np.flatnonzero(~model.truth(self.formula))[:1].tolist():
            raise NotExecutable(
                f"{self.said or self.formula} is false in {model.names[world]}"
            )
        return model


Step = (
    Announce | Tell | Request | Declare | GeneralQuestion | Happen | Contract | Expect
)
