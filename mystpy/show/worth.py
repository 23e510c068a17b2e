"""What a game or a profile is worth, as text and as an object of JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mystpy.solve.extensive.certificate import bluff_name
from mystpy.solve.extensive.enclosure import Enclosure
from mystpy.solve.profiles.game_tree import GameTree
from mystpy.solve.profiles.profile import Worth

_METHOD = "linear programme of the sequence form; best replies in exact fractions"
_LEARNT = "counterfactual regret minimization; best replies in exact fractions"


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


def profile_object(tree: GameTree, found: Worth, seconds: float) -> dict[str, Any]:
    """What a profile is worth as an object of JSON: fractions are texts."""
    return {
        "game": tree.game.to_dict(),
        "wins": [str(share) for share in found.wins],
        "best": [str(share) for share in found.best],
        "broken": str(found.broken),
        "regret": str(found.regret),
        "turns": tree.turns,
        "idle": tree.idle,
        "method": _LEARNT,
        "positions": len(tree.nodes),
        "seconds": round(seconds, 3),
    }


def profile_lines(tree: GameTree, found: Worth) -> Iterator[str]:
    """What a profile is worth in words."""
    for player, (wins, best) in enumerate(zip(found.wins, found.best, strict=True), 1):
        told = f"player {player} wins with probability {wins} ({float(wins):.6f})"
        most = f", and with {best} ({float(best):.6f}) at most by playing otherwise"
        yield told + (most if best > wins else "")
    turns = f"{tree.turns} turn{'s' * (tree.turns != 1)}"
    if found.broken:
        yield f"{found.broken} ({float(found.broken):.6f}) are not decided in {turns}"
    if found.regret:
        yield f"no equilibrium: nobody gains more than {float(found.regret):.6f} alone"
    else:
        yield f"nobody gains anything alone, decided within {turns}: an equilibrium"
    if not tree.idle:
        yield "that is so where nobody asks what he knows"
