"""Models and the actions between them in a row, as in figure 4 of *Knowledge games*.

Before each step is the model, then the frame of the action (its events, and who
cannot tell them apart), then the product; an announcement has no frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from mystpy.compilation import dataclass
from mystpy.errors import QueryError
from mystpy.kripke.deals import deals_of
from mystpy.kripke.files.model_state import ModelState
from mystpy.kripke.model import Model
from mystpy.kripke.partition import Partition
from mystpy.kripke.update.action_model import EventFrame
from mystpy.kripke.update.product import ActionStep
from mystpy.show.draw.layout.kept import kept_places, places_after, places_along
from mystpy.show.draw.layout.plan import Layout, plan
from mystpy.show.draw.layout.thinning import Places
from mystpy.show.draw.model_svg import (
    HEAD,
    MOST_WORLDS,
    draw_legend,
    draw_plan,
    model_in_words,
    require_few,
)
from mystpy.show.draw.svg import Box, Picture, width_of, wrap_text

BETWEEN = 76.0
A_ROW = 4
MOST_STEPS = 12
"""The maximal number of steps drawn."""
CAPTION, SIGN = 18.0, 40.0
HIGHEST, NARROWEST, WIDER = 5, 150.0, 1.1
"""How many lines a caption has at most: where it would have more a panel is wider."""


@dataclass(frozen=True, slots=True, eq=False)
class StagePanel:
    """A model in a row: the text above it, and the sign before it."""

    caption: str
    sign: str
    state: ModelState
    places: Places | None = None


def stages_svg(
    states: Sequence[ModelState],
    title: str,
    names: Sequence[str | None] = (),
    *,
    steps: tuple[int, int] | None = None,
    width: float | None = None,
) -> str:
    """States and the steps between them as an SVG file.

    `names` are the names of steps, if these are not their texts; `steps` are the first
    and the last step drawn, from 1 on. A row is at most `width` wide; further panels
    are in further rows. Raises QueryError if there are more than MOST_STEPS steps, or
    too many worlds.
    """
    first, last = steps or (1, len(states) - 1)
    if last - first >= MOST_STEPS:
        raise QueryError(
            f"there are {last - first + 1} steps, and at most {MOST_STEPS} are drawn",
            hint=f"--stages --steps {first}..{first + MOST_STEPS - 1} draws the first "
            "of them; without --stages one model is drawn",
        )
    _require_small(states, range(first - 1, last + 1))
    panels = _panels(states, [*names, *[None] * len(states)], range(first, last + 1))
    return _panels_svg(panels, title, width)


def alternatives_svg(
    before: ModelState,
    after: Sequence[tuple[str, ModelState]],
    title: str,
    width: float | None = None,
) -> str:
    """Return a state, and its update by each of some actions, as an SVG file.

    Raises QueryError if there are too many actions or worlds.
    """
    if len(after) > MOST_STEPS:
        raise QueryError(
            f"there are {len(after)} actions, and at most {MOST_STEPS} are drawn"
        )
    panels = [StagePanel("before", "", before, places_after(None, before.model))]
    for text, state in after:
        there = panels[0].places
        at = places_after((before.model, there), state.model)
        said = f"{text} is not executable" if state.refused else text
        sign = "→" if len(panels) == 1 else "or"
        panels.append(StagePanel(said, sign, state, at))
    return _panels_svg(panels, title, width)


def _panels_svg(panels: Sequence[StagePanel], title: str, width: float | None) -> str:
    """Models beside each other. Raises QueryError for too many worlds."""
    for panel in panels:
        require_few(panel.state, alone=False)
    picture = Picture(
        title, " ".join(f"{p.caption}: {model_in_words(p.state)}" for p in panels)
    )
    y, right = 0.0, 0.0
    laid = [plan(panel.state.model, panel.places) for panel in panels]
    for row in _rows(panels, laid, width):
        x, y = _draw_row(picture, panels[row], laid[row], y)
        right = max(right, x)
    whole = Box(0, 0, right, y - 40)
    draw_legend(picture, [panel.state for panel in panels], laid, whole)
    picture.heading(title, HEAD, (0, -34), max(right, 420))
    return picture.svg()


def _require_small(states: Sequence[ModelState], drawn: range) -> None:
    """Raise QueryError for too many worlds; the hint names steps that can be drawn."""
    large = [k for k in drawn if len(states[k].model) > MOST_WORLDS]
    if not large:
        return
    worlds, steps = len(states[large[0]].model), large[0]
    when = f"after {steps} step{'s' * (steps > 1)}" if steps else "at first"
    ends = pairwise([drawn.start - 1, *large, drawn.stop])
    _, before, behind = max((end - start, start, end) for start, end in ends)
    hint = "without --stages a part of one model is drawn: --contract, --reach 1"
    if behind - before > 2:
        hint = f"--stages --steps {before + 2}..{behind - 1} draws smaller ones"
    raise QueryError(
        f"{when} the model has {worlds} worlds, and pictures have room for "
        f"{MOST_WORLDS}",
        hint=hint,
    )


def _rows(
    panels: Sequence[StagePanel], laid: Sequence[Layout], width: float | None
) -> Iterator[slice]:
    """Yield the panels of each row: A_ROW of them, or as many as the width allows."""
    begin, x = 0, 0.0
    for k, (panel, one) in enumerate(zip(panels, laid, strict=True)):
        needed = _room(panel.caption, max(one.bounds().width, NARROWEST)) + BETWEEN
        full = k - begin == A_ROW if width is None else x + needed > width
        if full and k > begin:
            yield slice(begin, k)
            begin, x = k, 0.0
        x += needed
    yield slice(begin, len(panels))


def _panels(
    states: Sequence[ModelState], names: Sequence[str | None], steps: range
) -> list[StagePanel]:
    places = places_along([state.model for state in states])
    start = steps.start - 1
    caption = "before" if not start else f"after {start} steps"
    found = [StagePanel(caption, "", states[start], places[start])]
    for number, (before, after) in enumerate(pairwise(states), 1):
        if number in steps:
            text = names[number - 1] or str(after.step)
            at = places[number - 1], places[number]
            found += _step_panels(text, before, after, at)
    last = _by_deals(states[-1]) if steps.stop == len(states) else None
    if last is not None:
        found.append(StagePanel("worlds named by their deals", "≅", last))
    return found


def _step_panels(
    text: str,
    before: ModelState,
    after: ModelState,
    places: tuple[Places | None, Places | None],
) -> Iterator[StagePanel]:
    """Yield the panels of one step."""
    there, here = places
    if after.refused:
        yield StagePanel(f"{text} is not executable", "→", after, here)
        return
    if after.step and len(before.after(after.step).model) != len(after.model):
        small = before.contracted()  # as the file says
        kept = there if there is None else kept_places(before.model, there, small.model)
        yield StagePanel("contracted", "↔", small, kept)
        before = small
    frame = _frame(before, after)
    if frame is not None:
        yield StagePanel(text, "⊗", frame)
    sign = "=" if frame else "→"
    yield StagePanel("after it" if frame else text, sign, after, here)


def _frame(before: ModelState, after: ModelState) -> ModelState | None:
    """The frame of a step, as a model without atoms; None for announcements."""
    step = after.step
    if not isinstance(step, ActionStep):  # announcements, and steps of no event
        return None
    frame = step.frame(before.model)
    model = _model_of(frame, before.model.agents, step.conditions(before.model))
    return ModelState(model, None if before.point is None else frame.actual)


def _model_of(
    frame: EventFrame, agents: tuple[str, ...], conditions: Sequence[str]
) -> Model:
    """The events as worlds; below each is when it can happen."""
    relations = tuple(frame.for_agent(agent) for agent in agents)
    written = {
        text: Partition.of_keys(text == other for other in conditions)
        for text in conditions
    }
    when = {
        f"if {text}": part.class_of(conditions.index(text))
        for text, part in written.items()
    }
    return Model(frame.events, agents, relations, when)


def _by_deals(state: ModelState) -> ModelState | None:
    """The state with its worlds named by deals, if updates have made names longer."""
    deals = deals_of(state.model)
    if deals is None:
        return None
    names = [deal.short for deal in deals]
    if len(set(names)) < len(names) or names == list(state.model.names):
        return None
    model = state.model
    named = Model(names, model.agents, model.relations, model.valuation)
    return ModelState(named, state.point)


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
        wrap_text(panel.caption, CAPTION, width, True)
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
            picture.centred((x - BETWEEN / 2, middle), panel.sign, SIGN)
        for k, line in enumerate(head):
            picture.text(x, y + 16 + 22 * k, line, CAPTION, bold=True)
        left = x + (width - box.width) / 2
        shift = left - box.left, middle - box.height / 2 - box.top
        draw_plan(picture, one, panel.state.point, *shift)
        x += width
    return x, top + max(box.height for box in boxes) + 50


def _room(caption: str, width: float) -> float:
    """How wide a panel is, so that its caption has no more than HIGHEST lines."""
    whole = width_of(caption, CAPTION, True)
    while width < whole and len(wrap_text(caption, CAPTION, width, True)) > HIGHEST:
        width *= WIDER
    return width
