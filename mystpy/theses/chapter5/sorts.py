"""Chapter 5, in passing: games with sorts, as in Clue."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import and_

from mystpy.bits import cards_of
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.engines.deals import Deals
from mystpy.game.game import Game
from mystpy.solve.best_reply import Reply
from mystpy.solve.information import Information
from mystpy.solve.strategies import Cards, Plan, certain, open_cards
from mystpy.theses.chapter3.s3_1.partition import partition_fault
from mystpy.theses.chapter4.replay import replayed

# ---- games with sorts


def sorted_game(sizes: Sequence[int], p: int) -> Game:
    """Clue with sorts of these sizes."""
    kinds = {
        f"sort{k}": [f"c{k}_{x}" for x in range(1, size + 1)]
        for k, size in enumerate(sizes, 1)
    }
    return Game.clue(p, kinds)


def clues(c: int) -> Iterator[Game]:
    """Clue with up to c cards, ascending: one to three sorts, p = 2 and 3."""
    shapes = [
        shape
        for count in (1, 2, 3)
        for shape in product(range(2, c + 1), repeat=count)
        if list(shape) == sorted(shape) and sum(shape) <= c
    ]
    for shape in sorted(shapes, key=lambda shape: (sum(shape), shape)):
        for p in (2, 3):
            if sum(shape) - len(shape) >= p:
                yield sorted_game(shape, p)


Fault = Callable[[Game], tuple[int, Mapping[str, object] | None]]
"""How many cases of a game were looked at, and what is wrong in one of them."""


def first_bullet(budget: Budget, of: Fault = partition_fault) -> Finding:
    """To know a card of the pile is to know that no player has it."""
    c, found, seen = 8 if budget.full else 7, None, 0
    for game in clues(c):
        budget.tick()
        looked_at, fault = of(game)
        seen += looked_at
        found = found or fault
    return Finding.judged(
        found,
        proves=True,
        method="argument, its step about deals exhaustive",
        instances=seen,
        scope={"by argument": "all sorts and p", "c": c, "p": 3, "sorts": "1..3"},
    )


def second_bullet(budget: Budget) -> Finding:
    """To know a card of the pile is to know what is not in the pile."""
    c, found, seen = 6, None, 0
    for game in clues(c):
        budget.tick()
        deals = list(Deals(game, ()))
        for hands in deals:
            seen += 1
            # All that player 1 knows in Init0 is the own hand.
            piles = (other[0] for other in deals if other[1] == hands[1])
            known = reduce(and_, piles)
            if known not in (0, hands[0]) and found is None:
                found = _part_known(game, hands, known)
    return Finding.judged(
        found,
        proves=False,
        method="exhaustive",
        instances=seen,
        scope={"c": c, "p": 3, "sorts": "1..3"},
    )


def _part_known(game: Game, hands: tuple[int, ...], known: int) -> Mapping[str, object]:
    deal = [cards_of(hand, game) for hand in hands]
    card = game.cards[known.bit_length() - 1]
    others = " & ".join(f"~h(0,{y})" for y in game.cards if y not in deal[0])
    return replayed(game, deal, (), f"K(1, h(0,{card})) & ~K(1, {others})")


def theorem_with_sorts(budget: Budget) -> Finding:
    """Theorem 3.1 applies to games with sorts."""
    return first_bullet(budget).also(second_bullet=second_bullet(budget))


def lowest(information: Information) -> Mapping[Cards, Fraction]:
    """Ask for the first open cards of the sorts, own ones where none is open."""
    free, game = open_cards(information), information.game
    chosen = [
        min(free & set(cards) or set(cards), key=game.deck.__getitem__)
        for _, cards in game.sorts
    ]
    return {frozenset(chosen): Fraction(1)}


def never_mixed(
    budget: Budget, shapes: Sequence[Sequence[int]] = ((2, 2), (3,))
) -> Finding:
    """A strategy without chance is never optimal in a game with sorts."""
    found, nodes = None, 0
    for shape in shapes:
        budget.tick()
        game = sorted_game(shape, 2)
        reply = Reply(game, 1, Plan((lowest,), (certain,)))
        wins = reply.worth()
        nodes += reply.nodes
        if wins == 1 and found is None:
            told = {"without any chance player 1 wins": str(wins)}
            found = {"game": game.to_dict(), "values": told}
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=nodes,
        scope={
            "cards by sort": [" + ".join(map(str, shape)) for shape in shapes],
            "p": 2,
        },
    )
