"""Actions that a file names, to be done as steps and spoken of in formulas.

In the field: the modalities of action models (Baltag, Moss and Solecki 1998).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.construction import NameIndex
from mystpy.kripke.faults import ModelError
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Mask
from mystpy.kripke.update.action_model import Action, with_actual
from mystpy.kripke.update.product import changes, extents, product, update, update_model
from mystpy.language.junctions import simply
from mystpy.language.nodes import Formula
from mystpy.language.truth import Algebra, evaluate


@dataclass(frozen=True, slots=True)
class NamedActionModel:
    """An action with its name; `pointed` says that its actual event is given.

    Where it is not, any event that can happen may be meant.
    """

    name: str
    action: Action
    pointed: bool

    @property
    def events(self) -> tuple[str, ...]:
        """The names of what may happen."""
        return self.action.frame.events

    def happening(self, event: str | None) -> Action:
        """The action with this actual event, or its own.

        Raises ModelError if it has none, or no such event.
        """
        if event is not None:
            return with_actual(self.action, event)
        if not self.pointed:
            raise ModelError(
                f"which event of the action {self.name} happens, is not said",
                hint=f"actual = one of {', '.join(self.events)}",
            )
        return self.action

    def leading_to(
        self,
        model: Model,
        event: str | None,
        every: bool,
        body: Formula,
        sets: Callable[[Model], Algebra[Mask]],
    ) -> Mask:
        """Where the body holds after every event that can happen, or after one.

        The events are the one that is given, else the actual one, else all; `sets` are
        the sets of worlds of the model after them.
        """
        frame, masks = self.action.frame, extents(model, self.action)
        meant = np.full(len(masks), event is None and not self.pointed)
        if event is not None:
            meant[NameIndex(frame.events, "event").find(event, self.name)] = True
        elif self.pointed:
            meant[frame.actual] = True
        found = np.full(len(model), every)
        worlds, events = np.nonzero(np.stack(masks, axis=1))
        if not len(worlds):
            return found
        after = product(model, frame, masks, changes(model, self.action))
        truths = evaluate(body, sets(after))
        found[worlds[meant[events] & (truths != every)]] = not every
        return found


def _said(post: Mapping[str, Formula | str] | None) -> str:
    """The postconditions of an event, as assignments."""
    if not post:
        return ""
    return "".join(f"; {atom} := {simply(f)}" for atom, f in post.items())


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
            f"{event}: {simply(formula)}{change}"
            for (event, formula), change in zip(conditions, changes, strict=True)
        )
        return f"{{{events}}}: {frame.events[frame.actual]}"

    def conditions(self, model: Model) -> list[str]:
        """When each event can happen, and what it changes, in words."""
        return [
            f"{simply(formula)}{_said(self.action.changes.get(event))}"
            for event, formula in enumerate(self.action.preconditions)
        ]

    def after(self, state: PointedModel) -> PointedModel:
        """The state after it. Raises ModelError if it is not executable there."""
        return update(state, self.action)

    def on(self, model: Model) -> Model:
        """The product of the model and the action."""
        return update_model(model, self.action)
