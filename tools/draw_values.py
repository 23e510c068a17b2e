"""Draw docs/values.svg: the values in docs/values.json, over the size of the pile.

python tools/draw_values.py
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from mystpy.solve.commands.values_svg import BLUFFS, PlottedValue, values_svg

DOCS = Path(__file__).parents[1] / "docs"
MOST_ASKED = 6
"""With larger questions few games are left."""
MOST_CARDS = 8
"""With more cards only exact values are drawn."""


def plotted() -> Iterator[PlottedValue]:
    """Yield the values to draw: of games that have them for all bluffing rules.

    Where q is larger than n no question is a bluff, so that one mark is enough.
    """
    for row in json.loads((DOCS / "values.json").read_text("utf-8")):
        m, n, q = row["m"], row["n"], row["q"]
        if BLUFFS.keys() <= row.keys() and q <= MOST_ASKED:
            for bluff in BLUFFS if q <= n else ("both",):
                low, high = map(Fraction, row[bluff])
                if m + 2 * n <= MOST_CARDS or low == high:
                    yield PlottedValue(m, n, q, bluff, low, high)


if __name__ == "__main__":
    (DOCS / "values.svg").write_text(values_svg([*plotted()]), "utf-8")
