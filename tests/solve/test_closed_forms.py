"""Values in closed form, compared with solved games (values.md, its conjectures)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.passing import Passing
from mystpy.solve.recurrence import Recurrence
from mystpy.solve.trees.last_question import last_question_bounds

DATA = Path(__file__).parents[2] / "docs" / "values.json"
BLUFFS = ("both", "one", "other", "nobody")


class Size(NamedTuple):
    """A game of two players."""

    m: int
    n: int
    q: int
    announced: bool = False

    @property
    def d(self) -> int:
        """Return how many of the cards that player 1 lacks are not in his question."""
        return self.m + 1 - self.q

    @property
    def short(self) -> bool:
        """Return whether only the first question counts, with a card each."""
        return self.n == 1 and (self.d - 2) * (self.d + 1) <= 2 * self.q


def closed_form(size: Size) -> Fraction | None:
    """Return the value of a game with a closed form, for any set of bluffers."""
    m, n, q, announced = size
    if announced:
        if q == m + n + 1:
            return Fraction(1)
        plain = n == 1 and size.d >= 2 and size.d * (size.d + 1) <= q
        return Fraction(q, m + 1) if plain else None
    if n == 1 and q > m:
        return Fraction(1)
    if size.short:
        return Fraction(q + 1, m + 1)
    if (m, q) == (1, 1):
        return Fraction(n + 2, 2 * n + 2)
    return of_two_cards(m, q) if n == 2 else None


def of_two_cards(m: int, q: int) -> Fraction | None:
    """Return the same with two cards each."""
    four = (m + 1) * (m + 2) * (m + 3) * (m + 4)
    if q == m + 3:
        return Fraction(max(2, m), m + 2)
    if q == m + 2 >= 4:
        return 1 - Fraction(2 * (m + 5), (m + 3) * (m + 4))
    if q == m + 1 >= 5:
        return 1 - Fraction(2 * (m**3 + 9 * m**2 + 14 * m + 10), four)
    if q == m >= 3:
        return 1 - Fraction(2 * (m**3 + 11 * m**2 + 12 * m + 6), four)
    if q == m - 1 >= 4:
        return 1 - Fraction(2 * (m**3 + 13 * m**2 + 4 * m + 2), four)
    return None


Bounds = tuple[Fraction, Fraction]


def bounds(document: list[str]) -> Bounds:
    """Return bounds as fractions."""
    low, high = map(Fraction, document)
    return low, high


def kept() -> Iterator[tuple[Size, dict[str, Bounds]]]:
    """Yield the games of the tables, with bounds by the set of bluffers."""
    for row in json.loads(DATA.read_text("utf-8")):
        found = {k: bounds(row[k]) for k in BLUFFS if k in row}
        yield Size(row["m"], row["n"], row["q"], row.get("announced", False)), found


def solved(size: Size) -> Fraction | None:
    """Return the value of a game."""
    game = Game.myst(size.m, size.n, 2, size.q)
    variant = GameVariant(questions="useful", announced=size.announced)
    usual = size.announced or size.q == 1
    *_, found = (improving_bounds if usual else last_question_bounds)(game, variant)
    return found.value


def test_games_of_the_tables_have_the_values_of_the_closed_forms() -> None:
    count = 0
    for size, ends in kept():
        if (form := closed_form(size)) is not None:
            for low, high in ends.values():
                assert low <= form <= high, size
                count += low == high
    assert count > 200


NEXT = [
    *(Size(10, 1, 7), Size(11, 1, 8), Size(13, 1, 9), Size(19, 1, 14)),
    *(Size(8, 2, 10), Size(9, 2, 11), Size(10, 2, 12)),
    *(Size(8, 2, 11), Size(9, 2, 12), Size(10, 2, 13)),
    *(Size(8, 2, 8), Size(9, 2, 9), Size(12, 2, 12)),
    *(Size(8, 2, 7), Size(9, 2, 8), Size(12, 2, 11)),
    Size(7, 1, 6, announced=True),
    *(Size(5, 2, 8, announced=True), Size(2, 3, 6, announced=True)),
]
SLOW = [
    *(Size(8, 2, 9), Size(10, 2, 11), Size(11, 2, 12)),
    *(Size(10, 2, 10), Size(11, 2, 11), Size(10, 2, 9), Size(11, 2, 10)),
    *(Size(1, 6, 1), Size(1, 7, 1), Size(14, 1, 12, announced=True)),
]


@pytest.mark.parametrize(
    "size", [*NEXT, *(pytest.param(size, marks=pytest.mark.slow) for size in SLOW)]
)
@pytest.mark.alike(3)
def test_games_beyond_the_tables_have_them_too(size: Size) -> None:
    assert solved(size) == closed_form(size) is not None


BEYOND = [Size(10, 1, 6), Size(12, 1, 8), Size(18, 1, 13)]


def test_with_a_card_each_no_other_game_is_worth_the_same() -> None:
    values = {size: solved(size) for size in BEYOND}
    for size, ends in kept():
        if size.n == 1 and not size.announced and size.q <= size.m:
            low, high = ends["both"]
            values |= {size: low} if low == high else {}
    assert sum(not size.short for size in values) > 15
    for size, value in values.items():
        assert value is not None
        least = Fraction(size.q + 1, size.m + 1)
        assert value == least if size.short else value > least, size


def test_only_few_games_are_worth_one_or_one_half() -> None:
    halves = set()
    for size, ends in kept():
        if not size.announced:
            low, high = ends["both"]
            certain = size.n == 1 and size.q >= size.m
            assert (low == 1) if certain else (low < 1), size
            halves |= {size[:3]} if low == high == Fraction(1, 2) else set()
    assert halves == {(2, 2, 2), (2, 2, 5), (1, 3, 5)}


def test_without_bluffs_the_recurrence_is_right_up_to_eight_cards() -> None:
    """With more cards, a question for a card that nobody has passes the turn."""
    formula, others, apart = Recurrence(12), set(), set()
    for (m, n, q, announced), ends in kept():
        if q == 1 and not announced:
            low, high = ends["nobody"]
            least, most = (Passing(m, n, loser).start() for loser in (1, 2))
            assert (least <= high, low <= most) == (True, True), (m, n)
            apart |= {(m, n)} if least < most else set()
            if not low <= formula(m, n, n) <= high:
                others.add((m, n))
            elif (m, n) not in ((8, 1), (9, 1)):
                assert low == high == formula(m, n, n), (m, n)
    assert others == {(5, 2), (6, 2), (7, 2), (3, 3), (4, 3), (5, 3), (3, 4)}
    assert apart == others | {(2, 4)}  # idle questions make endless play count


def test_with_more_cards_player_1_wins_less_if_one_is_asked_for() -> None:
    ends = {s[:2]: e["both"] for s, e in kept() if s.q == 1 and not s.announced}
    for (m, n), (_, high) in ends.items():
        for before in ((m - 1, n), (m, n - 1)):
            if before in ends:
                assert ends[before][1] > (ends[m, n][0]), (m, n)
                decided = high < ends[before][0]
                assert decided or ends[m, n][0] < high, (m, n)
