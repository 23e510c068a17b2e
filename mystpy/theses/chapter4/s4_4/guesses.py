"""Section 4.4, in passing: how often a guess is right, and a misprint in a proof."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb

from mystpy.bits import bits
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.history.actions import Asks
from mystpy.play.information_state import InformationState
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.turns import TwoPlayerGame
from mystpy.solve.passing import any_useful, useful
from mystpy.solve.strategies import Cards, Questions, sight
from mystpy.theses.case_analysis import Case, sought, with_values
from mystpy.theses.chapter4.recurrence.findings import at
from mystpy.theses.chapter4.s4_4.honest_games import (
    HonestGame,
    OpenQuestionGame,
    honest,
    state,
)
from mystpy.theses.chapter4.sweep import every_step, single

# ---- how often a guess is right


def weight(
    players: TwoPlayerGame, deal: int, stage: EpistemicState, ask: Questions
) -> Fraction:
    """The chance of the questions of a history in a deal, asked like this."""
    hands, chance = players.deal(deal), Fraction(1)
    for k, action in enumerate(stage.actions):
        if isinstance(action, Asks):
            player, done = action.player, stage.actions[:k]
            chances = ask(sight(players.game, player, hands[player], done))
            chance *= chances.get(action.cards, Fraction())
    return chance


def favouring(seen: InformationState) -> Mapping[Cards, Fraction]:
    """Ask for any such card, later cards of the deck more often than earlier ones."""
    places = {card: seen.game.deck[card] + 1 for card in useful(seen)}
    total = sum(places.values())
    return {frozenset([x]): Fraction(place, total) for x, place in places.items()}


def right_guess(budget: Budget) -> Result:
    """A guess is right in one of C(m + n2, m) cases, whatever pile is guessed."""
    return guessed(budget, any_useful).also(uneven=uneven(budget))


def uneven(budget: Budget, ask: Questions = favouring) -> Result:
    """The same whatever cards players prefer: by one way to prefer some."""
    return guessed(budget, ask).by_witness(refutes=True)


def guessed(budget: Budget, ask: Questions) -> Result:
    """Compare the chances of the piles with what is said, with such questions."""

    def cases() -> Iterator[Case | None]:
        for players, step in every_step(c, single, of=OpenQuestionGame):
            deals, (m, *left) = honest(step.after), state(step.after)
            said = Fraction(1, piles(m, left[2 - step.poser]))
            for view in players.views[step.poser]:
                for chance in _odds(players, view & deals, step.after, ask):
                    yield _otherwise(step.after, said, chance)

    c = 7 if budget.full else 6
    return sought(budget, cases(), {"c": c, "p": 2}, proves=True)


def _odds(
    players: TwoPlayerGame, deals: int, stage: EpistemicState, ask: Questions
) -> Iterator[Fraction]:
    """The chances of some deals, the likeliest first."""
    weights = [weight(players, deal, stage, ask) for deal in bits(deals)]
    total = sum(weights, Fraction())
    return (each / total for each in sorted(weights, reverse=True) if total)


def _otherwise(stage: EpistemicState, said: object, found: object) -> Case | None:
    """A situation in which a number is not as it is said to be."""
    done = {"history": [str(action) for action in stage.actions]}
    values = with_values(stage.game, {"said": said, "is": found})
    return None if said == found else done | values


# ---- what (m, n1, n2) says of a situation


Count = Callable[[int, int], int]
"""How many deals a player holds possible: of the pile's and the other's unknown."""


def piles(m: int, other: int) -> int:
    """C(m + n', m), where n' cards of the other's are unknown."""
    return comb(m + other, m)


def described(budget: Budget, count: Count = piles) -> Result:
    """Three numbers describe a game in progress, if nobody asks for own cards."""

    def cases() -> Iterator[Case | None]:
        for players, step in every_step(c, single, of=HonestGame):
            deals, (m, *hands) = honest(step.after), state(step.after)
            for player in (1, 2):
                said = count(m, hands[2 - player])
                left = {(view & deals).bit_count() for view in players.views[player]}
                yield from (_otherwise(step.after, said, each) for each in left - {0})

    c = 6 if budget.full else 5
    return sought(budget, cases(), {"c": c, "p": 2}, proves=True)


# ---- a misprint in the proof of Theorem 4.4


def shortcut(budget: Budget, *, in_maximum: bool) -> Result:
    """1/(2a+2) may be written 1/4, in the maximum with 1/2 or by itself."""
    least = Fraction(1, 2) if in_maximum else Fraction()
    printed = max(Fraction(1, 4), least)
    found = ((a, max(Fraction(1, 2 * a + 2), least)) for a in range(1, 101))
    cases = (
        at((2 * a + 2, 1, 1), {"1/(2a+2)": one, "printed": printed})
        if one != printed
        else None
        for a, one in found
    )
    return sought(budget, cases, {"a": "1..100"}, proves=True, method="arithmetic")


def quarter(budget: Budget) -> Result:
    """The proof of Theorem 4.4 writes 1/4 for 1/(2a+2)."""
    return shortcut(budget, in_maximum=True).also(
        alone=shortcut(budget, in_maximum=False)
    )
