"""Linear programs solved by other solvers: in exact arithmetic, and from both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.game.game import Game
from mystpy.solve.equilibria.listed_form import ListedForm
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import improving_bounds
from tests.programs import needs
from tests.sampling import part_by_day
from tests.solve.extensive.labelled import LabelledGame
from tests.solve.extensive.programmes import by_glpsol, value

SIZES = [(1, 1, 1), (2, 1, 1), (3, 1, 1), (1, 2, 1), (2, 2, 1), (1, 2, 2)]
LARGER = [(1, 3, 1), (3, 1, 2), (2, 2, 2), (4, 1, 3), (4, 1, 1), (5, 1, 2)]


@needs("glpsol")
@pytest.mark.parametrize(
    "size", [*SIZES, *(pytest.param(one, marks=pytest.mark.slow) for one in LARGER)]
)
def test_in_exact_arithmetic_the_programme_has_the_value(
    size: tuple[int, int, int], tmp_path: Path
) -> None:
    """This holds where both bounds agree, for any payoff of unfinished games."""
    m, n, q = size
    game, useful = Game.myst(m, n, 2, q), GameVariant(questions="useful")
    *_, found = improving_bounds(game, useful)
    assert found.value is not None
    form = TreeBuilder(game, useful).form(found.turns)
    for share in part_by_day((0, 1), 2, m + n):
        listed = ListedForm.of(form, share)
        assert by_glpsol(listed, tmp_path) == found.value
        assert by_glpsol(listed, tmp_path, player=2) == -found.value


@needs("glpsol")
@pytest.mark.parametrize("share", [0, 1])
def test_in_exact_arithmetic_named_cards_have_the_value_of_counted_ones(
    share: int, tmp_path: Path
) -> None:
    game, variant = Game.myst(2, 1, 2, 1), GameVariant()
    named = LabelledGame.grown(game, variant, 1).listed(share)
    counted = ListedForm.of(TreeBuilder(game, variant).form(1), share)
    worth = by_glpsol(named, tmp_path)
    assert worth == by_glpsol(counted, tmp_path)
    assert (worth == 1) is bool(share)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("share", [0, 1])
def test_the_players_who_change_places_have_the_same_value(
    size: tuple[int, int, int], share: int
) -> None:
    """Player 1 can secure exactly the value that player 2 cannot prevent."""
    m, n, q = size
    form = TreeBuilder(Game.myst(m, n, 2, q), GameVariant()).form(2)
    listed = ListedForm.of(form, share)
    assert value(listed) == pytest.approx(-value(listed, player=2), abs=1e-9)
