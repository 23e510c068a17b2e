"""Short sweeps before provers run save time and change no verdict."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.induction import proofs
from mystpy.conjectures.prover import provers
from mystpy.conjectures.settle import settle
from mystpy.conjectures.sweep import exhaustive, sweeps
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.conjectures.verdict import Result, Verdict
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from tests.conjectures.random_formulas import conjecture as random_conjecture
from tests.sampling import cases, is_nightly

TWO, THREE = Game.myst(1, 1, 2, 1), Game.myst(1, 1, 3, 1)
OF_THREE = "forall j in players: possible(no(j)) -> after no(j): guessphase"
"""False for three players: the first no does not end the answers."""


def stated(text: str, *games: Game, depth: int | None = None) -> Conjecture:
    return Conjecture("test", "always", text, games or (TWO, THREE), depth)


def settled(conjecture: Conjecture) -> Result:
    return settle(conjecture, Budget(scope="sample", processes=1))


def unasked(*_: object, **__: object) -> Any:
    pytest.fail("provers were asked for nothing")


@pytest.mark.parametrize("depth", [None, 3])
def test_nobody_proves_what_fails_in_a_later_game(
    depth: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    conjecture = stated(OF_THREE, depth=depth)
    without = None
    if depth or is_nightly():  # at any depth the provers try in vain for long
        with monkeypatch.context() as patched:
            patched.setattr(exhaustive, "fails_soon", lambda *_: False)
            without = settled(conjecture)
    monkeypatch.setattr(provers, "prove", unasked)
    monkeypatch.setattr(proofs, "is_public", unasked)
    found = settled(conjecture)
    assert (found.verdict, found.method) == (Verdict.FALSE, "exhaustive")
    assert without in (None, found)


def test_what_holds_is_proved_for_all_sizes_though_its_depth_is_small() -> None:
    found = settled(stated("GameOver -> next false", depth=3))
    assert (found.verdict, found.method) == (Verdict.PROVED, "provers")
    assert found.scope["m, n, depth"] == "any"


@pytest.mark.parametrize("depth", [None, 2])
@pytest.mark.parametrize(
    "seed",
    cases(range(80), 0, 2),
)
def test_with_glances_and_without_random_conjectures_are_settled_alike(
    seed: int, depth: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = random_conjecture(Random(seed))
    conjecture = stated(text, TWO, Game.myst(1, 1, 2, 2), THREE, depth=depth)
    found = settled(conjecture)
    monkeypatch.setattr(exhaustive, "fails_soon", lambda *_: False)
    assert settled(conjecture) == found


def test_a_glance_starts_no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[Budget] = []

    def noted(_: Conjecture, budget: Budget, *__: object, **___: object) -> list[Any]:
        budgets.append(budget)
        return []

    monkeypatch.setattr(sweeps, "sweeps", noted)
    budget = Budget(processes=7)
    conjecture = stated(OF_THREE)
    assert not sweeps.fails_soon(conjecture, budget)
    assert not sweeps.fails_elsewhere(conjecture, budget)
    assert not sweeps.fails_later(conjecture, budget, None)
    assert [each.processes for each in budgets] == [1, 1, 1]
    assert all(each.results is budget.results for each in budgets)
    assert budget.processes == 7


def test_a_brief_sweep_ends_before_its_depth() -> None:
    node = parse_conjecture("forall i in players: Turn(i) -> In(i) | endphase")
    whole = sweep(node, THREE, work=200, depth=6)
    brief = sweep(node, THREE, work=200, depth=6, brief=True)
    assert whole.depth == 6
    assert brief.depth < 6
    assert brief.stages < whole.stages
    enough = sweep(node, THREE, work=10_000_000, depth=6, brief=True)
    assert enough == whole


def test_large_games_are_not_glanced_at(monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[Game] = []

    def noted(_: Conjecture, __: Budget, chosen: list[Game], ___: int) -> bool:
        games.extend(chosen)
        return False

    monkeypatch.setattr(sweeps, "_fails", noted)
    large = Game.myst(4, 4, 3, 1)
    assert large.deal_count() > sweeps.MAX_CASES / 10
    conjecture = stated(OF_THREE, TWO, large)
    assert not sweeps.fails_soon(conjecture, Budget())
    assert games == [TWO]
    games.clear()
    many = replace(conjecture, games=(TWO,) * 1_000)
    assert not sweeps.fails_soon(many, Budget())
    assert len(games) == sweeps.MAX_SHORT_LOOKS
