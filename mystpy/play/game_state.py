"""A game in progress with a known deal: the legal actions, and their effects.

In the field: a node of the extensive form, with the moves from it.

The moves and their guards are those of the public transition system, which is computed
from the axioms; with a known deal, a guard is checked in one hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from mystpy.bits import bits, mask_of
from mystpy.compilation import NamedTuple
from mystpy.engines.edited.relied_on import require_known_answers
from mystpy.engines.transition_system.states import (
    EventKey,
    PublicGameState,
    SystemState,
    Transition,
)
from mystpy.engines.transition_system.system import (
    TransitionSystem,
    transition_system_of,
)
from mystpy.engines.worlds.engine import WorldsEngine
from mystpy.errors import IllegalActionError, QueryError
from mystpy.game.checks import require_no_events
from mystpy.game.game import Game
from mystpy.history.actions import (
    Asks,
    Guess,
    Opens,
    ResultTold,
    Right,
    Shows,
)
from mystpy.history.history import History
from mystpy.questions.legality import legal, refusal
from mystpy.situations.event import Event, action_of
from mystpy.views import Sight, sight_of

Deal = tuple[frozenset[str], ...]
"""The hands by holder; index 0 is the pile."""


class LegalAction(NamedTuple):
    """A kind of action that is possible now, with the cards that it may have.

    For a show these are the cards that may be shown, for an open hand that hand; a
    question and a guess have 0, which represents all legal sets.
    """

    key: EventKey
    cards: int

    @property
    def player(self) -> int:
        """Return the player who acts."""
        return self.key[1]


class GameOutcome(NamedTuple):
    """The end of a game: the winner, if there is one, and the players still in.

    A player who guesses the pile has won, and so has the last player in, if that ends
    the game. In generalized Clue, where all players guess, `right` are those who
    guessed the pile, in order: the first one has won.
    """

    winner: int | None
    still_in: tuple[int, ...]
    right: tuple[int, ...] = ()


class GameState:
    """A deal and the events so far, with methods to do an action and to undo it.

    `done` has the events, each show with its card, and `public` is the public state.
    The deal gives the hands by holder, the pile first. `sight` says which players see
    which events; by default it is that of the axioms in force. Raises QueryError if the
    deal is not valid, see (2.9)-(2.12), and AxiomError as `sight_of`.
    """

    __slots__ = (
        *("_system", "_moves", "_past"),
        *("deal", "done", "game", "hands", "public", "sight"),
    )

    def __init__(
        self, game: Game, deal: Sequence[Iterable[str]], *, sight: Sight | None = None
    ) -> None:
        require_no_events(game, "a game that is played")
        require_known_answers(game.rule_set)
        self.sight = sight or sight_of(game)
        self.game = game
        self.deal: Deal = tuple(map(frozenset, deal))
        History(game, self.deal)  # raises QueryError for what is no deal
        self.hands = tuple(mask_of(hand, game) for hand in self.deal)
        self.done: list[Event] = []
        self._system: TransitionSystem = transition_system_of(game.p, game.rule_set)
        self._moves = self._system.moves
        self.public = PublicGameState(self._system.start)
        self._past: list[PublicGameState] = []

    @property
    def state(self) -> SystemState:
        """Return the public state now."""
        return self._system.state(self.public.state)

    @property
    def question_mask(self) -> int:
        """Return the mask of the last question, 0 if there is none."""
        return self.public.question_mask

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.state.over

    @property
    def outcome(self) -> GameOutcome | None:
        """Return how the game ended; None while an action is possible."""
        if not self.over and self.legal_actions():
            return None
        still_in = self.state.still_in
        right = tuple(event.key[1] for event in self.done if event.key[0] == Right.name)
        if right:
            return GameOutcome(right[0], still_in, right)
        last = still_in[0] if len(still_in) == 1 else None
        return GameOutcome(self.done[-1].key[1] if self.won else last, still_in)

    @property
    def won(self) -> bool:
        """Return whether the last action was a right guess that ended the game."""
        return bool(self.done) and self._is_right(self.done[-1]) and self.over

    def legal_actions(self) -> list[LegalAction]:
        """Return the legal actions now, in the order of section 2.4."""
        state, asked = self.public
        hands, found = self.hands, []
        for key, move in self._moves(state).items():
            if key[0] == Shows.name:
                if cards := move.showable(hands, asked):
                    found.append(LegalAction(key, cards))
            elif key[0] != ResultTold.name:  # that is what others see of a result
                cards = hands[key[1]] if key[0] == Opens.name else 0
                if move.holds(hands, asked, cards):
                    found.append(LegalAction(key, cards))
        return found

    def events(self, *, every: bool = True) -> Iterator[Event]:
        """Yield each action that is possible now, in the order of section 2.4.

        Unless `every`, a question and a guess without cards represent all of them.
        """
        for key, cards in self.legal_actions():
            if key[0] == Shows.name:
                yield from (Event(key, card) for card in bits(cards))
            elif every and key[0] in (Asks.name, Guess.name):
                game = self.game
                sets = game.questions() if key[0] == Asks.name else game.guesses()
                yield from (Event(key, mask_of(one, game)) for one in sets)
            else:
                yield Event(key, cards)

    def allows(self, event: Event) -> bool:
        """Return whether an action is possible now; a show has its card."""
        return self._after(event) is not None

    def do(self, event: Event) -> None:
        """Do an action.

        Raises IllegalActionError if it is not possible now, and QueryError if it is
        not an action of this game.
        """
        after = self._after(event)
        if after is None:
            raise self._refusal(event)
        self._past.append(self.public)
        self.public = after
        self.done.append(event)

    def undo(self) -> Event:
        """Undo the last action, and return it; IndexError if there is none."""
        event = self.done.pop()
        self.public = self._past.pop()
        return event

    def copy(self) -> GameState:
        """Return a copy of the state, which continues independently."""
        twin = GameState.__new__(GameState)
        twin.game, twin.deal, twin.hands = self.game, self.deal, self.hands
        twin.sight = self.sight
        twin._system, twin._moves = self._system, self._moves
        twin.public, twin._past = self.public, self._past[:]
        twin.done = self.done[:]
        return twin

    def history(self) -> History:
        """Return the events so far, with the deal."""
        done = [action_of(event, self.game) for event in self.done]
        return History(self.game, self.deal).then(done)

    def _after(self, event: Event) -> PublicGameState | None:
        """Return the public state after an action; None if it is not possible."""
        move = self._moves(self.public.state).get(event.key)
        if move is None or not self._is_possible(move, event):
            return None
        return self.public.after(move, event.cards, right=event.cards == self.hands[0])

    def _is_right(self, event: Event) -> bool:
        return event.key[0] == Guess.name and event.cards == self.hands[0]

    def _is_possible(self, move: Transition, event: Event) -> bool:
        """Return whether the deal satisfies a move's guards with legal cards."""
        asked = self.public.question_mask
        kind, cards = event.key[0], event.cards
        if kind == Shows.name:
            may = move.showable(self.hands, asked)
            return cards.bit_count() == 1 and bool(may & cards)
        if not is_question_or_guess(event, self.game):
            return False
        return kind != ResultTold.name and move.holds(self.hands, asked, cards)

    def _refusal(self, event: Event) -> IllegalActionError:
        """Return the axioms' refusal of an action. Raises QueryError for others."""
        if event.key[0] == ResultTold.name:
            raise QueryError("a played result is right or wrong; told is for views")
        if event.cards >> self.game.c:
            raise QueryError("there are no such cards in this game")
        after = self.history().then(action_of(event, self.game))
        return refusal(legal(after, WorldsEngine()), after)


def is_set(game: Game, cards: int, size: int, least: int | None = None) -> bool:
    """Return whether some cards are a question, or a guess, of a game, by their number.

    If there is a `least` number, it is from that to `size`.
    """
    number = cards.bit_count()
    if not (size if least is None else least) <= number <= size or cards >> game.c:
        return False
    return all((cards & sort).bit_count() == 1 for sort in sort_masks(game))


def is_question_or_guess(event: Event, game: Game) -> bool:
    """Return whether a question or a guess has legal cards; true for other actions."""
    kind = event.key[0]
    if kind not in (Asks.name, Guess.name):
        return True
    if kind == Guess.name:
        return is_set(game, event.cards, game.sizes[0])
    return is_set(game, event.cards, game.q, 1 if game.generalized else None)


@lru_cache(maxsize=64)
def sort_masks(game: Game) -> tuple[int, ...]:
    """Return the cards of each sort, if cards have sorts."""
    return tuple(mask_of(cards, game) for _, cards in game.sorts)
