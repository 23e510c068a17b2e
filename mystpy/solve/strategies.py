"""Strategies for two players: what they ask, what they show, when they guess."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import inf
from typing import TypeVar

from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, NoGuess, Shows
from mystpy.solve.best_reply import Imposed
from mystpy.solve.information import Information, Mixture

Cards = frozenset[str]
Item = TypeVar("Item")

Questions = Callable[[Information], Mapping[Cards, Fraction]]
"""What to ask, with probabilities."""

Piles = Callable[[Information], Mapping[Cards | None, Fraction]]
"""What to guess, with probabilities; None is not to guess."""

Shown = Callable[[Information, tuple[str, ...]], Mapping[str, Fraction]]
"""Which of some cards to show, with probabilities."""


def uniform(items: Iterable[Item]) -> dict[Item, Fraction]:
    """Each item with the same probability."""
    found = list(items)
    return dict.fromkeys(found, Fraction(1, len(found)))


def answers(information: Information) -> Iterator[tuple[int, Cards, str | None]]:
    """Who asked what and was shown which card (None: the other said no)."""
    asked: Asks | None = None
    for action in information.actions:
        if asked is not None and not isinstance(action, Asks):
            if isinstance(action, Shows):
                yield asked.player, asked.cards, action.card
                asked = None
            elif action.player == asked.player:
                yield asked.player, asked.cards, None
                asked = None
        if isinstance(action, Asks):
            asked = action
    if asked is not None and information.player == asked.player:
        yield asked.player, asked.cards, None


def seen(information: Information) -> tuple[Cards, Cards]:
    """The cards that the other has shown, and those that the other denied."""
    shown, denied = set[str](), set[str]()
    for poser, cards, card in answers(information):
        if poser == information.player:
            if card is None:
                denied |= cards
            else:
                shown.add(card)
    return frozenset(shown), frozenset(denied)


def open_cards(information: Information) -> Cards:
    """The cards of which the player has not been told where they are."""
    shown, denied = seen(information)
    return frozenset(information.game.cards) - information.hand - shown - denied


def piles(information: Information) -> dict[Cards, Fraction]:
    """The piles that are possible, weighted as if a random card were shown.

    What the other player asked is taken to say nothing. Excluded are the piles that
    were guessed and were wrong.
    """
    game = information.game
    _, denied = seen(information)
    others = frozenset(game.cards) - information.hand
    wrong = {a.cards for a in information.actions if isinstance(a, Guess)}
    own = [
        (q, x)
        for poser, q, x in answers(information)
        if poser == information.player and x
    ]
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


def likeliest(information: Information) -> Mapping[Cards | None, Fraction]:
    """Guess one of the likeliest piles, each with the same probability."""
    weights = piles(information)
    most = max(weights.values())
    return uniform(pile for pile, weight in weights.items() if weight == most)


def certain(information: Information) -> Mapping[Cards | None, Fraction]:
    """Guess the pile once it is known, and not before."""
    possible = piles(information)
    return uniform(possible if len(possible) == 1 else [None])


def any_card(
    information: Information, cards: tuple[str, ...]
) -> Mapping[str, Fraction]:
    """Show any card, each with the same probability."""
    return uniform(cards)


def first_card(
    information: Information, cards: tuple[str, ...]
) -> Mapping[str, Fraction]:
    """Show the first card in the deck's order."""
    return {cards[0]: Fraction(1)}


def last_card(
    information: Information, cards: tuple[str, ...]
) -> Mapping[str, Fraction]:
    """Show the last card in the deck's order."""
    return {cards[-1]: Fraction(1)}


def asking_open(count: int) -> Questions:
    """Ask for so many open cards at random (or all of them), filled up with others.

    Others are own cards at random, then those of the pile; if that is not enough, more
    open cards.
    """

    def questions(information: Information) -> Mapping[Cards, Fraction]:
        game, free = information.game, open_cards(information)
        _, denied = seen(information)
        own, pile = information.hand, denied - information.hand
        wanted = min(len(free), max(count, game.q - len(own) - len(pile)))
        mine = min(len(own), game.q - wanted)
        shares = ((free, wanted), (own, mine), (pile, game.q - wanted - mine))
        chosen = product(*(combinations(sorted(cards), k) for cards, k in shares))
        return uniform(frozenset().union(*cards) for cards in chosen)

    return questions


def algorithm(information: Information) -> Mapping[Cards, Fraction]:
    """Ask as section 4.1 says: a random set of cards that nobody has shown.

    If they are fewer than q, all of them and some of the cards shown by the player.
    """
    game = information.game
    shown: tuple[set[str], set[str], set[str]] = (set(), set(), set())
    for poser, _, card in answers(information):
        if card is not None:
            shown[3 - poser].add(card)
    free = sorted(set(game.cards) - shown[1] - shown[2])
    if len(free) >= game.q:
        return uniform(map(frozenset, combinations(free, game.q)))
    more = combinations(sorted(shown[information.player]), game.q - len(free))
    return uniform(frozenset(free) | set(cards) for cards in more)


def own_cards(information: Information) -> Mapping[Cards, Fraction]:
    """Ask for own cards only, each set of them with the same probability: a bluff."""
    own = combinations(sorted(information.hand), information.game.q)
    return uniform(map(frozenset, own))


def again(information: Information) -> Mapping[Cards, Fraction]:
    """Ask the first question again, after one by the algorithm."""
    mine = information.asked
    return {mine[0]: Fraction(1)} if mine else algorithm(information)


def anything(information: Information) -> Mapping[Cards, Fraction]:
    """Ask any question, each with the same probability: own cards are not spared."""
    return uniform(information.game.questions())


@dataclass(frozen=True, slots=True)
class Plan:
    """A strategy: what to ask and when to guess in each own turn, and what to show.

    The last entries of `asks` and `guesses` serve for all later turns. Cards are
    `alike` to a plan that prefers none for its name, see `Reply`.
    """

    asks: Sequence[Questions]
    guesses: Sequence[Piles]
    shows: Shown = any_card
    alike: bool = False

    def __call__(self, information: Information, offers: tuple[Action, ...]) -> Mixture:
        """What to do with which probability."""
        first, me = offers[0], information.player
        if isinstance(first, Asks):
            turn = min(len(information.asked), len(self.asks) - 1)
            return _asking(information, self.asks[turn])
        if isinstance(first, Shows):
            cards = tuple(a.card for a in offers if isinstance(a, Shows) and a.card)
            shown = self.shows(information, cards)
            return {Shows(me, first.to, x): chance for x, chance in shown.items()}
        if any(isinstance(action, Guess) for action in offers):
            turn = len(information.asked) - 1
            guess = self.guesses[min(turn, len(self.guesses) - 1)](information)
            return {
                NoGuess(me) if pile is None else Guess(me, pile): chance
                for pile, chance in guess.items()
            }
        assert len(offers) == 1, "anything else is the only thing possible"
        return {first: Fraction(1)}


def _asking(information: Information, asks: Questions) -> Mixture:
    chosen = asks(information).items()
    return {Asks(information.player, cards): chance for cards, chance in chosen}


def bound(
    asks: Questions | None = None, *, turns: float = inf, silent: float = 0
) -> Imposed:
    """What binds the replying player: to ask like this in so many first turns.

    And not to guess in the first turns that are to be `silent`.
    """

    def imposed(information: Information, offers: tuple[Action, ...]) -> Mixture | None:
        done = len(information.asked)
        if isinstance(offers[0], Asks):
            return _asking(information, asks) if asks and done < turns else None
        if done <= silent and any(isinstance(action, NoGuess) for action in offers):
            return {NoGuess(information.player): Fraction(1)}
        return None

    return imposed


def one_shot(count: int) -> Plan:
    """Ask for so many open cards, and guess the likeliest pile at once."""
    return Plan((asking_open(count),), (likeliest,), alike=True)


def slow_and_steady(shows: Shown = any_card) -> Plan:
    """Ask by the algorithm, and guess once certain: player 1 of Theorem 4.1."""
    return Plan((algorithm,), (certain,), shows, alike=shows is any_card)


def own_named(plan: Plan, game: Game) -> set[int]:
    """How many own cards player 1's first question may name, over all hands."""
    hands = map(frozenset, combinations(game.cards, game.sizes[1]))
    return {
        len(question & hand)
        for hand in hands
        for question, chance in plan.asks[0](Information(game, 1, hand, ())).items()
        if chance
    }
