"""By default, idle questions are left out only where that changes no value."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice

import pytest

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import (
    GameVariant,
    change_nothing,
    smaller_tree_hint,
)
from mystpy.solve.extensive.value_bounds import improving_bounds
from tests.sampling import cases

BOTH, ONE, NOBODY = frozenset({1, 2}), frozenset({1}), frozenset[int]()
LONG = {(5, 1, 1), (5, 1, 2), (3, 2, 1), (3, 2, 2), (3, 2, 3), (1, 3, 1), (1, 3, 2)}
"""Games of seven cards that take long with idle questions."""


def games(cards: int) -> list[tuple[int, int, int]]:
    """Return m, n and q of all solved games with this number of cards."""
    return [
        (cards - 2 * n, n, q)
        for n in range(1, (cards + 1) // 2)
        for q in range(1, cards - n + 2)
    ]


@pytest.mark.parametrize(
    "size",
    [
        *(size for cards in (3, 4, 5) for size in games(cards)),
        *cases(games(6), *games(6)[::5]),
        *(pytest.param(s, marks=pytest.mark.slow) for s in games(7) if s not in LONG),
    ],
)
@pytest.mark.alike(3)
def test_values_are_the_same_with_and_without(size: tuple[int, int, int]) -> None:
    m, n, q = size
    game = Game.myst(m, n, 2, q)
    assert change_nothing(game, GameVariant())
    assert value(game, GameVariant()) == value(game, GameVariant(questions="useful"))


def value(game: Game, variant: GameVariant) -> Fraction:
    """Return the value of a game that is decided within some turns."""
    *_, found = islice(improving_bounds(game, variant), 9)
    assert found.value is not None
    return found.value


@pytest.mark.parametrize(
    ("game", "variant", "proved"),
    [
        (Game.myst(5, 1, 2, 1), GameVariant(), True),
        (Game.myst(5, 2, 2, 1), GameVariant(BOTH), True),
        (Game.myst(5, 2, 2, 3), GameVariant(NOBODY), True),  # no question is a bluff
        (Game.myst(5, 2, 2, 2), GameVariant(NOBODY), False),
        (Game.myst(5, 2, 2, 1), GameVariant(ONE), False),
        (Game.myst(5, 1, 2, 1), GameVariant(announced=True), False),
        (Game.myst(1, 1, 3, 1), GameVariant(), False),
        (Game.myst(1, 2, 2, 4), GameVariant(), True),
        (Game.myst(1, 2, 2, 5), GameVariant(), False),
        (Game.general(list("abcde"), [1, 2, 2], q=1), GameVariant(), False),
        (Game.general(list("abcdef"), [2, 1, 3], q=1), GameVariant(), False),
        (Game.clue(2, {"a": ["a1", "a2"], "b": ["b1", "b2"]}), GameVariant(), False),
    ],
)
def test_where_it_is_proved(game: Game, variant: GameVariant, proved: bool) -> None:
    assert change_nothing(game, variant) is proved
    effect = "changes no value" if proved else "may change the value"
    start, end = f"look at a smaller tree, by --useful, which {effect} here", "--force"
    assert smaller_tree_hint(game, variant, 1) == f"{start}, or {end} it"
    assert (
        smaller_tree_hint(game, variant, 3) == f"{start}, or by --turns 2, or {end} it"
    )
    useful = variant._replace(questions="useful")
    assert smaller_tree_hint(game, useful, 1) == "--force solves it anyway"
    assert "--useful" not in smaller_tree_hint(game, useful, 2)


def test_edited_axioms_are_not_covered(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.myst(5, 1, 2, 1)
    name = "mystpy.solve.extensive.action_space.edited_theory"
    monkeypatch.setattr(name, lambda: object())
    assert not change_nothing(game, GameVariant())
