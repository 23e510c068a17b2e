"""A player's knowledge of the deal as SVG: the grid that `mystpy know` prints."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from mystpy.game.game import Game
from mystpy.questions.knowledge import Knowledge
from mystpy.show import text
from mystpy.show.draw import ACTUAL, PALE, PAPER, RULE, YES
from mystpy.show.draw.svg import Box, Picture, baseline, width_of
from mystpy.show.draw.translation import translated
from mystpy.show.text import DEPENDS

ROW, SIZE, NOTE = 38.0, 21.0, 16.0
"""The height of a row, and of the letters in it and below."""
LONGEST = 24
"""The maximal number of cards in a column."""
BETWEEN = 46.0


def grid_svg(known: Knowledge, game: Game, title: str = "") -> str:
    """The grid holder x card as an SVG file: a tick, a cross, !, and ? or the odds."""
    heading = text.knowledge(known, game).partition("\n")[0]
    picture = Picture(title or heading, " ".join([heading, *_in_words(known, game)]))
    grid = _Grid(picture, known, game)
    right = 0.0
    for block in _blocks(game):
        right = grid.block(block, right + BETWEEN if right else 0.0)
    width = max(right, 440.0)
    y = grid.bottom + 34
    y = _legend(picture, known, y)
    picture.lines((0, y), heading, NOTE, width)
    picture.heading(title or heading, SIZE + 3, (0, -30), width)
    return picture.svg()


_VERBS = {
    "yes": "has",
    "no": "does not have",
    "?": "may have",
    "!": f"may be known to have or not, which {DEPENDS}:",
}

Rows = list[tuple[str, bool]]
"""Names of cards, and between them, marked, those of their sorts."""


def _blocks(game: Game) -> Iterator[Rows]:
    """The rows, in columns of a length that can be seen at once."""
    rows: Rows = []
    for sort, cards in game.sorts or (("", game.cards),):
        rows += [(sort, True)] if sort else []
        rows += [(card, False) for card in cards]
    count = -(-len(rows) // (LONGEST + len(game.sorts)))
    length = -(-len(rows) // count)
    for start in range(0, len(rows), length):
        yield rows[start : start + length]


def _in_words(known: Knowledge, game: Game) -> Iterator[str]:
    """Yield the grid in words, for screen readers."""
    for holder, name in enumerate(game.shown_holders):
        player = 0 < holder <= game.p
        who = name if player else f"The {name}"
        who = f"Player {name}" if player and not game.named else who
        cells = known.cells[holder]
        for value, verb in _VERBS.items():
            cards = [game.shown_as(x) for x in game.cards if cells[x] == value]
            if cards:
                yield f"{who} {verb} {', '.join(cards)}."


class _Grid:
    """A grid that is drawn in one or more blocks."""

    def __init__(self, picture: Picture, known: Knowledge, game: Game) -> None:
        self.picture = picture
        self.known = known
        self.names = game.shown_holders
        self.shown = game.shown_as
        labels = map(self.shown, (*game.cards, *(name for name, _ in game.sorts)))
        self.left = max(width_of(label, SIZE) for label in labels) + 20
        self.widths = [max(width_of(n, SIZE, True) + 20, 62.0) for n in self.names]
        self.bottom = 0.0

    def block(self, rows: Rows, x: float) -> float:
        """Draw some rows with the holders above; return the right edge."""
        edges = [x + self.left]
        for width in self.widths:
            edges.append(edges[-1] + width)
        for k, name in enumerate(self.names):
            middle = (edges[k] + edges[k + 1]) / 2
            self.picture.centred((middle, ROW / 2), name, SIZE, bold=True)
        for number, (label, is_sort) in enumerate(rows, 1):
            self.row(label, is_sort, ROW * number, edges, x)
        low = ROW * (len(rows) + 1)
        self.picture.line(x, low, edges[-1], low, stroke=PALE, stroke_width=1.5)
        middle = edges[1]
        self.picture.line(middle, 6, middle, low, stroke=PALE, stroke_width=1.5)
        self.bottom = max(self.bottom, low)
        return edges[-1]

    def row(
        self, label: str, is_sort: bool, y: float, edges: list[float], x: float
    ) -> None:
        """Draw the cells of one card, or the name of a sort."""
        colour = PALE if is_sort else RULE
        self.picture.line(x, y, edges[-1], y, stroke=colour, stroke_width=1.2)
        place = baseline(y + ROW / 2, SIZE)
        self.picture.text(x, place, self.shown(label), SIZE, bold=is_sort)
        if is_sort:
            return
        for k in range(len(self.names)):
            box = Box(edges[k], y, edges[k + 1], y + ROW)
            odds = None if self.known.odds is None else self.known.odds[k][label]
            with self.picture.group("cell", f"{self.names[k]}, {self.shown(label)}"):
                draw_cell(self.picture, box, self.known.cells[k][label], odds)


def draw_cell(
    picture: Picture, box: Box, value: str, odds: Fraction | None = None
) -> None:
    """Draw yes as a white tick on a dark square, no as a thin cross, and ! or ?."""
    x, y = box.middle
    if value == "yes":
        mark = Box.around(x, y, 28, 28)
        picture.rectangle(mark, fill=YES, rx=6)
        path = (
            f"M{x - 7:.1f} {y + 0.5:.1f}L{x - 2:.1f} {y + 6:.1f}"
            f"L{x + 8:.1f} {y - 6:.1f}"
        )
        picture.path(path, stroke=PAPER, stroke_width=4, stroke_linecap="round")
    elif value == "no":
        path = (
            f"M{x - 6:.1f} {y - 6:.1f}L{x + 6:.1f} {y + 6:.1f}"
            f"M{x - 6:.1f} {y + 6:.1f}L{x + 6:.1f} {y - 6:.1f}"
        )
        picture.path(path, stroke=PALE, stroke_width=1.8, stroke_linecap="round")
    else:
        shown = value if odds is None else f"{float(odds):.0%}"
        shown = {"0%": "<1%", "100%": ">99%"}.get(shown, shown)
        size = SIZE if odds is None else 16.0
        wide = max(28.0, width_of(shown, size, True) + 4)
        style = {"fill": PAPER, "stroke": PALE} if value == "!" else {"fill": ACTUAL}
        picture.rectangle(Box.around(x, y, wide, 28), rx=6, **style)
        picture.centred((x, y), shown, size, bold=True)


def _legend(picture: Picture, known: Knowledge, y: float) -> float:
    """Draw the legend of the marks; return where the next line may be."""
    x = 0.0
    half = None if known.odds is None else Fraction(1, 2)
    last = "not known" if half is None else "not known, with the probability"
    marks = {"yes": "has the card", "no": "does not have it", "?": last}
    if known.dependent:
        marks["!"] = DEPENDS
    for value, meaning in marks.items():
        draw_cell(picture, Box.around(x + 18, y, 36, 30), value, half)
        start = x + (48 if value == "?" and half is not None else 40)
        written = picture.text(start, baseline(y, NOTE), translated(meaning), NOTE)
        x = written.right + 22
    return y + 42
