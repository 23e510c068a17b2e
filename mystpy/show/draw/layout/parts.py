"""Parts of a model that are small enough for a picture."""

from __future__ import annotations

import numpy as np

from mystpy.errors import QueryError
from mystpy.kripke.files.stage import ModelStage
from mystpy.kripke.model import PointedModel


def reached(stage: ModelStage, steps: int | None) -> ModelStage:
    """The worlds that agents reach from the actual one in so many steps, or in any.

    Raises QueryError if there is no actual world.
    """
    if stage.point is None:
        raise QueryError(
            "there is no actual world to reach others from",
            hint='give one in the file: point = "..."',
        )
    if steps is None:
        found = PointedModel(stage.model, stage.point).generated()
    else:
        mask = np.zeros(len(stage.model), np.bool_)
        mask[stage.point] = True
        for _ in range(min(steps, len(stage.model))):
            near = [relation.touching(mask) for relation in stage.model.relations]
            mask = np.any([mask, *near], axis=0)
        found = PointedModel(stage.model, stage.point).restricted(mask)
    return ModelStage(found.model, found.point, stage.step, stage.refused)
