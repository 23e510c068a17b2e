"""Small games played through: the deals that each player considers possible, as bits.

All rules come from the transition system, which is computed from the axioms. The cards
are dealt in one way only: the axioms treat all cards alike, so every executable
situation is one of these with its cards renamed.

A game state has only the deals that each player considers possible, and no knowledge
about knowledge. That takes a quarter to a half of the time of epistemic states, whose
worlds multiply with every card that is shown secretly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.bits import cards_of
from mystpy.compilation import dataclass
from mystpy.engines.hands import Condition
from mystpy.engines.transition_system.progressor import ProgressionState, Progressor
from mystpy.engines.transition_system.states import SystemState
from mystpy.game.game import Game
from mystpy.history.actions import Action, Shows
from mystpy.solve.solo_play import in_order
from mystpy.theses.case_analysis import Query
from mystpy.theses.deals import DealSets, situation_query


@dataclass(frozen=True, slots=True)
class KnowledgeGameState:
    """The public part of a game state, and the deals each player considers possible.

    `views[0]` is the public view, `views[i]` has the deals that player i considers
    possible.
    """

    public: ProgressionState
    views: tuple[int, ...]


class DealTable(DealSets):
    """The deals of a game as bits, and the game played with one of them.

    `deal` has the hands as masks: player 1 has the first cards of the deck, and so on;
    the pile has the last ones.
    """

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.progressor = Progressor(game)
        self.deal = in_order(game)
        self.actual = 1 << self.numbers[self.deal]

    def initial(self) -> KnowledgeGameState:
        """Return init0: everybody knows their own hand."""
        views = [
            next(alike for alike in self.classes(i) if alike & self.actual)
            for i in self.game.holders[1:]
        ]
        start = ProgressionState(self.progressor.system.start)
        return KnowledgeGameState(start, (self.full, *views))

    def public(self, game_state: KnowledgeGameState) -> SystemState:
        """Return the public fluents."""
        return self.progressor.system_state(game_state.public)

    def steps(
        self, game_state: KnowledgeGameState
    ) -> Iterator[tuple[Action, KnowledgeGameState]]:
        """Yield every action that is possible with the deal, and its next state."""
        for action in self.progressor.legal_actions(game_state.public, every=True):
            for after in self.progressor.after(game_state.public, 0, action):
                if self.fitting(after.conditions) & self.actual:
                    yield action, self._seen(game_state, action, after)

    def _seen(
        self, game_state: KnowledgeGameState, action: Action, after: ProgressionState
    ) -> KnowledgeGameState:
        deals = self.fitting(after.conditions)
        views = [view & deals for view in game_state.views]
        if isinstance(action, Shows):
            unseen = Shows(action.player, action.to, None)
            (other,) = self.progressor.after(game_state.public, 0, unseen)
            deals = self.fitting(other.conditions)
            show = action.player, action.to
            views = [
                views[i] if self.sight.sees(i, *show) else view & deals
                for i, view in enumerate(game_state.views)
            ]
        return KnowledgeGameState(after._replace(chain=None), tuple(views))

    def conditions_of_action(
        self, game_state: KnowledgeGameState, action: Action
    ) -> tuple[Condition, ...]:
        """Return the information of an action, for a player who sees all of it."""
        for after in self.progressor.after(game_state.public, 0, action):
            if self.fitting(after.conditions) & self.actual:
                return tuple(after.conditions)
        raise ValueError(f"{action} is not possible")

    def knows(
        self, game_state: KnowledgeGameState, player: int, holder: int, card: int
    ) -> bool:
        """Return whether K(player, h(holder, card)); the card is its place."""
        return not game_state.views[player] & ~self.held[holder][card]

    def excludes(
        self, game_state: KnowledgeGameState, player: int, holder: int, card: int
    ) -> bool:
        """Return whether K(player, ~h(holder, card)); the card is its place."""
        return not game_state.views[player] & self.held[holder][card]

    def knows_pile(self, game_state: KnowledgeGameState, player: int) -> bool:
        """Return whether the player knows the whole pile."""
        return not game_state.views[player] & ~self.pile(self.deal[0])

    def unlocated(self, game_state: KnowledgeGameState, player: int) -> list[int]:
        """Return the places of the cards whose holder the player does not know."""
        return [
            x
            for x in range(self.game.c)
            if not any(self.knows(game_state, player, k, x) for k in self.game.holders)
        ]

    def closed(self, deals: int) -> int:
        """Return the deals that satisfy each literal true in all of these."""
        found = self.full
        for row in self.held:
            for have in row:
                if not deals & ~have:
                    found &= have
                elif not deals & have:
                    found &= ~have
        return found

    def query(self, actions: Iterable[Action], formula: str) -> Query:
        """Return the situation with its deal, and a formula that is true there."""
        deal = [cards_of(hand, self.game) for hand in self.deal]
        return situation_query(self.game, deal, actions, formula)
