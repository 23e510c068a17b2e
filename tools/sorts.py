"""Make sorts.md: small Clues of two players beside the same game without sorts.

python tools/sorts.py [MOST_WAYS]

No turn more is looked at where a game could then end in more than so many ways.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from math import comb, prod
from pathlib import Path

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.values import ASKED, Ends, Row, bounds, closest, kept, rounded_bounds

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "sorts.md"
MARK = "<!-- the table is written by tools/sorts.py -->"

SHAPES = (
    *((2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (5, 2), (4, 4), (5, 3)),
    *((2, 2, 2), (3, 2, 2), (3, 3, 2), (4, 2, 2), (3, 3, 3)),
)
"""The number of cards of each sort."""


def pair(shape: tuple[int, ...]) -> tuple[Game, Game]:
    """A small Clue, and the game with its pile, hands and questions without sorts."""
    letters = dict(enumerate("abc"))
    clue = Game.clue(
        2,
        {
            letters[k]: [f"{letters[k]}{i}" for i in range(1, x + 1)]
            for k, x in enumerate(shape)
        },
    )
    cards = [f"s{i}" for i in range(1, sum(shape) + 1)]
    return clue, Game.general(cards, clue.sizes, len(shape))


def ends(game: Game, bluff: str, most: int) -> Ends:
    """The bounds of a game, made closer than those of docs/values.json, if need be."""
    m, one, two = game.sizes
    low, high = Fraction(0), Fraction(1)
    if not game.sorts and one == two:
        low, high = bounds(kept()[Row(m, one, game.q)], bluff)
    if low < high:
        variant = GameVariant(BLUFFERS[bluff], ASKED)
        found = closest(game, variant, most, low, high)
        low, high = max(low, found.lower.value), min(high, found.upper.value)
    return low, high


def verdict(one: Ends, other: Ends) -> str:
    """Return the player for whom sorts are better, if the bounds show it."""
    if one[0] > other[1]:
        return "player 1"
    if one[1] < other[0]:
        return "player 2"
    return "nobody" if one[0] == other[1] and one[1] == other[0] else ""


def row(shape: tuple[int, ...], most: int) -> str:
    """A line of the table."""
    clue, plain = pair(shape)
    found = [
        ends(game, bluff, most)
        for game in (clue, plain)
        for bluff in ("both", "nobody")
    ]
    m, *hands = clue.sizes
    cells = (
        " + ".join(map(str, shape)),
        ", ".join(map(str, hands)),
        f"{prod(shape)}, {comb(sum(shape), m)}",
        *(rounded_bounds(*both, digits=10**4) for both in found),
        verdict(found[0], found[2]),
    )
    return f"| {' | '.join(cells)} |"


def rows(most: int) -> Iterator[str]:
    """The table."""
    names = (
        *("sorts", "hands", "piles", "with sorts, bluffs", "with, no bluffs"),
        *("without sorts, bluffs", "without, no bluffs", "sorts are better for"),
    )
    yield f"| {' | '.join(names)} |"
    yield "|---" * len(names) + "|"
    for shape in SHAPES:
        line = row(shape, most)
        print(line, flush=True)
        yield line


def main(words: list[str]) -> None:
    """Write the table into the page."""
    most = int(words[0]) if words else 5_000_000
    text, _, _ = PAGE.read_text("utf-8").partition(MARK)
    PAGE.write_text(f"{text}{MARK}\n\n" + "\n".join(rows(most)) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
