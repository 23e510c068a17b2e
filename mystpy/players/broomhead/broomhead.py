"""Broomhead and Crazy Broomhead: undeniable clues, with and without trials.

In the field: a knowledge-based heuristic policy.

Source: Ayzenshtat, Feng and Lee 2003. They were made for a game in which a player asks
one other player for any number of cards, or guesses instead. Where nobody chooses who
is asked, the one who would be chosen decides what is asked for, as far as that is a
question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from random import Random

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import EventKey
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import BeliefApproximation, InformationState
from mystpy.players.counting_sheet import CountingSheet
from mystpy.players.player_base import BeliefPlayer, draw_question
from mystpy.situations.event import Event

OPEN_GAME, END_GAME = 3, 1
"""Of four cards that the target lacks so many pad the list."""


def uncertain(belief: BeliefApproximation, player: int) -> dict[int, int]:
    """For each opponent of whom something is not known the cards that it may be."""
    rows = enumerate(zip(belief.may, belief.sure, strict=True))
    found = {k: may & ~sure for k, (may, sure) in rows if k not in (0, player)}
    return {k: cards for k, cards in found.items() if cards}


def spared_opponent(game: Game, player: int, hand: int) -> int:
    """An opponent who is not asked before the end game.

    Any, but the same all through a game: her own hand decides which.
    """
    others = [k for k in range(1, game.p + 1) if k != player]
    return Random(f"{player} {hand}").choice(others)


def target(
    open_: Mapping[int, int], keys: Sequence[int], spared: int, rng: Random
) -> int:
    """Of those who may be asked one with most uncertain cards; the spared one last."""
    least = {k: (k != spared, open_.get(k, 0).bit_count()) for k in keys}
    asked = {k: number for k, (free, number) in least.items() if free and number}
    counts = asked or {k: number for k, (_, number) in least.items()}
    most = max(counts.values())
    return rng.choice([k for k, number in counts.items() if number == most])


class Interrogation(NamedTuple):
    """Whom to ask for which cards (masks), and cards for cover."""

    target: int
    cards: int
    padding: int


def interrogation(
    belief: BeliefApproximation,
    open_: Mapping[int, int],
    asked: int,
    game: Game,
    rng: Random,
    *,
    end_game: bool = True,
) -> Interrogation:
    """What to ask an opponent for, and what with.

    In the open game all uncertain cards; in the end game, when nobody else is
    uncertain, as many as are not known of the pile. Padding are cards that the opponent
    is known to lack; the source pads with all that the opponent is not known to hold,
    which would leave no difference between the cards asked for and the others.
    """
    cards = open_.get(asked, 0)
    is_end = end_game and len(open_) == 1
    if is_end and cards:
        left = game.sizes[0] - belief.sure[0].bit_count()
        number = min(max(left, 1), cards.bit_count())
        cards = sum(rng.sample(bits(cards), number))
    chance = END_GAME if is_end else OPEN_GAME
    lacked = ((1 << game.c) - 1) & ~belief.may[asked]
    padding = sum(card for card in bits(lacked) if rng.randrange(4) < chance)
    return Interrogation(asked, cards, padding)


def card_to_show(seen: InformationState, cards: int, rng: Random) -> int:
    """Which card to show: of those shown before the first, else any.

    The source takes the first of her cards in a random order: any, with equal chances.
    """
    for event in seen.events:
        kind, player, *_ = event.key
        if kind == Shows.name and player == seen.player and event.cards & cards:
            return event.cards
    return rng.choice(bits(cards))


class Broomhead(BeliefPlayer[BeliefApproximation]):
    """Counts, asks whoever has most uncertain cards, and guesses when certain.

    More than 95 of 100 certain, as the source says, is certain: of two piles that there
    may be each is as likely. Without `end_game` the open game goes on to the end.
    """

    spares = False
    """Whether one opponent is left unmolested for the end game."""
    trial = False

    def __init__(self, game: Game, player: int, *, end_game: bool = True) -> None:
        super().__init__(game, player, partial(CountingSheet, trial=self.trial))
        self.end_game = end_game

    def choose_question(
        self, seen: InformationState, keys: Sequence[EventKey], rng: Random
    ) -> Event:
        """The interrogation: whom, and for what."""
        to = {key[-1]: key for key in keys if len(key) > 2}
        chosen = self._interrogation(seen, list(to) or self._others(), rng)
        if not to:
            pools = chosen.cards, chosen.padding
            return Event(keys[0], draw_question(self.game, pools, rng))
        order = [
            card
            for part in (chosen.cards, chosen.padding)
            for card in rng.sample(bits(part), part.bit_count())
        ]
        return Event(to[chosen.target], sum(order[: self.game.q]) or 1)

    def question(self, seen: InformationState, rng: Random) -> int:
        """The cards that the one to ask is asked for."""
        return self._interrogation(seen, self._others(), rng).cards

    def _others(self) -> list[int]:
        return [k for k in range(1, self.game.p + 1) if k != self.player]

    def _interrogation(
        self, seen: InformationState, others: list[int], rng: Random
    ) -> Interrogation:
        belief = self.belief(seen)
        open_ = uncertain(belief, self.player)
        spared = (
            spared_opponent(self.game, self.player, seen.hand) if self.spares else 0
        )
        asked = target(open_, others, spared, rng)
        return interrogation(
            belief, open_, asked, self.game, rng, end_game=self.end_game
        )

    def card(self, seen: InformationState, legal: LegalAction, rng: Random) -> int:
        """A card that was shown before, if there is one."""
        return card_to_show(seen, legal.cards, rng)

    def why(self, seen: InformationState, event: Event) -> str:
        """The reason of an action, in words."""
        open_ = uncertain(self.belief(seen), self.player)
        if event.key[0] == Asks.name:
            is_end = self.end_game and len(open_) == 1
            game = "end game" if is_end else "open game"
            return f"the {game}: of {len(open_)} players something is not known"
        if event.key[0] == Shows.name:
            before = any(e.key[:2] == event.key[:2] for e in seen.events)
            return "shown before if possible" if before else "any card"
        return super().why(seen, event)


class Crazy(Broomhead):
    """The same with trials, and one opponent left alone until the end game."""

    spares = True
    trial = True
