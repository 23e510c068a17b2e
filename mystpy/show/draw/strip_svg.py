"""A history as a strip of steps, with the lessons of each of them."""

from __future__ import annotations

from mystpy.show.draw import ACTUAL, INK, NODE, PALE, RULE
from mystpy.show.draw.lessons import Lesson, Panel, Strip
from mystpy.show.draw.svg import Box, Picture, width_of, wrap_text

WIDTH, GAP, PAD = 216.0, 12.0, 12.0
"""The width of a panel, the gap between panels, and the padding of its text."""
A_ROW = 5
"""The number of panels in a row."""
STEP, FACT, HEAD = 17.0, 16.0, 24.0
LINE = 22.0
MOST_LINES = 6


def strip_svg(strip: Strip, title: str, room: float | None = None) -> str:
    """The strip as an SVG file; the players are rows, the steps columns.

    Panels that are wider than the room are in further rows.
    """
    picture = Picture(title, _in_words(strip))
    columns = [_Column.start(strip)] if strip.start else []
    columns += [_Column.of(panel, strip.counted) for panel in strip.panels]
    if strip.silent:
        columns.append(_Column.silent(strip))
    left = max(width_of(name, STEP, True) for name in strip.players) + 20
    y = 0.0
    most = A_ROW if room is None else max(1, int((room - left + GAP) // (WIDTH + GAP)))
    bands = max(1, -(-len(columns) // most))
    a_row = max(1, -(-len(columns) // bands))
    for first in range(0, len(columns), a_row):
        y = _draw_band(picture, strip, columns[first : first + a_row], left, y) + 30
    width = max(left + a_row * (WIDTH + GAP) - GAP, 560.0)
    for note in _notes(strip):
        y = picture.lines((0, y + 4), note, FACT, width) - 4
    picture.heading(title, HEAD, (0, -30), width)
    return picture.svg()


def _notes(strip: Strip) -> list[str]:
    notes = [
        f"A column is a step, with those before it that taught none of these players "
        f"anything new about the {strip.counted}; the step that did is in bold. Under "
        "it stand for each player the facts learned, and how many "
        f"{strip.counted}s are still held possible."
    ]
    if strip.left_out:
        notes.append(
            f"Not drawn: {', '.join(strip.left_out)}, whose knowledge depends on "
            f"{'cards that are' if strip.counted == 'deal' else 'what is'} not given. "
            "An observer sees what everybody sees."
        )
    return notes


class _Column:
    """The text of one panel: grey lines and bold ones above, one cell a player."""

    def __init__(
        self, grey: list[str], bold: list[str], lessons: list[Lesson], counted: str
    ) -> None:
        inner = WIDTH - 2 * PAD
        broken = [line.replace(",", ", ") for line in grey]
        self.grey = [part for one in broken for part in wrap_text(one, FACT, inner)]
        self.bold = [part for one in bold for part in wrap_text(one, STEP, inner, True)]
        self.cells = [_lines(lesson, counted) for lesson in lessons]

    @classmethod
    def start(cls, strip: Strip) -> _Column:
        named = "the deal" if strip.counted == "deal" else "the start"
        return cls([], [named], list(strip.start), strip.counted)

    @classmethod
    def of(cls, panel: Panel, counted: str) -> _Column:
        """Return the panel of an informative step."""
        *before, last = panel.actions
        number = panel.first + len(before)
        shown = last.replace(",", ", ")
        return cls(before, [f"{number}. {shown}"], list(panel.lessons), counted)

    @classmethod
    def silent(cls, strip: Strip) -> _Column:
        """Return the panel of the last steps, from which nobody learns anything."""
        empty = Lesson((), None, None)
        empties = [empty for _ in strip.players]
        return cls(list(strip.silent), [], empties, strip.counted)

    @property
    def head(self) -> float:
        return (len(self.grey) + len(self.bold)) * LINE + 2 * PAD


def _lines(lesson: Lesson, noun: str) -> list[tuple[str, bool]]:
    """The lines of a cell, and whether they are facts."""
    inner = WIDTH - 2 * PAD
    found = [line for one in lesson.facts for line in wrap_text(one, FACT, inner, True)]
    if len(found) > MOST_LINES:
        found = [*found[: MOST_LINES - 1], "and more"]
    lines = [(line, True) for line in found]
    if not lesson.empty:
        counted = wrap_text(_count(lesson, noun), FACT, inner)
        lines += [(line, False) for line in counted]
    return lines or [("–", False)]


def _count(lesson: Lesson, noun: str) -> str:
    """How many deals are left, and of how many if they have become fewer."""
    if lesson.after is None:
        return ""
    was = "" if lesson.before in (None, lesson.after) else f"{lesson.before:,} → "
    return f"{was}{lesson.after:,} {noun}{'s' * (lesson.after != 1)}"


def _draw_band(
    picture: Picture, strip: Strip, columns: list[_Column], left: float, y: float
) -> float:
    """Draw some panels beside each other; return how far down they reach."""
    top = y + max(column.head for column in columns)
    heights = [
        max(len(column.cells[k]) for column in columns) * LINE + 2 * PAD
        for k in range(len(strip.players))
    ]
    for number, column in enumerate(columns):
        x = left + number * (WIDTH + GAP)
        with picture.group("panel"):
            _draw_head(picture, column, x, y, top)
            _draw_cells(picture, column, x, top, heights)
    for name, height in zip(strip.players, heights, strict=True):
        picture.text(0, top + PAD + LINE - 6, name, STEP, bold=True)
        top += height
    return top


def _draw_head(
    picture: Picture, column: _Column, x: float, y: float, top: float
) -> None:
    picture.rectangle(Box(x, y, x + WIDTH, top), fill=NODE, stroke=PALE)
    place = top - PAD - (len(column.grey) + len(column.bold)) * LINE
    for line in column.grey:
        place += LINE
        picture.text(x + PAD, place - 6, line, FACT, fill=PALE)
    for line in column.bold:
        place += LINE
        picture.text(x + PAD, place - 6, line, STEP, bold=True)


def _draw_cells(
    picture: Picture, column: _Column, x: float, y: float, heights: list[float]
) -> None:
    for cell, height in zip(column.cells, heights, strict=True):
        learned = any(fact for _, fact in cell)
        fill = ACTUAL if learned else "none"
        picture.rectangle(
            Box(x, y, x + WIDTH, y + height), fill=fill, stroke=RULE, stroke_width=1.2
        )
        for k, (line, fact) in enumerate(cell, 1):
            place = y + PAD + LINE * k - 6
            colour = INK if fact else PALE
            picture.text(x + PAD, place, line, FACT, bold=fact, fill=colour)
        y += height


def _in_words(strip: Strip) -> str:
    """The strip in words."""
    found = []
    for panel in strip.panels:
        for name, lesson in zip(strip.players, panel.lessons, strict=True):
            if lesson.facts:
                facts = "; ".join(lesson.facts)
                found.append(f"By {panel.actions[-1]} {name} learns: {facts}.")
    return " ".join(found) or "No step teaches anybody who holds a card."
