"""The knowledge of one player, proved in all histories by few worlds."""

from __future__ import annotations

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.countermodels.few_worlds import for_all_sizes, for_named_games
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture

SMALL = (Game.myst(1, 1, 2, 1), Game.myst(2, 1, 2, 1), Game.myst(1, 1, 3, 2))
EITHER = "K(i,h(0,x)) <-> K(i, forall j in players: ~h(j,x))"


def few_worlds(text: str) -> Result | None:
    conjecture = Conjecture("test", "always", text, SMALL)
    budget = Budget(scope="sample")
    return for_all_sizes(conjecture, budget) or for_named_games(conjecture, budget)


@pytest.mark.parametrize(
    "text",
    [
        f"forall i in players, x in cards: {EITHER}",
        "forall x in cards: K(1, h(0,x)) -> h(0,x)",
        "forall x in cards: ~K(2, h(0,x)) | ~K(2, h(1,x))",
        "forall i in players, x in cards: h(i,x) -> K(i, h(i,x))",
        "forall i in players: exists x in cards: K(i, h(i,x))",
        "forall M in guesses: (forall x in M: K(1, h(0,x)))"
        " -> K(1, forall x in M: h(0,x))",
        "forall i in players: Turn(i) -> forall M in guesses:"
        " K(i, forall x in M: h(0,x)) -> K(i, (exists x in M: ~h(0,x)) -> ~Turn(i))",
    ],
)
@pytest.mark.alike(2)
def test_what_one_player_knows_is_proved(text: str) -> None:
    found = few_worlds(text)
    assert found is not None
    assert (found.verdict, found.method) == (Verdict.PROVED, "few worlds")
    assert found.instances > 0
    node = parse_conjecture(text)
    for game in SMALL:
        assert sweep(node, game, work=3_000).failure is None


@pytest.mark.parametrize(
    "text",
    [
        "forall x in cards: ~K(1, h(0,x))",
        "forall i in players, x in cards: K(i,h(0,x)) <-> K(i,~h(1,x))",
        "forall x in cards: K(1, h(0,x)) | K(1, ~h(0,x))",
        "forall i in players, x in cards: h(0,x) -> K(i, h(0,x))",
        "forall x in cards: ~(forall y in cards: h(0,y) -> K(1, h(0,y)))",
    ],
)
def test_what_fails_in_a_situation_is_not_proved(text: str) -> None:
    node = parse_conjecture(text)
    assert any(sweep(node, game, work=3_000).failure for game in SMALL)
    assert few_worlds(text) is None
