"""Numbers, the past and the ways ahead: what formulas about them are in worlds.

In the field: model checking of CTL by fixed points (Clarke and Emerson 1981), over ways
that end where nothing can be done.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Hashable
from operator import add, mul, sub
from typing import Self

from mystpy.axiom_folder import cached_by_theory
from mystpy.compilation import dataclass, field
from mystpy.conjectures.values import Binding, domain
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.language.counting.domains import count_in
from mystpy.language.nodes import Formula
from mystpy.language.numbers import (
    Arithmetic,
    Cardinality,
    Comparison,
    NumberTerm,
    Numeral,
    Parameter,
    compare,
)
from mystpy.language.temporal import AllFinally, AllGlobally, Future, SomeFinally
from mystpy.language.truth import Algebra, evaluate
from mystpy.processes.ticking import tick
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.event import Event
from mystpy.situations.explore import events

Tally = dict[int, int]
"""The worlds, as a mask, in which a number has each of its values."""

_OPERATIONS = {"+": add, "-": sub, "*": mul}


class BoundSets(Algebra[int]):
    """Sets of worlds as masks, and what the variables of a formula stand for."""

    game: Game
    binding: Binding
    full: int

    @abstractmethod
    def bound(self, binding: Binding) -> Self:
        """The same sets with other values of the variables."""


def compare_numbers(node: Comparison, sets: BoundSets) -> int:
    """The worlds in which two numbers compare so.

    Raises QueryError for m and n of a game that is not MYST.
    """
    found = _joined(tally(node.left, sets), tally(node.right, sets), sub)
    return sum(worlds for value, worlds in found.items() if compare(value, node.sign))


def tally(term: NumberTerm | Formula, sets: BoundSets) -> Tally:
    """The worlds by the value of a number; of a formula it is 1 where it holds."""
    match term:
        case Numeral(value):
            return {value: sets.full}
        case Parameter(letter):
            return {count_in(letter, sets.game): sets.full}
        case Arithmetic(left, sign, right):
            return _joined(tally(left, sets), tally(right, sets), _OPERATIONS[sign])
        case Cardinality(body=body):
            found = {0: sets.full}
            for x in domain(term, sets.game, sets.binding):
                one = tally(body, sets.bound({**sets.binding, term.var: x}))
                found = _joined(found, one, add)
            return found
    holds = evaluate(term, sets)
    return {1: holds, 0: sets.full & ~holds}


def _joined(left: Tally, right: Tally, operation: Callable[[int, int], int]) -> Tally:
    found: Tally = defaultdict(int)
    for one, here in left.items():
        for other, there in right.items():
            if both := here & there:
                found[operation(one, other)] |= both
    return dict(found)


class StateWithPast(EpistemicState):
    """A state with the one `previous` to it; `kept` is what is known of its past."""

    previous: StateWithPast | None = None
    _step: SuccessorState

    @classmethod
    def start(cls, game: Game, *, split: bool = True) -> Self:
        """The initial situation, with every deal and nothing before it."""
        return cls.along(EpistemicState.start(game, split=split))

    @classmethod
    def along(cls, state: EpistemicState) -> Self:
        """A state, with nothing known before it."""
        found = cls(state.frame, state.number, state.question, state.full, state.events)
        found.kept = {}
        found._ways = {}
        return found

    kept: dict[Hashable, int]
    _ways: dict[Event, tuple[SuccessorState, ...]]

    @property
    def card_sets(self) -> tuple[int, ...]:
        """The sets of cards of all its actions, which the past tells apart."""
        return tuple(dict.fromkeys(event.cards for event in self.events if event.cards))

    def after(self, event: Event) -> tuple[SuccessorState, ...]:
        """Where an event leads, as for every state; this one is before it."""
        if event not in self._ways:
            found = []
            for reached in super().after(event):
                ahead = type(self).along(reached.state)
                ahead.previous, ahead._step = self, reached
                found.append(SuccessorState(ahead, reached.parents, reached.alive))
            self._ways[event] = tuple(found)
        return self._ways[event]

    def of_before(self, worlds: int) -> int:
        """Its worlds that come from these worlds of the state before."""
        return self._step.lowered(worlds)


MAX_STATES = 20_000
"""Games with more public histories up to what matters are refused."""


@dataclass(slots=True)
class StateSpace:
    """All states of a game, with the steps from each; `kept` is what is known of them.

    A set of worlds of every state is a list, in the order of the states.
    """

    states: list[EpistemicState]
    places: dict[Hashable, int]
    steps: list[list[tuple[SuccessorState, int]]] = field(default_factory=list)
    kept: dict[Hashable, list[int]] = field(default_factory=dict)

    def where(
        self,
        f: Future,
        key: Hashable,
        body: Callable[[EpistemicState], int],
        state: EpistemicState,
    ) -> int:
        """The worlds of a state in which a formula holds; `body` is for its body.

        It is worked out once for all states, and kept under the key.
        """
        if key not in self.kept:
            self.kept[key] = self._fixed_point(f, [body(x) for x in self.states])
        return self.kept[key][self.places[_key(state)]]

    def _fixed_point(self, f: Future, body: list[int]) -> list[int]:
        globally = not isinstance(f, AllFinally | SomeFinally)
        every = isinstance(f, AllFinally | AllGlobally)
        found = list(body)
        changed = True
        while changed:
            tick()
            changed = False
            # From the end: what is ahead is mostly known by then.
            for k in range(len(found) - 1, -1, -1):
                ahead = self._ahead(k, found, every=every, ends=globally)
                new = body[k] & ahead if globally else body[k] | ahead
                changed |= new != found[k]
                found[k] = new
        return found

    def _ahead(self, k: int, found: list[int], *, every: bool, ends: bool) -> int:
        """The worlds of a state from which every step, or some, leads there.

        Those without a step belong to them if that is how it `ends` well.
        """
        moving = there = missing = 0
        for reached, place in self.steps[k]:
            moving |= reached.alive
            there |= reached.lifted(reached.state.full & found[place])
            missing |= reached.lifted(reached.state.full & ~found[place])
        full = self.states[k].full
        led = moving & ~missing if every else there
        return led | full & ~moving if ends else led


def _key(state: EpistemicState) -> Hashable:
    return state.number, state.question, state.full


@cached_by_theory(1)
def ways_of(game: Game) -> StateSpace:
    """The ways of a game.

    Raises QueryError if its situations are too many, or if cards are shown that not
    everybody sees: then there is no end of different ones.
    """
    start = EpistemicState.start(game)
    hint = "name a smaller game of two players, or say what holds after so many: next"
    if not start.frame.shows_public:
        raise QueryError(
            "with more than two players situations do not repeat, so that whole ways "
            "ahead are not looked at",
            hint=hint,
        )
    found = StateSpace([start], {_key(start): 0})
    for state in found.states:  # it grows
        tick()
        if len(found.states) > MAX_STATES:
            raise QueryError(
                f"the ways ahead lead to more than {MAX_STATES:,} situations",
                hint=hint,
            )
        steps = []
        for event in events(state):
            for reached in state.after(event):
                key = _key(reached.state)
                if key not in found.places:
                    found.places[key] = len(found.states)
                    found.states.append(reached.state)
                steps.append((reached, found.places[key]))
        found.steps.append(steps)
    return found
