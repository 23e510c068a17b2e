"""Make docs/values.md: what games of two players are worth, with bluffs and without.

python tools/values.py [--missing] [--only M,N,Q] [--ways N] [--jobs N] [MOST_CARDS]

Each game that is solved takes the place of what was kept of it; `--only`, which may be
repeated, solves no others, and `--missing` those of which nothing is kept. With
`--ways` a game is looked at as long as it can end in no more ways than that.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import ceil, floor
from pathlib import Path
from typing import Any, NamedTuple

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.enclosure import Enclosure, enclosures, needed
from mystpy.solve.extensive.menu import Variant
from mystpy.solve.recurrence import Recurrence
from mystpy.workers import spread

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "values.md"
DATA = ROOT / "docs" / "values.json"
MARK = "<!-- the table is written by tools/values.py -->"
ALL = 11
"""The games that are looked at have at most so many cards,"""
NAMED = 8
"""and are told one by one if they have at most so many."""
FAR = 7, 1, 1, False
"""So is this one: with a card each and questions for one, games are easiest."""
DIGITS = 10**6
"""Bounds are told so finely, rounded outwards."""
LONGEST = 24
"""A fraction of more signs is told by its first digits."""


class Row(NamedTuple):
    """A game of the table: cards of the pile and of each hand, asked for, and rules."""

    m: int
    n: int
    q: int
    announced: bool = False

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return self.m + 2 * self.n


SMALL, LARGE, WIDE = 1_300_000, 40_000, 150_000
"""The ways to end a game beyond which no turn more is looked at.

With many cards the third number is for games whose bounds are `FAR_APART` then.
"""
LONGER = {Row(2, 3, 3): 5_000_000, Row(2, 3, 4): 15_000_000}
"""These games are looked at further than that."""
FAR_APART = Fraction(3, 10)

KNOWN = 7
"""Knowledge games have at most so many cards."""


def rows(most: int) -> Iterator[Row]:
    """The games with at most so many cards in which a wrong guess is fatal.

    Of those of one size the easiest come first.
    """
    for cards in range(3, most + 1):
        for n in range(1, (cards + 1) // 2):
            m = cards - 2 * n
            for q in range(m + n + 1, 0, -1):
                yield Row(m, n, q)
                if cards <= KNOWN:
                    yield Row(m, n, q, announced=True)


def solved(row: Row, ways: int | None = None) -> dict[str, Any]:
    """The closest bounds of a game, whoever may bluff, as an object.

    No turn more is looked at where the game could end in more than so many `ways`.
    """
    game = Game.myst(row.m, row.n, 2, row.q)
    asked = "useful"
    small = row.cards <= NAMED or row == FAR
    most = ways or LONGER.get(row) or (SMALL if small else LARGE)
    free = closest(game, Variant(BLUFFERS["both"], asked, row.announced), most)
    if not small and not ways and free.high.worth - free.low.worth > FAR_APART:
        free = closest(game, free.variant, WIDE)
    told: dict[str, Any] = {"m": row.m, "n": row.n, "q": row.q}
    if row.announced:
        told["announced"] = True
    told |= {"turns": free.turns, "sequences": sum(free.sequences)}
    found = {"both": (free.low.worth, free.high.worth)}
    if small and not row.announced:
        for bluff, who in BLUFFERS.items():  # with q > n no question is a bluff
            if row.q > row.n:
                found[bluff] = found["both"]
            elif bluff != "both":
                low, high = known(found, who)
                one = closest(game, Variant(who, asked), most, low, high)
                found[bluff] = max(low, one.low.worth), min(high, one.high.worth)
    return told | {bluff: [str(x) for x in ends] for bluff, ends in found.items()}


def known(
    found: dict[str, tuple[Fraction, Fraction]], who: frozenset[int]
) -> tuple[Fraction, Fraction]:
    """Bounds of a game in which these may bluff, by games in which others may.

    Who may do more does not do worse.
    """

    def better(some: frozenset[int], others: frozenset[int]) -> bool:
        """Whether player 1 has no less, and player 2 no more."""
        return some & {1} >= others & {1} and some & {2} <= others & {2}

    lows = [low for k, (low, _) in found.items() if better(who, BLUFFERS[k])]
    highs = [high for k, (_, high) in found.items() if better(BLUFFERS[k], who)]
    return max(lows, default=Fraction(0)), min(highs, default=Fraction(1))


def closest(
    game: Game,
    variant: Variant,
    most: int,
    low: Fraction = Fraction(0),
    high: Fraction = Fraction(1),
) -> Enclosure:
    """The closest bounds before a game can end in more than so many ways.

    They are no closer than what is needed beside what is known already.
    A tree is not even grown if it is likely to be many times as large.
    """
    found, sizes = None, [1]
    try:
        for found in enclosures(game, variant, room=needed(most, None)):
            sizes.append(max(side.form.root.size for side in (found.low, found.high)))
            if max(found.low.worth, low) >= min(found.high.worth, high):
                break
            if sizes[-1] ** 2 > 3 * most * sizes[-2]:
                break
    except QueryError:
        pass
    assert found is not None, "one turn is always looked at"
    return found


def told(low: Fraction, high: Fraction, digits: int = DIGITS) -> str:
    """A value, or bounds, rounded outwards; a long fraction by its first digits."""
    if low == high:
        text = str(low)
        return text if len(text) <= LONGEST else f"{floor(low * 10**12) / 10**12}..."
    places = len(str(digits)) - 1
    ends = floor(low * digits) / digits, ceil(high * digits) / digits
    return f"{ends[0]:.{places}f} to {ends[1]:.{places}f}"


def bounds(found: dict[str, Any], bluff: str = "both") -> tuple[Fraction, Fraction]:
    """The bounds of a game, if so many may bluff."""
    low, high = found[bluff]
    return Fraction(low), Fraction(high)


Found = dict[Row, dict[str, Any]]


def by_one(found: Found) -> Iterator[str]:
    """The table of games one by one, whoever may bluff."""
    names = ("game", "bluffs by both", "by player 1", "by player 2", "by nobody")
    yield f"| {' | '.join((*names, '(4.1)', 'turns', 'sequences'))} |"
    yield "|---" * 8 + "|"
    for row in sorted(found, key=lambda row: (row.q, row.n, row.m)):
        (m, n, q, _), one = row, found[row]
        if "nobody" in one:
            cells = [told(*bounds(one, bluff)) for bluff in BLUFFERS]
            formula = str(Recurrence(m + 2 * n)(m, n, n)) if q == 1 else ""
            cells += [formula, str(one["turns"]), str(one["sequences"])]
            yield f"| {' | '.join((f'MYST({m},{n},2,{q})', *cells))} |"


def by_q(found: Found, announced: bool, digits: int) -> Iterator[str]:
    """A table with a line for each pile and hands, and a column for each q."""
    some = {
        row: told(*bounds(one), digits)
        for row, one in found.items()
        if row.announced == announced and (announced or row.cards > NAMED)
    }
    largest = max(row.q for row in some)
    yield f"| cards | {' | '.join(map(str, range(1, largest + 1)))} |"
    yield "|---" * (largest + 1) + "|"
    for _, n, m in sorted({(row.cards, row.n, row.m) for row in some}):
        cells = [some.get(Row(m, n, q + 1, announced), "") for q in range(largest)]
        yield f"| {m} and {n} | {' | '.join(cells)} |"


def page(found: Found) -> Iterator[str]:
    """The lines of the tables."""
    yield from by_one(found)
    yield ""
    yield f"Games of {NAMED + 1} to {ALL} cards, bluffs by both; by m and n, and by q:"
    yield ""
    yield from by_q(found, False, 10**4)
    yield ""
    yield (
        "Knowledge games (section 7): who guesses knows the pile, and questions may be"
        " repeated; by the cards on the table and in each hand, and by q."
    )
    yield ""
    yield from by_q(found, True, DIGITS)


def kept() -> Found:
    """What is known from before."""
    found = {}
    for one in json.loads(DATA.read_text("utf-8")):
        found[Row(*(one.get(name, False) for name in Row._fields))] = one
    return found


def keep(row: Row, one: dict[str, Any]) -> None:
    """Write what was found beside the page, in the place of what was kept of it."""
    found = kept() | {row: one}
    order = sorted(found, key=lambda row: (row.announced, row.q, row.n, row.m))
    objects = ",\n".join(json.dumps(found[row]) for row in order)
    DATA.write_text(f"[\n{objects}\n]\n", "utf-8")


def main() -> None:
    """Solve the games, or some of them, and keep each at once."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("most", type=int, nargs="?", default=ALL)
    options.add_argument("--missing", action="store_true", help="keep what is there")
    options.add_argument("--only", metavar="M,N,Q", action="append", help="this game")
    options.add_argument("--ways", type=int, help="look no further than that")
    options.add_argument("--jobs", type=int, default=1, help="so many processes")
    asked = options.parse_args()
    some = list(rows(asked.most))
    if asked.only:
        sizes = [tuple(map(int, text.split(","))) for text in asked.only]
        some = [row for row in some if row[:3] in sizes]
        if missed := set(sizes) - {row[:3] for row in some}:
            options.error(f"no such games: {missed}")
    if asked.missing:
        some = [row for row in some if row not in kept()]
    work = partial(solved, ways=asked.ways)
    for row, one in spread(work, {row: row for row in some}, asked.jobs):
        keep(row, one)
        print(*row, told(*bounds(one)), flush=True)
    text, _, _ = PAGE.read_text("utf-8").partition(MARK)
    PAGE.write_text("\n".join((text + MARK, "", *page(kept()), "")), "utf-8")


if __name__ == "__main__":
    main()
