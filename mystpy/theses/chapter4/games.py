"""The games of chapter 4 whose values are looked at, and how they are told."""

from __future__ import annotations

from fractions import Fraction

from mystpy.solve.bounds import Size, game_of, known

SMALL: tuple[Size, ...] = tuple(
    (m, n, q) for m, n in ((1, 1), (2, 1), (1, 2), (3, 1)) for q in range(1, m + n + 2)
)
"""All games of two players with at most five cards that can be won for certain."""

SIX: tuple[Size, ...] = (
    *((4, 1, q) for q in range(1, 7)),
    *((2, 2, q) for q in range(1, 6)),
)
"""Those with six cards."""


def myst(size: Size) -> str:
    """How a game of two players is written."""
    m, n, q = size
    return f"MYST({m},{n},2,{q})"


def valued(size: Size, **values: Fraction) -> dict[str, object]:
    """A game with values, as a counterexample."""
    told = {name.replace("_", " "): str(value) for name, value in values.items()}
    return {"game": game_of(size).to_dict(), "values": told}


def value_words(size: Size) -> str:
    """What is known of a value, in words."""
    found = known(size)
    if found.low == found.high:
        return f"{found.low} in {myst(size)}"
    return f"{found.low} to {found.high} in {myst(size)}"
