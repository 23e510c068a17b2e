"""Small games played through: who considers which deals possible, as sets of bits.

All rules come from the public diagram, which is computed from the axioms. The cards
are laid out in one way only: the axioms treat all cards alike, so every executable
situation is one of these with its cards renamed. A set of deals is an integer whose
bits are the deals of the game.

A stand keeps only which deals each player considers possible, not who knows what of the
others: that takes a half to a quarter of the time of stages, whose worlds multiply with
every card that is shown in secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.bits import cards_of, set_of
from mystpy.compilation import dataclass
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition
from mystpy.engines.transition_system.progressor import (
    ProgressionState,
    Progressor,
    hands_given,
)
from mystpy.engines.transition_system.states import SystemState
from mystpy.game.game import Game
from mystpy.history.actions import Action, Shows, show_action
from mystpy.solve.solo_play import in_order
from mystpy.views import sight_of

Query = dict[str, object]


@dataclass(frozen=True, slots=True)
class KnowledgeGameState:
    """Where a game stands: the public state, and who considers which deals possible.

    `views[0]` is what is public, `views[i]` what player i considers possible.
    """

    state: int
    question: frozenset[str] | None
    views: tuple[int, ...]


class DealTable:
    """The deals of a game as bits, and the game played with one of them.

    `deal` has the hands as masks: the first cards of the deck are player 1's, and
    so on; the last are the pile's.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sight = sight_of(game)
        self.progressor = Progressor(game)
        self.deals = list(Deals(game, ()))
        self.every = (1 << len(self.deals)) - 1
        self.deal = in_order(game)
        self.actual = 1 << self.deals.index(self.deal)
        self.cards = tuple(1 << k for k in range(game.c))
        self._where: dict[Condition, int] = {}
        self.has = tuple(
            tuple(self._having(k, card) for card in self.cards) for k in game.holders
        )

    def _having(self, holder: int, card: int) -> int:
        return set_of(hands[holder] & card for hands in self.deals)

    def where(self, conditions: Iterable[Condition]) -> int:
        """The deals in which all of these conditions hold."""
        found = self.every
        for condition in conditions:
            if condition not in self._where:
                self._where[condition] = set_of(map(condition.satisfied, self.deals))
            found &= self._where[condition]
        return found

    def start(self) -> KnowledgeGameState:
        """init0: everybody knows their own hand."""
        dealt = tuple(cards_of(hand, self.game) for hand in self.deal)
        hands = [self.where((hand,)) for hand in hands_given(self.game, dealt)]
        return KnowledgeGameState(
            self.progressor.system.start, None, (self.every, *hands[1:])
        )

    def public(self, game_state: KnowledgeGameState) -> SystemState:
        """The public fluents."""
        return self.progressor.system.state(game_state.state)

    def steps(
        self, game_state: KnowledgeGameState
    ) -> Iterator[tuple[Action, KnowledgeGameState]]:
        """Every action that is possible with the deal, and where it leads."""
        branch = ProgressionState(game_state.state, game_state.question)
        for action in self.progressor.offers(branch, every=True):
            for after in self.progressor.after(branch, 0, action):
                if self.where(after.conditions) & self.actual:
                    yield action, self._seen(game_state, action, after)

    def _seen(
        self, game_state: KnowledgeGameState, action: Action, after: ProgressionState
    ) -> KnowledgeGameState:
        deals = self.where(after.conditions)
        views = [view & deals for view in game_state.views]
        if isinstance(action, Shows):
            branch = ProgressionState(game_state.state, game_state.question)
            unseen = Shows(action.player, action.to, None)
            (other,) = self.progressor.after(branch, 0, unseen)
            deals = self.where(other.conditions)
            show = action.player, action.to
            views = [
                views[i] if self.sight.sees(i, *show) else view & deals
                for i, view in enumerate(game_state.views)
            ]
        return KnowledgeGameState(after.state, after.question, tuple(views))

    def conditions_of_action(
        self, game_state: KnowledgeGameState, action: Action
    ) -> tuple[Condition, ...]:
        """What an action, done with the deal, tells whoever sees all of it."""
        branch = ProgressionState(game_state.state, game_state.question)
        for after in self.progressor.after(branch, 0, action):
            if self.where(after.conditions) & self.actual:
                return tuple(after.conditions)
        raise ValueError(f"{action} is not possible")

    def stands(self, actions: Iterable[Action]) -> list[KnowledgeGameState]:
        """init0 and where each of the actions leads."""
        found = [self.start()]
        for action in actions:
            found.append(next(s for a, s in self.steps(found[-1]) if a == action))
        return found

    def knows(
        self, game_state: KnowledgeGameState, player: int, holder: int, card: int
    ) -> bool:
        """Whether K(player, h(holder, card)); the card is its place."""
        return not game_state.views[player] & ~self.has[holder][card]

    def excludes(
        self, game_state: KnowledgeGameState, player: int, holder: int, card: int
    ) -> bool:
        """Whether K(player, ~h(holder, card)); the card is its place."""
        return not game_state.views[player] & self.has[holder][card]

    def known_pile(self, game_state: KnowledgeGameState, player: int) -> int:
        """The mask of the cards that the player knows to be in the pile."""
        known = (x for x in range(self.game.c) if self.knows(game_state, player, 0, x))
        return sum(1 << x for x in known)

    def knows_pile(self, game_state: KnowledgeGameState, player: int) -> bool:
        """Whether the player knows the whole pile."""
        return self.known_pile(game_state, player) == self.deal[0]

    def unlocated(self, game_state: KnowledgeGameState, player: int) -> list[int]:
        """The places of the cards whose holder the player does not know."""
        return [
            x
            for x in range(self.game.c)
            if not any(self.knows(game_state, player, k, x) for k in self.game.holders)
        ]

    def pile(self) -> str:
        """The formula that says what is in the pile."""
        cards = _listed(self.deal[0], self.game)
        return " & ".join(f"h(0,{x})" for x in cards)

    def closed(self, deals: int) -> int:
        """The deals that satisfy each literal true in all of these."""
        found = self.every
        for row in self.has:
            for have in row:
                if not deals & ~have:
                    found &= have
                elif not deals & have:
                    found &= ~have
        return found

    def query(self, actions: Iterable[Action], formula: str) -> Query:
        """The situation with its deal, and a formula that is true there."""
        game = self.game
        hands = {str(k): _listed(hand, game) for k, hand in enumerate(self.deal)}
        return {
            "game": dict(game.to_dict()),
            "hands": hands,
            "history": [show_action(action, game.deck) for action in actions],
            "formula": formula,
            "value": "true",
        }


def _listed(mask: int, game: Game) -> list[str]:
    return [card for k, card in enumerate(game.cards) if mask >> k & 1]


def valued(game: Game, **values: object) -> Query:
    """A counterexample that is a game with values, as texts."""
    shown = {
        name.replace("_", " "): ",".join(map(str, value))
        if isinstance(value, list)
        else str(value)
        for name, value in values.items()
    }
    return {"game": dict(game.to_dict()), "values": shown}
