"""Make docs/values.md: what games of two players are worth, with bluffs and without.

python tools/values.py [MOST_CARDS]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from math import ceil, floor
from pathlib import Path

from mystpy.game.game import Game
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.enclosure import Enclosure, enclosures
from mystpy.solve.extensive.menu import Variant
from mystpy.solve.recurrence import Recurrence

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "values.md"
DATA = ROOT / "docs" / "values.json"
MARK = "<!-- the table is written by tools/values.py -->"

Size = tuple[int, int, int]
DIGITS = 10**6
"""Bounds are told so finely, rounded outwards."""


EASY, HARD, HARDEST = 650_000, 200_000, 60_000
"""So many sequences a tree may be likely to have: with q = n = 1, with q = 1, else."""

KNOWN = 100_000
"""So many in knowledge games."""

SINGLE = ((7, 1), (4, 2), (2, 3))
"""The largest m, by n, of the games with questions for one card."""


EIGHT = ((6, 1, 2), (4, 2, 2), (2, 3, 2), (6, 1, 3), (4, 2, 3))
"""The games of eight cards with larger questions that take minutes at most."""


def sizes(most: int) -> Iterator[Size]:
    """The games MYST(m,n,2,q) that are looked at.

    With q > 1 they have at most so many cards, or eight, and q is at most m + n + 1.
    """
    for largest, n in SINGLE:
        for m in range(1, largest + 1):
            yield m, n, 1
    for q in range(2, most + 1):
        for n in range(1, 4):
            for m in range(1, 7):
                if q <= m + n + 1 and (m + 2 * n <= most or (m, n, q) in EIGHT):
                    yield m, n, q


def solved(game: Game, bluff: str, most: int) -> Enclosure:
    """The closest bounds where such bluffs are allowed, and only useful questions."""
    return closest(game, Variant(BLUFFERS[bluff], "useful"), most)


def closest(game: Game, variant: Variant, most: int) -> Enclosure:
    """The closest bounds found before a tree has more than so many sequences."""
    for found in enclosures(game, variant):
        if sum(found.sequences) * 4 > most:
            break
    return found


def told(found: Enclosure) -> str:
    """A value, or bounds."""
    if found.value is not None:
        return str(found.value)
    low, high = floor(found.low.worth * DIGITS), ceil(found.high.worth * DIGITS)
    return f"{low / DIGITS:.6f} to {high / DIGITS:.6f}"


def row(m: int, n: int, q: int) -> tuple[str, dict[str, object]]:
    """A line of the table, and the same as an object."""
    game, most = Game.myst(m, n, 2, q), HARDEST
    if q == 1:
        most = EASY if n == 1 else HARD
    free = solved(game, "both", most)
    found = dict.fromkeys(BLUFFERS, free)
    if q <= n:  # else no question is for own cards only
        found |= {b: solved(game, b, most) for b in BLUFFERS if b != "both"}
    formula = str(Recurrence(m + 2 * n)(m, n, n)) if q == 1 else ""
    cells = [told(one) for one in found.values()]
    told_of: dict[str, object] = {"m": m, "n": n, "q": q, "turns": free.turns}
    told_of["sequences"] = size = sum(free.sequences)
    for bluff, one in found.items():
        told_of[bluff] = [str(one.low.worth), str(one.high.worth)]
    line = " | ".join(
        (f"MYST({m},{n},2,{q})", *cells, formula, str(free.turns), str(size))
    )
    return f"| {line} |", told_of


KNOWING = Variant(announced=True)
"""Who guesses knows the pile, as in section 7 of *Knowledge games*."""


def knowing(m: int, n: int) -> str:
    """A line on knowledge games with such a pile and hands, for each size of q."""
    games = (Game.myst(m, n, 2, q) for q in range(1, m + n + 2))
    cells = [told(closest(game, KNOWING, KNOWN)) for game in games]
    return f"| {m} and {n} | {' | '.join((*cells, *[''] * (7 - len(cells))))} |"


def main(words: list[str]) -> None:
    """Write the tables into the page, and the numbers of the first beside it."""
    cards = int(words[0]) if words else 7
    rows, objects = [], []
    for size in sizes(cards):
        line, found = row(*size)
        print(line, flush=True)
        rows.append(line)
        objects.append(found)
    names = ("game", "bluffs by both", "by player 1", "by player 2", "by nobody")
    head = f"| {' | '.join((*names, '(4.1)', 'turns', 'sequences'))} |"
    text, _, _ = PAGE.read_text("utf-8").partition(MARK)
    table = "\n".join((head, "|---" * 8 + "|", *rows))
    dealt = [(c - 2 * n, n) for c in range(3, 8) for n in range(1, (c + 1) // 2)]
    known = [
        "Knowledge games (section 7): who guesses knows the pile, and questions may be"
        " repeated; by the cards on the table and in each hand, and by q.",
        "",
        f"| cards | {' | '.join(map(str, range(1, 8)))} |",
        "|---" * 8 + "|",
        *(knowing(m, n) for m, n in dealt),
    ]
    told_of = "\n".join((table, "", *known))
    PAGE.write_text(f"{text}{MARK}\n\n{told_of}\n", "utf-8")
    DATA.write_text("[\n" + ",\n".join(map(json.dumps, objects)) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
