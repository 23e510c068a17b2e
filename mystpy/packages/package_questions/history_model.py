"""The Kripke model of what agents know after a history of a package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mystpy.errors import NoWorldFits, QueryError
from mystpy.packages.package_answers import PackageSituation
from mystpy.thresholds import MAX_RUNS_LISTED

if TYPE_CHECKING:
    from mystpy.kripke.files.model_state import ModelState
    from mystpy.kripke.partition import Mask


class TooManyRuns(QueryError):
    """A history has more runs than a list of them may have."""


class HistoryModel:
    """The runs of a history as the worlds of a model, and those that fit.

    `fits`, shape (worlds,), says in which runs is true what is given, and the private
    arguments of the steps are those that are written. Raises TooManyRuns if there
    are too many to list, NoWorldFits if the history is illegal or nothing fits.
    """

    def __init__(self, situation: PackageSituation) -> None:
        situation.require_answer_sets()
        situation.require_legal()
        listed = situation.listed_runs()
        if listed is None or listed.reaching_end > MAX_RUNS_LISTED:
            raise TooManyRuns(
                f"the history has more than {MAX_RUNS_LISTED:,} runs, too many for a"
                " model",
                hint="ask and know decide formulas without listing the runs",
            )
        self._situation = situation
        self.model = listed.end_model()
        self.fits: Mask = listed.fitting(situation.given, situation.steps)
        if not self.fits.any():
            raise NoWorldFits("no run fits what is given")

    @property
    def stage(self) -> ModelState:
        """The model with those fluents that differ between its worlds.

        Its actual world is the run that fits, if there is only one.
        """
        import numpy as np  # most answers need no model, and load none of these

        from mystpy.kripke.files.model_state import ModelState
        from mystpy.kripke.model import Model

        held = self.model.valuation
        varying = {a: mask for a, mask in held.items() if mask.any() and not mask.all()}
        shown = varying or {a: mask for a, mask in held.items() if mask.any()}
        atoms = [a for a in self._situation.atoms if a in shown]
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
