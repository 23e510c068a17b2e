"""Sections 1.3 and 1.4: the deck of 52 cards, omniscience, and the first discovery."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import permutations, product
from math import factorial

from mystpy.bits import cards_of
from mystpy.compilation import replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.deals import Deals
from mystpy.engines.transition_system.states import SystemState
from mystpy.engines.worlds.model import BranchFluents, ExplicitModel
from mystpy.game.game import Game
from mystpy.language.atoms import H
from mystpy.language.nodes import Knows
from mystpy.views import sight_of

Values = Mapping[str, object]
Deal = tuple[frozenset[str], ...]


def dealt_out(p: int, each: int) -> Game:
    """A deck that is dealt out to p players with as many cards each, and no pile."""
    deck = [f"s{k}" for k in range(1, p * each + 1)]
    return Game.general(deck, [0, *[each] * p], q=1)


def by_shuffling(game: Game, orders: int = 0) -> Counter[Deal]:
    """How many orders of the deck lead to each deal; of the first `orders`, if given.

    The cards are given out as they lie, to player 1 first.
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


def unevenly(game: Game, shuffled: Counter[Deal]) -> Values | None:
    """What is wrong with the worlds of player 1, who holds the first cards; or None."""
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


def misplaced(game: Game, shuffled: Counter[Deal]) -> Values | None:
    """A card that is not with every player equally likely before anybody looks."""
    total = sum(shuffled.values())
    for card, k in product(game.cards, range(game.p)):
        having = sum(n for deal, n in shuffled.items() if card in deal[k])
        if Fraction(having, total) != Fraction(1, game.p):
            chance = str(Fraction(having, total))
            return {"values": {"card": card, "player": k + 1, "probability": chance}}
    return None


def located(game: Game, shuffled: Counter[Deal]) -> Values | None:
    """A card of the others that has one holder in all worlds of player 1."""
    own = frozenset(game.cards[: game.sizes[1]])
    worlds = [deal for deal in shuffled if deal[0] == own]
    for card in game.cards[game.sizes[1] :]:
        if len({k for deal in worlds for k in range(game.p) if card in deal[k]}) == 1:
            return {"values": {"p": game.p, "cards each": game.sizes[1], "card": card}}
    return None


def _decks(budget: Budget) -> Iterator[Game]:
    sizes = [(2, 1), (2, 2), (3, 1), (4, 1), (2, 3), (3, 2)]
    for p, each in [*sizes, *([(4, 2)] if budget.full else [])]:
        budget.tick()
        yield dealt_out(p, each)


Check = Callable[[Game, Counter[Deal]], Values | None]


def over_decks(budget: Budget, wrong: Check, *, least: int = 2) -> Result:
    """Look for something wrong with the deals of small decks, in all their orders."""
    looked, counterexample = 0, None
    for game in _decks(budget):
        if game.p >= least:
            shuffled = by_shuffling(game)
            looked += sum(shuffled.values())
            counterexample = counterexample or wrong(game, shuffled)
    return Result.judged(
        counterexample,
        proves=True,
        method="exhaustive over the orders of the deck",
        instances=looked,
        scope={"cards": 8 if budget.full else 6, "p": f"{least}..4"},
    )


def bridge_worlds() -> int:
    """The deals of 52 cards to four players in which player 1 has a given hand."""
    game = dealt_out(4, 13)
    return game.deal_count((None, frozenset(game.cards[:13])))


def _uneven(game: Game, shuffled: Counter[Deal]) -> Values | None:
    worlds = bridge_worlds()
    if worlds != factorial(39) // factorial(13) ** 3:
        return {"values": {"p": 4, "cards each": 13, "worlds": str(worlds)}}
    return unevenly(game, shuffled)


def example(budget: Budget) -> Result:
    """What is found of example-1.3-deck."""
    main = over_decks(budget, _uneven)
    return replace(main, values={"worlds": bridge_worlds()}).also(
        before=over_decks(budget, misplaced),
        others=over_decks(budget, located, least=3),
    )


def _class_of(values: tuple[int, ...], premises: int) -> ExplicitModel:
    """A class of worlds, given by which of the premises and conclusion are true."""
    names = [f"f{k}" for k in range(premises + 1)]
    game = Game.general(names, [len(names), 0, 0], q=1)
    sight_of(game)  # K is as shipped, and players see their hands
    state = SystemState((), (), (), (), asked=False, over=False)
    model = ExplicitModel(game, [BranchFluents(state, None)], ())
    model.add([(value, 0, 0) for value in values], 0)
    return model


def not_omniscient(
    premises: int, *, implied: bool = True
) -> tuple[list[int] | None, int]:
    """The first class in which all premises are known, and the conclusion is not.

    In each of its worlds the premises imply the conclusion, unless that is not
    `implied`. Returned with the number of worlds that were looked at.
    """
    every = (1 << premises) - 1
    worlds = [
        value
        for value in range(1 << premises + 1)
        if not implied or value & every != every or value >> premises & 1
    ]
    looked = 0
    for flags in product((False, True), repeat=len(worlds)):
        values = tuple(x for x, flag in zip(worlds, flags, strict=True) if flag)
        if not values:
            continue
        model = _class_of(values, premises)
        looked += len(values)
        known = [all(model.truth(Knows(1, H(0, f"f{k}")))) for k in range(premises + 1)]
        if all(known[:-1]) and not known[-1]:
            return list(values), looked
    return None, looked


def omniscient(budget: Budget) -> Result:
    """What is found of axiom-1.3-omniscience."""
    most = 3 if budget.full else 2
    looked, wrong = 0, None
    for premises in range(most + 1):
        budget.tick()
        counterexample, number = not_omniscient(premises)
        looked += number
        if counterexample is not None:
            wrong = wrong or {"values": {"premises": premises, "class": counterexample}}
    return Result.judged(
        wrong,
        proves=True,
        method="exhaustive over all classes of worlds",
        instances=looked,
        scope={"premises": f"0..{most}"},
    )
