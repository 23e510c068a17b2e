"""Knowledge in all histories of all games: by provers, from S5 and the axioms."""

from __future__ import annotations

from random import Random

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.prover import obligations
from mystpy.conjectures.prover.accessibility import locate_axioms
from mystpy.conjectures.prover.obligations import TranslationMode
from mystpy.conjectures.prover.prover_results import Effort, ask_provers
from mystpy.conjectures.prover.provers import prove
from mystpy.conjectures.prover.tptp import axioms, write_formula
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.verdict import Verdict
from mystpy.errors import NotCovered
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.theses.bench import settle, statement
from tests.programs import needs

KNOWING = TranslationMode(accessible=True)
SMALL = (Game.myst(1, 1, 2, 1), Game.myst(2, 1, 2, 1), Game.myst(1, 1, 3, 2))
OF_ALL = "forall i in players, j in players, k in holders, x in cards: "


def proved(text: str, read: TranslationMode = KNOWING) -> bool:
    problems = obligations.in_situations("test", parse_conjecture(text), read)
    return ask_provers(problems, Effort.BRIEF).failed is None


@pytest.mark.parametrize(
    "text",
    [
        "K(1,h(0,s1)) & K(1, h(0,s1) -> ~h(2,s2)) -> K(1,~h(2,s2))",
        "K(1,h(0,s1)) -> ~h(1,s1)",
        f"{OF_ALL} K(i,h(k,x)) -> h(k,x)",
        f"{OF_ALL} K(i,h(k,x)) -> K(i,K(i,h(k,x)))",
        f"{OF_ALL} ~K(i,h(k,x)) -> K(i,~K(i,h(k,x)))",
        f"{OF_ALL} C(players,h(k,x)) -> E(players,h(k,x))",
        f"{OF_ALL} C([i,j],h(k,x)) <-> E([i,j],C([i,j],h(k,x)))",
        f"{OF_ALL} C([i],h(k,x)) <-> K(i,h(k,x))",
        f"{OF_ALL} E^2([i,j],h(k,x)) -> K(i,K(j,h(k,x)))",
        f"{OF_ALL} K(i,h(k,x)) -> D([i,j],h(k,x))",
        f"{OF_ALL} K(i,h(k,x)) -> Kw(i,h(k,x))",
        f"{OF_ALL} h(i,x) -> K(i,h(i,x))",
        f"{OF_ALL} Turn(i) -> C(players,Turn(i))",
        f"{OF_ALL} K(i,h(k,x)) -> next K(i,h(k,x))",
        f"{OF_ALL} after shows(j,i,x): C([i,j],h(j,x))",
    ],
)
@pytest.mark.alike(3)
def test_what_is_known_in_all_histories_is_proved(text: str) -> None:
    assert proved(text)
    for game in SMALL:
        assert sweep(parse_conjecture(text), game, work=1_000).failure is None


@pytest.mark.parametrize(
    "text",
    [
        f"{OF_ALL} h(k,x) -> K(i,h(k,x))",
        pytest.param(f"{OF_ALL} K(i,h(k,x)) -> K(j,h(k,x))", marks=pytest.mark.slow),
        pytest.param(
            f"{OF_ALL} D([i,j],h(k,x)) -> K(i,h(k,x))", marks=pytest.mark.slow
        ),
        f"{OF_ALL} E([i,j],h(k,x)) -> C([i,j],h(k,x))",
        f"{OF_ALL} ~K(i,h(k,x)) -> next ~K(i,h(k,x))",
        pytest.param(
            f"{OF_ALL} after shows(j,1,x): K(i,h(j,x))", marks=pytest.mark.slow
        ),
        pytest.param(
            f"{OF_ALL} after yes(j): K(i,h(j,x)) | K(i,~h(j,x))", marks=pytest.mark.slow
        ),
        pytest.param(f"{OF_ALL} Turn(i) -> ~K(j,h(0,x))", marks=pytest.mark.slow),
    ],
)
def test_what_is_not_known_in_some_history_is_not_proved(text: str) -> None:
    games = (*SMALL, Game.myst(1, 2, 3, 2))
    node = parse_conjecture(text)
    assert any(sweep(node, game, work=30_000).failure for game in games)
    assert not proved(text)


def formula(rng: Random, depth: int) -> str:
    """A formula of some modal depth about two cards and three players."""
    form = rng.choice(
        ["h", "h", "public", "~", "&", "->", "K", "K", "C", "E"][
            : 3 if not depth else 10
        ]
    )
    player = rng.choice("12")
    if form == "h":
        return f"h({rng.choice('012')},{rng.choice(['s1', 's2'])})"
    if form == "public":
        return rng.choice(["askphase", "ansphase", f"Turn({player})", f"In({player})"])
    if form == "~":
        return f"~{formula(rng, depth)}"
    if form in ("&", "->"):
        return f"({formula(rng, depth)} {form} {formula(rng, depth)})"
    body = formula(rng, depth - 1)
    if form == "K":
        return f"K({player},{body})"
    return f"{form}({rng.choice(['players', '[1,2]'])},{body})"


def compare(seeds: range) -> int:
    """How many random formulas are proved; none of them fails in a small game."""
    found = 0
    for seed in seeds:
        rng = Random(seed)
        text = f"{formula(rng, 2)} -> {formula(rng, 2)}"
        text = rng.choice([text, f"after no(2): {text}", f"({text}) -> next {text}"])
        node = parse_conjecture(text)
        try:
            holds = proved(text)
        except NotCovered:
            continue
        found += holds
        if holds:
            for game in (*SMALL, Game.myst(1, 2, 2, 2)):
                assert sweep(node, game, work=4_000).failure is None, text
    return found


def test_no_random_formula_that_is_proved_fails() -> None:
    assert compare(range(3, 4)) > 0


@pytest.mark.slow
def test_no_formula_of_many_that_is_proved_fails() -> None:
    assert compare(range(400)) > 60


PILE = "forall i in players, x in cards: h(0,x) -> "
OUTSIDE = "(forall y in cards: ~h(0,y) -> K(i,~h(0,y)))"


@needs("eprover")
def test_theorem_3_1_is_proved_for_all_sizes() -> None:
    """Its second bullet needs that piles are of one size in all deals."""
    found = settle(statement("theorem-3.1"), Budget(scope="sample"))[0]
    assert (found.verdict, found.method) == (Verdict.PROVED, "Coq: Pile.theorem_3_1")
    assert "PROVED by provers" in (found.note or "")
    assert found.scope == {"p": ">= 2", "m, n, q, depth": "any"}
    assert found.for_all_sizes
    assert proved(f"{PILE}{OUTSIDE} -> K(i,h(0,x))")


@pytest.mark.parametrize(
    "text",
    [
        f"{PILE}K(i,h(0,x)) -> {OUTSIDE}",
        "forall i in players, x in cards:"
        " (forall y in cards: h(0,y) -> K(i,~h(1,y))) -> K(i,h(0,x))",
    ],
)
def test_sizes_alone_do_not_prove_it(text: str) -> None:
    assert not proved(text)
    node = parse_conjecture(text)
    assert any(sweep(node, game, work=3_000).failure for game in SMALL)


@pytest.mark.slow
def test_of_two_players_more_is_common_knowledge() -> None:
    text = "forall i in players, j in players, x in cards: after shows(j,i,x): "
    text += "C(players,h(j,x))"
    assert proved(text, TranslationMode(accessible=True, p=2))
    assert not proved(text, TranslationMode(accessible=True, p=3))
    games = (Game.myst(1, 1, 2, 1), Game.myst(1, 1, 2, 2))
    stated = Conjecture("test", "always", text, games)
    found = prove(stated, Budget(scope="sample"))
    assert found is not None
    assert (found.verdict, found.scope["p"]) == (Verdict.PROVED, 2)


def test_the_deal_is_that_of_the_situation_that_is_spoken_of() -> None:
    found = locate_axioms(axioms())
    assert "h(Y1,X,W)" in found["disjoint"]
    assert found["held_by_some"].startswith("! [W,X]")
    assert "disjoint(Q,J,Y1)" in found["poss"]
    assert "~guesses_wrong(Y0,Y8,Y9)" in found["in"]
    assert "equals_pile(M,Y9)" in found["game_over"]
    assert found["turn"] == axioms()["turn"]


def test_announcements_are_worked_out_first() -> None:
    assert proved("[h(0,s1)!] E(players,h(0,s1))")
    assert not proved("[h(0,s1)!] K(1,h(2,s2))")


def test_common_knowledge_of_three_by_name_is_refused() -> None:
    with pytest.raises(NotCovered):
        write_formula(parse_conjecture("C([1,2,3],h(0,s1))"), "s", accessible=True)
