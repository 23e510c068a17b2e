"""Certificates: what a game of two players is worth, with strategies that show it.

In the field: certifying algorithms. Who doubts a certificate computes what its two
strategies are worth against the best reply; `tools/check_certificate.py` does so, and
uses nothing of this package.
"""

from __future__ import annotations

from typing import Any

from mystpy.solve.extensive.growth import Mode
from mystpy.solve.extensive.solution import Solution

VERSION = 1

BLUFFERS = {
    "both": frozenset({1, 2}),
    "1": frozenset({1}),
    "2": frozenset({2}),
    "nobody": frozenset[int](),
}
"""Who may ask for own cards only, by the name of the choice."""


def bluff_name(mode: Mode) -> str:
    """Who may bluff, by name."""
    return next(name for name, who in BLUFFERS.items() if who == mode.bluffers)


def certificate(solution: Solution) -> dict[str, Any]:
    """A certificate as an object of JSON: fractions are texts.

    A strategy has an entry for each information set that it comes to.
    """
    mode = solution.mode
    return {
        "certificate": VERSION,
        "game": solution.game.to_dict(),
        "bluff": bluff_name(mode),
        "located": mode.located,
        "idle": mode.idle,
        "turns": solution.turns,
        "lower": str(solution.low.worth),
        "upper": str(solution.high.worth),
        "strategies": {
            str(side.player): {
                known: {action: str(chance) for action, chance in acts.items()}
                for known, acts in side.lines()
            }
            for side in (solution.low, solution.high)
        },
    }
