"""The transition system: every public state of a game, and the steps between them.

In the field: a transition system with guards, the finite quotient of the situations by
their public part.

The axioms have few conditions on the cards. A step between public states is possible or
not whatever the cards are, or it is possible if and only if a player holds some, or
none, of the cards of the question. So the steps of p players are a finite transition
system. It is computed from the axiom files (section 2.7 and 2.9), never restated, and
all fast methods use it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial
from itertools import count

from mystpy.axioms import diagram_driver, fingerprint, rules_in_force
from mystpy.engines.transition_system.cache import TransitionSystemFiles
from mystpy.engines.transition_system.deal_axioms import require_known_deals
from mystpy.engines.transition_system.layers.layer_fields import Layer
from mystpy.engines.transition_system.shipped import ShippedTransitionSystem
from mystpy.engines.transition_system.states import (
    EventKey,
    Guard,
    OpenConjunct,
    StepSource,
    SystemState,
    Transition,
    stand_in,
)
from mystpy.engines.transition_system.steps import (
    Steps,
    likely_states,
    parts_in,
    steps_ahead,
    steps_from,
    warn_of_many_players,
)
from mystpy.errors import AxiomError, require_action
from mystpy.history.actions import FUNCTORS

_AT_ONCE, _BY_TURNS = 10, 50
"""The numbers of players up to which states are computed for all turns, or one."""
_KINDS = {kind: place for place, kind in enumerate(FUNCTORS)}


class TransitionSystem:
    """The public states of p players, numbered in the order of use; `start` is init0's.

    Steps are computed, for all states in which the same players are still in, when one
    of them is first needed. The source is made only when a state is needed that neither
    comes with mystpy nor is in the cache.

    Threads share it: two may compute the same steps, but no state gets two numbers.
    """

    def __init__(
        self,
        p: int,
        source: Callable[[], StepSource],
        shelf: TransitionSystemFiles | None = None,
        shipped: ShippedTransitionSystem | None = None,
    ) -> None:
        self.p = p
        self._make_source = source
        self._source_made: StepSource | None = None
        self._shelf = shelf
        self._shipped = shipped
        self._fresh = count()
        self._states: dict[int, SystemState] = {}
        self._numbers: dict[SystemState, int] = {}
        self._moves: dict[int, dict[EventKey, Transition]] = {}
        self._layers: dict[tuple[int, ...], Layer] = {}
        self._announced = False
        self._parts: dict[int, dict[EventKey, tuple[OpenConjunct, ...]]] = {}
        self.start = self.number(self._initial())

    @property
    def _source(self) -> StepSource:
        # No cached_property: before Python 3.12 that holds a lock of its own meanwhile.
        if self._source_made is None:
            self._source_made = self._make_source()
        return self._source_made

    def number(self, state: SystemState) -> int:
        """Return the number of a state; a new state gets the next one."""
        found = self._numbers.get(state)
        if found is None:
            fresh = next(self._fresh)
            self._states[fresh] = state
            found = self._numbers.setdefault(state, fresh)
        return found

    def state(self, number: int) -> SystemState:
        """Return the state of this number."""
        return self._states[number]

    def moves(self, number: int) -> Mapping[EventKey, Transition]:
        """Return the possible moves in a state: kinds in the order of section 2.4."""
        found = self._moves.get(number)
        if found is None:
            steps = self.steps(number)
            found = {
                key: Transition(
                    tuple(map(Guard.of, steps[key].guards)),
                    steps[key].question,
                    tuple(map(self.number, steps[key].after)),
                )
                for key in sorted(steps, key=_in_order)
            }
            self._moves[number] = found
        return found

    def complete(self) -> None:
        """Compute all reachable states, which is otherwise done on demand.

        They are kept on disk, where other processes find them; a tournament does this
        before it starts processes. Raises AxiomError for more than ten players: each
        further player more than doubles the number of states.
        """
        if self.p > _AT_ONCE:
            raise AxiomError(
                f"a game of {self.p} players has too many public states to compute all",
                hint=f"at most {_AT_ONCE} players",
            )
        shipped = self._shipped and self._shipped.exists
        if shipped or (self._shelf and self._shelf.is_whole()):
            return
        from mystpy.engines.transition_system.orbits import all_layers  # seldom needed

        layers = all_layers(self._source, self.p, self._states[self.start])
        if self._shelf:
            self._shelf.write_whole(layers)
        kept = self._shelf is not None and self._shelf.is_whole()
        self._layers = {} if kept else dict(layers)

    def parts(self, number: int, key: EventKey) -> tuple[OpenConjunct, ...]:
        """Return the conjuncts of an action's axiom that are not always true there.

        They are in the order of the axiom. Raises AxiomError if the axioms have none
        for this kind of action, or do not agree with the moves.
        """
        if number not in self._parts:
            self._parts[number] = parts_in(self._source, self.p, self._states[number])
        parts = self._parts[number][key]
        if (key in self.moves(number)) == any(part.fails for part in parts):
            raise AxiomError(
                f"the conjuncts of {stand_in(key)} do not say when it is possible"
            )
        return parts

    def _initial(self) -> SystemState:
        """Return the state of init0, which is kept with the steps."""
        kept = self._shipped.initial() if self._shipped else None
        if kept is None and self._shelf:
            kept = self._shelf.read_initial()
        if kept is not None:
            return kept
        initial = self._source.initial(self.p)
        if self._shelf:
            self._shelf.write_initial(initial)
        return initial

    def steps(self, number: int) -> Steps:
        """Return the steps out of a state, with their conjuncts and the states."""
        state = self._states[number]
        players = state.still_in
        layer = self._layers.get(players)
        if layer is None:
            read = self._shipped.layer(players) if self._shipped else {}
            layer = self._layers.setdefault(players, read)
        if state not in layer and self._shelf:
            layer |= self._shelf.read(players)
        if state not in layer:
            layer |= self._explore(state)
            if self._shelf:
                self._shelf.write(players, dict(layer))
        return layer[state]

    def _explore(self, entry: SystemState) -> Layer:
        """Return the steps from a state on, as long as the same players are in.

        With many players only as long as it is the same player's turn; with very many
        one by one, along the history. Raises AxiomError for a difference in a reachable
        state that cannot be represented.
        """
        everybody = range(1, self.p + 1)
        turns = everybody if self.p <= _AT_ONCE else entry.turn
        likely = likely_states(entry, turns, self.p) if self.p <= _BY_TURNS else ()
        if self.p > _BY_TURNS and not self._announced:
            self._announced = True
            warn_of_many_players(self.p)
        follow = steps_ahead if self.p <= _AT_ONCE else steps_from
        try:
            return follow(self._source, self.p, list(dict.fromkeys((entry, *likely))))
        except AxiomError:  # perhaps of a likely state that is never met
            return follow(self._source, self.p, [entry])


def transition_system_of(p: int, rules: str = "myst") -> TransitionSystem:
    """Return the transition system of p players; it is made once per set of axioms.

    The rules are those of a game, as its `rule_set` names them.

    Raises EngineMissing if there is neither clingo nor SWI-Prolog to compute it. Raises
    AxiomError if the axioms do not define one, or deal cards in an unknown way.
    """
    require_known_deals(rules)
    driver = diagram_driver(rules)
    key = p, rules_in_force(), driver
    if key not in _diagrams:
        kept = p, fingerprint(), driver
        source = partial(_source, driver)
        shelf, shipped = TransitionSystemFiles(*kept), ShippedTransitionSystem(*kept)
        # Two threads that make one get the same: each numbers the states in its way.
        _diagrams.setdefault(key, TransitionSystem(p, source, shelf, shipped))
    return _diagrams[key]


_diagrams: dict[tuple[int, Hashable, str], TransitionSystem] = {}


def _source(driver: str) -> StepSource:
    """Return clingo or, if it is not installed, SWI-Prolog."""
    try:
        from mystpy.engines.transition_system.by_clingo import ClingoSource
    except ModuleNotFoundError:
        from mystpy.engines.transition_system.by_prolog import PrologSource

        return PrologSource(driver)
    return ClingoSource(driver)


def _in_order(key: EventKey) -> tuple[int, tuple[int | str, ...]]:
    require_action(key[0], _KINDS)
    return _KINDS[key[0]], key[1:]
