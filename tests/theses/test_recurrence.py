"""The recurrence (4.1): values worked out by hand, and variants that are found out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.game import Game
from mystpy.solve.best_response import BestResponse
from mystpy.solve.passing import Passing, bounds, strategy, without_bluffing
from mystpy.solve.recurrence import HALF, Recurrence, value_bounds
from mystpy.theses.chapter4.recurrence import findings, theorems
from mystpy.theses.chapter4.recurrence.limit import LimitProof, ends, fall, rise
from tools.limit import slabs

SAMPLE = Budget(scope="sample")


def timid(m: int, n2: int) -> Fraction:
    """A guess is held to be wrong unless the pile is known."""
    return Fraction(0) if m and n2 else Fraction(1)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ((1, 1, 1), Fraction(1)),
        ((2, 1, 1), Fraction(2, 3)),
        ((1, 1, 2), Fraction(2, 3)),
        ((1, 2, 2), Fraction(2, 3)),
        ((1, 3, 3), Fraction(5, 8)),
        ((2, 3, 3), Fraction(49, 100)),
    ],
)
def test_values_worked_out_by_hand(
    place: tuple[int, int, int], value: Fraction
) -> None:
    assert Recurrence(3)(*place) == value


def test_the_basis_is_one() -> None:
    values = Recurrence(2)
    assert values(0, 2, 2) == values(2, 2, 0) == 1


@pytest.mark.parametrize(("m", "n"), [(1, 1), (2, 1), (3, 1), (1, 2)])
def test_the_game_played_has_the_value_of_the_recurrence(m: int, n: int) -> None:
    values = Recurrence(3)
    low, high, visited = bounds(m, n, values)
    assert low == values(m, n, n)
    assert low + high == 1
    assert visited > 20


def test_one_hand_stands_for_all_if_cards_are_alike() -> None:
    plan, game = strategy(Recurrence(2)), Game.myst(1, 2, 2, 1)
    for leader in (1, 2):
        each = BestResponse(game, leader, plan, without_bluffing)
        one = BestResponse(game, leader, plan, without_bluffing, alike=True)
        assert each.value() == one.value()
        assert each.nodes > 10 * one.nodes


def test_a_recurrence_without_early_guesses_is_not_the_value_of_the_game() -> None:
    result = findings.played(SAMPLE, Recurrence(6, timid))
    assert result.verdict is Verdict.FALSE
    assert result.counterexample


def test_the_recurrence_is_the_value_in_one_reading() -> None:
    result = findings.value(SAMPLE)
    assert result.verdict is Verdict.FALSE
    assert [read.verdict for _, read in result.readings] == [Verdict.HOLDS]
    assert result.counterexample is not None
    assert result.counterexample["values"] == {
        "P": "1261/2450",
        "endless play lost by 1": "629/1225",
        "endless play lost by 2": "7709/14700",
    }


def test_passing_is_of_no_use_while_nothing_is_located() -> None:
    values = Recurrence(2)
    for m, n in [(1, 1), (2, 1), (1, 2), (2, 2)]:
        assert {Passing(m, n, loser).start() for loser in (1, 2)} == {values(m, n, n)}


def test_the_observations_fail_where_they_are_said_to() -> None:
    values = Recurrence(4)
    first, second = findings.first(values), findings.second(values)
    assert first.verdict is second.verdict is Verdict.FALSE
    assert first.counterexample is not None
    assert second.counterexample is not None
    assert first.counterexample["values"] == {"P": "2/3"}
    assert second.counterexample["values"] == {"P": "49/100"}
    assert values(1, 1, 2) > HALF
    assert values(2, 3, 3) < HALF


def test_the_observations_are_not_refuted_below_their_counterexamples() -> None:
    assert findings.first(Recurrence(1)).verdict is Verdict.HOLDS
    assert findings.second(Recurrence(2)).verdict is Verdict.HOLDS


def test_the_limit_stays_open_with_values_that_speak_against_it() -> None:
    result = theorems.the_limit(SAMPLE)
    assert result.verdict is Verdict.OPEN
    assert "P(300, 10, 10) = 1/2 +0.0137" in str(result.values["distances"])
    read = [read.verdict for _, read in result.readings]
    assert read == [Verdict.HOLDS, Verdict.HOLDS, Verdict.PROVED]


@pytest.mark.slow
def test_the_limit_is_refuted_by_a_proof_in_the_full_scope() -> None:
    result = theorems.the_limit(Budget(scope="full"))
    assert result.verdict is Verdict.FALSE
    assert result.counterexample is not None
    said = {"P at least, for every n >= 25": "1/2 + 59/25000"}
    assert result.counterexample["values"] == said


def test_other_numbers_prove_nothing() -> None:
    right = LimitProof()
    assert right.sound()
    assert right.gain == Fraction(59, 25000)
    for wrong in (
        replace(right, c=Fraction(1, 20)),
        replace(right, c=Fraction(1, 1000)),
        replace(right, grade=9),
        replace(right, half=12),
        replace(right, most=4000),
        replace(right, paid=(Fraction(0), Fraction(0), Fraction(0))),
    ):
        assert not wrong.sound()


def test_a_claim_that_is_too_strong_fails_at_a_last_state() -> None:
    small = LimitProof(half=6, most=300, c=Fraction(1, 10))
    assert not ends(small, lambda: None)[1]
    result = findings.limit(SAMPLE, small)
    assert result.verdict is Verdict.OPEN


State = tuple[int, int, int]


def drawn(h: Callable[[State], Fraction], state: State, other: int) -> Fraction:
    """The mean of h over a draw from the pile and the hand at a place."""
    m, cards = state[0], state[other]
    down = tuple(k - (i == other) for i, k in enumerate(state))
    pile = h((m - 1, state[1], state[2]))
    return (m * pile + cards * h((down[0], down[1], down[2]))) / Fraction(m + cards)


@pytest.mark.parametrize("state", [(700, 10, 41), (620, 40, 9), (2000, 24, 25)])
def test_the_steps_of_the_proof_about_draws(state: State) -> None:
    def ab(h: Callable[[State], Fraction], one: int = 2) -> Fraction:
        return drawn(lambda after: drawn(h, after, 3 - one), state, one)

    def share(at: State) -> Fraction:
        return Fraction(at[1] + at[2], at[0])

    m, x, y = state
    by_x = Fraction(m * x, (m + y) * (m + x - 1) * (m + x))
    by_y = Fraction(m * y, (m + x) * (m + y - 1) * (m + y))
    assert ab(share) >= share(state) + by_x + by_y

    def kept(at: State) -> Fraction:
        return fall(at[0], 8) / (rise(at[1], 8) * rise(at[2], 8))

    def kept_low(at: State) -> Fraction:
        return fall(at[1], 5) * fall(at[2], 5) / rise(at[0], 5)

    def side(at: State) -> Fraction:
        less = 1 - Fraction(28, 3) * Fraction(at[2] - 7, at[0])
        return fall(at[2], 7) / rise(at[1], 7) * less

    for one in (1, 2):
        assert ab(kept, one) == kept(state)
        assert ab(kept_low, one) == kept_low(state)
        assert ab(side, one) <= side(state)


def test_to_wait_is_as_good_as_to_guess_with_two_cards_and_more() -> None:
    values = Recurrence(10)
    for m, n1, n2 in values.places():
        if m >= 2 and n2 >= 2:
            assert 1 - values(m, n1, n2) >= Fraction(1, comb(m + n1, m))


def test_values_that_come_close_to_one_half_do_not_stay_away_from_it() -> None:
    near = value_bounds([(10, 10, 10), (11, 10, 10)])
    assert findings.along_parabola(Budget(), near).verdict is Verdict.FALSE


def test_bounds_with_directed_rounding_enclose_the_fractions() -> None:
    values = Recurrence(8)
    for place, near in value_bounds(values.places()).items():
        assert near.lower <= values(*place) <= near.upper
        assert near.upper - near.lower < Fraction(1, 10**20)
    assert value_bounds([(1, 1, 1)])[1, 1, 1].upper == 1


def test_bounds_of_all_places_with_one_sum_enclose_the_fractions() -> None:
    values, seen = Recurrence(9), 0
    for slab in slabs(9, 27):
        for n1, n2 in product(range(1, 10), repeat=2):
            if 1 <= (m := slab.total - n1 - n2) <= 9:
                low, high = slab.at(n1, n2)
                assert low <= values(m, n1, n2) <= high <= low + slab.width(9)
                seen += 1
    assert seen == len(values)


def test_a_hundred_steps_widen_the_bounds_by_no_more_than_a_hundred_roundings() -> None:
    for slab in slabs(40, 120):
        assert slab.width(40) <= Fraction(2 * slab.total, 1 << slab.bits)


def test_all_values_are_what_the_recurrence_says_of_them() -> None:
    values = Recurrence(9)
    assert all(values(*place) == values.said(*place) for place in values.places())


def test_bounds_of_another_chance_to_guess_are_others() -> None:
    surely = value_bounds([(3, 3, 3)], lambda m, n2: 1)[3, 3, 3]
    assert surely.lower == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("check", "place"),
    [
        (findings.first_observation, findings.ABOVE),
        (findings.second_observation, findings.BELOW),
    ],
)
def test_what_a_box_does_not_refute_fails_far_beyond_it(
    check: Callable[[Budget], Result], place: tuple[int, int, int]
) -> None:
    result = check(SAMPLE)
    assert result.verdict is Verdict.FALSE
    ((_, read),) = result.readings
    assert read.verdict is Verdict.FALSE
    assert read.counterexample is not None
    m, n1, n2 = place
    rules = {"rules": "4.1", "m": m, "n1": n1, "n2": n2, "q": 1}
    assert read.counterexample["game"] == rules


def test_a_place_on_the_right_side_refutes_nothing() -> None:
    box = findings.everywhere(
        Recurrence(3),
        lambda place, value: True,
    )
    near = (40, 5, 6)
    read = findings.refuted_at(SAMPLE, near, lambda bounds: bounds.lower > HALF, box)
    assert read.verdict is Verdict.HOLDS


def test_theorems_4_4_and_4_5_are_proved_by_induction() -> None:
    for result in (theorems.fourth(SAMPLE), theorems.fifth(SAMPLE)):
        assert result.verdict is Verdict.PROVED
        assert result.method == "induction"


def test_the_steps_of_the_induction_notice_other_formulas() -> None:
    def other_4(a: int) -> dict[int, Fraction]:
        return {2 * a: Fraction(a + 1, 2 * a + 2), 2 * a + 1: HALF}

    assert not theorems.step_4(other_4)
    assert not theorems.step_5(lambda n: Fraction(n + 3, 2 * n + 3))


def test_a_formula_that_the_table_refutes_is_false() -> None:
    result = theorems.proved(
        Budget(),
        Recurrence(4),
        [((1, 4, 4), Fraction(4, 7))],
        False,
        "n",
    )
    assert result.verdict is Verdict.FALSE
    assert result.counterexample is not None
    assert result.counterexample["said"] == "4/7"


def test_without_the_step_a_table_is_no_proof() -> None:
    result = theorems.proved(
        Budget(),
        Recurrence(4),
        [((1, 4, 4), Fraction(3, 5))],
        False,
        "n",
    )
    assert result.verdict is Verdict.HOLDS


@pytest.mark.slow
def test_all_sizes_up_to_sixty() -> None:
    full = Budget(scope="full")
    for check in (findings.first_observation, findings.second_observation):
        result = check(full)
        assert result.verdict is Verdict.FALSE
        assert result.instances == 60**3
        assert result.readings[0][1].instances == 60**3 + 1


def test_longer_denominators_are_not_said_to_be_polynomial() -> None:
    def odd_chance(m: int, n2: int) -> Fraction:
        return Fraction(1, 1009) if m and n2 else Fraction(1)

    broken = findings.polynomial(
        SAMPLE, lambda size: findings.RecordedRecurrence(size, odd_chance)
    )
    assert broken.verdict is Verdict.FALSE
    right = findings.polynomial(SAMPLE)
    assert (right.verdict, right.method) == (
        Verdict.PROVED,
        "arithmetic",
    )


class Wide(findings.RecordedRecurrence):
    """Each value is said to rest on itself too."""

    def said(self, m: int, n1: int, n2: int) -> Fraction:
        value = super().said(m, n1, n2)
        self.rests[m, n1, n2].add((m, n1, n2))
        return value


def test_a_value_that_rests_on_itself_is_not_cheap() -> None:
    assert findings.polynomial(SAMPLE, Wide).verdict is Verdict.FALSE
