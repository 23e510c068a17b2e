"""Models and the actions between them in a row, as in figure 4 of *Knowledge games*.

Before each step stands the model, then the frame of the action (its events, and who
cannot tell them apart), then the product; an announcement has no frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from mystpy.errors import QueryError
from mystpy.kripke.files.stage import ModelStage
from mystpy.kripke.model import Model
from mystpy.kripke.update.action_model import EventFrame
from mystpy.kripke.update.steps import Announce, Contract, Expect, Happen
from mystpy.show.draw.layout.captions import deals_of
from mystpy.show.draw.layout.plan import Layout, plan
from mystpy.show.draw.model_svg import HEAD, draw_legend, draw_plan, require_few, told
from mystpy.show.draw.svg import Box, Picture, baseline, width_of, wrapped

BETWEEN = 76.0
A_ROW = 4
MOST_STEPS = 12
"""How many steps are drawn at most."""
CAPTION, SIGN = 18.0, 40.0
HIGHEST, NARROWEST, WIDER = 5, 150.0, 1.1
"""How many lines a caption has at most: where it would have more a panel is wider."""


@dataclass(frozen=True, slots=True, eq=False)
class StagePanel:
    """A model in a row: what stands above it, and what sign before it."""

    caption: str
    sign: str
    stage: ModelStage


def stages_svg(
    stages: Sequence[ModelStage], title: str, names: Sequence[str | None] = ()
) -> str:
    """Stages and the steps between them as an SVG file.

    `names` are what the steps are called, where that is not their text. Raises
    QueryError if there are more than MOST_STEPS steps, or too many worlds.
    """
    if len(stages) > MOST_STEPS + 1:
        raise QueryError(
            f"there are {len(stages) - 1} steps, and at most {MOST_STEPS} are drawn",
            hint=f"--stages --after {MOST_STEPS} draws the first of them; without "
            "--stages one model is drawn",
        )
    panels = list(_panels(stages, [*names, *[None] * len(stages)]))
    for panel in panels:
        require_few(panel.stage)
    picture = Picture(title, " ".join(f"{p.caption}: {told(p.stage)}" for p in panels))
    y, width = 0.0, 0.0
    laid = [plan(panel.stage.model) for panel in panels]
    for first in range(0, len(panels), A_ROW):
        row = slice(first, first + A_ROW)
        right, y = _draw_row(picture, panels[row], laid[row], y)
        width = max(width, right)
    whole = Box(0, 0, width, y - 40)
    left_out = any(one.left_out for one in laid)
    draw_legend(picture, [panel.stage for panel in panels], left_out, whole)
    picture.heading(title, HEAD, (0, -34), max(width, 420))
    return picture.svg()


def _panels(
    stages: Sequence[ModelStage], names: Sequence[str | None]
) -> Iterator[StagePanel]:
    yield StagePanel("before", "", stages[0])
    for number, (before, after) in enumerate(pairwise(stages)):
        text = names[number] or str(after.step)
        if after.refused:
            yield StagePanel(f"{text} is not executable", "→", after)
            continue
        if after.step and len(before.after(after.step).model) != len(after.model):
            before = before.contracted()  # as the file says
            yield StagePanel("contracted", "↔", before)
        frame = _frame(before, after)
        if frame is not None:
            yield StagePanel(text, "⊗", frame)
        yield StagePanel("after it" if frame else text, "=" if frame else "→", after)
    last = _by_deals(stages[-1])
    if last is not None:
        yield StagePanel("worlds named by their deals", "≅", last)


def _frame(before: ModelStage, after: ModelStage) -> ModelStage | None:
    """The frame of a step, as a model without atoms; None for announcements."""
    step = after.step
    if step is None or isinstance(step, Announce | Contract | Expect):
        return None
    made = step.action if isinstance(step, Happen) else step.action(before.model)
    frame = made.frame if not callable(made.frame) else made.frame()
    model = _model_of(frame, before.model.agents)
    return ModelStage(model, None if before.point is None else frame.actual)


def _model_of(frame: EventFrame, agents: tuple[str, ...]) -> Model:
    relations = tuple(frame.for_agent(agent) for agent in agents)
    return Model(frame.events, agents, relations, {})


def _by_deals(stage: ModelStage) -> ModelStage | None:
    """The stage with its worlds named by deals, if updates have made names longer."""
    deals = deals_of(stage.model)
    if deals is None:
        return None
    names = [deal.short for deal in deals]
    if len(set(names)) < len(names) or names == list(stage.model.names):
        return None
    model = stage.model
    named = Model(names, model.agents, model.relations, model.valuation)
    return ModelStage(named, stage.point)


def _draw_row(
    picture: Picture, panels: Sequence[StagePanel], laid: Sequence[Layout], y: float
) -> tuple[float, float]:
    """Draw some panels beside each other; return how far right and down they reach."""
    boxes = [one.bounds() for one in laid]
    widths = [
        _room(panel.caption, max(box.width, NARROWEST))
        for panel, box in zip(panels, boxes, strict=True)
    ]
    heads = [
        wrapped(panel.caption, CAPTION, width, True)
        for panel, width in zip(panels, widths, strict=True)
    ]
    top = y + 22 * max(map(len, heads)) + 18
    middle = top + max(box.height for box in boxes) / 2
    x = 0.0
    for panel, head, one, box, width in zip(
        panels, heads, laid, boxes, widths, strict=True
    ):
        if panel.sign:
            x += BETWEEN
            sign = baseline(middle, SIGN)
            picture.text(x - BETWEEN / 2, sign, panel.sign, SIGN, anchor="middle")
        for k, line in enumerate(head):
            picture.text(x, y + 16 + 22 * k, line, CAPTION, bold=True)
        left = x + (width - box.width) / 2
        shift = left - box.left, middle - box.height / 2 - box.top
        draw_plan(picture, one, panel.stage.point, *shift)
        x += width
    return x, top + max(box.height for box in boxes) + 50


def _room(caption: str, width: float) -> float:
    """How wide a panel is, so that its caption has no more than HIGHEST lines."""
    whole = width_of(caption, CAPTION, True)
    while width < whole and len(wrapped(caption, CAPTION, width, True)) > HIGHEST:
        width *= WIDER
    return width
