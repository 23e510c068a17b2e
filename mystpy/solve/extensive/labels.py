"""Information sets and choices as text, as certificates and people read them.

A class of cards is told by the turns in which it was asked for, the turn in which it
was shown with a star: `1.4*` was asked for in turn 1 and shown in turn 4, `-` in none.
What a player knows is the turn and, for each class, how many cards it has and how many
of them are the player's own: `3: 1:1/0 2*:1/1 -:2/1`.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.solve.extensive.classes import Cards, Classes, Counts


def class_label(cards: Cards) -> str:
    """A class of cards: its sort, if it is not the first, and its turns."""
    turns = ".".join(f"{abs(t)}*" if t < 0 else f"{t}" for t in cards.trace) or "-"
    return f"{chr(ord('a') + cards.sort)}{turns}" if cards.sort else turns


def label_of(turn: int, classes: Classes, hand: Counts) -> str:
    """What a player knows who has so many cards of each class."""
    parts = (
        f"{class_label(cards)}:{cards.size}/{own}"
        for cards, own in zip(classes, hand, strict=True)
    )
    return f"{turn}: {' '.join(parts)}"


def action_label(
    kind: str, classes: Classes, chosen: Sequence[int], own: Sequence[int]
) -> str:
    """What a player does, with so many cards of each class, some of them own."""
    parts = (
        f"{class_label(cards)}:{count}" + (f"/{mine}" if kind == "asks" else "")
        for cards, count, mine in zip(classes, chosen, own, strict=True)
        if count
    )
    return " ".join((kind, *parts))
