"""Smallest sets that have a member of each of some sets: found by optimization."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import clingo

from mystpy.engines.interrupt import interruptions
from mystpy.engines.symbolic.solver import GaveUp

CONFLICTS = 5_000
"""After so many a search for a lightest set is given up."""


class HittingSets:
    """The lightest sets that have a member of each set told."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        self._control = clingo.Control(
            ["--opt-strategy=usc", "--warn=none", f"--solve-limit={CONFLICTS}"]
        )
        with self._control.backend() as backend:
            self._atoms = {name: backend.add_atom() for name in weights}
            backend.add_rule(list(self._atoms.values()), choice=True)
            weighed = [(self._atoms[name], weight) for name, weight in weights.items()]
            backend.add_minimize(1, weighed)

    def add(self, members: Iterable[str]) -> None:
        """Ask for a member of this set."""
        with self._control.backend() as backend:
            backend.add_rule([], [-self._atoms[name] for name in members])

    def smallest(self) -> frozenset[str]:
        """Return a lightest set; it is empty as long as nothing was told.

        Raises GaveUp if that is too hard to find.
        """
        best: list[str] = []
        # A search is short, and Ctrl-C is let through after it.
        with interruptions(), self._control.solve(yield_=True) as handle:
            for model in handle:
                best = [x for x, a in self._atoms.items() if model.is_true(a)]
            exhausted = handle.get().exhausted
        if not exhausted:
            raise GaveUp(f"no lightest set was found within {CONFLICTS} conflicts")
        return frozenset(best)
