"""A source of public states that asks clingo each question once in a process.

For tests of what is kept on disk, in which it does not matter where the states come
from. What clingo says is compared with Prolog and with the shipped files elsewhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from clingo import Symbol

from mystpy.axioms import rules_in_force
from mystpy.engines.transition_system.by_clingo import ClingoSource
from mystpy.engines.transition_system.states import Held, SystemState

_answers: dict[Hashable, list[Symbol]] = {}


class RememberedSource(ClingoSource):
    """A source by clingo that remembers what clingo answered."""

    def _system(
        self, p: int, held: Held, states: Sequence[SystemState], given: Iterable[str]
    ) -> list[Symbol]:
        facts = tuple(given)
        key = rules_in_force(), self._driver, p, held, tuple(states), facts
        if key not in _answers:
            _answers[key] = super()._system(p, held, states, facts)
        return list(_answers[key])
