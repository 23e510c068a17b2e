"""A layout for models that have no picture of their own: stress majorization.

In the field: stress majorization (Gansner, Koren and North 2004).

Worlds are placed so that their distances on paper come near to the numbers of steps
between them. There is no chance in it: the same model looks the same every time.
"""

from __future__ import annotations

import numpy as np

from mystpy.kripke.model import Model
from mystpy.show.draw.layout.thinning import Places

ROUNDS = 300
STEP = 190.0
"""How long a step is, in points."""
WIDEST = 1500.0
"""How wide parts that are not linked stand beside each other."""
ROW = 0.7
"""How far rows of a chain are apart, in steps."""
Table = Places
"""A number for each two worlds, an array of shape (worlds, worlds)."""


def stress_places(model: Model, width: float = WIDEST) -> Places:
    """Places for the worlds of a model; those that are not linked stand beside.

    A chain that would be wider than this goes to and fro in rows.
    """
    whole = model.linked().classes()
    placed = np.zeros((len(model), 2))
    left = top = lowest = 0.0
    for block in sorted(whole, key=lambda found: (-len(found), found[0])):
        part = model.taken(np.array(block))
        chain = _chain(part) if len(part) * STEP > width else None
        if chain is None:
            places = _lying(_placed(_steps(part))) * STEP
        else:
            places = _rows(chain, max(2, int(width // STEP)))
        wide, height = np.ptp(places, axis=0).tolist()
        if left and left + wide > width:
            left, top = 0.0, lowest
        placed[block] = places - places.min(axis=0) + np.array([left, top])
        left += wide + STEP
        lowest = max(lowest, top + height + STEP)
    return placed


def _chain(model: Model) -> list[int] | None:
    """The worlds of a linked model in a row, if each has but two neighbours at most."""
    near: list[set[int]] = [set() for _ in model.names]
    for relation in model.relations:
        for block in relation.classes():
            for world in block:
                near[world] |= set(block) - {world}
    ends = [world for world, others in enumerate(near) if len(others) == 1]
    if len(ends) != 2 or any(len(others) > 2 for others in near):
        return None
    row, before = [ends[0]], -1
    while rest := near[row[-1]] - {before}:
        before = row[-1]
        row.extend(rest)
    return row


def _rows(chain: list[int], long: int) -> Places:
    """Places of a chain that goes to and fro, so many worlds in a row."""
    places = np.zeros((len(chain), 2))
    for place, world in enumerate(chain):
        row, column = divmod(place, long)
        places[world] = (long - 1 - column if row % 2 else column), row * ROW
    return places * STEP


def _steps(model: Model) -> Table:
    """How many steps it takes from each world to each other, all agents together."""
    near = np.zeros((len(model), len(model)), np.bool_)
    for relation in (relation.linking() for relation in model.relations):
        near |= relation.numbers[:, None] == relation.numbers[None, :]
    steps = np.full(near.shape, np.inf)
    reached = np.eye(len(model), dtype=np.bool_)
    count = 0
    while not reached.all() or count == 0:
        steps[reached & np.isinf(steps)] = count
        reached, before = (reached.astype(np.int64) @ near) > 0, reached
        count += 1
        if np.array_equal(reached, before):
            break
    steps[reached & np.isinf(steps)] = count
    return steps * (1 + 0.04 * _uneven(model))


def _uneven(model: Model) -> Table:
    """How few agents link two worlds: shared lines are a little shorter."""
    shared = np.zeros((len(model), len(model)))
    for relation in (relation.linking() for relation in model.relations):
        shared += relation.numbers[:, None] == relation.numbers[None, :]
    return len(model.relations) - shared


def _placed(steps: Table) -> Places:
    """The places of least stress that are found from two beginnings."""
    size = len(steps)
    if size < 3:
        return np.column_stack([np.arange(size) * 1.4, np.zeros(size)])
    found = [_settled(start, steps) for start in (_scaled(steps), _ring(size))]
    return min(found, key=lambda places: round(_stress(places, steps), 6))


def _ring(size: int) -> Places:
    angles = 2 * np.pi * np.arange(size) / size
    radius = max(1.0, size / 6)
    return radius * np.column_stack([np.cos(angles), np.sin(angles)])


def _scaled(steps: Table) -> Places:
    """Classical scaling: the plane in which the steps are seen best."""
    size = len(steps)
    centre = np.eye(size) - 1 / size
    values, vectors = np.linalg.eigh(-centre @ steps**2 @ centre / 2)
    flat = vectors[:, -2:] * np.sqrt(np.maximum(values[-2:], 0))
    flat *= np.where(flat[np.abs(flat).argmax(axis=0), [0, 1]] < 0, -1, 1)
    return np.asarray(flat[:, ::-1] + _ring(size) * 1e-3, np.float64)


def _settled(places: Places, steps: Table) -> Places:
    """Move all worlds to where their neighbours pull them, again and again."""
    weights = 1 / np.maximum(steps, 1) ** 2
    np.fill_diagonal(weights, 0)
    pull = np.diag(weights.sum(axis=1)) - weights
    inverse = np.linalg.pinv(pull)
    for _ in range(ROUNDS):
        apart = np.maximum(_distances(places), 1e-9)
        push = -weights * steps / apart
        np.fill_diagonal(push, 0)
        np.fill_diagonal(push, -push.sum(axis=1))
        places = inverse @ push @ places
    return places


def _stress(places: Places, steps: Table) -> float:
    weights = 1 / np.maximum(steps, 1) ** 2
    return float((weights * (_distances(places) - steps) ** 2).sum())


def _distances(places: Places) -> Table:
    apart = places[:, None, :] - places[None, :, :]
    return np.asarray(np.hypot(apart[..., 0], apart[..., 1]), np.float64)


def _lying(places: Places) -> Places:
    """The places turned so that they are wide rather than high, the first at left."""
    centred = places - places.mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    turned = centred @ axes.T if len(axes) == 2 else centred
    turned *= np.where(turned[0] > 1e-6, -1, 1)
    return np.asarray(turned, np.float64)
