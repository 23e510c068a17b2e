"""Section 4.2, q = 1, in passing: early guesses, and what prevents them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from mystpy.bits import bits
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.game.game import Game
from mystpy.solve.information import Information
from mystpy.solve.strategies import Cards, Questions, anything, asking_open
from mystpy.theses.chapter4.replay import replayed
from mystpy.theses.chapter4.sweep import asked_cards, games, single
from mystpy.theses.chapter4.turns import GameOfTwo, Step

# ---- guesses from the opponent's questions


def told_by_asking(players: GameOfTwo, step: Step, honest: bool) -> int:
    """The deals in which the responder to a first question knows the pile.

    The responder counts on it that the question is about no own card, if `honest`.
    """
    (x,) = asked_cards(players, step)
    deals = step.after.full
    if honest:
        deals &= ~players.held(step.poser, x)
    found = 0
    for view in players.views[3 - step.poser]:
        left = view & deals
        if left and len({players.deal(bit)[0] for bit in bits(left)}) == 1:
            found |= left
    return found


def by_the_opponent(budget: Budget, honest: bool = True) -> Finding:
    """If nobody bluffs, a player can know the pile from the opponent's questions."""
    example, seen, game = None, 0, Game.myst(1, 1, 2, 1)
    players = GameOfTwo(game)
    for step in players.steps(guesses=False, turns=1):
        budget.tick()
        seen += 1
        told = told_by_asking(players, step, honest)
        if step.kind == "no" and told:
            (x,) = (game.cards[k] for k in asked_cards(players, step))
            text = f"K(2, ~h(1,{x}) -> h(0,{x})) & ~K(2, h(0,{x}))"
            deal = players.deal(told)
            example = replayed(game, deal, step.after.actions, text)
    finding = Finding.judged(
        None if example else {"game": game.to_dict(), "values": {"steps": str(seen)}},
        proves=True,
        method="exhaustive",
        instances=seen,
        scope={"game": "MYST(1,1,2,1)"},
    )
    return replace(finding, example=example)


# ---- bluffs prevent early guesses


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
    c, found, seen = 9 if budget.full else 7, None, 0
    for game in games(c, single):
        budget.tick()
        seen += 1
        trusted = first_guess(game, asking_open(1))
        doubted = first_guess(game, bluffing)
        if doubted >= trusted and found is None:
            told = {"without bluffs": str(trusted), "with bluffs": str(doubted)}
            found = {"game": game.to_dict(), "values": told}
    return Finding.judged(
        found, proves=True, method="exhaustive", instances=seen, scope={"c": c, "p": 2}
    )
