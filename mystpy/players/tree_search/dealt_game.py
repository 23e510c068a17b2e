"""A game that is simulated with all cards on the table, and what each player notes.

In the field: a determinization (Ginsberg 2001; Cowling, Powley and Whitehouse 2012).

The moves and their guards are those of the public transition system, which is computed
from the axioms, as at a real table (`mystpy.play.game_state`); a test compares the two.
Players note less than what follows logically: the cards that they saw, and the cards
that each holder publicly lacks. This is cheap enough for thousands of simulated games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import (
    EventKey,
    PublicGameState,
    Transition,
)
from mystpy.engines.transition_system.system import TransitionSystem
from mystpy.game.game import Game
from mystpy.history.actions import (
    Asks,
    Guess,
    Opens,
    ResultTold,
    Right,
    Shows,
    Wrong,
)
from mystpy.play.game_state import sort_masks
from mystpy.play.information_state import ObservedGameState
from mystpy.situations.event import Event
from mystpy.views import Sight

LegalMove = tuple[EventKey, Transition, int]
"""A legal action: its key, its transition, and the cards as in `LegalAction`."""

_TOLD = frozenset((Right.name, Wrong.name, Opens.name))
"""Actions that follow from the cards without a choice."""


class SimulationRules(NamedTuple):
    """The rules that all simulated games of a search share."""

    game: Game
    system: TransitionSystem
    sight: Sight
    sorts: tuple[int, ...]
    players: range

    @classmethod
    def of(cls, game: Game) -> SimulationRules:
        """Those of a game; raises as `ObservedGameState.of` does."""
        start = ObservedGameState.of(game)
        players = range(1, game.p + 1)
        return cls(game, start.system, start.sight, sort_masks(game), players)


class PlayerNotes:
    """The notes of all players: the cards seen, and the cards publicly lacked.

    `seen` has for each player the cards that are not in the pile as far as the player
    saw; `lacked` for each holder the cards that all know he lacks. Index 0 of `seen` is
    not used.
    """

    __slots__ = ("lacked", "seen")

    def __init__(self, seen: Iterable[int], lacked: Iterable[int]) -> None:
        self.seen = list(seen)
        self.lacked = list(lacked)

    def copy(self) -> PlayerNotes:
        """The same notes, which are then carried on by themselves."""
        return PlayerNotes(self.seen, self.lacked)

    def in_pile(self, player: int) -> int:
        """The cards that must be in the pile by a player's notes."""
        found = ~self.seen[player]
        for holder in range(1, len(self.lacked)):
            if holder != player:
                found &= self.lacked[holder]
        return found

    def open_cards(self, player: int, rules: SimulationRules) -> int:
        """The cards that may be in the pile by a player's notes, certain ones too."""
        may = ((1 << rules.game.c) - 1) & ~self.seen[player] & ~self.lacked[0]
        sure = self.in_pile(player) & may
        if not rules.sorts:
            return sure if sure.bit_count() == rules.game.sizes[0] else may
        return sum([sure & sort or may & sort for sort in rules.sorts])

    def pile(self, player: int, rules: SimulationRules) -> int:
        """The pile, if a player's notes leave only one; else 0."""
        cards = self.open_cards(player, rules)
        return cards if cards.bit_count() == rules.game.sizes[0] else 0

    def piles(self, player: int, rules: SimulationRules) -> int:
        """How many piles a player's notes leave."""
        cards = self.open_cards(player, rules)
        if rules.sorts:
            return math.prod([(cards & sort).bit_count() for sort in rules.sorts])
        sure = (self.in_pile(player) & cards).bit_count()
        return math.comb(cards.bit_count() - sure, rules.game.sizes[0] - sure)


class DealtGame:
    """A simulated game: the hands by holder, what is public, and the notes.

    `guessed` are the players who were told that they guessed the pile, in order.
    """

    __slots__ = ("guessed", "hands", "last", "notes", "public", "rules")

    def __init__(
        self,
        rules: SimulationRules,
        hands: Sequence[int],
        public: PublicGameState,
        notes: PlayerNotes,
        guessed: tuple[int, ...] = (),
    ) -> None:
        self.rules = rules
        self.hands = hands
        self.public = public
        self.notes = notes
        self.guessed = guessed
        self.last: Event | None = None

    def copy(self) -> DealtGame:
        """The same game, which then goes on by itself."""
        twin = DealtGame(
            self.rules, self.hands, self.public, self.notes.copy(), self.guessed
        )
        twin.last = self.last
        return twin

    def legal_moves(self) -> list[LegalMove]:
        """Return the legal actions, in the order of section 2.4."""
        state, asked = self.public
        hands, found = self.hands, []
        for key, move in self.rules.system.moves(state).items():
            if key[0] == Shows.name:
                if cards := move.showable(hands, asked):
                    found.append((key, move, cards))
            elif key[0] != ResultTold.name:
                cards = hands[key[1]] if key[0] == Opens.name else 0
                if move.holds(hands, asked, cards):
                    found.append((key, move, cards))
        return found

    def do(self, move: Transition, event: Event) -> None:
        """Do an action, which is legal, and note what it tells."""
        asked, notes, key = self.public.question_mask, self.notes, event.key
        if key[0] == Shows.name:
            for player in self.rules.players:
                if not self.rules.sight.hides(player, *key):
                    notes.seen[player] |= event.cards
        elif key[0] == Opens.name:
            notes.seen = [cards | event.cards for cards in notes.seen]
        elif key[0] == Right.name:
            self.guessed += (key[1],)
        else:
            for guard in move.guards:
                if not (guard.some or guard.all or guard.each or guard.shown):
                    notes.lacked[guard.player] |= asked
        self.public = self.public.after(
            move, event.cards, right=event.cards == self.hands[0]
        )
        self.last = event

    def forced(self, legal: Sequence[LegalMove]) -> LegalMove | None:
        """Return the action if there is no choice; None if somebody has one."""
        first = legal[0]
        if first[0][0] in _TOLD:
            return first
        if len(legal) > 1 or first[0][0] in (Asks.name, Guess.name):
            return None
        return None if first[2].bit_count() > 1 else first

    def payoffs(self) -> list[float]:
        """Return each player's payoff, 1 for the winner; index 0 is not used.

        Nobody has won a game that is not over, or in which all guessed wrongly.
        """
        found = [0.0] * (self.rules.game.p + 1)
        winner = self._winner()
        if winner:
            found[winner] = 1.0
        return found

    def _winner(self) -> int:
        if self.guessed:
            return self.guessed[0]
        state = self.rules.system.state(self.public.state)
        last = self.last
        if last and last.key[0] == Guess.name and last.cards == self.hands[0]:
            return last.key[1] if state.over else 0
        return state.still_in[0] if len(state.still_in) == 1 else 0
