"""A game in which all single steps are legal, for benchmarks and tests."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.game.game import Game

Hands = dict[int | str, list[str]]

GAME = Game.myst(m=1, n=1, p=5, q=2)
HANDS: Hands = {k: [f"s{k}"] for k in range(1, 6)}
"""All hands."""
FEW: Hands = {1: ["s1"]}
"""One hand of five."""


def turns(length: int) -> Iterator[str]:
    """Every player in turn asks the next one, who shows a card."""
    for turn in range(length // 5):
        i, j = turn % 5 + 1, (turn + 1) % 5 + 1
        yield f"asks({i},{{s{j},s6}})"
        yield f"yes({j})"
        yield f"shows({j},{i},s{j})"
        yield f"noguess({i})"
        yield f"endturn({i})"
