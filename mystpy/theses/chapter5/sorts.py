"""Chapter 5, in passing: games with sorts, as in Clue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.solve.best_reply import Reply
from mystpy.solve.information import Information
from mystpy.solve.strategies import Cards, Plan, certain, open_cards

# ---- games with sorts


def sorted_game(sizes: Sequence[int], p: int) -> Game:
    """Clue with sorts of these sizes."""
    kinds = {
        f"sort{k}": [f"c{k}_{x}" for x in range(1, size + 1)]
        for k, size in enumerate(sizes, 1)
    }
    return Game.clue(p, kinds)


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
    ).by_witness(refutes=True)
