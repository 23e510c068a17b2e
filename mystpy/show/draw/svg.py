"""A writer of SVG that knows how large its text is and where its edges are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from typing import Any
from unicodedata import combining, east_asian_width
from zlib import crc32

from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.errors import EngineMissing
from mystpy.show.draw import INK, PAPER
from mystpy.show.draw.translation import translated, translated_sentences

FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
MARGIN = 24.0
WEB_STYLE = ' style="max-width:100%;height:auto"'
"""Has a page make a picture as small as there is room."""
ASCENT, DESCENT = 0.78, 0.24
"""How far text reaches above and below its base line, in sizes of its letters."""

_WIDTHS = {
    0.30: "IJijl'",
    0.35: " ,./:;\\|",
    0.40: "()[]-ft",
    0.45: "!r",
    0.55: '"*?_`csz',
    0.60: "FLkvxy",
    0.65: "$0123456789EPSTYabdeghnopqu{}é",
    0.70: "ABCKRVXZ∀∃",
    0.80: "&DGHNOQU∧∨",
    1.00: "%@Wm",
}
_OF = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_BOLD = 1.16


def width_of(text: str, size: float, bold: bool = False) -> float:
    """How wide a text is at most in a common font without serifs, as its size."""
    found = sum(_letter(letter) for letter in text) * size
    return found * _BOLD if bold else found


def _letter(letter: str) -> float:
    if letter in _OF:
        return _OF[letter]
    if combining(letter):
        return 0.0
    return 1.05 if east_asian_width(letter) in "WF" or letter == "…" else 0.88


class Box(NamedTuple):
    """A rectangle: left, top, right, bottom; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, width: float, height: float) -> Box:
        """The rectangle of this size with its middle in a point."""
        w, h = width / 2, height / 2
        return cls(x - w, y - h, x + w, y + h)

    def grown(self, by: float) -> Box:
        """The rectangle with as much more on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def moved(self, dx: float, dy: float) -> Box:
        """The rectangle elsewhere."""
        return Box(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def union(self, other: Box) -> Box:
        """The least rectangle around both."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    @property
    def width(self) -> float:
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def meets(self, other: Box) -> bool:
        """Whether the insides of two rectangles have a point in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass
class Picture:
    """A picture while it is drawn; `title` and `description` are for those who listen.

    The picture is as large as what is drawn in it, with a margin.
    """

    title: str
    description: str
    bounds: Box | None = None
    _lines: list[str] = field(default_factory=list)

    def cover(self, box: Box) -> None:
        """Have the picture reach as far as this."""
        self.bounds = box if self.bounds is None else self.bounds.union(box)

    @contextmanager
    def group(self, kind: str, tip: str = "") -> Iterator[None]:
        """Put what is drawn meanwhile into one group, with a text to point at."""
        self._lines.append(f'<g class="{kind}">')
        if tip:
            self._lines.append(f"<title>{_plain(tip)}</title>")
        yield
        self._lines.append("</g>")

    def rectangle(self, box: Box, **style: str | float) -> None:
        """Draw a rectangle; the style is SVG's, with _ for -."""
        self.cover(box)
        place = {"x": box.left, "y": box.top, "width": box.width, "height": box.height}
        self._element("rect", {**place, **style})

    def path(self, path: str, reach: Box | None = None, **style: str | float) -> None:
        """Draw a path, without inside; `reach` is a rectangle around it."""
        if reach is not None:
            self.cover(reach)
        self._element("path", {"d": path, "fill": "none", **style})

    def line(
        self, x1: float, y1: float, x2: float, y2: float, **style: str | float
    ) -> None:
        """Draw a straight line."""
        reach = Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        self.path(f"M{_number(x1)} {_number(y1)}L{_number(x2)} {_number(y2)}", reach,
                  **style)  # fmt: skip

    def interval(
        self, low: tuple[float, float], high: tuple[float, float], colour: str
    ) -> None:
        """Draw an upright or a lying error bar with its two ends."""
        across = (0, 6) if low[1] == high[1] else (6, 0)
        self.line(*low, *high, stroke=colour, stroke_width=2.4)
        for x, y in (low, high):
            one, other = (x - across[0], y - across[1]), (x + across[0], y + across[1])
            self.line(*one, *other, stroke=colour, stroke_width=2.4)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        anchor: str = "start",
        bold: bool = False,
        fill: str = INK,
    ) -> Box:
        """Write a text on a base line; return the rectangle that it is within."""
        width = width_of(text, size, bold)
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
        box = Box(left, y - ASCENT * size, left + width, y + DESCENT * size)
        self.cover(box)
        style: dict[str, str | float] = {"x": x, "y": y, "font-size": size}
        style |= {} if anchor == "start" else {"text-anchor": anchor}
        style |= {"font-weight": "bold"} if bold else {}
        style |= {} if fill == INK else {"fill": fill}
        self._lines.append(f"<text{_attributes(style)}>{_plain(text)}</text>")
        return box

    def centred(
        self, middle: tuple[float, float], text: str, size: float, **look: Any
    ) -> None:
        """Write a text around a point; its look is as for `text`."""
        x, y = middle
        self.text(x, baseline(y, size), text, size, anchor="middle", **look)

    def lines(
        self,
        start: tuple[float, float],
        text: str,
        size: float,
        width: float,
        *,
        step: float = 22.0,
        fill: str = INK,
    ) -> float:
        """Write lines no wider than this; return where the next one may begin."""
        x, y = start
        for line in wrap_text(translated(text), size, width):
            self.text(x, y, line, size, fill=fill)
            y += step
        return y

    def heading(
        self, text: str, size: float, last: tuple[float, float], width: float
    ) -> None:
        """Write bold lines no wider than this, of which the last begins at `last`."""
        x, y = last
        lines = wrap_text(translated(text), size, width, True)
        for k, line in enumerate(lines, 1):
            self.text(x, y - 30 * (len(lines) - k), line, size, bold=True)

    def _element(self, name: str, style: dict[str, str | float]) -> None:
        self._lines.append(f"<{name}{_attributes(style)}/>")

    def svg(self) -> str:
        """The picture as the text of an SVG file."""
        box = (self.bounds or Box(0, 0, 0, 0)).grown(MARGIN)
        body = "\n".join(self._lines)
        key = f"p{crc32((self.title + self.description + body).encode()):08x}"
        size = " ".join(map(_number, (box.left, box.top, box.width, box.height)))
        width, height = _number(box.width), _number(box.height)
        description = translated_sentences(self.description)
        back = {"x": box.left, "y": box.top, "width": box.width, "height": box.height}
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" '
            f'width="{width}" height="{height}"{WEB_STYLE} '
            f'role="img" aria-labelledby="{key}t {key}d" '
            f'font-family="{FONT}" fill="{INK}">\n'
            f'<title id="{key}t">{_plain(translated(self.title))}</title>\n'
            f'<desc id="{key}d">{_plain(description)}</desc>\n'
            f"<rect{_attributes({**back, 'fill': PAPER})}/>\n{body}\n</svg>\n"
        )


def baseline(middle: float, size: float) -> float:
    """The base line of a text whose letters are around a height."""
    return middle + (ASCENT - DESCENT) / 2 * size + 0.08 * size


def wrap_text(text: str, size: float, width: float, bold: bool = False) -> list[str]:
    """The lines of a text that are no wider than this; long words stay whole."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _attributes(style: dict[str, str | float]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in style.items()
    )


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else _number(value)


def _number(value: float) -> str:
    found = f"{value:.1f}".removesuffix(".0")
    return "0" if found == "-0" else found


def _plain(text: str) -> str:
    """The text for SVG, without characters that XML does not have."""
    kept = "".join(c for c in text if c >= " " or c in "\t\n")
    return escape(kept, quote=False)


def pdf_of(svg: str) -> bytes:
    """The same picture as a PDF file of one page.

    Raises EngineMissing where cairosvg, or the library that it needs, is not installed.
    """
    try:
        from cairosvg import svg2pdf
    except (ImportError, OSError):
        raise EngineMissing(
            "PDF needs cairosvg, which is not installed",
            hint="install it: pip install 'mystpy[pdf]'",
        ) from None
    plain = svg.replace(WEB_STYLE, "", 1)  # it would take the height from this
    made: bytes = svg2pdf(bytestring=plain.encode())
    return made
