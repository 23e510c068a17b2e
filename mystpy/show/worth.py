"""What a game of two players is worth, as text and as an object of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mystpy.solve.extensive.certificate import bluff_name
from mystpy.solve.extensive.enclosure import Enclosure

_METHOD = "linear programme of the sequence form; best replies in exact fractions"


def enclosure_object(enclosure: Enclosure, seconds: float) -> dict[str, Any]:
    """A enclosure as an object of JSON: fractions are texts, `value` may be null."""
    value = enclosure.value
    return {
        "game": enclosure.game.to_dict(),
        "bluff": bluff_name(enclosure.variant),
        "questions": enclosure.variant.questions,
        "announced": enclosure.variant.announced,
        "value": None if value is None else str(value),
        "lower": str(enclosure.low.worth),
        "upper": str(enclosure.high.worth),
        "turns": enclosure.turns,
        "method": _METHOD,
        "sequences": list(enclosure.sequences),
        "seconds": round(seconds, 3),
    }


def enclosure_lines(enclosure: Enclosure) -> Iterator[str]:
    """A enclosure in words."""
    low, high = enclosure.low.worth, enclosure.high.worth
    turns = f"{enclosure.turns} turn{'s' * (enclosure.turns != 1)}"
    if low == high:
        yield f"player 1 wins with probability {low} ({float(low):.6f})"
        yield f"strategies of both players show it, decided within {turns}"
    else:
        yield (
            f"player 1 wins with a probability from {low} to {high}"
            f" ({float(low):.6f} to {float(high):.6f})"
        )
        yield f"strategies of both players show it, in games broken off after {turns}"


def strategy_lines(enclosure: Enclosure) -> Iterator[str]:
    """Both strategies, a line for each information set that they come to."""
    for side in (enclosure.low, enclosure.high):
        yield f"player {side.player}:"
        for known, acts in side.lines():
            told = ", ".join(
                act if chance == 1 else f"{act} ({chance})"
                for act, chance in acts.items()
            )
            yield f"  {known}  =>  {told}"
