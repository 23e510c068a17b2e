"""Strategies for two players: their questions, the cards they show, their guesses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import inf
from random import Random
from typing import TypeVar

from mystpy.bits import cards_of, mask_of
from mystpy.compilation import dataclass
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import Chances
from mystpy.situations.event import Event
from mystpy.solve.best_response import Imposed

Cards = frozenset[str]
Item = TypeVar("Item")

Questions = Callable[[InformationState], Mapping[Cards, Fraction]]
"""The questions, with probabilities."""

Piles = Callable[[InformationState], Mapping[Cards | None, Fraction]]
"""The guesses, with probabilities; None is not to guess."""

Shown = Callable[[InformationState, tuple[str, ...]], Mapping[str, Fraction]]
"""The card to show of some cards, with probabilities."""


def uniform(items: Iterable[Item]) -> dict[Item, Fraction]:
    """Return each item with the same probability."""
    found = list(items)
    return dict.fromkeys(found, Fraction(1, len(found)))


def sight(
    game: Game, player: int, hand: Cards, actions: Iterable[Action] = ()
) -> InformationState:
    """Return a player's information state, by the names of cards."""
    done = tuple(Event.of(action, game) for action in actions)
    return InformationState(game, player, mask_of(hand, game), done)


def hand_of(seen: InformationState) -> Cards:
    """Return the player's own hand."""
    return cards_of(seen.hand, seen.game)


def asked_by(seen: InformationState) -> list[Cards]:
    """Return the questions that the player has asked."""
    mine = (event for event in seen.events if event.key[:2] == (Asks.name, seen.player))
    return [cards_of(event.cards, seen.game) for event in mine]


def answers(seen: InformationState) -> Iterator[tuple[int, Cards, str | None]]:
    """Yield each asker, her question and the card shown (None: the other said no)."""
    question: Event | None = None
    for event in seen.events:
        kind, player = event.key[:2]
        if question and kind == Shows.name:
            (card,) = cards_of(event.cards, seen.game)
            yield question.key[1], cards_of(question.cards, seen.game), card
            question = None
        elif question and kind != Asks.name and player == question.key[1]:
            yield player, cards_of(question.cards, seen.game), None
            question = None
        if kind == Asks.name:
            question = event
    if question and seen.player == question.key[1]:
        yield seen.player, cards_of(question.cards, seen.game), None


def heard(seen: InformationState) -> tuple[Cards, Cards]:
    """Return the cards that the other has shown, and those that the other denied."""
    shown, denied = set[str](), set[str]()
    for poser, cards, card in answers(seen):
        if poser == seen.player:
            if card is None:
                denied |= cards
            else:
                shown.add(card)
    return frozenset(shown), frozenset(denied)


def open_cards(seen: InformationState) -> Cards:
    """Return the cards that are not located for the player."""
    shown, denied = heard(seen)
    return frozenset(seen.game.cards) - hand_of(seen) - shown - denied


def piles(seen: InformationState) -> dict[Cards, Fraction]:
    """Return the possible piles, weighted as if a random card were shown.

    The other player's questions are taken to give no information. Piles that were
    guessed wrongly are excluded.
    """
    game = seen.game
    _, denied = heard(seen)
    others = frozenset(game.cards) - hand_of(seen)
    wrong = [cards_of(d.cards, game) for d in seen.events if d.key[0] == Guess.name]
    mine = [(q, x) for poser, q, x in answers(seen) if poser == seen.player and x]
    found = {}
    for pile in map(frozenset, combinations(sorted(others), game.sizes[0])):
        hand = others - pile
        if pile in wrong or hand & denied or any(x not in hand for _, x in mine):
            continue
        weight = Fraction(1)
        for question, _ in mine:
            weight /= len(question & hand)
        found[pile] = weight
    return found


def likeliest(seen: InformationState) -> Mapping[Cards | None, Fraction]:
    """Guess one of the likeliest piles, each with the same probability."""
    weights = piles(seen)
    most = max(weights.values())
    return uniform(pile for pile, weight in weights.items() if weight == most)


def certain(seen: InformationState) -> Mapping[Cards | None, Fraction]:
    """Guess the pile once it is known, and not before."""
    possible = piles(seen)
    return uniform(possible if len(possible) == 1 else [None])


def any_card(seen: InformationState, cards: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Show any card, each with the same probability."""
    return uniform(cards)


def first_card(
    seen: InformationState, cards: tuple[str, ...]
) -> Mapping[str, Fraction]:
    """Show the first card in the deck's order."""
    return {cards[0]: Fraction(1)}


def last_card(seen: InformationState, cards: tuple[str, ...]) -> Mapping[str, Fraction]:
    """Show the last card in the deck's order."""
    return {cards[-1]: Fraction(1)}


def asking_open(count: int) -> Questions:
    """Return questions for `count` random open cards (or all), filled up with others.

    Others are random own cards, then those of the pile; if that is not enough, more
    open cards.
    """

    def questions(seen: InformationState) -> Mapping[Cards, Fraction]:
        game, free = seen.game, open_cards(seen)
        _, denied = heard(seen)
        own = hand_of(seen)
        pile = denied - own
        wanted = min(len(free), max(count, game.q - len(own) - len(pile)))
        mine = min(len(own), game.q - wanted)
        shares = ((free, wanted), (own, mine), (pile, game.q - wanted - mine))
        chosen = product(*(combinations(sorted(cards), k) for cards, k in shares))
        return uniform(frozenset().union(*cards) for cards in chosen)

    return questions


def algorithm(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask as section 4.1 says: a random set of cards that nobody has shown.

    If they are fewer than q, all of them and some of the cards shown by the player.
    """
    game = seen.game
    shown: tuple[set[str], set[str], set[str]] = (set(), set(), set())
    for poser, _, card in answers(seen):
        if card is not None:
            shown[3 - poser].add(card)
    free = sorted(set(game.cards) - shown[1] - shown[2])
    if len(free) >= game.q:
        return uniform(map(frozenset, combinations(free, game.q)))
    more = combinations(sorted(shown[seen.player]), game.q - len(free))
    return uniform(frozenset(free) | set(cards) for cards in more)


def own_cards(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask for own cards only, each set of them with the same probability: a bluff."""
    own = combinations(sorted(hand_of(seen)), seen.game.q)
    return uniform(map(frozenset, own))


def again(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask the first question again, after one by the algorithm."""
    mine = asked_by(seen)
    return {mine[0]: Fraction(1)} if mine else algorithm(seen)


def anything(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask any question, including own cards, each with the same probability."""
    return uniform(seen.game.questions())


@dataclass(frozen=True, slots=True)
class GameStrategy:
    """A strategy: its question and guess in each own turn, and the cards it shows.

    The last entries of `asks` and `guesses` apply to all later turns. Cards are `alike`
    to a strategy that prefers none for its name, see `BestResponse`.
    """

    asks: Sequence[Questions]
    guesses: Sequence[Piles]
    shows: Shown = any_card
    alike: bool = False

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Chances:
        """Return the chances of the actions."""
        key, game = legal_actions[0].key, seen.game
        if key[0] == Asks.name:
            turn = min(len(asked_by(seen)), len(self.asks) - 1)
            return _asking(seen, self.asks[turn])
        if key[0] == Shows.name:
            cards = cards_of(legal_actions[0].cards, game)
            shown = self.shows(seen, tuple(sorted(cards, key=game.deck.__getitem__)))
            return {Event(key, mask_of([x], game)): k for x, k in shown.items()}
        if any(legal.key[0] == Guess.name for legal in legal_actions):
            turn = len(asked_by(seen)) - 1
            guess = self.guesses[min(turn, len(self.guesses) - 1)](seen)
            return {
                Event((NoGuess.name, seen.player))
                if pile is None
                else Event((Guess.name, seen.player), mask_of(pile, game)): chance
                for pile, chance in guess.items()
            }
        assert len(legal_actions) == 1, "anything else is the only thing possible"
        return {Event(key): Fraction(1)}


def _asking(seen: InformationState, asks: Questions) -> Chances:
    chosen = asks(seen).items()
    key = Asks.name, seen.player
    return {Event(key, mask_of(cards, seen.game)): share for cards, share in chosen}


def bound(
    asks: Questions | None = None, *, turns: float = inf, silent: float = 0
) -> Imposed:
    """Return restrictions on the responding player: these questions in the first turns.

    Also, the first `silent` turns have no guess.
    """

    def imposed(
        seen: InformationState, legal_actions: Sequence[LegalAction]
    ) -> Chances | None:
        done, kinds = len(asked_by(seen)), [legal.key[0] for legal in legal_actions]
        if kinds[0] == Asks.name:
            return _asking(seen, asks) if asks and done < turns else None
        if done <= silent and NoGuess.name in kinds:
            return {Event((NoGuess.name, seen.player)): Fraction(1)}
        return None

    return imposed


def one_shot(count: int) -> GameStrategy:
    """Return the strategy to ask for open cards and then guess the likeliest pile."""
    return GameStrategy((asking_open(count),), (likeliest,), alike=True)


def slow_and_steady(shows: Shown = any_card) -> GameStrategy:
    """Return the strategy of Theorem 4.1: ask by the algorithm, guess once certain."""
    return GameStrategy((algorithm,), (certain,), shows, alike=shows is any_card)


def own_named(plan: GameStrategy, game: Game) -> set[int]:
    """Return the possible numbers of own cards in player 1's first question."""
    hands = map(frozenset, combinations(game.cards, game.sizes[1]))
    return {
        len(question & hand)
        for hand in hands
        for question, chance in plan.asks[0](sight(game, 1, hand, ())).items()
        if chance
    }
