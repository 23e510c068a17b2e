"""Public states and the steps between them, as values.

What everybody sees of a situation is a *public state*: who is still in, whose turn
it is, who is to answer, the phase, whether a question was asked, and whether the
game is over. What the axioms say of it is found out by a *source*, which looks at
it in two stand-in deals: nobody holds any card (`"none"`), and everybody holds
all cards (`"all"`). What is so in both does not depend on the cards.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, Protocol

from mystpy.compilation import NamedTuple
from mystpy.engines.base import Conjunct
from mystpy.errors import AxiomError
from mystpy.history.actions import (
    Action,
    Asks,
    Guess,
    Opens,
    Shows,
)

OLD: Final = "old"
NEW: Final = "new"
"""The stand-in cards: of the question asked before, and of the action's own set."""

EventKey = tuple[str, int] | tuple[str, int, int]
"""An action without its cards: `("no", 2)`, `("shows", 2, 1)`."""

Held = Literal["none", "all"]
LastQuestion = Literal["none", "old", "new"]

_CARDS = dict.fromkeys((Asks.name, Guess.name, Opens.name), f",set({NEW})")
_CARDS[Shows.name] = f",{OLD}"


def stand_in(key: EventKey) -> str:
    """The action of this kind and these players, with stand-in cards."""
    kind, *players = key
    return f"{kind}({','.join(map(str, players))}{_CARDS.get(kind, '')})"


def key_of(action: Action) -> EventKey:
    """An action's kind and players, which is all of it that is not cards."""
    if type(action) is Shows:
        return Shows.name, action.player, action.to
    if type(action) is Asks and action.to is not None:
        return Asks.name, action.player, action.to
    return action.name, action.player


class SystemState(NamedTuple):
    """What everybody sees of a situation: the players are numbers, ascending.

    Turns, answerers and phases are tuples since it is for the axioms to say that
    there is one of each. `asked` says that there is a question.
    """

    still_in: tuple[int, ...]
    turn: tuple[int, ...]
    ans_turn: tuple[int, ...]
    phases: tuple[str, ...]
    asked: bool
    over: bool


def last_question(questions: Collection[str]) -> LastQuestion:
    """Which question is the last one. Raises AxiomError if two are."""
    if len(questions) > 1:
        raise AxiomError("two questions are the last one: (2.27) should leave one")
    if not questions:
        return "none"
    return NEW if NEW in questions else OLD


class OpenConjunct(NamedTuple):
    """A conjunct of a Poss axiom that does not simply hold in a state.

    It `fails` whatever the cards are, or else depends on them: then it is
    `disjoint` or `shared`. The stand-in cards are among its arguments.
    """

    conjunct: Conjunct
    fails: bool


Failing = tuple[tuple[int, Conjunct], ...]
"""The conjuncts that fail, each with its place in the axiom, in order."""

StateEvent = tuple[int, EventKey]
"""An action in a state; the state is given by its index in a list."""


class Effect(NamedTuple):
    """What a source sees of an action in one stand-in deal.

    `after` is the state after the action, whether or not it is possible, and
    `question` says which question is then the last one.
    """

    failing: Failing
    after: SystemState
    question: LastQuestion


class StepSource(Protocol):
    """Who computes, from the axiom files, what is so in the stand-in deals.

    Every method raises AxiomError if the axioms do not say just one thing.
    """

    def initial(self, p: int) -> SystemState:
        """The public state of init0 in a game of p players."""

    def possible(
        self, p: int, held: Held, states: Sequence[SystemState]
    ) -> set[StateEvent]:
        """Which actions are possible in these states."""

    def failing(
        self, p: int, held: Held, state: SystemState
    ) -> Mapping[EventKey, Failing]:
        """For every action of section 2.4 the conjuncts that fail there."""

    def look(
        self,
        p: int,
        held: Held,
        states: Sequence[SystemState],
        places: Collection[StateEvent],
    ) -> Mapping[StateEvent, Effect]:
        """What fails of these actions, and the states after them."""
