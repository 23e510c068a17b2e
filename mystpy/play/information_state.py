"""A player's observations in a game, event by event, and their consequences.

In the field: information states of the extensive form with perfect recall, the
observation function, and folds over observations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Generic, Protocol, Self, TypeVar

from mystpy.compilation import NamedTuple
from mystpy.engines.edited.relied_on import require_known_answers
from mystpy.engines.hands import Condition, ConditionKind, lying
from mystpy.engines.transition_system.states import (
    EventKey,
    PublicGameState,
    Transition,
)
from mystpy.engines.transition_system.system import (
    TransitionSystem,
    transition_system_of,
)
from mystpy.errors import QueryError
from mystpy.game.checks import require_no_events
from mystpy.game.game import Game
from mystpy.history.actions import Opens, ResultTold, Right, Shows, Wrong
from mystpy.history.given_hands import Hands
from mystpy.history.history import History
from mystpy.play.game_state import GameState
from mystpy.situations.event import Event, action_of
from mystpy.views import OBSERVER, Sight, sight_of

_PRIVATE = frozenset((Shows.name, Right.name, Wrong.name))
"""The kinds of events that some players see without their card or result."""


class InformationState(NamedTuple):
    """A player's hand, as a mask, and the events; cards that were not seen are 0.

    A player cannot distinguish two situations with the same value. Actions may depend
    on it, and it is a key for all data that do. Source: the accessibility relation of
    Bart 2000, 1.3, as `mystpy.views.seen_by` reads it.
    """

    game: Game
    player: int
    hand: int
    events: tuple[Event, ...] = ()
    won: bool = False
    """Whether the last action was a right guess: then the game is over, and all see it.
    """

    @classmethod
    def at(cls, table: GameState, player: int) -> InformationState:
        """Return the information state of a player in a game."""
        events = tuple(seen_of(event, player, table.sight) for event in table.done)
        hand = table.hands[player]
        return cls(table.game, player, hand, events, table.won)

    def then(
        self, event: Event, *, won: bool = False, sight: Sight | None = None
    ) -> InformationState:
        """Return the information state after one more action.

        The `sight` is that of the game, by default that of the axioms in force. Raises
        AxiomError as `sight_of`.
        """
        if event.key[0] in _PRIVATE:
            event = seen_of(event, self.player, sight or sight_of(self.game))
        return InformationState(
            self.game, self.player, self.hand, (*self.events, event), won
        )

    def is_continued_by(self, later: InformationState) -> bool:
        """Return whether another one equals this one, with more events or none."""
        number = len(self.events)
        if self.won and number < len(later.events):
            return False
        return self[:3] == later[:3] and self.events == later.events[:number]

    def history(self) -> History:
        """Return the same as a history, which every command reads."""
        game = self.game
        own = frozenset(x for x, k in game.deck.items() if self.hand >> k & 1)
        hands: Hands = tuple(own if k == self.player else None for k in game.holders)
        return History(game, hands).then([action_of(e, game) for e in self.events])


def seen_of(event: Event, player: int, sight: Sight) -> Event:
    """Return an event as a player sees it, without hidden cards and results.

    `OBSERVER` sees what all players see.
    """
    key = event.key
    if key[0] not in _PRIVATE or not sight.hides(player, *key):
        return event
    return Event(key if key[0] == Shows.name else (ResultTold.name, key[1]))


class ObservedGameState(NamedTuple):
    """The public part of a game state, with the information in the next action.

    Source: the public transition system, which is computed from the axioms.
    """

    system: TransitionSystem
    public: PublicGameState
    sight: Sight

    @classmethod
    def of(cls, game: Game) -> ObservedGameState:
        """Return the start of a game.

        Raises AxiomError if `sight_of` cannot read the sight of the axioms in force, or
        if answers and results have another meaning.
        """
        require_no_events(game, "a game that is played")
        require_known_answers(game.rule_set)
        system = transition_system_of(game.p, game.rule_set)
        return cls(system, PublicGameState(system.start), sight_of(game))

    @property
    def moves(self) -> Mapping[EventKey, Transition]:
        """Return the actions that are possible now, whatever the cards are."""
        return self.system.moves(self.public.state)

    @property
    def question_mask(self) -> int:
        """Return the last question, as a mask."""
        return self.public.question_mask

    def then(
        self, event: Event, player: int, *, won: bool = False
    ) -> tuple[ObservedGameState, tuple[Condition, ...]]:
        """Return the state after an action, with the information for a player.

        Raises QueryError if nobody can do that now, whatever the cards are.
        """
        return self.then_seen(seen_of(event, player, self.sight), won=won)

    def then_seen(
        self, event: Event, *, won: bool = False
    ) -> tuple[ObservedGameState, tuple[Condition, ...]]:
        """Return the same for an event as the player sees it. Raises as `then`."""
        return _observed(self, event, won)


@lru_cache(maxsize=1024)
def _observed(
    before: ObservedGameState, event: Event, won: bool
) -> tuple[ObservedGameState, tuple[Condition, ...]]:
    """Return the same for an observed action: most players see the same.

    It depends on the axioms only by the transition system, which is part of the state.
    """
    move = before.moves.get(event.key)
    if move is None:
        raise QueryError(f"{event.key[0]} is not what can be done now")
    own = event.key[0] in (Shows.name, Opens.name) and event.cards
    news = move.conditions(before.question_mask, own or -1)
    if len(move.after) > 1:
        holds = ConditionKind.EXACTLY if won else ConditionKind.NOT_EXACTLY
        news.append(Condition(0, holds, event.cards))
    after = before.public.after(move, event.cards, right=won)
    return before._replace(public=after), tuple(news)


def initial_conditions(seen: InformationState) -> list[Condition]:
    """Return a player's knowledge before the first action: her hand, and face-up cards.

    `OBSERVER` has no hand.
    """
    own = [Condition(seen.player, ConditionKind.EXACTLY, seen.hand)]
    return [*(own if seen.player != OBSERVER else ()), *lying(seen.game)]


class BeliefApproximation(Protocol):
    """All consequences for a player, or some; `then` returns the next approximation.

    `BeliefState` has all consequences. A weaker one is sound: each holder has the cards
    that are `sure`, and none but those that `may` be.
    """

    @property
    def may(self) -> tuple[int, ...]:
        """Return for each holder the cards that he may have, as masks."""

    @property
    def sure(self) -> tuple[int, ...]:
        """Return for each holder the cards that he must have, as masks."""

    @property
    def pile(self) -> int | None:
        """Return the pile, if it is known."""

    def then(self, event: Event, *, won: bool = False) -> Self:
        """Return the belief after one more event, `won` if it was a right guess."""


class Folded(Protocol):
    """A value that depends only on observations, and is updated event by event."""

    def then(self, event: Event, *, won: bool = False) -> Self:
        """Return the value after one more event, `won` if it was a right guess."""


T = TypeVar("T", bound=Folded)


class EventFold(Generic[T]):
    """A cache of such a value; `start` returns it before the first action."""

    def __init__(self, start: Callable[[InformationState], T]) -> None:
        self._start = start
        self._kept: tuple[InformationState, T] | None = None

    def at(self, seen: InformationState) -> T:
        """Return the value for an information state; raises as `then`."""
        if self._kept and self._kept[0].is_continued_by(seen):
            before, value = self._kept
            done = len(before.events)
        else:
            value, done = self._start(seen._replace(events=(), won=False)), 0
        last = len(seen.events) - 1
        for step in range(done, last + 1):
            won = seen.won and step == last
            value = value.then(seen.events[step], won=won)
        self._kept = seen, value
        return value
