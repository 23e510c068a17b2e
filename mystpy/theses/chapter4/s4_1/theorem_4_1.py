"""Theorem 4.1 and Claim 4.3, and the risks of strategies, by their values.

Every value is the exact value of a strategy against the best response, over all deals,
in the game of the axioms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.play.information_state import InformationState
from mystpy.situations.event import Event
from mystpy.solve.best_response import BestResponse
from mystpy.solve.bounds import (
    Bounds,
    Size,
    bounds,
    game_of,
    leader_value,
    once,
    optimal,
)
from mystpy.solve.strategies import (
    Cards,
    GameStrategy,
    Questions,
    again,
    algorithm,
    any_card,
    asked_by,
    bound,
    certain,
    first_card,
    hand_of,
    last_card,
    slow_and_steady,
    uniform,
)
from mystpy.theses.case_analysis import SOLVED, Case, sought, weigh_cases
from mystpy.theses.chapter4.games import LARGEST, valued, worth_said
from mystpy.theses.chapter4.s4_1.both_by_algorithm import (
    by_algorithm,
    no_early_guess_of_1,
    shown_well,
)
from mystpy.theses.chapter4.sweep import list_games

# ---- camouflage "carries no risk"

_LARGEST = tuple(size for size in LARGEST if size != (3, 1, 5))


def naming(own: int) -> Questions:
    """Return questions with `own` own cards, with equal probabilities."""

    def asks(seen: InformationState) -> Mapping[Cards, Fraction]:
        questions, hand = seen.game.questions(), hand_of(seen)
        return uniform(q for q in questions if len(q & hand) == own)

    return asks


def drawn(size: Size) -> range:
    """Return how many own cards a first question of the algorithm may name."""
    m, n, q = size
    return range(max(0, q - m - n), min(n, q) + 1)


def risk(
    budget: Budget,
    sizes: Sequence[Size] = _LARGEST,
    plan: Callable[[Size], GameStrategy] = once,
) -> Result:
    """Check whether all questions that the algorithm may draw are equally good.

    The plan of player 2 limits the value of a player who draws only some of them.
    """

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in sizes:
            replies = {
                f"at_most_with_{own}_own_card{'s' * (own != 1)}": BestResponse(
                    game_of(size),
                    2,
                    plan(size),
                    imposed=bound(naming(own), turns=1),
                    alike=plan(size).alike,
                    tick=budget.tick,
                )
                for own in drawn(size)
            }
            most = {name: 1 - reply.value() for name, reply in replies.items()}
            best = bounds(size).lower
            found = valued(size, **most, with_the_best=best)
            nodes = sum(reply.nodes for reply in replies.values())
            yield nodes, found if min(most.values()) < best else None

    return weigh_cases(budget, cases(), list_games(sizes)).by_witness(refutes=True)


# ---- no guess after turn n - 1, no chance


def no_early_guess(seen: InformationState, event: Event) -> bool:
    """Return whether an action is no guess in one of the first n - 1 turns."""
    late = len(asked_by(seen)) >= seen.game.sizes[1]
    return late or event.key[0] != "guess"


WASTEFUL = GameStrategy((algorithm, again, algorithm), (certain,), alike=True)
"""The second question repeats the first one."""


def hopeless(budget: Budget, plan: GameStrategy, sizes: Sequence[Size]) -> Result:
    """Check that against a plan of 1, player 2 never wins without an early guess."""

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in sizes:
            reply = BestResponse(
                game_of(size),
                1,
                plan,
                allowed=no_early_guess,
                alike=plan.alike,
                tick=budget.tick,
            )
            wins = 1 - reply.value()
            yield reply.nodes, valued(size, player_2_wins=wins) if wins else None

    return weigh_cases(budget, cases(), list_games(sizes))


def last_chance(budget: Budget) -> Result:
    """Check that a player who does not guess by turn n - 1 has no chance any more."""
    main = hopeless(budget, slow_and_steady(), (*_LARGEST, (2, 2, 5)))
    return main.also(gain=_gain(budget), whatever=whatever(budget))


def whatever(budget: Budget, plan: GameStrategy = WASTEFUL) -> Result:
    """Check the same for any questions of player 1: by a plan that asks less well."""
    return hopeless(budget, plan, ((1, 2, 4),)).by_witness(refutes=True)


def _gain(budget: Budget) -> Result:
    size = (1, 2, 4)
    wins = 1 - leader_value(size, 1, slow_and_steady())
    lost = None if wins else valued(size, player_2_wins=wins)
    return sought(
        budget, [lost], list_games([size]), method="game tree", values={"wins": wins}
    )


ALGORITHM = tuple(map(slow_and_steady, (any_card, first_card, last_card)))
"""Player 1 of the theorem, with three ways of showing cards."""


def theorem_1(budget: Budget) -> Result:
    """Settle Theorem 4.1 completely."""
    return by_algorithm(budget).also(
        shown_well=shown_well(budget),
        first_player=no_early_guess_of_1(budget),
        any_question=second_player(budget),
        guess_at_once=first_player(budget),
        strictly=comparison(budget, strict=True),
        weakly=comparison(budget, strict=False),
        two_cards_each=two_cards_each(budget),
    )


def second_player(budget: Budget, plans: Sequence[GameStrategy] = ALGORITHM) -> Result:
    """Check that player 2's probability of winning is at most 1/(m+1)."""

    def cases() -> Iterator[Case | None]:
        for size, plan in product(LARGEST, plans):
            wins, said = 1 - leader_value(size, 1, plan), Fraction(1, size[0] + 1)
            found = valued(size, said_at_most=said, player_2_wins=wins)
            yield found if wins > said else None

    found = sought(budget, cases(), list_games(LARGEST), method="game tree")
    return found.by_witness(refutes=True)


def first_player(budget: Budget, plan: Callable[[Size], GameStrategy] = once) -> Result:
    """Check that 1 does best not to guess in turn n - 1, but not by another plan."""

    def cases() -> Iterator[Case | None]:
        for size in LARGEST:
            waiting, guessing = (
                leader_value(size, 1, x) for x in (ALGORITHM[0], plan(size))
            )
            found = valued(
                size,
                player_1_wins_by_waiting=waiting,
                player_1_wins_by_guessing_in_turn_1=guessing,
                value_of_the_game=optimal(size).upper,
            )
            yield found if guessing > waiting else None

    found = sought(budget, cases(), list_games(LARGEST), method="game tree")
    return found.by_witness(refutes=True)


def comparison(budget: Budget, *, strict: bool) -> Result:
    """Check that decision 2 is better than decision 1, with the printed numbers."""
    odds = ((m, Fraction(1, m + 1), Fraction(m, m + 1)) for m in range(1, 101))
    cases = (
        valued((m, 2, m + 3), decision_1=one, decision_2=two)
        if (two <= one if strict else two < one)
        else None
        for m, one, two in odds
    )
    return sought(budget, cases, {"m": "1..100"}, proves=True, method="arithmetic")


def two_cards_each(
    budget: Budget, bounds_of: Callable[[Size], Bounds] = optimal
) -> Result:
    """Check that for n = 2 and q = m+n+1 the value is max(2, m)/(m+2)."""
    sizes = [(m, 2, m + 3) for m in range(1, 9 if budget.full else 4)]
    said = {size: Fraction(max(2, size[0]), size[0] + 2) for size in sizes}
    scope = {"m": f"1..{len(sizes)}", "n": 2, "p": 2}
    return worth_said(budget, said, bounds_of, scope, SOLVED)


# ---- Claim 4.3


def claim_3(budget: Budget, plan: Callable[[Size], GameStrategy] = once) -> Result:
    """Settle Claim 4.3 if players may guess before they know the pile."""

    def cases() -> Iterator[tuple[int, Case | None]]:
        for size in LARGEST:
            each, led = plan(size), bound(algorithm)
            reply = BestResponse(game_of(size), 2, each, None, led, each.alike)
            most, best = 1 - reply.value(), bounds(size).lower
            found = valued(size, by_the_algorithm_at_most=most, by_another_way=best)
            yield reply.nodes, found if most < best else None

    return weigh_cases(budget, cases(), list_games(LARGEST)).by_witness(refutes=True)
