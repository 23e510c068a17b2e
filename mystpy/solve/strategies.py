"""Strategies for two players: what they ask, what they show, when they guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TypeVar

from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, NoGuess, Shows
from mystpy.solve.best_reply import Chances, Sight

Cards = frozenset[str]
Item = TypeVar("Item")

Questions = Callable[[Sight], Mapping[Cards, Fraction]]
"""What to ask, with probabilities."""

Piles = Callable[[Sight], Mapping[Cards | None, Fraction]]
"""What to guess, with probabilities; None is not to guess."""

Shown = Callable[[Sight, tuple[str, ...]], Mapping[str, Fraction]]
"""Which of some cards to show, with probabilities."""


def uniform(items: Iterable[Item]) -> dict[Item, Fraction]:
    """Return each item with the same probability."""
    found = list(items)
    return dict.fromkeys(found, Fraction(1, len(found)))


def answers(sight: Sight) -> Iterator[tuple[int, Cards, str | None]]:
    """Yield who asked what and was shown which card (None: the other said no)."""
    asked: Asks | None = None
    for action in sight.actions:
        if asked is not None and not isinstance(action, Asks):
            if isinstance(action, Shows):
                yield asked.player, asked.cards, action.card
                asked = None
            elif action.player == asked.player:
                yield asked.player, asked.cards, None
                asked = None
        if isinstance(action, Asks):
            asked = action
    if asked is not None and sight.player == asked.player:
        yield asked.player, asked.cards, None


def seen(sight: Sight) -> tuple[Cards, Cards]:
    """Return the cards that the other has shown, and those that the other denied."""
    shown, denied = set[str](), set[str]()
    for poser, cards, card in answers(sight):
        if poser == sight.player:
            if card is None:
                denied |= cards
            else:
                shown.add(card)
    return frozenset(shown), frozenset(denied)


def open_cards(sight: Sight) -> Cards:
    """Return the cards of which the player has not been told where they are."""
    shown, denied = seen(sight)
    return frozenset(sight.game.cards) - sight.hand - shown - denied


def piles(sight: Sight) -> dict[Cards, Fraction]:
    """Return the piles that are possible, weighted as if a random card were shown.

    What the other player asked is taken to say nothing. Excluded are the piles that
    were guessed and were wrong.
    """
    game = sight.game
    _, denied = seen(sight)
    others = frozenset(game.cards) - sight.hand
    wrong = {a.cards for a in sight.actions if isinstance(a, Guess)}
    own = [(q, x) for poser, q, x in answers(sight) if poser == sight.player and x]
    found = {}
    for pile in map(frozenset, combinations(sorted(others), game.sizes[0])):
        hand = others - pile
        if pile in wrong or hand & denied or any(x not in hand for _, x in own):
            continue
        weight = Fraction(1)
        for question, _ in own:
            weight /= len(question & hand)
        found[pile] = weight
    return found


def likeliest(sight: Sight) -> Mapping[Cards | None, Fraction]:
    """Guess one of the likeliest piles, each with the same probability."""
    weights = piles(sight)
    most = max(weights.values())
    return uniform(pile for pile, weight in weights.items() if weight == most)


def certain(sight: Sight) -> Mapping[Cards | None, Fraction]:
    """Guess the pile once it is known, and not before."""
    possible = piles(sight)
    return uniform(possible if len(possible) == 1 else [None])


def any_card(sight: Sight, cards: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Show any card, each with the same probability."""
    return uniform(cards)


def first_card(sight: Sight, cards: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Show the first card in the deck's order."""
    return {cards[0]: Fraction(1)}


def last_card(sight: Sight, cards: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Show the last card in the deck's order."""
    return {cards[-1]: Fraction(1)}


def asking_open(count: int) -> Questions:
    """Ask for so many open cards at random (or all of them), filled up with others.

    Others are first cards of the own hand, then of the pile; if that is not enough,
    more open cards.
    """

    def questions(sight: Sight) -> Mapping[Cards, Fraction]:
        game, free = sight.game, open_cards(sight)
        _, denied = seen(sight)
        padding = [*sorted(sight.hand), *sorted(denied - sight.hand)]
        wanted = min(len(free), max(count, game.q - len(padding)))
        filled = frozenset(padding[: game.q - wanted])
        return uniform(
            frozenset(cards) | filled for cards in combinations(sorted(free), wanted)
        )

    return questions


def algorithm(sight: Sight) -> Mapping[Cards, Fraction]:
    """Ask as section 4.1 says: a random set of cards that nobody has shown.

    If they are fewer than q, all of them and some of the cards shown by the player.
    """
    game = sight.game
    shown: tuple[set[str], set[str], set[str]] = (set(), set(), set())
    for poser, _, card in answers(sight):
        if card is not None:
            shown[3 - poser].add(card)
    free = sorted(set(game.cards) - shown[1] - shown[2])
    if len(free) >= game.q:
        return uniform(map(frozenset, combinations(free, game.q)))
    more = combinations(sorted(shown[sight.player]), game.q - len(free))
    return uniform(frozenset(free) | set(cards) for cards in more)


def anything(sight: Sight) -> Mapping[Cards, Fraction]:
    """Ask any question, each with the same probability: own cards are not spared."""
    return uniform(sight.game.questions())


@dataclass(frozen=True, slots=True)
class Plan:
    """A strategy: what to ask and when to guess in each own turn, and what to show.

    The last entries of ``asks`` and ``guesses`` serve for all later turns.
    """

    asks: Sequence[Questions]
    guesses: Sequence[Piles]
    shows: Shown = any_card

    def __call__(self, sight: Sight, offers: tuple[Action, ...]) -> Chances:
        """Return what to do with which probability."""
        first, me = offers[0], sight.player
        if isinstance(first, Asks):
            turn = _asked(sight)
            chosen = self.asks[min(turn, len(self.asks) - 1)](sight)
            return {Asks(me, cards): chance for cards, chance in chosen.items()}
        if isinstance(first, Shows):
            cards = tuple(a.card for a in offers if isinstance(a, Shows) and a.card)
            shown = self.shows(sight, cards)
            return {Shows(me, first.to, x): chance for x, chance in shown.items()}
        if any(isinstance(action, Guess) for action in offers):
            turn = _asked(sight) - 1
            guess = self.guesses[min(turn, len(self.guesses) - 1)](sight)
            return {
                NoGuess(me) if pile is None else Guess(me, pile): chance
                for pile, chance in guess.items()
            }
        assert len(offers) == 1, "anything else is the only thing possible"
        return {first: Fraction(1)}


def _asked(sight: Sight) -> int:
    """Return how many questions the player has asked."""
    mine = (a for a in sight.actions if isinstance(a, Asks))
    return sum(action.player == sight.player for action in mine)


def one_shot(count: int, shows: Shown = any_card) -> Plan:
    """Ask for so many open cards, and guess the likeliest pile at once."""
    return Plan((asking_open(count),), (likeliest,), shows)


def own_named(plan: Plan, game: Game) -> set[int]:
    """Return how many own cards player 1's first question may name, over all hands."""
    hands = map(frozenset, combinations(game.cards, game.sizes[1]))
    return {
        len(question & hand)
        for hand in hands
        for question, chance in plan.asks[0](Sight(game, 1, hand, ())).items()
        if chance
    }
