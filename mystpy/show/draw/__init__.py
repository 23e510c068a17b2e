"""Pictures: Kripke models as SVG and DOT, knowledge as grids, histories as strips.

All pictures are made of plain SVG, without scripts, fonts or files of elsewhere.
Colours are those of Okabe and Ito, and nothing is said by colour alone.
"""

from __future__ import annotations

from mystpy.compilation import dataclass

INK = "#1a1a1a"
PALE = "#5c5c5c"
RULE = "#c9c9c9"
PAPER = "#ffffff"
NODE = "#f7f7f7"
ACTUAL = "#fff3c4"
YES = "#0072b2"
PATH = "#ffd54d"

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
_DASHES = ("", "11 6", "2 6", "14 5 2 5", "20 6", "6 4")


@dataclass(frozen=True, slots=True)
class Stroke:
    """How the lines of an agent look; `dash` is empty for a line without gaps."""

    colour: str
    dash: str


def stroke(number: int) -> Stroke:
    """The line of the agent with a number, from 0; they repeat after 36."""
    turn = number // len(_COLOURS)
    dash = _DASHES[(number + turn) % len(_DASHES)]
    return Stroke(_COLOURS[number % len(_COLOURS)], dash)
