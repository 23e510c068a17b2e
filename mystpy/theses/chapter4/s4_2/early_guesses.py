"""Section 4.2, q = 1, in passing: what prevents early guesses."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.solve.information import Information
from mystpy.solve.strategies import Cards, Questions, anything, asking_open
from mystpy.theses.case_analysis import Case, sought, with_values
from mystpy.theses.chapter4.sweep import games, single


def first_guess(game: Game, ask: Questions) -> Fraction:
    """How often player 2 guesses right, at best, after saying no at first.

    Player 1 asks like this, with q = 1, and player 2 has the first cards.
    """
    hand = frozenset(game.cards[: game.sizes[2]])
    asked: dict[Cards, dict[Cards, Fraction]] = {}
    others = sorted(set(game.cards) - hand)
    for mine in map(frozenset, combinations(others, game.sizes[1])):
        pile = frozenset(game.cards) - hand - mine
        for cards, chance in ask(Information(game, 1, mine, ())).items():
            if not cards & hand:
                asked.setdefault(cards, {})[pile] = chance
    right = sum((max(odds.values()) for odds in asked.values()), Fraction())
    return right / sum((sum(odds.values()) for odds in asked.values()), Fraction())


def prevented(budget: Budget, bluffing: Questions = anything) -> Finding:
    """Who may bluff leaves the opponent less to guess by."""
    c = 9 if budget.full else 7

    def cases() -> Iterator[Case | None]:
        for game in games(c, single):
            trusted = first_guess(game, asking_open(1))
            doubted = first_guess(game, bluffing)
            told = {"without bluffs": trusted, "with bluffs": doubted}
            yield with_values(game, told) if doubted >= trusted else None

    return sought(budget, cases(), {"c": c, "p": 2}, proves=True)
