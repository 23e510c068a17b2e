"""Write the section of docs/values.md on where bluffing pays.

python tools/bluffs.py [MOST_CARDS]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from mystpy.game.game import Game
from mystpy.solve.equilibria.bluffs import Bluff, bluffs
from mystpy.solve.equilibria.wording import action_words, parse, situation_words
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.value_bounds import improving_bounds

PAGE = Path(__file__).parents[1] / "docs" / "values.md"
BEGIN = "<!-- the section on bluffs is written by tools/bluffs.py -->"
END = "<!-- here it ends -->"

LATER = {(1, 2, 2): 1, (2, 2, 2): 1}
"""Games that are looked at some turns beyond what their value needs."""


def sizes(most: int) -> Iterator[tuple[int, int, int]]:
    """The games with at most so many cards in which a question may be a bluff."""
    for q in range(1, most // 2 + 1):
        for n in range(q, most // 2 + 1):
            yield from ((m, n, q) for m in range(1, most - 2 * n + 1))


def rows(size: tuple[int, int, int]) -> Iterator[str]:
    """Lines of the table on a game."""
    m, n, q = size
    game = Game.myst(m, n, 2, q)
    values = []
    for who in BLUFFERS.values():
        *_, solved = improving_bounds(game, GameVariant(who, "useful"))
        values.append(solved.value)
        if who == BLUFFERS["both"]:
            free = solved
    later = LATER.get(size, 0)
    changed = "yes" if len(set(values)) > 1 else "no"
    name = f"MYST({m},{n},2,{q}), {free.turns + later} turns"
    found = [bluff for bluff in bluffs(free, later) if bluff.met is not False]
    if not found:
        yield f"| {name} | {changed} | none is met | | |"
    for bluff in sorted(found):
        yield f"| {name} | {changed} | {line(bluff, game)} |"


def line(bluff: Bluff, game: Game) -> str:
    """Who bluffs, when, with what, how often, and in which equilibria."""
    seen = parse(bluff.label)
    when = situation_words(seen, bluff.player, game)
    what = action_words(parse(bluff.action), seen, game).removesuffix(" (a bluff)")
    weight = str(bluff.most)
    if bluff.least != bluff.most:
        weight = f"{bluff.least} to {bluff.most}"
    met = "not settled" if bluff.met is None else "some"
    return " | ".join(
        (
            f"player {bluff.player}, {when}: {what}",
            weight,
            "all" if bluff.always else met,
        )
    )


def main(words: list[str]) -> None:
    """Write the section between its marks."""
    (most,) = [*map(int, words), 6][:1]
    head = (
        "game",
        "value changed if forbidden",
        "bluff",
        "weight",
        "met in equilibria",
    )
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for size in sizes(most):
        for text in rows(size):
            print(text, flush=True)
            lines.append(text)
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    told_of = "\n".join((BEGIN, "", *lines, "", END))
    PAGE.write_text(f"{before}{told_of}{after}", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
