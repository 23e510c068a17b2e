"""Strengths of players from who came before whom.

In the field: the Plackett-Luce model, fitted by minorization and maximization (Hunter
2004).

In each game the best is chosen from all, the second from the rest, and so on, each
with a chance in proportion to strength. Those who are equal are chosen from the same
rest (Breslow's way with ties); nobody is chosen last.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from mystpy.arena.score import Score

Rest = tuple[str, ...]
"""Those of whom somebody is chosen, by name, each as often as there are copies."""

ROUNDS = 10_000
_CLOSE = 1e-9


class ChoiceCounts:
    """From whom somebody was chosen, and how often who was."""

    def __init__(self, names: Sequence[str]) -> None:
        self.chosen = Counter(dict.fromkeys(names, 0))
        self.rests: Counter[Rest] = Counter()

    def add(self, score: Score) -> None:
        """Take the choices of one more game."""
        groups = score.ranks()
        for k, group in enumerate(groups[:-1]):
            left = (seat for rest in groups[k:] for seat in rest)
            rest = tuple(sorted(score.seats[seat - 1] for seat in left))
            self.rests[rest] += len(group)
            self.chosen.update(score.seats[seat - 1] for seat in group)

    def ratings(self) -> dict[str, float]:
        """The strengths on Elo's scale: 400 more is ten times as strong, 0 is mean.

        Each player is taken to have won once, and lost once, against somebody of mean
        strength, so that nobody is infinitely strong.
        """
        strength = dict.fromkeys(self.chosen, 1.0)
        for _ in range(ROUNDS):
            before, strength = strength, self._next(strength)
            if all(abs(strength[x] / before[x] - 1) < _CLOSE for x in strength):
                break
        return {name: 400 * math.log10(value) for name, value in strength.items()}

    def _next(self, strength: Mapping[str, float]) -> dict[str, float]:
        weights = {name: 2 / (value + 1) for name, value in strength.items()}
        for rest, number in self.rests.items():
            share = number / sum(strength[name] for name in rest)
            for name in rest:
                weights[name] += share
        found = {name: (self.chosen[name] + 1) / weights[name] for name in strength}
        middle = math.exp(sum(map(math.log, found.values())) / len(found))
        return {name: value / middle for name, value in found.items()}
