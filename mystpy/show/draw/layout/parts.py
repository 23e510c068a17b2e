"""Parts of a model that are small enough for a picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from mystpy.errors import QueryError
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model, PointedModel
from mystpy.kripke.partition import Mask


def reachable_worlds(stage: ModelState, steps: int | None) -> ModelState:
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
        *_, mask = islice(_within(stage.model, stage.point), steps + 1)
        found = PointedModel(stage.model, stage.point).restricted(mask)
    return ModelState(found.model, found.point, stage.step, stage.refused)


def numbers_reached(model: Model, point: int) -> Iterator[int]:
    """The numbers of worlds that agents reach in 0, 1, ... steps, while they grow."""
    for mask in _within(model, point):
        yield int(mask.sum())


def _within(model: Model, point: int) -> Iterator[Mask]:
    """The worlds that agents reach in 0, 1, ... steps, while there are more."""
    mask, grows = np.zeros(len(model), np.bool_), True
    mask[point] = True
    while grows:
        yield mask
        near = [relation.touching(mask) for relation in model.relations]
        wider = np.any([mask, *near], axis=0)
        mask, grows = wider, bool((wider != mask).any())
