"""Large models: the same bytes each time, placed as if one line after the other."""

from __future__ import annotations

import os
import sys
from random import Random

import numpy as np
import pytest

from mystpy.kripke.files.model_state import ModelState
from mystpy.show.draw.layout import stress
from mystpy.show.draw.layout.curves import (
    BENDS,
    CLEAR,
    POINTS,
    Curve,
    curves,
    side,
)
from mystpy.show.draw.layout.places import places_of
from mystpy.show.draw.layout.plan import APART, AROUND, NEAR, TIGHT, label_boxes, plan
from mystpy.show.draw.layout.thinning import (
    Link,
    Outline,
    Places,
    large_classes,
    links,
    outlines,
)
from mystpy.show.draw.model_svg import MOST_WORLDS, model_svg
from mystpy.show.draw.svg import Box
from tests.programs import ran
from tests.sampling import cases, part_by_day
from tests.show.draw.geometry import faults, seen
from tests.show.draw.large import random_model

SHARES = (0.5, 0.42, 0.58, 0.34, 0.66, 0.27, 0.73, 0.2, 0.8, 0.14, 0.86)


def boxes_of(places: Places) -> list[Box]:
    return [Box.around(place.real, place.imag, 70, 48) for place in places]


def inside(points: Places, box: Box) -> Places:
    left, top, right, bottom = box
    return [p for p in points if left < p.real < right and top < p.imag < bottom]


@pytest.mark.parametrize("seed", cases(range(12), *range(0, 12, 3)))
def test_lines_are_bent_as_if_one_after_the_other(seed: int) -> None:
    rng = Random(seed)
    model = random_model(seed, rng.choice([5, 9, 16, 30]), rng.randint(1, 4), 3)
    places = [place * rng.uniform(0.4, 1.2) for place in places_of(model)]
    drawn, _ = links(model, places)
    drawn += [Link(k.one, k.other, (0,), True) for k in drawn[:3]]
    for curve in curves(drawn, places, boxes_of(places)):
        before = [k.pair for k in drawn[: drawn.index(curve.link)]]
        bends = BENDS[2 * before.count(curve.link.pair) :]
        assert_bent_least(curve, places, bends)


def assert_bent_least(curve: Curve, places: Places, bends: tuple[float, ...]) -> None:
    """Compare a curve with the first that enters the fewest other worlds."""
    start, end = places[curve.link.one], places[curve.link.other]
    boxes = boxes_of(places)
    others = [b.grown(CLEAR) for k, b in enumerate(boxes) if k not in curve.link.pair]
    shares = [k / (POINTS - 1) for k in range(POINTS)]
    tried: list[tuple[int, int, complex, Places]] = []
    for bend in bends:
        control = (start + end) / 2 + side(start, end) * 2 * bend * abs(end - start)
        points = [
            (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t**2 * end
            for t in shares
        ]
        hits = sum(bool(inside(points, box)) for box in others)
        tried.append((hits, len(tried), control, points))
        if not hits:
            break
    hits, _, control, points = min(tried, key=lambda one: one[:2])
    assert curve.through == hits
    assert curve.bend == pytest.approx(control)
    assert curve.points == pytest.approx(points)
    ends = [boxes[world] for world in curve.link.pair]
    hidden = {p for box in ends for p in inside(curve.points, box)}
    assert curve.visible == [p for p in curve.points if p not in hidden]


@pytest.mark.parametrize("seed", range(12))
def test_labels_are_where_single_comparisons_put_them(seed: int) -> None:
    rng = Random(seed)
    model = random_model(seed, rng.choice([6, 12, 24]), rng.randint(1, 4), 6)
    places = places_of(model)
    boxes = boxes_of(places)
    found = outlines(large_classes(model), boxes)
    drawn, _ = links(model, places, [one.block for one in found])
    drawn += [Link(k.one, k.other, (0,), True) for k in drawn[:3]]
    lines: list[Curve | Outline] = [*curves(drawn, places, boxes), *found]
    sizes = [(rng.uniform(20, 90), 24.0) for _ in lines]
    assert label_boxes(lines, boxes, sizes) == one_by_one(lines, boxes, sizes)


def one_by_one(
    lines: list[Curve | Outline], boxes: list[Box], sizes: list[tuple[float, float]]
) -> tuple[list[Box], int]:
    """Place the labels by comparing each place with all worlds, lines and labels."""
    seen = [line.visible or line.points for line in lines]

    def cost(k: int, box: Box) -> float:
        worlds = sum(box.grown(TIGHT).meets(other) for other in boxes)
        points = [p for j, way in enumerate(seen) if j != k for p in way]
        hides = worlds or inside(points, box.grown(TIGHT))
        near = NEAR * bool(inside(points, box.grown(AROUND)))
        line = lines[k]
        tip = seen[k][-1]
        arrow = isinstance(line, Curve) and line.link.arrow
        head = arrow and box.meets(Box.around(tip.real, tip.imag, 30, 30))
        return (2.0 * worlds + 1 if hides else near) + head

    options = []
    for way, size in zip(seen, sizes, strict=True):
        at = [way[round(share * (len(way) - 1))] for share in SHARES]
        options.append([Box.around(p.real, p.imag, *size) for p in at])
    costs = [[cost(k, box) for box in row] for k, row in enumerate(options)]
    placed: dict[int, Box] = {}
    clashes = 0
    for k in sorted(range(len(lines)), key=lambda k: (costs[k].count(0), k)):
        total = [
            one + 2 * sum(box.meets(other.grown(APART)) for other in placed.values())
            for one, box in zip(costs[k], options[k], strict=True)
        ]
        clashes += min(total) >= 1
        placed[k] = options[k][total.index(min(total))]
    return [placed[k] for k in range(len(lines))], clashes


def test_a_picture_without_lines_has_no_labels() -> None:
    assert curves([], [0j], boxes_of([0j])) == []
    assert label_boxes([], boxes_of([0j]), []) == ([], 0)


@pytest.mark.parametrize("seed", range(6))
def test_the_stress_is_that_of_the_products_of_blas(seed: int) -> None:
    model = random_model(seed, 16 * (1 + seed % 3), 1 + seed % 3, 2 + seed % 2)
    part = model.taken(np.array(max(model.linked().classes(), key=len)))
    steps = stress._steps(part)
    weights = 1 / np.maximum(steps, 1) ** 2
    np.fill_diagonal(weights, 0)
    start = stress._ring(len(steps))
    here = stress._settled(start, steps, weights)
    there = by_blas(start, steps, weights)
    ours, theirs = (stress._stress(at, steps, weights) for at in (here, there))
    assert ours <= 1.01 * theirs + 1e-9


def by_blas(start: Places, steps: stress.Table, weights: stress.Table) -> Places:
    """Settle as the layout does, by products of BLAS."""
    mean = 1 / len(start)
    inverse = np.linalg.inv(np.diag(weights.sum(axis=1)) - weights + mean) - mean
    at = np.array(start)
    for _ in range(stress.ROUNDS):
        pull = weights * steps / stress._distances(at)
        before, at = at, inverse @ (at * pull.sum(axis=1) - pull @ at)
        if np.abs(at - before).max() < stress.STILL:
            break
    return list(at.tolist())


@pytest.mark.parametrize(
    ("agents", "size"),
    [
        pytest.param(2, 2, marks=pytest.mark.slow),
        pytest.param(2, 3, marks=pytest.mark.slow),
        (3, 2),
    ],
)
def test_nothing_overlaps_among_64_worlds(agents: int, size: int) -> None:
    state = ModelState(random_model(1, MOST_WORLDS, agents, size), 0)
    laid = plan(state.model)
    assert not sum(curve.through for curve in laid.curves)
    assert list(faults(seen(model_svg(state, "64 worlds")))) == []


PICTURE = """
from mystpy.kripke.files.model_state import ModelState
from mystpy.show.draw.model_svg import model_svg
from tests.show.draw.large import random_model
print(model_svg(ModelState(random_model(2, 64, 6, 3), 0), "64 worlds"))
"""


def test_a_picture_does_not_depend_on_the_threads_of_blas() -> None:
    pictures = {
        ran(
            [sys.executable, "-c", PICTURE],
            env=os.environ | {"OPENBLAS_NUM_THREADS": threads, "PYTHONPATH": "."},
            check=True,
        ).stdout
        for threads in part_by_day(("1", "2", "4"), 2)
    }
    assert len(pictures) == 1
