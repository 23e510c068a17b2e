"""A game in progress with a known deal, for many games a second.

In the field: a node of the extensive form, with the moves from it.

The moves and their guards are those of the public diagram, which is computed from the
axioms; with the deal known a guard is a look at one hand. `DealtGameState` says the
same with an axiom for each refusal, and is what says why an action is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.bits import mask_of
from mystpy.compilation import NamedTuple
from mystpy.engines.edited.relied_on import require_known_answers
from mystpy.engines.hands import Condition
from mystpy.engines.transition_system.states import NEW, OLD, EventKey, SystemState
from mystpy.engines.transition_system.system import (
    Guard,
    Transition,
    TransitionSystem,
    transition_system_of,
)
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Opens, ResultTold, Right, Shows
from mystpy.history.history import History
from mystpy.situations.dealt_game_state import Deal, DealtGameState
from mystpy.situations.event import Event, action_of
from mystpy.views import sight_of


class LegalAction(NamedTuple):
    """A kind of action that is possible now, with the cards that it may have.

    For a show these are the cards that may be shown, for an open hand that hand; a
    question and a guess have 0, which stands for every set that is one in the game.
    """

    key: EventKey
    cards: int

    @property
    def player(self) -> int:
        """Whose action it is."""
        return self.key[1]


class GameOutcome(NamedTuple):
    """How a game ended: who won, if anybody, and who was still in.

    Who guessed the pile has won, and so has who is the last one in where that ends the
    game. Where all guess, in generalized Clue, `right` are those who guessed the pile,
    in order: who was first has won.
    """

    winner: int | None
    still_in: tuple[int, ...]
    right: tuple[int, ...] = ()


class _PublicPosition(NamedTuple):
    """Where a game stands: a public state, the mask of its question."""

    state: int
    question_mask: int


class GameState:
    """A deal and what was done; what may be done now, does it, and takes it back.

    `done` has what was done, each show with its card. The deal gives the hands by
    holder, the pile first, and `sight` says who sees what. Raises QueryError if it is
    no deal, see (2.9)-(2.12), and AxiomError where `sight_of` does.
    """

    __slots__ = (
        *("_system", "_moves", "_now", "_past"),
        *("deal", "done", "game", "hands", "sight"),
    )

    def __init__(self, game: Game, deal: Deal) -> None:
        require_known_answers(game.rule_set)
        self.sight = sight_of(game)
        self.game = game
        self.deal = deal
        self.hands = _masks(game, deal)
        self.done: list[Event] = []
        self._system: TransitionSystem = transition_system_of(game.p, game.rule_set)
        self._moves = self._system.moves
        self._now = _PublicPosition(self._system.start, 0)
        self._past: list[_PublicPosition] = []

    @property
    def state(self) -> SystemState:
        """What everybody sees now."""
        return self._system.state(self._now.state)

    @property
    def question_mask(self) -> int:
        """The mask of the last question, 0 if there is none."""
        return self._now.question_mask

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.over

    @property
    def outcome(self) -> GameOutcome | None:
        """How the game ended; None while somebody can do something."""
        if not self.over and self.offers():
            return None
        still_in = self.state.still_in
        right = tuple(event.key[1] for event in self.done if event.key[0] == Right.name)
        if right:
            return GameOutcome(right[0], still_in, right)
        last = still_in[0] if len(still_in) == 1 else None
        return GameOutcome(self.done[-1].key[1] if self.won else last, still_in)

    @property
    def won(self) -> bool:
        """Whether the last action was a right guess that ended the game."""
        return bool(self.done) and self._is_right(self.done[-1]) and self.over

    def offers(self) -> list[LegalAction]:
        """What may be done now, in the order of section 2.4."""
        state, asked = self._now
        hands, found = self.hands, []
        for key, move in self._moves(state).items():
            if key[0] == Shows.name:
                if cards := showable(move.guards, hands, asked):
                    found.append(LegalAction(key, cards))
            elif key[0] != ResultTold.name:  # that is what others see of a result
                cards = hands[key[1]] if key[0] == Opens.name else 0
                if all(guard.holds(hands, asked, cards) for guard in move.guards):
                    found.append(LegalAction(key, cards))
        return found

    def do(self, event: Event) -> None:
        """Do an action.

        Raises IllegalActionError if it is not possible now, and QueryError if it is
        not an action of this game.
        """
        state, asked = self._now
        move = self._moves(state).get(event.key)
        if move is None or not self._allows(move, event, asked):
            self._refuse(event)
            raise AssertionError(f"the axioms allow {event}")
        after = move.after[0]
        if len(move.after) > 1 and self._is_right(event):
            after = move.after[-1]
        self._past.append(self._now)
        self._now = _PublicPosition(after, asked_after(move, event, asked))
        self.done.append(event)

    def undo(self) -> Event:
        """Take the last action back, and return it; IndexError if there is none."""
        event = self.done.pop()
        self._now = self._past.pop()
        return event

    def copy(self) -> GameState:
        """The same table, at which the game goes on by itself."""
        twin = GameState.__new__(GameState)
        twin.game, twin.deal, twin.hands = self.game, self.deal, self.hands
        twin.sight = self.sight
        twin._system, twin._moves = self._system, self._moves
        twin._now, twin._past, twin.done = self._now, self._past[:], self.done[:]
        return twin

    def history(self) -> History:
        """What was done so far, with the deal."""
        done = [action_of(event, self.game) for event in self.done]
        return History(self.game, self.deal).then(done)

    def _is_right(self, event: Event) -> bool:
        return event.key[0] == Guess.name and event.cards == self.hands[0]

    def _allows(self, move: Transition, event: Event, asked: int) -> bool:
        """Whether the deal satisfies the guards of a move, and the cards are cards."""
        kind, cards = event.key[0], event.cards
        if kind == Shows.name:
            may = showable(move.guards, self.hands, asked)
            return cards.bit_count() == 1 and bool(may & cards)
        if not is_question_or_guess(event, self.game):
            return False
        return kind != ResultTold.name and all(
            guard.holds(self.hands, asked, cards) for guard in move.guards
        )

    def _refuse(self, event: Event) -> None:
        """Raise what the axioms have against an action."""
        if event.key[0] == ResultTold.name:
            raise QueryError("at a table a result is right or wrong; told is a view")
        play = DealtGameState(self.game, self.deal)
        for done in self.done:
            play.push(action_of(done, self.game))
        play.push(action_of(event, self.game))


def is_set(game: Game, cards: int, size: int, least: int | None = None) -> bool:
    """Whether some cards are a question, or a guess, of a game, by their number.

    If there is a `least` number, from that to `size`.
    """
    number = cards.bit_count()
    if not (size if least is None else least) <= number <= size or cards >> game.c:
        return False
    return all((cards & sort).bit_count() == 1 for sort in sort_masks(game))


def is_question_or_guess(event: Event, game: Game) -> bool:
    """Whether a question or a guess has the cards of one; true of other actions."""
    kind = event.key[0]
    if kind not in (Asks.name, Guess.name):
        return True
    return is_set(game, event.cards, *_sizes(game, kind))


def _sizes(game: Game, kind: str) -> tuple[int, ...]:
    """How many cards a question or a guess has, or at most and at least."""
    if kind == Guess.name:
        return (game.sizes[0],)
    return (game.q, 1) if game.generalized else (game.q,)


def sort_masks(game: Game) -> list[int]:
    """The cards of each sort, if cards come in sorts."""
    return [mask_of(cards, game) for _, cards in game.sorts]


def _masks(game: Game, deal: Deal) -> tuple[int, ...]:
    History(game, deal)  # raises QueryError for what is no deal
    return tuple(mask_of(hand, game) for hand in deal)


def showable(guards: Sequence[Guard], hands: Sequence[int], asked: int) -> int:
    """The cards that may be shown, 0 if none may."""
    cards = asked
    for guard in guards:
        held = hands[guard.player]
        if guard.shown:
            cards &= held if guard.some else ~held
        elif bool(held & asked) is not guard.some:
            return 0
    return cards


def conditions_of_event(
    move: Transition, event: Event, asked: int
) -> Iterator[Condition]:
    """What an action says of the deal to whoever sees it so; not what a guess says."""
    own = event.key[0] in (Shows.name, Opens.name)
    shown = event.cards if event.cards and own else -1
    return (guard.condition(asked, shown) for guard in move.guards)


def asked_after(move: Transition, event: Event, asked: int) -> int:
    """The mask of the last question after an action, 0 if there is none."""
    if move.question == NEW:
        return event.cards
    return asked if move.question == OLD else 0
