"""Where bluffs occur although both players play optimally."""

from __future__ import annotations

import json
import runpy
from fractions import Fraction
from pathlib import Path

import pytest

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.value_bounds import improving_bounds
from tools.bluffs import Bluff, bluffs

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "certificates"


def found(m: int, n: int, q: int, later: int = 0) -> list[Bluff]:
    *_, last = improving_bounds(Game.myst(m, n, 2, q), GameVariant(questions="useful"))
    return bluffs(last, later)


def test_with_questions_of_one_card_a_bluff_is_met_in_every_equilibrium() -> None:
    """With five cards, player 1 asks for his own in one game of five."""
    (first,) = [bluff for bluff in found(3, 1, 1) if bluff.always]
    assert (first.player, first.label) == (1, "1: -:5/1")
    assert first.least == first.most == Fraction(1, 5)
    assert first.met is True


def test_player_2_may_bluff_and_need_not() -> None:
    (second,) = [b for b in found(3, 1, 1) if b.player == 2 and b.met]
    assert (second.least, second.most) == (Fraction(0), Fraction(1, 5))


@pytest.mark.parametrize("later", [0, 1])
def test_with_fewer_cards_no_bluff_is_met(later: int) -> None:
    assert not any(bluff.met is not False for bluff in found(1, 2, 2, later))


@pytest.mark.parametrize("path", [*FOLDER.glob("*.json")], ids=lambda one: one.stem)
def test_the_certificates_of_the_page_are_sound(path: Path) -> None:
    main = runpy.run_path(str(ROOT / "tools" / "check_certificate.py"))["main"]
    assert main([str(path), "--alike"]) == 0


def test_a_bluff_with_two_cards_is_part_of_an_optimal_plan() -> None:
    """MYST(2,2,2,2): the certificate above says that it is optimal."""
    document = json.loads((FOLDER / "bluff-with-two-cards.json").read_text("utf-8"))
    assert document["game"] == {"rules": "myst", "m": 2, "n": 2, "p": 2, "q": 2}
    assert document["lower"] == document["upper"] == "1/2"
    assert document["strategies"]["1"]["1: -:6/2"]["asks -:2/2"] == "1/15"
