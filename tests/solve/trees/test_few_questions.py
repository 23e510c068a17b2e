"""Strategies with few questions: their values are bounds on the values of games."""

from __future__ import annotations

from fractions import Fraction

import pytest

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import BLUFFERS
from mystpy.solve.extensive.program import optimum
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.trees import few_questions
from mystpy.solve.trees.few_questions import few_questions_tree, side_of_few
from tests.sampling import cases
from tools import values
from tools.values import Row, bounds, closer, in_short, kept, proved

SIZES = [(3, 1, 1), (2, 2, 1), (2, 2, 2), (1, 3, 3)]
WAYS = 1_000
NEAR = 1e-9
"""The tolerance for floats."""


@pytest.mark.parametrize("size", cases(SIZES, *SIZES[:2]))
@pytest.mark.parametrize(
    ("bluff", "regrets"), [("both", True), ("both", False), ("nobody", False)]
)
def test_bounds_by_few_questions_enclose_the_value(
    size: tuple[int, int, int],
    bluff: str,
    regrets: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if regrets:
        monkeypatch.setattr(few_questions, "MAX_WAYS_BEFORE_REGRET", 0)
        monkeypatch.setattr(few_questions, "ROUNDS", 16)
    m, n, q = size
    game, variant = Game.myst(m, n, 2, q), GameVariant(BLUFFERS[bluff], "useful")
    *_, found = improving_bounds(game, variant)
    low, high = (side_of_few(game, variant, player, WAYS) for player in (1, 2))
    assert low is not None
    assert high is not None
    assert low.value <= found.lower.value == found.upper.value <= high.value
    assert high.value - low.value < Fraction(1, 4)
    assert max(low.form.root.size, high.form.root.size) <= WAYS


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("turns", cases([2, 3], 2))
def test_who_has_few_questions_does_no_better(
    size: tuple[int, int, int], turns: int
) -> None:
    m, n, q = size
    game, variant = Game.myst(m, n, 2, q), GameVariant(questions="useful")
    whole = TreeBuilder(game, variant).form(turns)
    for share in (0, 1):
        free = optimum(whole, share).value
        for player, sign in ((1, -1), (2, 1)):
            few, fewer = (
                few_questions_tree(game, variant, player, hidden=hidden).form(turns)
                for hidden in (True, False)
            )
            assert fewer.root.size <= few.root.size <= whole.root.size
            some, less = optimum(few, share).value, optimum(fewer, share).value
            assert sign * free <= sign * some + NEAR <= sign * less + 2 * NEAR


def test_only_the_player_has_few_questions() -> None:
    game, variant = Game.myst(2, 2, 2, 2), GameVariant(questions="useful")
    whole = TreeBuilder(game, variant).form(2)
    form = few_questions_tree(game, variant, 2).form(2)
    assert form.counts[0] <= whole.counts[0]
    first = form.root.choices[0][0].options
    assert len(first) == len(whole.root.choices[0][0].options) == 3
    asked = [
        (option, choice.node.classes)
        for after in form.root.following
        for choice in after.game.choices[1]
        for option in choice.options
        if option.key[0] == "asks"
    ]
    assert asked
    for option, classes in asked:
        assert not any(
            number and (cards.shown_to or cards.lacking & 2)
            for number, cards in zip(option.cards, classes, strict=True)
        )


def test_no_tree_is_looked_at_that_is_too_large() -> None:
    game, variant = Game.myst(3, 1, 2, 1), GameVariant(questions="useful")
    assert side_of_few(game, variant, 1, 1) is None
    one = side_of_few(game, variant, 1, 20)
    assert one is not None
    assert one.form.turns == 1


def test_bounds_that_are_close_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Row(2, 2, 2)
    document = {"turns": 1, "sequences": 1}
    half = Fraction(1, 2)
    near = half, half + values.CLOSE
    assert closer(row, "both", near, document) == near
    assert document == {"turns": 1, "sequences": 1}
    monkeypatch.setattr(values, "TRIALS", [(values.CLOSE, WAYS, True)])
    low, high = closer(row, "both", (Fraction(0), Fraction(1)), document)
    assert 0 < low <= half <= high < 1
    assert document["turns"] > 1
    assert document["sequences"] > 1


def test_what_is_proved_is_told_apart_from_what_is_computed() -> None:
    row, low, half, high = Row(5, 3, 4), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)
    assert in_short(row, low, high, 100, "both") == "0.25 (1/2) to 0.75"
    assert in_short(row, low, high, 100, "one") == "0.25 (1/2) to 0.75"
    assert in_short(row, low, high, 100, "nobody") == "0.25 (1/2) to 0.75"
    assert in_short(Row(5, 3, 3), low, high, 100, "nobody") == "0.25 to 0.75"
    assert in_short(row, half, high, 100, "both") == "0.50 to 0.75"
    assert in_short(row, half, half, 100, "both") == "1/2"
    knowledge = row._replace(announced=True)
    assert in_short(knowledge, low, high, 100, "both") == "0.25 to 0.75"


def test_no_upper_bound_is_below_what_is_proved() -> None:
    for row, one in kept().items():
        for bluff in BLUFFERS.keys() & one.keys():
            low, high = bounds(one, bluff)
            assert max(low, proved(row, bluff)) <= high, row
