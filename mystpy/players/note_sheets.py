"""A player's notes after each turn, on sheets of several kinds, and exact knowledge.

In the field: approximations of a belief state from below, with what each misses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from mystpy.compilation import NamedTuple, dataclass
from mystpy.errors import QueryError
from mystpy.history.actions import Asks, Guess
from mystpy.history.history import History
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import (
    BeliefApproximation,
    InformationState,
    ObservedGameState,
)
from mystpy.players.broomhead.opponent_models import Assumption
from mystpy.players.counting_logic import Clue, InvalidClue
from mystpy.players.counting_sheet import CountingSheet, TernaryArray
from mystpy.situations.event import Event
from mystpy.views import OBSERVER

FEWEST_WITH_PROBABLE_CLUES = 3
"""With fewer players no probable clues are made, as the source says."""


class HeldCards(NamedTuple):
    """For each holder the cards that must be held and that may be, as masks."""

    sure: tuple[int, ...]
    may: tuple[int, ...]

    @classmethod
    def of(cls, belief: BeliefApproximation) -> HeldCards:
        """Return an approximation's cells. Raises InvalidClue if inconsistent."""
        return cls(tuple(belief.sure), tuple(belief.may))

    def decided(self, cards: int) -> int:
        """Return how many cells of a deck (a mask) are yes or no."""
        pairs = zip(self.sure, self.may, strict=True)
        return sum((sure | cards & ~may).bit_count() for sure, may in pairs)


@dataclass(frozen=True, slots=True)
class NoteSheets:
    """The sheets after a turn, whose last action is at `step`.

    `counting` is the matrix of CountingLogic with its unresolved `clues`, `trial` the
    same after trials, `probable` the same with `probable_clues`: None once they are
    refuted, or if none are made. `array` is the ternary array of section 3.2 of the
    thesis, `exact` all consequences.
    """

    turn: int
    first_step: int
    step: int
    counting: HeldCards
    clues: tuple[Clue, ...]
    trial: HeldCards
    probable: HeldCards | None
    probable_clues: tuple[Clue, ...]
    array: HeldCards
    exact: HeldCards

    @property
    def kinds(self) -> Mapping[str, HeldCards]:
        """Return the sheets that are sound, by name."""
        return {"counting": self.counting, "trial": self.trial, "array": self.array}

    def missed(self, cards: int) -> Mapping[str, int]:
        """Return how many known cells each sound sheet leaves open."""
        known = self.exact.decided(cards)
        return {name: known - x.decided(cards) for name, x in self.kinds.items()}


def information_state(history: History, player: int) -> InformationState:
    """Return a player's information state in a history; `OBSERVER` has no hand.

    Raises QueryError if the player's hand, or the result of a last guess, is not given.
    """
    game, hand = history.game, None
    if player != OBSERVER:
        hand = history.hands[player]
        if hand is None:
            who = game.owner(player)
            raise QueryError(
                f"the hand of {who} is not given, with which the notes of {who} begin",
                hint=f"give it: --hand {player}=CARDS, or name another one with --as",
            )
    mask = sum(1 << game.deck[card] for card in hand or ())
    events = tuple(Event.of(action, game) for action in history.actions)
    return InformationState(game, player, mask, events, _is_won(history))


def _is_won(history: History) -> bool:
    """Return whether the last action is a right guess. Raises QueryError if unknown."""
    last = history.actions[-1] if history.actions else None
    if not isinstance(last, Guess) or history.game.generalized:
        return False
    pile = history.hands[0]
    if pile is None:
        raise QueryError(
            "it is not given whether the last guess is right",
            hint="give the pile: --hand 0=CARDS",
        )
    return pile == last.cards


def sheets_by_turn(history: History, player: int) -> Iterator[NoteSheets]:
    """Yield the sheets of a player after each turn, and after the last action.

    Raises QueryError if an action is impossible, NoWorldFits if no deal is left.
    """
    seen = information_state(history, player)
    fold = _SheetFold(seen._replace(events=(), won=False))
    first, turn = 0, 1
    last = len(seen.events) - 1
    for step, event in enumerate(seen.events):
        fold.then(event, won=seen.won and step == last)
        if fold.is_between_turns or step == last:
            yield fold.sheets(turn, first, step)
            first, turn = step + 1, turn + 1


class _SheetFold:
    """All sheets of a player, continued from action to action."""

    def __init__(self, seen: InformationState) -> None:
        self._public = ObservedGameState.of(seen.game)
        self._player = seen.player
        self._counting = CountingSheet(seen)
        self._trial = CountingSheet(seen, trial=True)
        self._array = TernaryArray(seen)
        self._exact = BeliefState(seen)
        assumes = seen.game.p >= FEWEST_WITH_PROBABLE_CLUES
        self._assumption = Assumption(self._trial) if assumes else None

    def then(self, event: Event, *, won: bool) -> None:
        """Continue all sheets by an action."""
        self._public, _ = self._public.then(event, self._player, won=won)
        self._counting = self._counting.then(event, won=won)
        self._trial = self._trial.then(event, won=won)
        self._array = self._array.then(event, won=won)
        self._exact = self._exact.then(event, won=won)
        if self._assumption is not None:
            self._assumption = self._assumption.then(event, won=won)

    @property
    def is_between_turns(self) -> bool:
        """Return whether the next action is a question."""
        return any(key[0] == Asks.name for key in self._public.moves)

    def sheets(self, turn: int, first: int, step: int) -> NoteSheets:
        """Return the contents of the sheets now."""
        exact = HeldCards.of(self._exact)  # first: it says if nothing fits
        probable: HeldCards | None = None
        clues: tuple[Clue, ...] = ()
        if self._assumption is not None:
            clues = self._assumption.clues
            with suppress(InvalidClue):
                assumed = self._assumption.sheet
                probable = HeldCards.of(assumed) if clues and assumed else None
        return NoteSheets(
            turn,
            first,
            step,
            HeldCards.of(self._counting),
            tuple(self._counting.logic.unresolved),
            HeldCards.of(self._trial),
            probable,
            clues,
            HeldCards.of(self._array),
            exact,
        )
