"""Steps within formulas: `[show(2,1,{r,w},r)]F` is true where F is after the step.

In the field: the modalities of action models; here of actions that are made for the
model in which the formula is evaluated, as those of *Knowledge games* are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError, NotExecutable
from mystpy.kripke.files.step_text import SHAPES, parse_step
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Mask
from mystpy.kripke.update.product import ActionStep, holding_after
from mystpy.kripke.update.steps import Announce, Step
from mystpy.language.nodes import Formula
from mystpy.language.truth import Algebra, evaluate
from mystpy.language.vocabulary import ModelWords

Sets = Callable[[Model], Algebra[Mask]]


@dataclass(frozen=True, slots=True)
class StepAction:
    """A step as the action of a formula: see `mystpy.language.temporal.Doing`."""

    step: Step
    events: tuple[str, ...] = ()

    def __str__(self) -> str:
        return str(self.step)

    def leading_to(
        self, model: Any, event: str | None, every: bool, body: Formula, sets: Sets
    ) -> Mask:
        """Where a formula holds after the step; `every` counts where it cannot be done.

        Raises ModelError for a step that is none of this model.
        """
        if not isinstance(model, Model):
            raise ModelError(
                f"after the step {self} nothing is decided on diagrams",
                hint="give the model with fewer atoms, or as worlds",
            )
        step, found = self.step, np.full(len(model), every)
        try:
            if isinstance(step, ActionStep):
                action = step.action(model)
                actual = np.arange(len(action.frame.events)) == action.frame.actual
                return holding_after(model, action, actual, every, body, sets)
            after = step.on(model)
        except NotExecutable:
            return found
        done = np.full(len(model), True)
        if isinstance(step, Announce):
            done = model.truth(step.formula)
        found[done] = evaluate(body, sets(after))
        return found


class StepTexts:
    """The reader of steps in formulas: see `mystpy.language.temporal.StepReader`."""

    kinds = tuple(kind for kind in SHAPES if kind not in ("contract", "expect"))

    def __call__(self, text: str, words: ModelWords) -> StepAction:
        """The action that a text says. Raises ParseError."""
        return StepAction(parse_step(text, words))
