"""Section 1.3: the example of a deck of 52 cards, dealt out to four players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from math import factorial

from mystpy.bits import cards_of
from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.deals import Deals
from mystpy.game.game import Game
from mystpy.theses.case_analysis import Case, weigh_cases, with_values

Deal = tuple[frozenset[str], ...]


def dealt_out(p: int, each: int) -> Game:
    """Return a deck that is dealt out to p players with equal hands, and no pile."""
    deck = [f"s{k}" for k in range(1, p * each + 1)]
    return Game.general(deck, [0, *[each] * p], q=1)


def by_shuffling(game: Game, orders: int = 0) -> Counter[Deal]:
    """Count the orders of the deck that lead to each deal; the first `orders` only.

    Without `orders` all are counted. The cards are dealt in the order of the deck, to
    player 1 first.
    """
    found: Counter[Deal] = Counter()
    each = game.sizes[1]
    for number, order in enumerate(permutations(game.cards), 1):
        found[
            tuple(frozenset(order[each * k : each * (k + 1)]) for k in range(game.p))
        ] += 1
        if number == orders:
            break
    return found


def unevenly(game: Game, shuffled: Counter[Deal]) -> Case | None:
    """Return what is wrong with player 1's worlds, given the first cards, or None."""
    each, others = game.sizes[1], game.c - game.sizes[1]
    own = frozenset(game.cards[:each])
    worlds = {deal: number for deal, number in shuffled.items() if deal[0] == own}
    listed = {
        tuple(cards_of(hand, game) for hand in hands[1:])
        for hands in Deals(game, ())
        if cards_of(hands[1], game) == own
    }
    count = factorial(others) // factorial(each) ** (game.p - 1)
    if (
        len(set(worlds.values())) == 1
        and worlds.keys() == listed
        and len(listed) == count
    ):
        return None
    numbers = sorted(set(worlds.values()))
    return {"values": {"p": game.p, "cards each": each, "orders": numbers}}


def misplaced(game: Game, shuffled: Counter[Deal]) -> Case | None:
    """Return a card that is not equally likely with every player initially."""
    total = sum(shuffled.values())
    for card, k in product(game.cards, range(game.p)):
        having = sum(n for deal, n in shuffled.items() if card in deal[k])
        if Fraction(having, total) != Fraction(1, game.p):
            chance = str(Fraction(having, total))
            return {"values": {"card": card, "player": k + 1, "probability": chance}}
    return None


def located(game: Game, shuffled: Counter[Deal]) -> Case | None:
    """Return a card of the others that has one holder in all worlds of player 1."""
    own = frozenset(game.cards[: game.sizes[1]])
    worlds = [deal for deal in shuffled if deal[0] == own]
    for card in game.cards[game.sizes[1] :]:
        if len({k for deal in worlds for k in range(game.p) if card in deal[k]}) == 1:
            return {"values": {"p": game.p, "cards each": game.sizes[1], "card": card}}
    return None


def orders_of_deal(game: Game) -> int:
    """Return how many orders of the deck lead to one deal, counted card by card.

    Each place of the order may have any remaining card of its player's hand; the number
    is the same for each deal.
    """
    found, come = 1, Counter[int]()
    for place in range(game.c):
        player = place // game.sizes[1]
        found *= game.sizes[1] - come[player]
        come[player] += 1
    return found


def with_card_at(game: Game, player: int, *, own: bool = False) -> int:
    """Return how many deals give a card to one player, for any card.

    The other cards are dealt to the remaining places. If player 1's `own` hand is
    known, and the card is not in it, that hand is left out, too.
    """
    sizes = [*game.sizes]
    sizes[player] -= 1
    if own:
        sizes[1] = 0
    deck = [f"s{k}" for k in range(1, sum(sizes) + 1)]
    return Game.general(deck, sizes, q=1).deal_count()


def miscounted(game: Game) -> Case | None:
    """Return what is wrong with the counted worlds of player 1, or None.

    Each order leads to one deal, and equally many lead to each. The deals in which
    player 1 has a given hand are those of the other cards among the others.
    """
    each, others = game.sizes[1], game.c - game.sizes[1]
    worlds = game.deal_count((None, frozenset(game.cards[:each])))
    counted = {
        "orders": (game.deal_count() * orders_of_deal(game), factorial(game.c)),
        "worlds": (worlds, factorial(others) // factorial(each) ** (game.p - 1)),
    }
    wrong = {name: list(pair) for name, pair in counted.items() if len({*pair}) > 1}
    return with_values(game, wrong) if wrong else None


def unevenly_placed(game: Game) -> Case | None:
    """Return a player with whom a card is likelier than with another at first."""
    counts = [with_card_at(game, k) for k in range(1, game.p + 1)]
    return None if len({*counts}) == 1 else with_values(game, deals=counts)


def placed_by_own(game: Game) -> Case | None:
    """Return a player who can have no card of the others, given a known own hand."""
    counts = [with_card_at(game, k, own=True) for k in range(2, game.p + 1)]
    return None if game.p > 2 and all(counts) else with_values(game, deals=counts)


Check = Callable[[Game, Counter[Deal]], Case | None]
Count = Callable[[Game], Case | None]

STANDARD = (4, 13)
"""The deck of the example: four players have 13 cards each."""


def over_decks(
    budget: Budget, wrong: Check, counted: Count, *, least: int = 2
) -> Result:
    """Search for an error in the deals of small decks, and of 52 cards.

    For small decks all orders are also enumerated; the others are counted.
    """
    sizes = [(2, 1), (2, 2), (3, 1), (4, 1), (2, 3), (3, 2)]
    if budget.full:
        sizes.append((4, 2))

    def cases() -> Iterator[tuple[int, Case | None]]:
        for p, each in sizes:
            if p >= least:
                game = dealt_out(p, each)
                shuffled = by_shuffling(game)
                found = wrong(game, shuffled) or counted(game)
                yield sum(shuffled.values()), found
        yield 1, counted(dealt_out(*STANDARD))

    scope = {"cards": 52, "p": 4}
    method = "counting, and exhaustive over the orders of small decks"
    return weigh_cases(budget, cases(), scope, proves=True, method=method)


def bridge_worlds() -> int:
    """Return the number of deals of 52 cards with a given hand of player 1."""
    game = dealt_out(*STANDARD)
    return game.deal_count((None, frozenset(game.cards[:13])))


def example(budget: Budget) -> Result:
    """Return the result for example-1.3-deck."""
    main = over_decks(budget, unevenly, miscounted)
    return replace(main, values={"worlds": bridge_worlds()}).also(
        before=over_decks(budget, misplaced, unevenly_placed),
        others=over_decks(budget, located, placed_by_own, least=3),
    )
