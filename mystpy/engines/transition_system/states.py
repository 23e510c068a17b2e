"""Public states and the steps between them, as values.

What everybody sees of a situation is a *public state*: who is still in, whose turn
it is, who is to answer, the phase, whether a question was asked, and whether the
game is over. What the axioms say of it is found out by a *source*, which looks at
it in two stand-in deals: nobody holds any card (`"none"`), and everybody holds
all cards (`"all"`). What is so in both does not depend on the cards.
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
    """The action of this kind and these players, with stand-in cards."""
    kind, *players = key
    return f"{kind}({','.join(map(str, players))}{_CARDS.get(kind, '')})"


def key_of(action: Action) -> EventKey:
    """An action's kind and players, which is all of it that is not cards."""
    if type(action) is Shows:
        return Shows.name, action.player, action.to
    if type(action) is Looks:
        return Looks.name, action.player, action.holder
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

    def fluents(self, question: frozenset[str] | None) -> PublicFluents:
        """The fluents that everybody sees, with the cards of the last question."""
        return PublicFluents(
            frozenset(self.still_in),
            frozenset(self.turn),
            frozenset(self.ans_turn),
            question,
            frozenset(self.phases),
            self.over,
        )


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


class Guard(NamedTuple):
    """What a move asks of the cards: the player holds some, or none, of certain cards.

    These are the cards of the question, or of them the one that is `shown`. Where it is
    said of all of them, the player (or the pile, 0) holds just these, or not `some`
    then, other ones; they may be the `own` cards of the action. With `each` the player
    holds each of these.
    """

    player: int
    some: bool
    shown: bool
    all: bool = False
    own: bool = False
    each: bool = False

    @classmethod
    def of(cls, conjunct: Conjunct) -> Guard:
        """What a conjunct `disjoint`, `shared`, `holds_all`, or a negated one, asks.

        So do `has` and `among`, of the cards of an event besides questions.
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
        """Return, as masks, which cards are meant; a card not seen may be any card.

        What is `shown` are an action's own cards.
        """
        if self.own:
            return shown
        return asked & shown if self.shown else asked

    def condition(self, asked: int, shown: int) -> Condition:
        """What the guard says of the deal."""
        if self.all:
            holds = ConditionKind.EXACTLY if self.some else ConditionKind.NOT_EXACTLY
        else:
            holds = ConditionKind.SOME if self.some else ConditionKind.NONE
        return Condition(self.player, holds, self.cards(asked, shown))

    def conditions(self, asked: int, shown: int) -> Iterator[Condition]:
        """What the guard says of the deal, card by card where it is of each."""
        if not self.each:
            yield self.condition(asked, shown)
            return
        for card in bits(shown):
            yield self.condition(asked, card)

    def holds(self, hands: Sequence[int], asked: int, shown: int) -> bool:
        """Whether that is so of these hands, by holder."""
        cards, held = self.cards(asked, shown), hands[self.player]
        if self.each:
            return not cards & ~held
        return (held == cards if self.all else bool(held & cards)) is self.some


class Transition(NamedTuple):
    """A step between states that are given by their numbers: what an action changes.

    `asked` are the cards of the question before it, and `shown` the action's own cards,
    as masks: what is shown, or laid open.
    """

    guards: tuple[Guard, ...]
    question: LastQuestion
    after: tuple[int, ...]

    def holds(self, hands: Sequence[int], asked: int, shown: int) -> bool:
        """Whether these hands, by holder, satisfy the guards."""
        return all(guard.holds(hands, asked, shown) for guard in self.guards)

    def conditions(self, asked: int, shown: int = -1) -> list[Condition]:
        """What the guards say of the deal; a card that was not seen may be any card."""
        return [c for guard in self.guards for c in guard.conditions(asked, shown)]

    def showable(self, hands: Sequence[int], asked: int) -> int:
        """The cards that may be shown, 0 if none may."""
        cards = asked
        for guard in self.guards:
            held = hands[guard.player]
            if guard.shown:
                cards &= held if guard.some else ~held
            elif bool(held & asked) is not guard.some:
                return 0
        return cards

    def question_after(self, asked: int, own: int) -> int:
        """The cards of the last question afterwards; `own` are those of the action."""
        if self.question == NEW:
            return own
        return asked if self.question == OLD else 0


class PublicGameState(NamedTuple):
    """What everybody sees of a game: the state's number, the mask of the last question.

    The mask is 0 if there is no question.
    """

    state: int
    question_mask: int = 0

    def after(
        self, move: Transition, cards: int, *, right: bool = False
    ) -> PublicGameState:
        """Where a step with these cards leads, `right` if they are the pile."""
        asked = move.question_after(self.question_mask, cards)
        # Only a guess has two states that may come after it.
        return PublicGameState(move.after[-1 if right else 0], asked)
