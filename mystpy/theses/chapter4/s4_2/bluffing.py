"""Section 4.2: bluffing and camouflage, by what they are worth in small games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Action, Asks, Guess, NoGuess
from mystpy.solve.best_reply import Reply
from mystpy.solve.bounds import PLANS, bounds, game_of, known, once, worth
from mystpy.solve.information import Information
from mystpy.solve.plans import last_asked
from mystpy.solve.plans import mixed as mixed_with
from mystpy.solve.recurrence import Recurrence
from mystpy.solve.strategies import (
    Cards,
    Plan,
    Questions,
    asking_open,
    bound,
    certain,
    likeliest,
    one_shot,
    own_cards,
    own_named,
    uniform,
)
from mystpy.theses.case_analysis import Case, sought
from mystpy.theses.chapter4.games import SMALL, listed, myst, valued

_SIZE = (1, 2, 2)
"""The smallest game with 1 < q <= n, in which claim 4.4 is looked at."""


def opponent_out(information: Information) -> bool:
    """Whether the opponent has guessed, and so, as the game goes on, wrongly."""
    guesses = (a for a in information.actions if isinstance(a, Guess))
    return any(action.player != information.player for action in guesses)


def bluff_alone(information: Information) -> Mapping[Cards, Fraction]:
    """Bluff in the first turn if the opponent is out by then; later ask to know."""
    bluff = opponent_out(information) and not information.asked
    return (own_cards if bluff else asking_open(1))(information)


def patient_alone(information: Information) -> Mapping[Cards | None, Fraction]:
    """Guess at once, but once the opponent is out only when the pile is known."""
    return certain(information) if opponent_out(information) else likeliest(information)


def now_and_then(information: Information) -> Mapping[Cards, Fraction]:
    """Bluff in the first turn with a chance of 1/4, if player 1 is still in."""
    asks = asking_open(1)(information)
    if opponent_out(information):
        return asks
    return mixed_with(own_cards(information), asks, Fraction(1, 4))


def unless_bluffed(information: Information) -> Mapping[Cards | None, Fraction]:
    """Guess at once, but after a bluff wait."""
    if last_asked(information, information.player) <= information.hand:
        return uniform([None])
    return likeliest(information)


BLUFFER = Plan((bluff_alone,), (patient_alone,))
"""It wins as if it did not bluff, since it bluffs only where nothing is at stake."""

IN_TIME = Plan((now_and_then, asking_open(1)), (unless_bluffed, likeliest))
"""Player 2 of MYST(1,2,2,2), who bluffs now and then if player 1 has not guessed."""


ASKING = one_shot(1)
"""To ask for one open card and guess at once, bluffs or not."""


def claim_4(budget: Budget) -> Finding:
    """Claim 4.4: any strategy that bluffs is not optimal when q > 1."""
    return bluff_of_the_last(budget).also(
        bluff_in_time=bluff_in_time(budget), first_turn=first_turn(budget)
    )


def bluff_of_the_last(budget: Budget, plan: Plan = BLUFFER) -> Finding:
    """Whether a strategy is not optimal that bluffs once the opponent is out."""
    pile = frozenset(game_of(_SIZE).cards[-_SIZE[0] :])
    return costly(budget, plan, Guess(1, pile), to_the_end=True)


def bluff_in_time(budget: Budget, plan: Plan = IN_TIME) -> Finding:
    """Whether a strategy that bluffs while both are in is never optimal."""
    return costly(budget, plan, NoGuess(1), to_the_end=False)


def costly(budget: Budget, plan: Plan, last: Action, *, to_the_end: bool) -> Finding:
    """Whether a plan of player 2 that bluffs after this is not optimal."""
    budget.tick()
    game = game_of(_SIZE)
    reply = Reply(game, 2, plan, to_the_end=to_the_end, tick=budget.tick)
    wins, low = reply.worth(), bounds(_SIZE).low
    hand, done = (
        game.cards[: _SIZE[1]],
        (Asks(1, frozenset(game.cards[-game.q :])), last),
    )
    asked = plan.asks[0](Information(game, 2, frozenset(hand), done))
    bluffs = any(q <= frozenset(hand) and chance for q, chance in asked.items())
    found = valued(_SIZE, bluffing_player_2_wins=wins, player_1_wins=low)
    return Finding.judged(
        found if bluffs and wins + low == 1 else None,
        proves=False,
        method="game tree",
        instances=reply.nodes,
        scope=listed([_SIZE]),
        values={"wins": wins, "low": low},
    ).by_witness(refutes=True)


def first_turn(budget: Budget, plan: Plan = ASKING) -> Finding:
    """Whether a bluff of player 1 in the first turn loses something.

    The plan of player 2 leaves as much as it does to whoever has bluffed.
    """
    budget.tick()
    reply = Reply(game_of(_SIZE), 2, plan, imposed=bound(own_cards, turns=1))
    most, low = 1 - reply.worth(), bounds(_SIZE).low
    return Finding.judged(
        valued(_SIZE, after_a_bluff=most, without=low) if most >= low else None,
        proves=False,
        method="game tree",
        instances=reply.nodes,
        scope=listed([_SIZE]),
        values={"low": low, "most": most},
    ).by_witness(refutes=False)


def useful_bluff(budget: Budget, plan: Plan | None = None) -> Finding:
    """Bluffing might be useful when q = 1."""
    size = (3, 1, 1)
    budget.tick()
    wins, honest = worth(size, 1, plan or PLANS[size][1]), Recurrence(3)(*size)
    game, high = myst(size), known(size).high
    shown = valued(size, bluffing_wins=wins, without_bluffing=honest)
    finding = Finding.judged(
        None if wins > honest else shown,
        proves=True,
        method="game tree",
        instances=1,
        scope=listed([size]),
        values={"game": game, "wins": wins, "honest": honest, "high": high},
    )
    return replace(finding, example=shown).by_witness(refutes=False)


def mixed(budget: Budget, plan: Plan = ASKING) -> Finding:
    """For q = 1 the best result needs both bluffing and not bluffing."""

    def cases() -> Iterator[Case | None]:
        for size in (size for size in SMALL if size[2] == 1):
            wins, named = worth(size, 1, plan), own_named(plan, game_of(size))
            best = named == {0} and wins == bounds(size).high
            yield valued(size, without_bluffing=wins) if best else None

    scope = {"c": 5, "q": 1, "p": 2}
    found = sought(budget, cases(), scope, method="game tree")
    return found.by_witness(refutes=True)


def fixed_share(budget: Budget, asks: Questions | None = None) -> Finding:
    """A good strategy must vary how many own cards it names, where it can."""

    def cases() -> Iterator[Case | None]:
        for size in (s for s in SMALL if 1 < s[2] < game_of(s).c):
            plan = once(size) if asks is None else Plan((asks,), once(size).guesses)
            wins, shares = worth(size, 1, plan), own_named(plan, game_of(size))
            found = valued(
                size, own_cards_always_named=Fraction(min(shares)), wins=wins
            )
            yield found if len(shares) == 1 and wins == bounds(size).high else None

    found = sought(budget, cases(), {"c": 5, "p": 2}, method="game tree")
    return found.by_witness(refutes=True)
