"""Section 4.2: bluffing and camouflage, by what they are worth in small games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Finding
from mystpy.history.actions import Action, Asks, Guess, NoGuess
from mystpy.solve.best_reply import Reply
from mystpy.solve.bounds import PLANS, Size, bounds, game_of, known, worth
from mystpy.solve.information import Information, Mixture
from mystpy.solve.plans import last_asked
from mystpy.solve.plans import mixed as mixed_with
from mystpy.solve.recurrence import Recurrence
from mystpy.solve.strategies import (
    Cards,
    Plan,
    Questions,
    answers,
    asking_open,
    certain,
    likeliest,
    one_shot,
    own_named,
    uniform,
)
from mystpy.theses.chapter4.games import SMALL, myst, valued


def opponent_out(information: Information) -> bool:
    """Whether the opponent has guessed, and so, as the game goes on, wrongly."""
    guesses = (a for a in information.actions if isinstance(a, Guess))
    return any(action.player != information.player for action in guesses)


def bluff_alone(information: Information) -> Mapping[Cards, Fraction]:
    """Bluff in the first turn if the opponent is out by then; later ask to know."""
    game = information.game
    mine = [q for poser, q, _ in answers(information) if poser == information.player]
    if opponent_out(information) and not mine:
        return uniform(map(frozenset, combinations(sorted(information.hand), game.q)))
    return asking_open(1)(information)


def patient_alone(information: Information) -> Mapping[Cards | None, Fraction]:
    """Guess at once, but once the opponent is out only when the pile is known."""
    return certain(information) if opponent_out(information) else likeliest(information)


BLUFFER = Plan((bluff_alone,), (patient_alone,))
"""It wins as if it did not bluff, since it bluffs only where nothing is at stake."""


def bluffs(plan: Plan, size: Size) -> bool:
    """Whether player 2 bluffs by a plan after player 1 has guessed wrong."""
    game = game_of(size)
    hand = frozenset(game.cards[: size[1]])
    pile = frozenset(game.cards[-size[0] :])
    question = frozenset(game.cards[: game.q])
    done = (Asks(1, question), Guess(1, pile))
    return any(q <= hand for q in plan.asks[0](Information(game, 2, hand, done)))


def claim_4(budget: Budget, plan: Plan = BLUFFER) -> Finding:
    """Claim 4.4: any strategy that bluffs is not optimal when q > 1."""
    size = (1, 2, 2)
    budget.tick()
    reply = Reply(game_of(size), 2, plan, to_the_end=True)
    wins = reply.worth()
    low = bounds(size).low
    optimal = wins + low == 1 and bluffs(plan, size)
    found = valued(size, bluffing_player_2_wins=wins, player_1_wins=low)
    main = Finding.judged(
        found if optimal else None,
        proves=False,
        method="game tree",
        instances=reply.nodes,
        scope={"game": myst(size)},
    )
    return main.also(bluff_in_time=bluff_in_time(budget), met=met(budget))


def bluffing_first(
    information: Information, offers: tuple[Action, ...]
) -> Mixture | None:
    """Bind the first question to own cards, evenly."""
    if not isinstance(offers[0], Asks) or any(answers(information)):
        return None
    own = combinations(sorted(information.hand), information.game.q)
    return {Asks(information.player, frozenset(q)): p for q, p in uniform(own).items()}


def now_and_then(information: Information) -> Mapping[Cards, Fraction]:
    """Bluff in the first turn with a chance of 1/4, if player 1 is still in."""
    if opponent_out(information):
        return asking_open(1)(information)
    bluff = uniform(
        map(frozenset, combinations(sorted(information.hand), information.game.q))
    )
    return mixed_with(bluff, asking_open(1)(information), Fraction(1, 4))


def unless_bluffed(information: Information) -> Mapping[Cards | None, Fraction]:
    """Guess at once, but after a bluff wait."""
    if last_asked(information, information.player) <= information.hand:
        return uniform([None])
    return likeliest(information)


IN_TIME = Plan((now_and_then, asking_open(1)), (unless_bluffed, likeliest))
"""Player 2 of MYST(1,2,2,2), who bluffs now and then if player 1 has not guessed."""


def bluff_in_time(budget: Budget, plan: Plan = IN_TIME) -> Finding:
    """Whether a strategy that bluffs while both are in is never optimal."""
    size = (1, 2, 2)
    budget.tick()
    reply = Reply(game_of(size), 2, plan, tick=budget.tick)
    wins, low = reply.worth(), bounds(size).low
    optimal = wins + low == 1 and bluffs_in_time(plan, size)
    found = valued(size, bluffing_player_2_wins=wins, player_1_wins=low)
    return Finding.judged(
        found if optimal else None,
        proves=False,
        method="game tree",
        instances=reply.nodes,
        scope={"game": myst(size)},
        values={"wins": wins, "low": low},
    )


def bluffs_in_time(plan: Plan, size: Size) -> bool:
    """Whether player 2 bluffs by a plan after player 1 has not guessed."""
    game = game_of(size)
    hand = frozenset(game.cards[: size[1]])
    question = frozenset(game.cards[-game.q :])
    asked = plan.asks[0](Information(game, 2, hand, (Asks(1, question), NoGuess(1))))
    return any(q <= hand and chance for q, chance in asked.items())


def met(budget: Budget) -> Finding:
    """What is known of bluffs that are met while both play as well as can be."""
    size = (1, 2, 2)
    budget.tick()
    reply = Reply(game_of(size), 2, one_shot(1), imposed=bluffing_first)
    most, low = 1 - reply.worth(), bounds(size).low
    if most >= low:
        return Finding.judged(
            valued(size, after_a_bluff=most, without=low),
            proves=False,
            method="game tree",
            instances=reply.nodes,
            case="refuted",
        )
    return Finding.open(
        method="game tree",
        scope={"game": myst(size)},
        instances=reply.nodes,
        values={"low": low, "most": most},
    )


def useful_bluff(budget: Budget, plan: Plan | None = None) -> Finding:
    """Bluffing might be useful when q = 1."""
    size = (3, 1, 1)
    budget.tick()
    honest = Recurrence(3)(3, 1, 1)
    wins = worth(size, 1, plan or PLANS[size][1])
    counter = valued(size, bluffing_wins=wins, without_bluffing=honest)
    finding = Finding.judged(
        None if wins > honest else counter,
        proves=True,
        method="game tree",
        instances=1,
        scope={"game": myst(size)},
        values={
            "game": myst(size),
            "wins": wins,
            "honest": honest,
            "high": known(size).high,
        },
    )
    return replace(finding, example=counter if wins > honest else None)


def mixed(budget: Budget) -> Finding:
    """For q = 1 the best result needs both bluffing and not bluffing."""
    found, played = None, 0
    for size in (size for size in SMALL if size[2] == 1):
        budget.tick()
        played += 1
        honest = one_shot(1)
        if worth(size, 1, honest) == bounds(size).high and found is None:
            found = valued(size, without_bluffing=worth(size, 1, honest))
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=played,
        scope={"c": 5, "q": 1, "p": 2},
    )


def fixed_share(budget: Budget, asks: Questions | None = None) -> Finding:
    """A good strategy must vary how many own cards it names."""
    found, played = None, 0
    for size in (size for size in SMALL if size[2] > 1):
        budget.tick()
        played += 1
        once = one_shot(min(size[0], size[2]))
        plan = once if asks is None else Plan((asks,), once.guesses)
        wins, shares = worth(size, 1, plan), own_named(plan, game_of(size))
        if len(shares) == 1 and wins == bounds(size).high and found is None:
            (share,) = shares
            found = valued(size, own_cards_always_named=Fraction(share), wins=wins)
    return Finding.judged(
        found,
        proves=False,
        method="game tree",
        instances=played,
        scope={"c": 5, "p": 2},
    )
