"""A layout for models that have no picture of their own: stress majorization.

The method is stress majorization (Gansner, Koren and North 2004).

Worlds are placed so that their distances on paper approximate the numbers of steps
between them. The layout is deterministic: the same model looks the same every time.
"""

from __future__ import annotations

from cmath import pi, rect, sqrt
from operator import eq

import numpy as np
import numpy.typing as npt

from mystpy.kripke.model import Model
from mystpy.show.draw.layout.curves import reach_of
from mystpy.show.draw.layout.thinning import Places, classes_of

ROUNDS = 300
STILL = 1e-7
"""Movements below this number of steps end the layout."""
EVEN, TINY = 1e-6, 1e-9
"""Values nearer to 0 count as 0, in steps."""
STEP = 190.0
"""How long a step is, in points."""
WIDEST = 1500.0
"""How wide parts that are not linked are beside each other."""
ROW = 0.7
"""How far rows of a chain are apart, in steps."""
Table = npt.NDArray[np.float64]
"""A number for each two worlds, an array of shape (worlds, worlds)."""


def stress_places(model: Model, width: float = WIDEST) -> Places:
    """Places for the worlds of a model; those that are not linked are beside.

    A chain that would be wider than this is folded into rows.
    """
    whole = model.linked().classes()
    placed = [0j] * len(model)
    left = top = lowest = 0.0
    for block in sorted(whole, key=lambda found: (-len(found), found[0])):
        part = model.taken(np.array(block))
        chain = _chain(part) if len(part) * STEP > width else None
        if chain is None:
            places = _lying(_placed(_steps(part)))
        else:
            places = _rows(chain, max(2, int(width // STEP)))
        places = [place * STEP for place in places]
        reach = reach_of(places)
        if left and left + reach.width > width:
            left, top = 0.0, lowest
        for world, place in zip(block, places, strict=True):
            placed[world] = place + complex(left - reach.left, top - reach.top)
        left += reach.width + STEP
        lowest = max(lowest, top + reach.height + STEP)
    return placed


def _chain(model: Model) -> list[int] | None:
    """Return the worlds of a linked model in a row, if it is a chain."""
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
    """Return the places of a chain folded into rows of `long` worlds."""
    places = [0j] * len(chain)
    for place, world in enumerate(chain):
        row, column = divmod(place, long)
        places[world] = complex(long - 1 - column if row % 2 else column, row * ROW)
    return places


def _steps(model: Model) -> Table:
    """How many steps it takes from each world to each other, all agents together.

    Lines that agents share are a little shorter.
    """
    classes, most = classes_of(model), len(model.agents)
    shared = [[sum(map(eq, a, b)) for b in classes] for a in classes]
    near = [{k for k, count in enumerate(row) if count} for row in shared]
    found = [[0.0] * len(classes) for _ in classes]
    for world, row in enumerate(found):
        reached, new, count = {world}, {world}, 0
        while new:
            for other in new:
                row[other] = count * (1 + 0.04 * (most - shared[world][other]))
            new = set().union(*(near[other] for other in new)) - reached
            reached |= new
            count += 1
    return np.array(found)


def _placed(steps: Table) -> Places:
    """The places of least stress that are found from two beginnings."""
    size = len(steps)
    if size < 3:
        return [0j, 1.4 + 0j][:size]
    weights = 1 / np.maximum(steps, 1) ** 2
    np.fill_diagonal(weights, 0)
    found = [_settled(way, steps, weights) for way in (_scaled(steps), _ring(size))]
    return min(found, key=lambda places: round(_stress(places, steps, weights), 6))


def _ring(size: int) -> Places:
    return [rect(max(1.0, size / 6), 2 * pi * k / size) for k in range(size)]


def _scaled(steps: Table) -> Places:
    """Classical scaling: the plane in which the steps are seen best."""
    size = len(steps)
    centre = np.eye(size) - 1 / size
    values, vectors = np.linalg.eigh(-centre @ steps**2 @ centre / 2)
    y, x = (
        [max(value, 0.0) ** 0.5 * part for part in _upright(vector)]
        for value, vector in zip(
            values[-2:].tolist(), vectors.T[-2:].tolist(), strict=True
        )
    )
    return [a + b * 1e-3 for a, b in zip(map(complex, x, y), _ring(size), strict=True)]


def _upright(vector: list[float]) -> list[float]:
    """A vector, or its opposite, so that its part of greatest size is positive."""
    return [-part for part in vector] if max(vector, key=abs) < 0 else vector


def _settled(start: Places, steps: Table, weights: Table) -> Places:
    """Move all worlds to where their neighbours pull them, until they rest."""
    mean = 1 / len(start)
    pulls = np.diag(weights.sum(axis=1)) - weights + mean
    inverse: Table = np.subtract(np.linalg.inv(pulls), mean)
    wanted, at = weights * steps, np.array(start)
    for _ in range(ROUNDS):
        pull = wanted / _distances(at)
        pulled = at * pull.sum(axis=1) - _times(pull, at)
        before, at = at, _times(inverse, pulled)
        if np.abs(at - before).max() < STILL:
            break
    return list(at.tolist())


def _times(table: Table, at: npt.NDArray[np.complex128]) -> npt.NDArray[np.complex128]:
    """The product of a table and places, without BLAS.

    For 64 worlds BLAS starts threads, which wait for each other up to 200 times as long
    as the product takes.
    """
    found: npt.NDArray[np.complex128] = np.einsum("ij,j->i", table, at)
    return found


def _stress(places: Places, steps: Table, weights: Table) -> float:
    return float((weights * (_distances(np.array(places)) - steps) ** 2).sum())


def _distances(at: npt.NDArray[np.complex128]) -> Table:
    """How far places are from each other: never 0."""
    return np.asarray(np.abs(np.subtract.outer(at + TINY, at)), np.float64)


def _lying(places: Places) -> Places:
    """The places turned so that they are wide rather than high.

    The first world that is not in the middle is at the left of it, the first not at
    half the height is above it. If no direction is wider, the first world lies to the
    left.
    """
    middle = sum(places) / len(places)
    centred = [place - middle for place in places]
    along = sum(place * place for place in centred)
    if abs(along) > EVEN * sum(abs(place) ** 2 for place in centred):
        turn = sqrt(along)
    else:
        turn = next((place for place in centred if abs(place) > EVEN), 1)
    turned = [place / turn * abs(turn) for place in centred]
    x = _flipped([place.real for place in turned])
    y = _flipped([place.imag for place in turned])
    return list(map(complex, x, y))


def _flipped(parts: list[float]) -> list[float]:
    """The numbers, or their opposites, so that the first that is not 0 is below it."""
    first = next((part for part in parts if abs(part) > EVEN), 0.0)
    return [-part for part in parts] if first > 0 else parts
