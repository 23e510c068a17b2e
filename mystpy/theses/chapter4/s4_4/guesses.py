"""Section 4.4, in passing: how often a guess is right, and a misprint in a proof."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb

from mystpy.bits import bits
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Asks
from mystpy.situations.stage import Stage
from mystpy.solve.information import Information
from mystpy.solve.passing import useful
from mystpy.solve.strategies import Cards, Questions, uniform
from mystpy.theses.chapter4.s4_4.honest_games import Honest, Open, honest, state
from mystpy.theses.chapter4.sweep import games, single
from mystpy.theses.chapter4.turns import GameOfTwo

# ---- how often a guess is right


def any_useful(information: Information) -> Mapping[Cards, Fraction]:
    """Ask for any card that is neither own nor located, each as likely."""
    return uniform(frozenset([card]) for card in useful(information))


def weight(players: GameOfTwo, deal: int, stage: Stage, ask: Questions) -> Fraction:
    """The chance of the questions of a history in a deal, asked like this."""
    hands, chance = players.deal(deal), Fraction(1)
    for k, action in enumerate(stage.actions):
        if isinstance(action, Asks):
            done = stage.actions[:k]
            information = Information(
                players.game, action.player, hands[action.player], done
            )
            chance *= ask(information).get(action.cards, Fraction())
    return chance


def favouring(information: Information) -> Mapping[Cards, Fraction]:
    """Ask for any such card, later cards of the deck more often than earlier ones."""
    places = {card: information.game.deck[card] + 1 for card in useful(information)}
    total = sum(places.values())
    return {frozenset([x]): Fraction(place, total) for x, place in places.items()}


def right_guess(budget: Budget) -> Finding:
    """A guess is right in one of C(m + n2, m) cases, whatever pile is guessed."""
    return guessed(budget, any_useful).also(uneven=guessed(budget, favouring))


def guessed(budget: Budget, ask: Questions) -> Finding:
    """Compare the chances of the piles with what is said, with such questions."""
    c, found, seen = 7 if budget.full else 6, None, 0
    for game in games(c, single):
        players = Open(game)
        for step in players.steps(guesses=False):
            budget.tick()
            deals = honest(players, step.after)
            m, *left = state(players, step.after)
            said = Fraction(1, comb(m + left[2 - step.poser], m))
            for view in players.views[step.poser]:
                odds = _odds(players, view & deals, step.after, ask)
                seen += len(odds)
                if found is None and any(chance != said for chance in odds):
                    told = {"said": str(said), "is": str(max(odds))}
                    done = [str(action) for action in step.after.actions]
                    found = {"game": game.to_dict(), "history": done, "values": told}
    return Finding.judged(
        found, proves=True, method="exhaustive", instances=seen, scope={"c": c, "p": 2}
    )


def _odds(
    players: GameOfTwo, deals: int, stage: Stage, ask: Questions
) -> list[Fraction]:
    weights = [weight(players, deal, stage, ask) for deal in bits(deals)]
    total = sum(weights, Fraction())
    return [each / total for each in weights] if total else []


# ---- what (m, n1, n2) says of a situation


Count = Callable[[int, int], int]
"""How many deals a player holds possible: of the pile's and the other's unknown."""


def piles(m: int, other: int) -> int:
    """C(m + n', m), where n' cards of the other's are unknown."""
    return comb(m + other, m)


def described(budget: Budget, count: Count = piles) -> Finding:
    """Three numbers describe a game in progress, if nobody asks for own cards."""
    c, found, seen = 6 if budget.full else 5, None, 0
    for game in games(c, single):
        players = Honest(game)
        for step in players.steps(guesses=False):
            budget.tick()
            deals = honest(players, step.after)
            m, *hands = state(players, step.after)
            for player in (1, 2):
                said = count(m, hands[2 - player])
                left = {(view & deals).bit_count() for view in players.views[player]}
                seen += len(left)
                if left - {0, said} and found is None:
                    told = {"said": str(said), "is": str(max(left))}
                    done = [str(action) for action in step.after.actions]
                    found = {"game": game.to_dict(), "history": done, "values": told}
    return Finding.judged(
        found, proves=True, method="exhaustive", instances=seen, scope={"c": c, "p": 2}
    )


# ---- a misprint in the proof of Theorem 4.4


def shortcut(budget: Budget, *, in_maximum: bool) -> Finding:
    """1/(2a+2) may be written 1/4, in the maximum with 1/2 or by itself."""
    found, reach, half = None, 100, Fraction(1, 2)
    for a in range(1, reach + 1):
        one, other = Fraction(1, 2 * a + 2), Fraction(1, 4)
        if in_maximum:
            one, other = max(one, half), max(other, half)
        if one != other and found is None:
            rules = {"rules": "4.1", "m": 2 * a + 2, "n1": 1, "n2": 1, "q": 1}
            told = {"1/(2a+2)": str(one), "printed": str(other)}
            found = {"game": rules, "values": told}
    return Finding.judged(
        found,
        proves=True,
        method="arithmetic",
        instances=reach,
        scope={"a": f"1..{reach}"},
    )


def quarter(budget: Budget) -> Finding:
    """The proof of Theorem 4.4 writes 1/4 for 1/(2a+2)."""
    budget.tick()
    return shortcut(budget, in_maximum=False).also(
        in_maximum=shortcut(budget, in_maximum=True)
    )
