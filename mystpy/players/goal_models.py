"""The knowledge of agents of order zero, one and two: models of the pile and of hands.

In the field: Kripke models with one relation each. Their product is not the whole
model: it has worlds in which a card is in two places, so that less is known in it than
in the model of all deals (`mystpy theorem models-splitting`).

Source: the project's page, *Logical Background*. Each model is a set of worlds, and an
update removes worlds. Consequences of one model for another, beyond those named here,
are lost. A set of worlds is a mask, and so is the set of the hands that have a card.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb

from mystpy.bits import bits, mask_of, set_of_members
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, No, Opens, Shows
from mystpy.play.belief import BeliefState
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event

MOST_WORLDS = 200_000
"""The most worlds of a model."""


def check_models(game: Game, order: int) -> None:
    """Raise QueryError if the models of an agent would have too many worlds."""
    if game.guess_count() > MOST_WORLDS:
        raise QueryError("there are too many piles for a goal model")
    for size in game.sizes[1:] if order else ():
        if max(comb(game.c - own, size) for own in game.sizes[1:]) > MOST_WORLDS:
            raise QueryError(f"there are too many hands of {size} cards for a model")


@cache
def hands_with(cards: int, size: int) -> tuple[int, ...]:
    """Return for each card the hands of a size with it, as sets of numbers."""
    found: list[list[int]] = [[] for _ in range(cards)]
    for number, hand in enumerate(combinations(range(cards), size)):
        for card in hand:
            found[card].append(number)
    return tuple(map(set_of_members, found))


@cache
def piles_of(game: Game) -> tuple[int, ...]:
    """Return the possible piles, as masks."""
    return tuple(mask_of(pile, game) for pile in game.guesses())


@cache
def piles_with(game: Game) -> dict[int, int]:
    """Return for each card the piles that have it, as sets of numbers."""
    piles = list(enumerate(piles_of(game)))
    return {
        1 << k: set_of_members(number for number, pile in piles if pile >> k & 1)
        for k in range(game.c)
    }


class HandModel:
    """The possible hands of another player, of the cards that the agent lacks."""

    def __init__(self, others: int, size: int) -> None:
        cards = bits(others)
        with_ = hands_with(len(cards), size)
        self.having = dict(zip(cards, with_, strict=True))
        self.worlds = (1 << comb(len(cards), size)) - 1

    def some(self, cards: int) -> int:
        """Return the hands with some of these cards; the agent's own are in none."""
        found = 0
        for card in bits(cards):
            found |= self.having.get(card, 0)
        return found

    def everywhere(self, cards: int) -> int:
        """Return the cards of these that are in all hands."""
        worlds, having = self.worlds, self.having
        return sum(card for card in bits(cards) if worlds & having[card] == worlds)


class SplitModels:
    """The models of one agent; order zero has no models of hands.

    `knows` has for each player the cards of hers that the agent was shown. With
    `passes` a player who passes has none of the cards that were asked for, which the
    page does not say.
    """

    def __init__(
        self, seen: InformationState, order: int, *, passes: bool = True
    ) -> None:
        """Begin before the first action."""
        game = seen.game
        self.order, self.passes, self.player = order, passes, seen.player
        self.having = piles_with(game)
        self.piles = piles_of(game)
        self.goal = (1 << len(self.piles)) - 1
        self.question_mask = 0
        self.knows = [0] * (game.p + 1)
        self._open = (1 << game.c) - 1
        others = self._open & ~seen.hand
        self._leave(seen.hand)
        self.hands: dict[int, HandModel] = {}
        for k in range(1, game.p + 1):
            if order and k != seen.player:
                self.hands[k] = HandModel(others, game.sizes[k])

    def then(self, event: Event, *, won: bool = False) -> SplitModels:
        """Return the same models, updated by an event."""
        if won:  # then nobody asks for more
            return self
        kind, who = event.key[0], event.key[1]
        if kind == Asks.name:
            self.question_mask = event.cards
        elif kind == No.name and self.passes and who in self.hands:
            model = self.hands[who]
            self._keep(who, ~model.some(self.question_mask))
        elif kind == Opens.name:
            self._leave(event.cards)
        elif kind == Shows.name and who == self.player:
            self.knows[event.key[-1]] |= event.cards
        elif kind == Shows.name and event.cards:
            self._leave(event.cards)
            if self.order:
                self._keep(who, self.hands[who].having[event.cards])
        elif kind == Shows.name and self.order:
            self._not_all(self.question_mask)
            self._keep(who, self.hands[who].some(self.question_mask))
        return self

    def _keep(self, who: int, worlds: int) -> None:
        """Keep these worlds of a hand; cards in all of them leave the goal model."""
        model = self.hands[who]
        if model.worlds & ~worlds:
            model.worlds &= worlds
            self._leave(model.everywhere(self._open))

    def _leave(self, cards: int) -> None:
        """Remove the worlds with any of these cards from the goal model."""
        self._open &= ~cards
        for card in bits(cards):
            self.goal &= ~self.having[card]

    def _not_all(self, cards: int) -> None:
        """Remove the worlds with all of these cards from the goal model."""
        worlds = self.goal
        for card in bits(cards):
            worlds &= self.having[card]
        self.goal ^= worlds


class ExactModels:
    """The piles that fit some deal; hands are parts of the deals.

    It has the interface of `SplitModels`. For each pile a deal is stored, which usually
    still fits after the next action.
    """

    def __init__(self, seen: InformationState) -> None:
        """Begin before the first action."""
        self.player = seen.player
        self.having = piles_with(seen.game)
        self.piles = piles_of(seen.game)
        self.knows = [0] * (seen.game.p + 1)
        self._belief = BeliefState.of(seen)
        self._deals: dict[int, tuple[int, ...] | None]
        self._deals = dict.fromkeys(range(len(self.piles)))
        self._conditions: frozenset[Condition] = frozenset()

    def then(self, event: Event, *, won: bool = False) -> ExactModels:
        """Return the same, with the belief updated by an event."""
        if won:  # then nobody asks for more
            return self
        self._belief = self._belief.then(event)
        if event.key[0] == Shows.name and event.key[1] == self.player:
            self.knows[event.key[-1]] |= event.cards
        return self

    @property
    def goal(self) -> int:
        """Return the numbers of the possible piles, as a set."""
        grid = self._belief.grid
        if grid.conditions != self._conditions:
            news, may = grid.conditions - self._conditions, self._belief.may[0]
            found: dict[int, tuple[int, ...] | None] = {}
            for number, deal in self._deals.items():
                pile = self.piles[number]
                if pile & ~may:
                    continue
                if not deal or not all(condition.satisfied(deal) for condition in news):
                    deal = grid.deal(Condition(0, ConditionKind.EXACTLY, pile))
                if deal:
                    found[number] = deal
            self._deals, self._conditions = found, grid.conditions
        return sum(1 << number for number in self._deals)
