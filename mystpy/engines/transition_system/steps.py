"""The steps between public states, from a source's results in two stand-in deals.

A difference between the deals depends on the cards. Here each difference gets its name:
a conjunct `disjoint`, `shared` or `holds_all` of a Poss axiom, or the outcome of a
guess. A difference without a name means that the axioms use the cards in a way that the
transition system does not support, and is an error.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence

from mystpy.axiom_folder.signature import PHASES
from mystpy.compilation import NamedTuple
from mystpy.engines.base import Conjunct
from mystpy.engines.transition_system.states import (
    AMONG,
    HAS,
    OLD,
    Effect,
    EventKey,
    Failing,
    LastQuestion,
    OpenConjunct,
    StateEvent,
    StepSource,
    SystemState,
    stand_in,
)
from mystpy.errors import AxiomError, LargeEnumerationWarning
from mystpy.history.actions import Guess

_PAIRS_PER_SECOND = 5_000
"""The number of pairs of players that take about a second for one state."""

_FAILS_IF_ALL_HOLD_ALL = {
    ("disjoint", False): True,
    ("disjoint", True): False,
    ("shared", False): False,
    ("holds_all", False): False,
    ("holds_all", True): True,
    (HAS, False): False,
    (AMONG, False): False,
}
"""The conjuncts that may depend on the cards, and in which deal they fail."""


class PublicTransition(NamedTuple):
    """A step out of a public state, by an action of some kind and players.

    `guards` are the conjuncts of its Poss axiom that depend on the cards. `question`
    says which question is then the last one. `after` has the next state; after a guess
    that does not end every game, it has two states, for a wrong guess and for a right
    one.
    """

    guards: tuple[Conjunct, ...]
    question: LastQuestion
    after: tuple[SystemState, ...]


Steps = dict[EventKey, PublicTransition]


def steps_from(
    source: StepSource, p: int, states: Sequence[SystemState]
) -> dict[SystemState, Steps]:
    """Return for each state the steps out of it.

    Raises AxiomError if a difference between the stand-in deals has no name.
    """
    places = sorted(
        source.possible(p, "none", states) | source.possible(p, "all", states)
    )
    steps: dict[SystemState, Steps] = {state: {} for state in states}
    if not places:
        return steps
    none = source.look(p, "none", states, places)
    all_ = source.look(p, "all", states, places)
    for place in places:
        index, key = place
        steps[states[index]][key] = _step(place, none[place], all_[place])
    return steps


def steps_ahead(
    source: StepSource, p: int, begin: Sequence[SystemState]
) -> dict[SystemState, Steps]:
    """Return the steps out of some states, and of those after them with all still in.

    Raises AxiomError as `steps_from` does.
    """
    found: dict[SystemState, Steps] = {}
    states = list(begin)
    while states:
        new = steps_from(source, p, states)
        found |= new
        after = (s for steps in new.values() for x in steps.values() for s in x.after)
        ahead = (s for s in after if s.still_in == begin[0].still_in)
        states = list(dict.fromkeys(s for s in ahead if s not in found))
    return found


def parts_in(
    source: StepSource, p: int, state: SystemState
) -> dict[EventKey, tuple[OpenConjunct, ...]]:
    """Return for every action the conjuncts that are not always true in the state."""
    none = source.failing(p, "none", state)
    all_ = source.failing(p, "all", state)
    return {key: _parts(key, none[key], all_[key]) for key in none}


def _step(place: StateEvent, none: Effect, all_: Effect) -> PublicTransition:
    key = place[1]
    guards = tuple(part.conjunct for part in _parts(key, none.failing, all_.failing))
    if none.question != all_.question:
        raise AxiomError(f"the question after {stand_in(key)} depends on the cards")
    if none.after == all_.after:
        _require_outcomes(key, none)
        return PublicTransition(guards, none.question, (none.after,))
    if key[0] != Guess.name:
        raise AxiomError(f"the state after {stand_in(key)} depends on the cards")
    return PublicTransition(guards, none.question, (none.after, all_.after))


def _require_outcomes(key: EventKey, effect: Effect) -> None:
    """Raise AxiomError for a guess whose result would be lost.

    All see whether a guess was right, (S1.3.1a), so that the states after it have to
    differ. In generalized Clue, where the guess is the last question, they do not.
    """
    if key[0] == Guess.name and effect.question == OLD:
        raise AxiomError(
            "a right guess and a wrong one have the same effects by (2.26) and (2.28): "
            "this method could not distinguish them, as the players do by (S1.3.1a)",
            hint="use --engine asp, and a game of at most 2,000 deals",
        )


def _parts(key: EventKey, none: Failing, all_: Failing) -> tuple[OpenConjunct, ...]:
    in_none, in_all = dict(none), dict(all_)
    parts = []
    for number in sorted(in_none | in_all):
        if number in in_none and number in in_all:
            parts.append(OpenConjunct(in_none[number], fails=True))
        elif number in in_none:
            parts.append(_guard(key, in_none[number], fails_if_all=False))
        else:
            parts.append(_guard(key, in_all[number], fails_if_all=True))
    return tuple(parts)


def _guard(key: EventKey, conjunct: Conjunct, *, fails_if_all: bool) -> OpenConjunct:
    form = conjunct.name, conjunct.negated
    if _FAILS_IF_ALL_HOLD_ALL.get(form) != fails_if_all:
        raise AxiomError(
            f"{conjunct} in the axiom of {stand_in(key)} depends on the cards"
        )
    if (OLD,) not in conjunct.args and conjunct.name not in ("holds_all", HAS, AMONG):
        raise AxiomError(
            f"{conjunct} in the axiom of {stand_in(key)} is not about the question"
        )
    return OpenConjunct(conjunct, fails=False)


def likely_states(
    entry: SystemState, turns: Iterable[int], p: int
) -> Iterator[SystemState]:
    """Yield states that probably follow this one, to be computed along with it.

    That saves time: one run for many states instead of one for each. States that are
    never reached do no harm, and missing ones are found step by step.
    """
    answerers = [(), *((j,) for j in range(1, p + 1))]
    if entry.over:
        return
    for i in turns:
        for ans_turn in answerers:
            for phase in PHASES:
                yield SystemState(entry.still_in, (i,), ans_turn, (phase,), True, False)


def warn_of_many_players(p: int) -> None:
    """Warn that each new state takes long to compute (it is then kept on disk)."""
    seconds = max(1, round(p * p / _PAIRS_PER_SECOND))
    warnings.warn(
        f"with {p} players it takes about {seconds} s to compute the next actions "
        "in each new public state",
        LargeEnumerationWarning,
        stacklevel=2,
    )
