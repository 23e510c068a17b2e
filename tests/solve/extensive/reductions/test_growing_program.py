"""Growing linear programs: the value of each, with the library and without."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import pytest

from mystpy.errors import EngineFailed
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.program import SolverSolution, optimum
from mystpy.solve.extensive.reductions.restriction import (
    GrowingProgramme,
    RestrictedGame,
)
from mystpy.solve.extensive.tree_builder import TreeBuilder
from mystpy.solve.extensive.value_bounds import judge_plan

USEFUL = GameVariant(questions="useful")
FORM = TreeBuilder(Game.myst(3, 2, 2, 2), USEFUL).form(3)


def growing(share: int) -> Iterator[RestrictedGame]:
    """Yield small games of a game, each containing the one before, up to the whole."""
    draw = np.random.default_rng(3)
    one, two = FORM.counts
    usual = np.ones(one, np.int64), np.ones(two, np.int64)
    good = np.zeros(one, np.bool_), np.zeros(two, np.bool_)
    for chance in (0.3, 0.5, 0.5, 1.0):
        for k, some in enumerate(good):
            some |= draw.random(len(some)) < chance
            some[0] = True
            some[FORM.firsts[k][:-1]] = True  # no information set is without a choice
        yield RestrictedGame.of(FORM, (good[0].copy(), good[1].copy()), usual, share)


@pytest.mark.parametrize("library", [True, False], ids=["highspy", "none"])
@pytest.mark.parametrize("share", [0, 1])
def test_each_is_worth_what_it_is_worth_alone(
    share: int, library: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not library:
        monkeypatch.setitem(sys.modules, "highspy", None)
    programme, sizes = GrowingProgramme(FORM, share), list[int]()
    for small in growing(share):
        found, alone = programme.optimum(small), optimum(small.form, share)
        assert found.value == pytest.approx(alone.value, abs=1e-9)
        for player in (1, 2):
            side = judge_plan(small.form, player, share, found)
            assert float(side.value) == pytest.approx(alone.value, abs=1e-9)
        sizes.append(sum(small.form.counts))
    assert sizes == sorted(set(sizes))
    assert sizes[-1] > 1.5 * sizes[0]


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    assert isinstance(
        GrowingProgramme(FORM, 0).optimum(next(growing(0))), SolverSolution
    )
    assert capfd.readouterr() == ("", "")


def test_what_is_not_solved_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    programme = GrowingProgramme(FORM, 0)
    monkeypatch.setattr(programme._solver, "run", lambda: None)
    with pytest.raises(EngineFailed, match="not solved: Not Set"):
        programme.optimum(next(growing(0)))
