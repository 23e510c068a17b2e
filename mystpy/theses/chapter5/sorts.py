"""Chapter 5, in passing: games with sorts, as in Clue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game
from mystpy.play.information_state import InformationState
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import told_apart
from mystpy.solve.extensive.value_bounds import ValueBounds
from mystpy.solve.strategies import Cards, GameStrategy, certain, open_cards
from mystpy.theses.case_analysis import Case, weigh_cases
from mystpy.theses.chapter4.games import SOLVED

# ---- games with sorts


def sorted_game(sizes: Sequence[int], p: int) -> Game:
    """Clue with sorts of these sizes."""
    kinds = {
        f"sort{k}": [f"c{k}_{x}" for x in range(1, size + 1)]
        for k, size in enumerate(sizes, 1)
    }
    return Game.clue(p, kinds)


def lowest(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask for the first open cards of the sorts, own ones where none is open."""
    free, game = open_cards(seen), seen.game
    chosen = [
        min(free & set(cards) or set(cards), key=game.deck.__getitem__)
        for _, cards in game.sorts
    ]
    return {frozenset(chosen): Fraction(1)}


def never_mixed(
    budget: Budget, shapes: Sequence[Sequence[int]] = ((2, 2), (3,))
) -> Result:
    """A strategy without chance is never optimal in a game with sorts."""
    found, nodes = None, 0
    for shape in shapes:
        budget.tick()
        game = sorted_game(shape, 2)
        reply = BestResponse(game, 1, GameStrategy((lowest,), (certain,)))
        wins = reply.value()
        nodes += reply.nodes
        if wins == 1 and found is None:
            values = {"without any chance player 1 wins": str(wins)}
            found = {"game": game.to_dict(), "values": values}
    return Result.judged(
        found,
        proves=False,
        method="game tree",
        instances=nodes,
        scope={
            "cards by sort": [" + ".join(map(str, shape)) for shape in shapes],
            "p": 2,
        },
    ).by_witness(refutes=True)


# ---- easier or harder

Shape = Sequence[int]
"""How many cards there are of each sort."""

EASIER: Shape = (3, 3)
HARDER: Shape = (4, 4)
UP_TO_SIX: Sequence[Shape] = ((2, 2), (3, 2), (3, 3), (4, 2), (2, 2, 2))
"""All up to six cards with two cards or more of each sort."""
UP_TO_SEVEN: Sequence[Shape] = (*UP_TO_SIX, (4, 3), (5, 2), (3, 2, 2))


def beside(shape: Shape) -> tuple[Game, ValueBounds, ValueBounds]:
    """A game with sorts, what it is worth, and what it is worth without them.

    Without them the pile, the hands and the questions have as many cards.
    """
    game = sorted_game(shape, 2)
    plain = Game.general(game.cards, game.sizes, len(shape))
    return game, *told_apart(game, plain)


def partition(budget: Budget, one: Shape = EASIER, other: Shape = HARDER) -> Result:
    """Sorts make games easier for who begins, all of them, or make all harder."""
    (game, *easier), (_, *harder) = beside(one), beside(other)
    budget.tick()
    found = {
        "game": game.to_dict(),
        "values": {_name(one): _words(*easier), _name(other): _words(*harder)},
    }
    (sorts, plain), (others, plains) = easier, harder
    differ = (
        sorts.lower.value > plain.upper.value
        and others.upper.value < plains.lower.value
    )
    main = Result.judged(
        found if differ else None,
        proves=False,
        method=SOLVED,
        instances=sum(sum(each.sequences) for each in (*easier, *harder)),
        scope={"cards by sort": [_name(one), _name(other)], "p": 2},
    )
    return main.by_witness(refutes=True).also(few=never_harder(budget))


def never_harder(budget: Budget, *more: Shape) -> Result:
    """Who begins wins as often with sorts as without, or more often."""
    shapes = (*(UP_TO_SEVEN if budget.full else UP_TO_SIX), *more)

    def cases() -> Iterator[tuple[int, Case | None]]:
        for shape in shapes:
            game, sorts, plain = beside(shape)
            values = {_name(shape): _words(sorts, plain)}
            less = sorts.lower.value < plain.upper.value
            seen = sum(sorts.sequences) + sum(plain.sequences)
            yield seen, {"game": game.to_dict(), "values": values} if less else None

    scope = {"cards by sort": [_name(shape) for shape in shapes], "p": 2}
    return weigh_cases(budget, cases(), scope, proves=True, method=SOLVED)


def _name(shape: Shape) -> str:
    return " + ".join(map(str, shape))


def _words(sorts: ValueBounds, plain: ValueBounds) -> str:
    """What a game is worth to who begins with sorts, and without."""
    return f"{_bounds(sorts)} with sorts, {_bounds(plain)} without"


def _bounds(found: ValueBounds) -> str:
    low, high = found.lower.value, found.upper.value
    return str(low) if low == high else f"from {low} to {high}"
