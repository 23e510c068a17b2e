"""One goal after the other: what each has alone, with the library and without."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from mystpy.game.game import Game
from mystpy.solve.equilibria.description import face_of
from mystpy.solve.equilibria.face import Face, FaceProgramme, Vertex
from mystpy.solve.equilibria.listed_form import ListedForm
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import improving_bounds
from tests.sampling import part_by_day, reaches

*_, SOLVED = improving_bounds(Game.myst(2, 2, 2, 2), GameVariant(questions="useful"))
FACES = [face_of(side) for side in (SOLVED.lower, SOLVED.upper)]


def programme(form: ListedForm, player: int, worth: Fraction) -> FaceProgramme:
    return FaceProgramme(form, player, (1.5 - player) * 2 * float(worth) - 1e-9)


def earned(found: Vertex | None, goal: dict[int, float]) -> float | None:
    return found and sum(cost * found.plan[k] for k, cost in goal.items())


@pytest.mark.parametrize("face", FACES, ids=["1", "2"])
def test_each_goal_has_what_it_has_alone(
    face: Face, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = face.form, face.player, face.value
    going_on = programme(*given)
    monkeypatch.setitem(sys.modules, "highspy", None)
    afresh, different = programme(*given), 0
    assert afresh._solver is None is not going_on._solver
    count = face.form.counts[face.player - 1]
    for k in part_by_day(range(1, count, 3), 2):
        for sign in (1.0, -1.0):
            goal = {k: sign}
            zeros = {k - 1} - {0} if k % 2 else set[int]()
            pair = [one.least(goal, zeros) for one in (going_on, afresh)]
            assert earned(pair[0], goal) == pytest.approx(earned(pair[1], goal))
            for found in filter(None, pair):
                assert all(abs(found.plan[j]) < 1e-8 for j in zeros)
                least = earned(found, goal) or 0.0
                enough = Fraction(least) - Fraction(1, 10**6)
                bound = face.bound({k: Fraction(sign)}, found.multipliers, enough)
                assert bound < enough + Fraction(1, 10**5)
                assert zeros or bound >= enough  # the multipliers prove it
            different += pair[0] is not None and pair[0].plan[k] > 0
    assert reaches(different)


@pytest.mark.parametrize("library", [True, False], ids=["highspy", "none"])
def test_what_is_worth_more_than_the_game_does_not_exist(
    library: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not library:
        monkeypatch.setitem(sys.modules, "highspy", None)
    for face in FACES:
        sign = Fraction(3 - 2 * face.player, 100)
        better = programme(face.form, face.player, face.value + sign)
        assert better.least({1: 1.0}, ()) is None
