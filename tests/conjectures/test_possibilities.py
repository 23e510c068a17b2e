"""What one player knows, proved with every set of deals that may be held possible."""

from __future__ import annotations

import pytest

from mystpy.conjectures.induction.possibilities import (
    NotOfOnePlayer,
    holds_in_every_view,
    of_one_player,
)
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture

SMALL = (Game.myst(1, 1, 2, 1), Game.myst(2, 1, 2, 1), Game.myst(1, 1, 3, 2))
EITHER = "K(i,h(0,x)) <-> K(i, forall j in players: ~h(j,x))"


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
def test_what_holds_in_every_view_holds_in_every_situation(text: str) -> None:
    node = parse_conjecture(text)
    assert of_one_player(node)
    for game in SMALL:
        holds, instances = holds_in_every_view(node, game)
        assert holds
        assert instances > 0
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
def test_what_fails_in_a_situation_fails_in_a_view(text: str) -> None:
    node = parse_conjecture(text)
    assert of_one_player(node)
    assert any(sweep(node, game, work=3_000).failure for game in SMALL)
    assert not all(holds_in_every_view(node, game)[0] for game in SMALL)


@pytest.mark.parametrize(
    "text",
    [
        "forall x in cards: ~K(1, h(0,x)) -> next ~K(1, h(0,x))",
        "forall x in cards, j in players: after no(j): ~K(1, h(0,x))",
        "forall x in cards: K(1, K(1, h(0,x))) -> K(1, h(0,x))",
        "forall x in cards: E(players, h(0,x)) -> h(0,x)",
        "forall x in cards: K(1, h(0,x)) -> K(2, h(0,x))",
        "forall x in cards: h(0,x)",
    ],
)
def test_what_is_not_one_players_knowledge_now_is_left_to_others(text: str) -> None:
    assert not of_one_player(parse_conjecture(text))


def test_players_who_are_chosen_inside_are_several() -> None:
    node = parse_conjecture("exists i in players: forall x in cards: ~K(i, h(0,x))")
    with pytest.raises(NotOfOnePlayer):
        holds_in_every_view(node, SMALL[0])
