"""`mystpy optquest`: the printed table, the values, and who forgets nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.players.broomhead.adversary import questions_at_worst
from mystpy.players.broomhead.comparison import compare, printed_table
from mystpy.players.broomhead.opt_quest import best, printed_entry, worst_case

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    return lambda *words: CliRunner().invoke(cli, ["optquest", *words])


def objects(done: Result) -> list[dict[str, object]]:
    assert done.exit_code == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@cache
def solved(p: int, q: int) -> Fraction:
    """The recurrence of the source's program, read once more, with fractions."""
    if not p or not q:
        return Fraction(0)
    values = []
    for i in range(1, p + q + 1):
        none = Fraction(comb(q, i), comb(p + q, i))
        rest = none * solved(p, q - i) if none else Fraction(0)
        values.append(1 + (1 - none) * solved(p - 1, q) + rest)
    return min(values)


def test_values_are_those_of_the_program_that_the_source_prints(run: Run) -> None:
    found = objects(run("1..10", "1..10", "--format", "json"))
    assert len(found) == 100
    for each in found:
        p, q = each["hand"], each["pile"]
        assert isinstance(p, int)
        assert isinstance(q, int)
        assert each["value"] == str(solved(p, q))
        assert each["source"] == each["printed"] == printed_table()[p - 1][q - 1]
        assert (each["memory"] is None) == (p + q > 6)


def test_an_opponent_who_exchanges_cards_makes_as_many_needed_as_the_hand_has() -> None:
    """The source's adversary: by minimax over all questions and answers."""
    for p in range(1, 7):
        for q in range(1, 7):
            assert worst_case(p, q) == p
            assert best(p, q).questions <= p


@pytest.mark.parametrize("size", [(1, 1, 2), (1, 2, 2), (2, 1, 2), (1, 1, 3)])
def test_several_opponents_make_as_many_needed_as_they_have_cards(
    size: tuple[int, int, int],
) -> None:
    """The report's n(p-1), by a search over all deals, questions and answers."""
    hand, _, opponents = size
    assert questions_at_worst(*size) == hand * opponents


@pytest.mark.parametrize("size", [(1, 1), (2, 1), (2, 2), (3, 1)])
def test_the_search_agrees_where_there_is_one_opponent(size: tuple[int, int]) -> None:
    """Though it remembers which cards were asked for together."""
    assert questions_at_worst(*size, 1) == worst_case(*size)


def test_the_search_is_for_few_deals(run: Run) -> None:
    found = run("2", "1", "--opponents", "2")
    assert "  at worst        4 with 2 opponents, whatever is asked for" in found.stdout
    done = run("3", "2", "--opponents", "3")
    assert done.exit_code == 2
    assert "deals" in done.stderr


def test_one_size_is_told_in_full(run: Run) -> None:
    done = run("3", "2")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "unknown: 3 on hand, 2 in the pile",
        "  source's table  2.65/2",
        "  value           53/20 = 2.6500, 2 cards",
        "  with memory     13/5 = 2.6000, 2 cards, 1/20 fewer",
        "  as many as pile 53/20 = 2.6500",
        "  at worst        3, whatever is asked for",
        "  by the number of cards in the first question:",
        "     1  3",
        "     2  53/20 = 2.6500",
        "     3  17/6 = 2.8333",
        "     4  17/6 = 2.8333",
        "     5  17/6 = 2.8333",
    ]


def test_sizes_beyond_the_table_have_no_printed_entry(run: Run) -> None:
    (found,) = objects(run("11", "2", "--format", "json"))
    assert found["source"] is found["memory"] is None
    assert found["value"] == str(solved(11, 2))
    assert found["number"] == 1


def test_a_range_is_a_table_with_a_row_for_each_size(run: Run) -> None:
    rows = run("2..3", "1..2").stdout.splitlines()
    assert [row.split()[:3] for row in rows[1:]] == [
        ["2", "1", "1.667/1"],
        ["2", "2", "1.833/2"],
        ["3", "1", "2.25/1"],
        ["3", "2", "2.65/2"],
    ]


def test_memory_is_never_worse_than_forgetting() -> None:
    for p, q in ((2, 2), (3, 3), (4, 2)):
        found = compare(p, q, memory=True)
        assert found.memory is not None
        assert found.memory.questions <= found.advice.questions
        assert found.printed == printed_entry(found.advice)


@pytest.mark.parametrize("words", [("0", "2"), ("3", "5..2"), ("x", "2"), ("3", "99")])
def test_what_is_no_number_is_refused(run: Run, words: tuple[str, str]) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert "P" in done.stderr or "Q" in done.stderr


def test_a_number_that_is_too_large_is_called_so(run: Run) -> None:
    done = run("3", "9" * 20)
    assert done.exit_code == 2
    assert f"{'9' * 20} is not within 1..60" in done.stderr
