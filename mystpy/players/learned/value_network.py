"""A small network that estimates a player's chance to win.

In the field: a multilayer perceptron with logistic output, trained by Adam (Kingma and
Ba 2015) on the results of games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.float64]
"""Features: a row for each situation."""

_EPOCHS, _BATCH, _RATE = 40, 256, 3e-3
_DECAY = 1e-4
"""The settings of training: passes over the data, batch size, step size, weight decay.
"""

_DIGITS = 5
"""The number of digits of rounded weights, which are the same on all machines."""


class ValueNetwork:
    """Layers of weights and biases; features are first shifted and scaled.

    `layers` are pairs of a matrix and a vector. There is a rectifier between two
    layers, and the last layer has one output.
    """

    def __init__(
        self, shift: Rows, scale: Rows, layers: Sequence[tuple[Rows, Rows]]
    ) -> None:
        self.shift = shift
        self.scale = scale
        self.layers = list(layers)

    @classmethod
    def untrained(
        cls, rows: Rows, hidden: Sequence[int], rng: np.random.Generator
    ) -> ValueNetwork:
        """Return a network for such features, with random weights."""
        spread = rows.std(axis=0)
        sizes = [rows.shape[1], *hidden, 1]
        layers = [
            (rng.normal(0, np.sqrt(2 / a), (a, b)), np.zeros(b))
            for a, b in pairwise(sizes)
        ]
        return cls(rows.mean(axis=0), np.where(spread > 0, spread, 1.0), layers)

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> ValueNetwork:
        """Return the network of a table that `as_table` has written."""
        layers = [(np.array(w), np.array(b)) for w, b in table["layers"]]
        return cls(np.array(table["shift"]), np.array(table["scale"]), layers)

    def as_table(self) -> dict[str, Any]:
        """Return the network in rounded numbers."""

        def rounded(values: Rows) -> Any:
            return np.round(values, _DIGITS).tolist()

        return {
            "shift": rounded(self.shift),
            "scale": rounded(self.scale),
            "layers": [[rounded(w), rounded(b)] for w, b in self.layers],
        }

    def values(self, rows: Rows) -> Rows:
        """Return the chance to win, for each row of features."""
        return _logistic(self._passed(rows)[-1][:, 0])

    def fit(self, rows: Rows, won: Rows, rng: np.random.Generator) -> float:
        """Train on situations and winners; return the mean loss of the last pass."""
        steps = _Adam(self.layers)
        loss = 0.0
        for _ in range(_EPOCHS):
            loss = 0.0
            order = rng.permutation(len(rows))
            for first in range(0, len(rows), _BATCH):
                chosen = order[first : first + _BATCH]
                loss += self._step(rows[chosen], won[chosen], steps)
        return loss / len(rows)

    def _passed(self, rows: Rows) -> list[Rows]:
        """Return the input of each layer, and the output."""
        found = [(rows - self.shift) / self.scale]
        for k, (weights, bias) in enumerate(self.layers, 1):
            out = found[-1] @ weights + bias
            found.append(np.maximum(out, 0) if k < len(self.layers) else out)
        return found

    def _step(self, rows: Rows, won: Rows, steps: _Adam) -> float:
        """Do one step of training on some rows; return the loss before it."""
        passed = self._passed(rows)
        likely = _logistic(passed[-1][:, 0])
        back = ((likely - won) / len(rows))[:, None]
        slopes: list[tuple[Rows, Rows]] = []
        for k in range(len(self.layers) - 1, -1, -1):
            weights, _ = self.layers[k]
            slopes.append((passed[k].T @ back + _DECAY * weights, back.sum(axis=0)))
            back = (back @ weights.T) * (passed[k] > 0)
        self.layers = steps.stepped(self.layers, slopes[::-1])
        chosen = np.where(won > 0.5, likely, 1 - likely)
        return float(-np.log(np.maximum(chosen, 1e-12)).sum())


class _Adam:
    """The running means of gradients and of their squares."""

    def __init__(self, layers: Sequence[tuple[Rows, Rows]]) -> None:
        self._means = [[np.zeros_like(each) for each in layer] for layer in layers]
        self._squares = [[np.zeros_like(each) for each in layer] for layer in layers]
        self._number = 0

    def stepped(
        self,
        layers: Sequence[tuple[Rows, Rows]],
        slopes: Sequence[tuple[Rows, Rows]],
    ) -> list[tuple[Rows, Rows]]:
        """Return the layers after a step down these gradients."""
        self._number += 1
        found = []
        for k, (layer, slope) in enumerate(zip(layers, slopes, strict=True)):
            parts = [self._part(k, j, layer[j], slope[j]) for j in range(2)]
            found.append((parts[0], parts[1]))
        return found

    def _part(self, k: int, j: int, values: Rows, slope: Rows) -> Rows:
        mean = self._means[k][j] = 0.9 * self._means[k][j] + 0.1 * slope
        square = self._squares[k][j] = 0.999 * self._squares[k][j] + 0.001 * slope**2
        fair_mean = mean / (1 - 0.9**self._number)
        fair_square = square / (1 - 0.999**self._number)
        found: Rows = values - _RATE * fair_mean / (np.sqrt(fair_square) + 1e-8)
        return found


def _logistic(values: Rows) -> Rows:
    found: Rows = 1 / (1 + np.exp(-np.clip(values, -40, 40)))
    return found
