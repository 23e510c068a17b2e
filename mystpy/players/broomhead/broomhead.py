"""Broomhead and Crazy Broomhead: undeniable clues, with and without trials.

In the field: a knowledge-based heuristic policy.

Source: Ayzenshtat, Feng and Lee 2003. They were made for a game in which a player asks
one other player for any number of cards, or guesses instead. In games in which a
question is put to all players, the cards are chosen for the opponent who would be
asked, if that is a legal question.
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
"""The number, of four cards that the target lacks, that pad the list."""


def uncertain(belief: BeliefApproximation, player: int) -> dict[int, int]:
    """Return the uncertain cards of each opponent who has some."""
    rows = enumerate(zip(belief.may, belief.sure, strict=True))
    found = {k: may & ~sure for k, (may, sure) in rows if k not in (0, player)}
    return {k: cards for k, cards in found.items() if cards}


def spared_opponent(game: Game, player: int, hand: int) -> int:
    """Return an opponent who is not asked before the end game.

    It may be any one, but the same throughout a game: the player's hand determines it.
    """
    others = [k for k in range(1, game.p + 1) if k != player]
    return Random(f"{player} {hand}").choice(others)


def target(
    open_: Mapping[int, int], keys: Sequence[int], spared: int, rng: Random
) -> int:
    """Return an opponent with most uncertain cards; the spared one comes last."""
    least = {k: (k != spared, open_.get(k, 0).bit_count()) for k in keys}
    asked = {k: number for k, (free, number) in least.items() if free and number}
    counts = asked or {k: number for k, (_, number) in least.items()}
    most = max(counts.values())
    return rng.choice([k for k, number in counts.items() if number == most])


class Interrogation(NamedTuple):
    """The opponent to ask, the cards to ask for (masks), and the padding."""

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
    """Return the cards to ask an opponent for, with the padding.

    In the open game these are all uncertain cards. In the end game, when nobody else is
    uncertain, they are as many as are not known of the pile. The padding are cards that
    the opponent is known to lack. The source pads with all cards that the opponent is
    not known to hold, which would leave no difference between the cards asked for and
    the others.
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
    """Return the card to show: the first of those shown before, else any.

    The source takes the first of her cards in a random order: any, with equal chances.
    """
    for event in seen.events:
        kind, player, *_ = event.key
        if kind == Shows.name and player == seen.player and event.cards & cards:
            return event.cards
    return rng.choice(bits(cards))


class Broomhead(BeliefPlayer[BeliefApproximation]):
    """A player who counts, asks the most uncertain opponent, and guesses when certain.

    By the source, this is a certainty of more than 95 of 100. If two piles are
    possible, they are equally likely, so only a known pile is certain. Without
    `end_game` the open game continues to the end.
    """

    spares = False
    """Whether one opponent is spared for the end game."""
    trial = False

    def __init__(self, game: Game, player: int, *, end_game: bool = True) -> None:
        super().__init__(game, player, partial(CountingSheet, trial=self.trial))
        self.end_game = end_game

    def choose_question(
        self, seen: InformationState, keys: Sequence[EventKey], rng: Random
    ) -> Event:
        """Return the interrogation: the opponent, and the cards."""
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
        """Return the cards for which the opponent is asked."""
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
        """Return a card that was shown before, if there is one."""
        return card_to_show(seen, legal.cards, rng)

    def why(self, seen: InformationState, event: Event) -> str:
        """Return the reason of an action, in words."""
        open_ = uncertain(self.belief(seen), self.player)
        if event.key[0] == Asks.name:
            is_end = self.end_game and len(open_) == 1
            game = "end game" if is_end else "open game"
            return f"the {game}: {len(open_)} players have unknown cards"
        if event.key[0] == Shows.name:
            before = any(e.key[:2] == event.key[:2] for e in seen.events)
            return "shown before if possible" if before else "any card"
        return super().why(seen, event)


class Crazy(Broomhead):
    """A Broomhead with trials who spares one opponent until the end game."""

    spares = True
    trial = True
