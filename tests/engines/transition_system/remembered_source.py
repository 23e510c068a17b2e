"""A source of public states that asks clingo each query once in a process.

It is for tests of the cache on disk, in which it does not matter where the states come
from. Other tests compare clingo's results with Prolog and with the shipped files.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from clingo import Symbol

from mystpy.axioms import rules_in_force
from mystpy.engines.transition_system.by_clingo import ClingoSource
from mystpy.engines.transition_system.states import Held, SystemState

_answers: dict[Hashable, list[Symbol]] = {}


class RememberedSource(ClingoSource):
    """A source by clingo that remembers clingo's answers."""

    def _system(
        self, p: int, held: Held, states: Sequence[SystemState], given: Iterable[str]
    ) -> list[Symbol]:
        facts = tuple(given)
        key = rules_in_force(), self._driver, p, held, tuple(states), facts
        if key not in _answers:
            _answers[key] = super()._system(p, held, states, facts)
        return list(_answers[key])
