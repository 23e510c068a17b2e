"""Progress histories through the transition system: conditions on the deal.

In the field: progression (Lin and Reiter 1997) of knowledge about the deal.

The cards are not used. Each action is a move of the transition system; its guards, and
the outcome of a guess, become conditions on the deal. A guess has two outcomes, so
there may be two states after a history: in one the last guess was right, and no action
follows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, combinations, islice

from mystpy.bits import cards_of, mask_of
from mystpy.compilation import NamedTuple
from mystpy.engines.base import Argument, Conjunct, PublicFluents
from mystpy.engines.hands import Condition, ConditionKind, lying
from mystpy.engines.transition_system.states import (
    HAS,
    NEW,
    OLD,
    Guard,
    OpenConjunct,
    SystemState,
    Transition,
    key_of,
)
from mystpy.engines.transition_system.system import (
    TransitionSystem,
    transition_system_of,
)
from mystpy.game.game import Game
from mystpy.game.names import sort_cards
from mystpy.history.actions import (
    OF_PLAYERS,
    Action,
    Asks,
    Guess,
    Lays,
    Looks,
    Opens,
    SetAction,
    Shows,
)
from mystpy.history.given_hands import Hands
from mystpy.progress import count_progress

ConditionChain = tuple["ConditionChain", int, Condition] | None
"""Conditions and the steps at which they were met, the latest first."""


WALKED = "actions progressed"
DEALT = -1
"""The step of what all see of the deal before the first action."""


class ProgressionState(NamedTuple):
    """The public state after some actions, the question, conditions on the deal."""

    number: int
    question_mask: int = 0
    chain: ConditionChain = None

    @property
    def timed_conditions(self) -> tuple[tuple[int, Condition], ...]:
        """Return the conditions on the deal with their steps, the earliest first."""
        return self.conditions_since(None)

    def conditions_since(
        self, before: ProgressionState | None
    ) -> tuple[tuple[int, Condition], ...]:
        """Return the conditions that an earlier progression did not have yet."""
        found, chain, end = [], self.chain, before and before.chain
        while chain is not end and chain is not None:
            chain, step, condition = chain
            found.append((step, condition))
        return tuple(found[::-1])

    @property
    def conditions(self) -> frozenset[Condition]:
        """Return the conditions on the deal."""
        return frozenset(condition for _, condition in self.timed_conditions)


class RequiredConjunct(NamedTuple):
    """A conjunct of an action's axiom that is not always true in its state.

    It requires conditions on the deal; for None it fails in every deal.
    """

    conjunct: Conjunct
    conditions: tuple[Condition, ...] | None


class Progressor:
    """Progresses histories through the transition system of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._masks: dict[frozenset[str], int] = {}

    @cached_property
    def system(self) -> TransitionSystem:
        """Return the transition system for the number of players of the game."""
        return transition_system_of(self.game.p, self.game.rule_set)

    @property
    def start(self) -> ProgressionState:
        """Return the initial state: cards that lie face up are seen before any step."""
        chain: ConditionChain = None
        for condition in lying(self.game):
            chain = chain, DEALT, condition
        return ProgressionState(self.system.start, 0, chain)

    def system_state(self, state: ProgressionState) -> SystemState:
        """Return the public state in the transition system."""
        return self.system.state(state.number)

    def fluents(self, state: ProgressionState) -> PublicFluents:
        """Return the fluents that everybody sees in a state."""
        question = cards_of(state.question_mask, self.game) or None
        return self.system_state(state).fluents(question)

    def progress(
        self,
        actions: Sequence[Action],
        start: ProgressionState | None = None,
        done: int = 0,
    ) -> tuple[list[ProgressionState], int]:
        """Return the states after the longest possible part of the actions.

        The second value is the number of actions done: all of them, or those before the
        first that fails in every deal, whichever hands are given. It may start at a
        state after which `done` of the actions are done.
        """
        states = [start or self.start]
        for step, action in enumerate(count_progress(WALKED, actions[done:]), done):
            ahead = [b for state in states for b in self.after(state, step, action)]
            if not ahead:
                return states, step
            states = ahead
        return states, len(actions)

    def after(
        self, state: ProgressionState, step: int, action: Action
    ) -> tuple[ProgressionState, ...]:
        """Return the states after an action: none, one, or two after a guess."""
        move = self.system.moves(state.number).get(key_of(action))
        if move is None:
            return ()
        chain = state.chain
        if move.guards:
            for condition in self.guard_conditions(state, action, move):
                chain = chain, step, condition
        own = self.mask(action.cards) if isinstance(action, SetAction) else 0
        question = move.question_after(state.question_mask, own)
        if len(move.after) == 1:
            return (ProgressionState(move.after[0], question, chain),)
        pairs = zip(move.after, self.outcomes(action), strict=True)
        return tuple(
            ProgressionState(s, question, (chain, step, met)) for s, met in pairs
        )

    def legal_actions(
        self, state: ProgressionState, *, every: bool = False
    ) -> Iterator[Action]:
        """Yield the actions that are possible in some deal, as far as the state tells.

        One question and one guess are yielded, or `every` one if wanted.
        """
        game = self.game
        for (kind, player, *to), move in self.system.moves(state.number).items():
            if kind == Asks.name:
                asked = islice(game.questions(), None if every else 1)
                yield from (Asks(player, cards, *to) for cards in asked)
            elif kind == Guess.name:
                guessed = islice(game.guesses(), None if every else 1)
                yield from (Guess(player, cards) for cards in guessed)
            elif kind == Shows.name:
                shown = self._shown(state, move)
                yield from (Shows(player, to[0], card) for card in shown)
            elif kind == Opens.name:
                hands = combinations(game.cards, game.sizes[player])
                yield from (Opens(player, frozenset(hand)) for hand in hands)
            elif kind in (Looks.name, Lays.name):
                if all(holder in game.holders for holder in (player, *to)):
                    yield from self._events(player, *to, every=every)
            else:
                yield OF_PLAYERS[kind](player)

    def _events(self, player: int, *holder: int, every: bool) -> Iterator[Looks | Lays]:
        """Yield the looks of a player at a holder, or the cards laid open by a holder.

        Looks at different cards are the same to all who do not see the card: one is
        yielded.
        """
        game = self.game
        if holder:
            yield Looks(player, holder[0], None)
        elif not every:
            yield Lays(player, frozenset())
        else:
            sizes = range(1, game.sizes[player] + 1)
            sets = chain.from_iterable(combinations(game.cards, n) for n in sizes)
            yield from (Lays(player, frozenset(cards)) for cards in sets)

    def _shown(self, state: ProgressionState, move: Transition) -> Iterator[str]:
        """Yield the cards, in deck order, that the guards of a show leave open."""
        cards = -1
        for guard in move.guards:
            cards &= guard.cards(state.question_mask, -1)
        return (card for card, place in self.game.deck.items() if cards >> place & 1)

    def outcomes(self, guess: Action) -> tuple[Condition, Condition]:
        """Return the conditions under which a guess is wrong and is right."""
        assert isinstance(guess, Guess)
        right = Condition(0, ConditionKind.EXACTLY, self.mask(guess.cards))
        return ~right, right

    def guard_conditions(
        self, state: ProgressionState, action: Action, move: Transition
    ) -> list[Condition]:
        """Return the conditions of the guards on the deal for an action.

        A card that is looked at but not given, and unnamed cards laid open, may be any:
        then the holder only needs to have a card.
        """
        if isinstance(action, Looks | Lays) and not _named(action):
            holder = action.holder if isinstance(action, Looks) else action.player
            some = Condition(holder, ConditionKind.SOME, self.shown(action))
            return [] if self.game.sizes[holder] else [some]
        return move.conditions(state.question_mask, self.shown(action))

    def shown(self, action: Action) -> int:
        """Return the mask of a shown card or open hand; all cards if none was seen."""
        if isinstance(action, Opens | Lays) and action.cards:
            return self.mask(action.cards)
        if isinstance(action, Looks | Lays):
            card = action.card if isinstance(action, Looks) else None
            return (1 << self.game.c) - 1 if card is None else 1 << self.game.deck[card]
        if type(action) is Shows and action.card is not None:
            return 1 << self.game.deck[action.card]
        return -1

    def parts(
        self, state: ProgressionState, action: Action
    ) -> Iterator[RequiredConjunct]:
        """Yield the conjuncts of the axiom that are not always true, in order."""
        for part in self.system.parts(state.number, key_of(action)):
            conditions: tuple[Condition, ...] | None = None
            if not part.fails:
                asked, shown = state.question_mask, self.shown(action)
                guard = Guard.of(part.conjunct)
                conditions = tuple(guard.conditions(asked, shown))
            yield RequiredConjunct(self._instance(part, state, action), conditions)

    def _instance(
        self, part: OpenConjunct, state: ProgressionState, action: Action
    ) -> Conjunct:
        """Return the conjunct with the cards of this game for the stand-ins."""
        deck = self.game.deck
        conjunct = part.conjunct
        asked = tuple(sort_cards(cards_of(state.question_mask, self.game), deck))
        named: dict[Argument, Argument] = {(OLD,): asked}
        if isinstance(action, SetAction):
            named[NEW,] = tuple(sort_cards(action.cards, deck))
        if isinstance(action, Looks) and conjunct.name == HAS:
            if action.card is None:
                some = (self.game.cards, action.holder)
                return Conjunct("disjoint", some, negated=True)
            named[NEW] = action.card
        if isinstance(action, Shows) and action.card is not None:
            named[OLD] = action.card
        elif OLD in conjunct.args:
            conjunct = Conjunct("disjoint", conjunct.args[1:], negated=True)
        args = tuple(named.get(arg, arg) for arg in conjunct.args)
        return conjunct._replace(args=args)

    def mask(self, cards: frozenset[str]) -> int:
        """Return a set of cards as a bit mask."""
        found = self._masks.get(cards)
        if found is None:
            found = self._masks[cards] = mask_of(cards, self.game)
        return found


def _named(action: Looks | Lays) -> bool:
    return bool(action.cards if isinstance(action, Lays) else action.card)


def hands_given(game: Game, hands: Hands) -> Iterator[Condition]:
    """Yield for each given hand the condition that it is held."""
    for holder, hand in enumerate(hands):
        if hand is not None:
            yield Condition(holder, ConditionKind.EXACTLY, mask_of(hand, game))
