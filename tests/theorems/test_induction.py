"""Proofs by induction: invariants are proved, and what is none is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.axioms import axioms_dir
from mystpy.game import Game
from mystpy.theorems.chapter2_invariants import ELIMINATED, NO_DEADLOCK, ONE_PHASE
from mystpy.theorems.chapter2_knowledge import NO, SHOWN, WRONG, YES
from mystpy.theorems.induction import broken
from mystpy.theorems.induction_program import NotInductive
from mystpy.theorems.induction_public import (
    NotPublic,
    announces,
    holds_in_public_states,
    public_states,
)
from mystpy.theorems.language_text import parse_conjecture
from mystpy.theorems.sweep import sweep

GAME = Game.myst(1, 1, 3, 2)


@pytest.mark.parametrize("text", [ONE_PHASE, NO_DEADLOCK, ELIMINATED])
@pytest.mark.parametrize("p", [2, 3])
def test_invariants_are_proved(text: str, p: int) -> None:
    assert broken(parse_conjecture(text), p) is None


@pytest.mark.parametrize(
    "text",
    [
        "forall j in players: AnsTurn(j) -> ~Turn(j)",
        "~GameOver",
        "~next false",
        "forall i in players: In(i)",
        "forall Q in questions, R in questions: Question(Q) -> Question(R)",
        "forall i in players, j in players: possible(noguess(i)) -> possible(yes(j))",
    ],
)
def test_what_is_no_invariant_is_broken_by_an_action(text: str) -> None:
    found = broken(parse_conjecture(text), 3)
    assert found is not None
    assert any(atom.startswith("chosen(") for atom in found.atoms)


def test_an_invariant_that_fails_at_the_start_is_told_apart() -> None:
    found = broken(parse_conjecture("~askphase"), 2)
    assert found is not None
    assert found.at_the_start


def test_what_holds_everywhere_needs_no_support() -> None:
    one = parse_conjecture(
        "forall i in players, j in players: Turn(i) & Turn(j) -> i = j"
    )
    assert broken(one, 3, support=(), executable=False) is None
    eliminated = parse_conjecture(ELIMINATED)
    assert broken(eliminated, 3, support=(), executable=False) is not None


@pytest.mark.parametrize(
    "text",
    [
        "K(1, Turn(1))",
        "forall x in cards: ~h(0,x)",
        "forall Q in questions: showphase -> forall x in Q: h(1,x)",
        "after no(1): true",
        "next In(1)",
        "forall Q in questions: exists R in guesses: Question(Q) -> Question(R)",
    ],
)
def test_formulas_of_more_than_the_public_fluents_are_refused(text: str) -> None:
    with pytest.raises(NotInductive):
        broken(parse_conjecture(text), 2)


def test_a_mutated_axiom_breaks_an_invariant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in axioms_dir().iterdir():
        if path.suffix in (".lp", ".toml"):
            text = path.read_text("utf-8").replace(
                "    not turn(I, S).\n", "    turn(I, S).\n"
            )
            (tmp_path / path.name).write_text(text, encoding="utf-8")
    node = parse_conjecture(NO_DEADLOCK)
    assert broken(node, 3) is None
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path))
    assert broken(node, 3) is not None


@pytest.mark.parametrize("text", [NO, YES, SHOWN, WRONG])
def test_what_actions_announce_is_proved(text: str) -> None:
    node = parse_conjecture(text)
    assert announces(node)
    holds, instances = holds_in_public_states(node, GAME)
    assert holds
    assert instances > 0


@pytest.mark.parametrize(
    "text",
    [
        NO.replace("~h(j,x)", "h(j,x)"),
        YES.replace("exists x", "forall x"),
        WRONG.replace("~h(0,x)", "h(0,x)").replace("exists", "forall"),
    ],
)
def test_what_they_do_not_announce_is_not(text: str) -> None:
    assert not holds_in_public_states(parse_conjecture(text), GAME)[0]


@pytest.mark.parametrize(
    "text",
    [
        "forall j in players, x in cards: h(j,x) & possible(no(j))"
        " -> after no(j): C(players, h(j,x))",
        "forall j in players: after no(j): ~C(players, h(j,s1))",
        "forall j in players, x in cards: K(j,h(j,x)) -> after no(j): K(j,h(j,x))",
        "forall i in players, j in players: possible(yes(i)) -> after no(j): K(1,true)",
    ],
)
def test_private_premises_and_negated_knowledge_are_not_announced(text: str) -> None:
    node = parse_conjecture(text)
    assert not announces(node)
    with pytest.raises(NotPublic):
        holds_in_public_states(node, GAME)


def test_a_card_that_others_did_not_see_is_not_announced() -> None:
    text = SHOWN.replace("[i,j]", "players")
    with pytest.raises(NotPublic):
        holds_in_public_states(parse_conjecture(text), GAME)


@pytest.mark.parametrize("p", [2, 3])
def test_every_situation_has_a_public_state(p: int) -> None:
    states = set(public_states(p))
    game = Game.myst(1, 1, p, 1)
    seen = []

    from mystpy.theorems.language_truth import deeds
    from mystpy.theorems.sweep_stage import Stage

    level = [Stage.start(game)]
    for _ in range(7):
        seen += [stage.number for stage in level]
        level = [r.stage for s in level[:40] for d in deeds(s) for r in s.after(d)]
    assert set(seen) <= states
    assert sweep(parse_conjecture("true"), game, work=0, depth=3).failure is None
