"""The Kripke model of what agents know after a history: its worlds are the runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.language.nodes import Formula, Knows
from mystpy.packages.answer_kinds import KnownFluents, known_fluents, natural_key
from mystpy.packages.history_runs.formula_encoder import view_not_given

if TYPE_CHECKING:
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.kripke.model import Model
    from mystpy.kripke.partition import Mask


class TooManyRuns(QueryError):
    """A history has more runs than a list of them may have."""


class HistoryModel(NamedTuple):
    """A model whose worlds are the runs in which all steps are possible.

    `fits`, shape (worlds,), says in which runs is true what is given, and the private
    arguments of the steps are those that are written.
    """

    model: Model
    fits: Mask

    def value(self, formula: Formula) -> str:
        """Return true, false or undetermined; there must be a run that fits."""
        truth = self.model.truth(formula)[self.fits]
        return "true" if truth.all() else "undetermined" if truth.any() else "false"

    def world_against(self, formula: Formula) -> int | None:
        """Return a world that fits in which a formula is false, None if there is none.

        For K(i,F) it is one in which F is false and which agent i considers possible.
        """
        wrong = (~self.model.truth(formula) & self.fits).nonzero()[0]
        if not len(wrong):
            return None
        if not isinstance(formula, Knows):
            return int(wrong[0])
        seen = self.model.relation(str(formula.agent)).class_of(int(wrong[0]))
        return int((seen & ~self.model.truth(formula.body)).nonzero()[0][0])

    def count_alike(self, agent: str | None) -> int:
        """Return the number of worlds that look to an agent like those that fit.

        Without an agent it is that of all worlds. Raises QueryError if what the agent
        has seen is not the same in all that fit.
        """
        if agent is None:
            return len(self.model)
        numbers = self.model.relation(agent).numbers
        views = set(numbers[self.fits].tolist())
        if len(views) != 1:
            raise view_not_given(agent)
        return int((numbers == views.pop()).sum())

    def common(self, group: Sequence[str], atoms: Sequence[str]) -> KnownFluents:
        """Return which fluents are common knowledge of a group in all that fit."""
        import numpy as np  # most answers need no model, and load none of these

        linked = self.model.linked(tuple(group)).numbers
        reached = np.isin(linked, linked[self.fits])
        held = self.model.valuation
        true = [x for x in atoms if held[x][reached].all()]
        maybe = [x for x in atoms if held[x][reached].any()]
        return known_fluents(atoms, true, maybe)

    def state(self) -> ModelState:
        """Return the model with those fluents that differ between its worlds.

        Its actual world is the run that fits, if there is only one.
        """
        import numpy as np

        from mystpy.kripke.files.model_state import ModelState
        from mystpy.kripke.model import Model

        held = self.model.valuation
        varying = {a: mask for a, mask in held.items() if mask.any() and not mask.all()}
        shown = varying or {a: mask for a, mask in held.items() if mask.any()}
        atoms = sorted(shown, key=natural_key)
        masks = [shown[atom] for atom in atoms]
        rows = range(len(self.model))
        order = sorted(rows, key=lambda world: [not mask[world] for mask in masks])
        items = np.array(order, np.int64)
        valuation = {a: mask[items] for a, mask in zip(atoms, masks, strict=True)}
        names = [str(number + 1) for number in rows]
        relations = tuple(part.taken(items) for part in self.model.relations)
        model = Model(names, self.model.agents, relations, valuation)
        fits = np.flatnonzero(self.fits[items])
        return ModelState(model, int(fits[0]) if len(fits) == 1 else None)
