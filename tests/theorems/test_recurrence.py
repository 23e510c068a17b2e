"""The recurrence (4.1): values worked out by hand, and variants that are found out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mystpy.game import Game
from mystpy.theorems.bench import Budget
from mystpy.theorems.chapter4 import recurrence_findings as found
from mystpy.theorems.chapter4 import recurrence_theorems as proofs
from mystpy.theorems.chapter4.recurrence import HALF, Recurrence
from mystpy.theorems.chapter4.recurrence_play import (
    Passing,
    bounds,
    strategy,
    without_bluffing,
)
from mystpy.theorems.chapter4.replies import Reply
from mystpy.theorems.verdict import Verdict

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
    assert visited > 40


def test_one_hand_stands_for_all_if_cards_are_alike() -> None:
    plan, game = strategy(Recurrence(2)), Game.myst(1, 2, 2, 1)
    for leader in (1, 2):
        each = Reply(game, leader, plan, without_bluffing)
        one = Reply(game, leader, plan, without_bluffing, alike=True)
        assert each.worth() == one.worth()
        assert each.nodes == 10 * one.nodes


def test_a_recurrence_without_early_guesses_is_not_the_value_of_the_game() -> None:
    finding = found.played(SAMPLE, Recurrence(6, timid))
    assert finding.verdict is Verdict.FALSE
    assert finding.counterexample


def test_the_recurrence_is_the_value_in_one_reading() -> None:
    finding = found.value(SAMPLE)
    assert finding.verdict is Verdict.MISPRINTED
    assert [read.verdict for _, read in finding.readings] == [Verdict.HOLDS]
    assert finding.counterexample is not None
    assert finding.counterexample["values"] == {
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
    first, second = found.first(values), found.second(values)
    assert first.verdict is second.verdict is Verdict.FALSE
    assert first.counterexample is not None
    assert second.counterexample is not None
    assert first.counterexample["values"] == {"P": "2/3"}
    assert second.counterexample["values"] == {"P": "49/100"}
    assert values(1, 1, 2) > HALF
    assert values(2, 3, 3) < HALF


def test_the_observations_are_not_refuted_below_their_counterexamples() -> None:
    assert found.first(Recurrence(1)).verdict is Verdict.HOLDS
    assert found.second(Recurrence(2)).verdict is Verdict.HOLDS


def test_the_limit_stays_open_with_a_rate_that_holds_so_far() -> None:
    finding = proofs.the_limit(SAMPLE)
    assert finding.verdict is Verdict.OPEN
    read = [read.verdict for _, read in finding.readings]
    assert read == [Verdict.HOLDS, Verdict.PROVED]
    values = Recurrence(12)
    assert found.near_half(values, 10) < found.near_half(values, 2)


def test_theorems_4_4_and_4_5_are_proved_by_induction() -> None:
    for finding in (proofs.fourth(SAMPLE), proofs.fifth(SAMPLE)):
        assert finding.verdict is Verdict.PROVED
        assert finding.method == "induction"


def test_the_steps_of_the_induction_notice_other_formulas() -> None:
    def other_4(a: int) -> dict[int, Fraction]:
        return {2 * a: Fraction(a + 1, 2 * a + 2), 2 * a + 1: HALF}

    assert not proofs.step_4(other_4)
    assert not proofs.step_5(lambda n: Fraction(n + 3, 2 * n + 3))


def test_a_formula_that_the_table_refutes_is_false() -> None:
    finding = proofs.proved(
        Recurrence(4), [((1, 4, 4), Fraction(4, 7))], False, "n", "P(1,4,4) = 4/7"
    )
    assert finding.verdict is Verdict.FALSE
    assert finding.counterexample is not None
    assert finding.counterexample["said"] == "4/7"


def test_without_the_step_a_table_is_no_proof() -> None:
    finding = proofs.proved(
        Recurrence(4), [((1, 4, 4), Fraction(3, 5))], False, "n", "P(1,4,4) = 3/5"
    )
    assert finding.verdict is Verdict.HOLDS


@pytest.mark.slow
def test_all_sizes_up_to_sixty() -> None:
    full = Budget(scope="full")
    for check in (found.first_observation, found.second_observation):
        finding = check(full)
        assert finding.verdict is Verdict.FALSE
        assert finding.instances == 60**3
        assert finding.readings[0][1].verdict is Verdict.HOLDS
