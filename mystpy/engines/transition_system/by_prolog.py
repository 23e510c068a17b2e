"""The steps between public states as SWI-Prolog computes them: drive/diagram.pl.

It is used if clingo is not installed, and to check the transition system.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from mystpy.engines.prolog.swipl import swipl
from mystpy.engines.terms import Term, read_conjunct
from mystpy.engines.transition_system.states import (
    OLD,
    Effect,
    EventKey,
    Failing,
    Held,
    LastQuestion,
    StateEvent,
    SystemState,
    last_question,
    stand_in,
)
from mystpy.errors import AxiomError


class PrologSource:
    """Computes the steps between public states from the Prolog files of chapter 2.

    Raises EngineMissing if SWI-Prolog is not installed.
    """

    def __init__(self, driver: str = "drive/diagram") -> None:
        """Use this driver; see `mystpy.axioms.diagram_driver`."""
        self._prolog = swipl()
        self._module = self._prolog.module(driver)

    def initial(self, p: int) -> SystemState:
        """Return the public state of init0 in a game of p players."""
        return _state(self._ask(p, "initial(R)"))[0]

    def possible(
        self, p: int, held: Held, states: Sequence[SystemState]
    ) -> set[StateEvent]:
        """Return which actions are possible in these states."""
        found = self._ask(p, f"possible_in({_terms(states)},{held},R)")
        return {(k, _key(action)) for _, k, action in found}

    def failing(
        self, p: int, held: Held, state: SystemState
    ) -> Mapping[EventKey, Failing]:
        """Return for every action of section 2.4 the conjuncts that fail there."""
        found = self._ask(p, f"failing_in({_term(state)},{held},R)")
        return {_key(action): _failing(conjuncts) for _, action, conjuncts in found}

    def look(
        self,
        p: int,
        held: Held,
        states: Sequence[SystemState],
        places: Collection[StateEvent],
    ) -> Mapping[StateEvent, Effect]:
        """Return what fails of these actions, and the states after them."""
        listed = ",".join(f"place({k},{stand_in(key)})" for k, key in places)
        found = self._ask(p, f"look({_terms(states)},{held},[{listed}],R)")
        return {
            place: Effect(_failing(conjuncts), *_state(after))
            for place, (_, conjuncts, after) in zip(places, found, strict=True)
        }

    def _ask(self, p: int, goal: str) -> Any:
        """Prove a goal in a game of p players, and return the value of R."""
        answer = self._prolog.ask(self._module, f"players({p}), {goal}", "r(R)")
        if answer is None:
            raise AxiomError("a Poss axiom does not say whether its action is possible")
        return answer[1]


def _terms(states: Sequence[SystemState]) -> str:
    return f"[{','.join(map(_term, states))}]"


def _term(state: SystemState) -> str:
    """Return a state as in drive/progression.pl: a list of true fluents per kind."""
    lists = (
        state.still_in,
        (f"set({OLD})",) * state.asked,
        ("true",) * state.over,
        state.turn,
        state.ans_turn,
        state.phases,
    )
    return f"st({','.join(f'[{_listed(items)}]' for items in lists)})"


def _listed(items: Sequence[object]) -> str:
    return ",".join(map(str, items))


def _state(term: Term) -> tuple[SystemState, LastQuestion]:
    """Return the state of a term, and which question is the last one."""
    _, still_in, questions, over, turn, ans_turn, phases = term
    asked = {question[1] for question in questions}
    state = SystemState(
        still_in=tuple(sorted(set(still_in))),
        turn=tuple(sorted(set(turn))),
        ans_turn=tuple(sorted(set(ans_turn))),
        phases=tuple(sorted(set(phases))),
        asked=bool(asked),
        over=bool(over),
    )
    return state, last_question(asked)


def _key(action: Term) -> EventKey:
    """Return the kind and the players of an action's term."""
    return (action[0], *(a for a in action[1:] if isinstance(a, int)))


def _failing(conjuncts: Sequence[Term]) -> Failing:
    return tuple((number, read_conjunct(term)) for _, number, term in conjuncts)
