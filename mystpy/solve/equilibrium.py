"""Equilibria of games of two players with two choices each.

The payoffs are in the order of the outcomes: both first choices; player 1's first and
player 2's second; player 1's second and player 2's first; both second choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

Payoffs = Sequence[int]
"""The payoffs of one of the players in the four outcomes."""


def has_equilibrium(first: Payoffs, second: Payoffs, *, mixed: bool = True) -> bool:
    """Return whether there is an equilibrium, or a pure one if not `mixed`."""
    for i, j in product((0, 1), repeat=2):
        here = 2 * i + j
        if first[here] >= first[here ^ 2] and second[here] >= second[here ^ 1]:
            return True
    # Each player chooses so that both choices of the other are worth the same.
    turns = (first[0] - first[2], first[3] - first[1])
    others = (second[0] - second[1], second[3] - second[2])
    even = ((t[1], sum(t)) for t in (turns, others))
    return mixed and all(whole and 0 <= Fraction(x, whole) <= 1 for x, whole in even)
