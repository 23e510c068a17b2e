"""Public states and the steps between them, as values.

The part of a situation that everybody sees is a *public state*. It has the players
still in, whose turn it is, who is to answer, the phase, whether a question was asked,
and whether the game is over. A *source* determines what the axioms imply about it, in
two stand-in deals: nobody holds any card (`"none"`), and everybody holds all cards
(`"all"`). Whatever is true in both does not depend on the cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, Literal, Protocol

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.base import Conjunct, PublicFluents
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.errors import AxiomError
from mystpy.history.actions import (
    Action,
    Asks,
    Guess,
    Lays,
    Looks,
    Opens,
    Shows,
)

OLD: Final = "old"
NEW: Final = "new"
"""The stand-in cards: of the question asked before, and of the action's own set."""

HAS, AMONG = "has", "among"
"""The conjuncts about a holder's cards in events besides questions, (E1) and (E2)."""

EventKey = tuple[str, int] | tuple[str, int, int]
"""An action without its cards: `("no", 2)`, `("shows", 2, 1)`."""

Held = Literal["none", "all"]
LastQuestion = Literal["none", "old", "new"]

_OF_SETS = Asks.name, Guess.name, Opens.name, Lays.name
_CARDS = dict.fromkeys(_OF_SETS, f",set({NEW})")
_CARDS |= {Shows.name: f",{OLD}", Looks.name: f",{NEW}"}


def stand_in(key: EventKey) -> str:
    """Return the action of this kind and these players, with stand-in cards."""
    kind, *players = key
    return f"{kind}({','.join(map(str, players))}{_CARDS.get(kind, '')})"


def key_of(action: Action) -> EventKey:
    """Return an action's kind and players: everything except its cards."""
    if type(action) is Shows:
        return Shows.name, action.player, action.to
    if type(action) is Looks:
        return Looks.name, action.player, action.holder
    if type(action) is Asks and action.to is not None:
        return Asks.name, action.player, action.to
    return action.name, action.player


class SystemState(NamedTuple):
    """The public part of a situation: the players are numbers, ascending.

    Turns, responders and phases are tuples, since only the axioms determine that there
    is one of each. `asked` says that there is a question.
    """

    still_in: tuple[int, ...]
    turn: tuple[int, ...]
    ans_turn: tuple[int, ...]
    phases: tuple[str, ...]
    asked: bool
    over: bool

    def fluents(self, question: frozenset[str] | None) -> PublicFluents:
        """Return the fluents everybody sees, given the last question's cards."""
        return PublicFluents(
            frozenset(self.still_in),
            frozenset(self.turn),
            frozenset(self.ans_turn),
            question,
            frozenset(self.phases),
            self.over,
        )


def last_question(questions: Collection[str]) -> LastQuestion:
    """Return which question is the last one. Raises AxiomError if two are."""
    if len(questions) > 1:
        raise AxiomError("two questions are the last one: (2.27) should leave one")
    if not questions:
        return "none"
    return NEW if NEW in questions else OLD


class OpenConjunct(NamedTuple):
    """A conjunct of a Poss axiom that is not always true in a state.

    It `fails` whatever the cards are, or else depends on them: then it is `disjoint` or
    `shared`. The stand-in cards are among its arguments.
    """

    conjunct: Conjunct
    fails: bool


Failing = tuple[tuple[int, Conjunct], ...]
"""The conjuncts that fail, each with its place in the axiom, in order."""

StateEvent = tuple[int, EventKey]
"""An action in a state; the state is given by its index in a list."""


class Effect(NamedTuple):
    """The result of an action in one stand-in deal.

    `after` is the state after the action, whether or not it is possible, and `question`
    says which question is then the last one.
    """

    failing: Failing
    after: SystemState
    question: LastQuestion


class StepSource(Protocol):
    """The interface that computes the stand-in deals from the axiom files.

    Every method raises AxiomError if the axioms do not have exactly one result.
    """

    def initial(self, p: int) -> SystemState:
        """Return the public state of init0 in a game of p players."""

    def possible(
        self, p: int, held: Held, states: Sequence[SystemState]
    ) -> set[StateEvent]:
        """Return which actions are possible in these states."""

    def failing(
        self, p: int, held: Held, state: SystemState
    ) -> Mapping[EventKey, Failing]:
        """Return for every action of section 2.4 the conjuncts that fail there."""

    def look(
        self,
        p: int,
        held: Held,
        states: Sequence[SystemState],
        places: Collection[StateEvent],
    ) -> Mapping[StateEvent, Effect]:
        """Return what fails of these actions, and the states after them."""


class Guard(NamedTuple):
    """A condition of a move on the cards: the player holds some, or none, of them.

    They are the cards of the question, or the `shown` one of them. With `all`, the
    player (or the pile, 0) holds exactly these or, if not `some`, different ones. They
    may be the action's `own` cards. With `each` the player holds each of these.
    """

    player: int
    some: bool
    shown: bool
    all: bool = False
    own: bool = False
    each: bool = False

    @classmethod
    def of(cls, conjunct: Conjunct) -> Guard:
        """Return the guard of `disjoint`, `shared`, `holds_all`, or a negated one.

        The same for `has` and `among`, about the cards of an event besides questions.
        """
        player = conjunct.args[0 if conjunct.name == HAS else -1]
        assert isinstance(player, int), "its last argument is a holder"
        if conjunct.name == "holds_all":
            own = conjunct.args[0] == (NEW,)
            return cls(player, not conjunct.negated, False, True, own)
        if conjunct.name in (HAS, AMONG):
            return cls(player, True, False, own=True, each=conjunct.name == AMONG)
        shown = conjunct.name == "shared"
        return cls(player, shown or conjunct.negated, shown)

    def cards(self, asked: int, shown: int) -> int:
        """Return the cards of the guard, as masks; a card not seen may be any card.

        `shown` has the action's own cards.
        """
        if self.own:
            return shown
        return asked & shown if self.shown else asked

    def condition(self, asked: int, shown: int) -> Condition:
        """Return the guard as a condition on the deal."""
        if self.all:
            holds = ConditionKind.EXACTLY if self.some else ConditionKind.NOT_EXACTLY
        else:
            holds = ConditionKind.SOME if self.some else ConditionKind.NONE
        return Condition(self.player, holds, self.cards(asked, shown))

    def conditions(self, asked: int, shown: int) -> Iterator[Condition]:
        """Yield the guard as conditions on the deal, one per card if for each."""
        if not self.each:
            yield self.condition(asked, shown)
            return
        for card in bits(shown):
            yield self.condition(asked, card)

    def holds(self, hands: Sequence[int], asked: int, shown: int) -> bool:
        """Return whether these hands, by holder, satisfy the guard."""
        cards, held = self.cards(asked, shown), hands[self.player]
        if self.each:
            return not cards & ~held
        return (held == cards if self.all else bool(held & cards)) is self.some


class Transition(NamedTuple):
    """A step between states that are given by their numbers: the effect of an action.

    `asked` are the cards of the question before it, and `shown` the action's own cards,
    as masks: those shown, or laid open.
    """

    guards: tuple[Guard, ...]
    question: LastQuestion
    after: tuple[int, ...]

    def holds(self, hands: Sequence[int], asked: int, shown: int) -> bool:
        """Return whether these hands, by holder, satisfy the guards."""
        return all(guard.holds(hands, asked, shown) for guard in self.guards)

    def conditions(self, asked: int, shown: int = -1) -> list[Condition]:
        """Return the guards as conditions on the deal; an unseen card may be any."""
        return [c for guard in self.guards for c in guard.conditions(asked, shown)]

    def showable(self, hands: Sequence[int], asked: int) -> int:
        """Return the cards that may be shown; 0 if none may."""
        cards = asked
        for guard in self.guards:
            held = hands[guard.player]
            if guard.shown:
                cards &= held if guard.some else ~held
            elif bool(held & asked) is not guard.some:
                return 0
        return cards

    def question_after(self, asked: int, own: int) -> int:
        """Return the cards of the last question afterwards, given the action's own."""
        if self.question == NEW:
            return own
        return asked if self.question == OLD else 0


class PublicGameState(NamedTuple):
    """The public part of a game: the state's number, the mask of the last question.

    The mask is 0 if there is no question.
    """

    state: int
    question_mask: int = 0

    def after(
        self, move: Transition, cards: int, *, right: bool = False
    ) -> PublicGameState:
        """Return the next state with these cards, `right` if they are the pile."""
        asked = move.question_after(self.question_mask, cards)
        # Only a guess has two states that may come after it.
        return PublicGameState(move.after[-1 if right else 0], asked)
