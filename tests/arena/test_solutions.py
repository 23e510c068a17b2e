"""A player who plays by a solution says in the results how far the game is solved."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from mystpy.arena.design import Entrant
from mystpy.arena.solutions import solution_lines, solutions
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import certificate
from mystpy.solve.extensive.value_bounds import improving_bounds

SOLVED, PARTLY = Game.myst(3, 1, 2, 1), Game.myst(3, 4, 2, 3)
PAIR = (Entrant("best", "equilibrium"), Entrant("exact", "exact"))


def test_the_value_of_a_game_that_is_solved_is_given() -> None:
    (found,) = solutions(PAIR, [SOLVED])
    assert found["player"] == "best"
    assert (found["lower"], found["upper"], found["solved"]) == ("3/5", "3/5", True)
    (line,) = solution_lines([found])
    assert line == "best plays an equilibrium of MYST(3,1,2,1); its value is 3/5"


def test_a_game_that_is_solved_only_part_of_the_way_has_bounds() -> None:
    (found,) = solutions(PAIR, [PARTLY])
    lower, upper = (Fraction(str(found[key])) for key in ("lower", "upper"))
    assert lower < upper
    assert found["solved"] is False
    (line,) = solution_lines([found])
    assert line.startswith("best plays no equilibrium: MYST(3,4,2,3) was solved only")
    assert f"between {lower} and {upper}" in line


def test_a_certificate_says_its_own_bounds(tmp_path: Path) -> None:
    *_, bounds = improving_bounds(SOLVED, GameVariant(questions="useful"))
    written = certificate(bounds)
    written |= {"lower": "1/2", "upper": "2/3"}
    copy = tmp_path / "c.json"
    copy.write_text(json.dumps(written))
    best = PAIR[0]._replace(options=(("certificate", str(copy)),))
    (said,) = solutions([best], [SOLVED])
    assert (said["lower"], said["upper"], said["solved"]) == ("1/2", "2/3", False)


@pytest.mark.parametrize("kind", ["exact", "random", "program", "strong-a"])
def test_other_players_say_nothing(kind: str) -> None:
    assert solutions([Entrant("x", kind)], [SOLVED]) == []
