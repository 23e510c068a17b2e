"""Chapter 2: the verdicts, recomputed, and that breaking a statement changes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Verdict
from mystpy.game.game import Game
from mystpy.language.nodes import Implies, Knows, Not
from mystpy.situations.epistemic_state import EpistemicState, SuccessorState
from mystpy.situations.explore import next_states
from mystpy.situations.frame import Frame
from mystpy.theses.chapter2 import s1_worlds, s2_10
from mystpy.theses.chapter2.formulas import formula_result, said
from mystpy.theses.chapter2.s2_06_partition import _set_size
from tests.edits import copied_axioms
from tests.sampling import part_by_day


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        pytest.param("axiom-2.32", ("~h(j,x)", "h(j,x)"), marks=pytest.mark.slow),
        pytest.param(
            "axiom-2.33", ("exists x in Q", "forall x in Q"), marks=pytest.mark.slow
        ),
        pytest.param(
            "axiom-2.25-printed possible", ("[i,j]", "players"), marks=pytest.mark.slow
        ),
        ("axiom-2.34", ("exists x in M", "forall x in M")),
        ("remark-2.34-last", ("~In(i)", "In(i)")),
    ],
)
def test_a_broken_statement_is_false(name: str, broken: tuple[str, str]) -> None:
    text = said(*name.split()).text
    budget = Budget(processes=1, scope="sample")

    small = Game.myst(2, 1, 2, 2), Game.myst(1, 1, 3, 2)

    def games_by_day(_: Budget) -> tuple[Game, ...]:
        return tuple(part_by_day(small, 2))

    assert formula_result(budget, text, games=games_by_day).verdict is Verdict.PROVED
    said_wrong = formula_result(budget, text.replace(*broken), games=lambda _: small)
    assert said_wrong.verdict is Verdict.FALSE


def test_a_law_that_is_none_is_found_out() -> None:
    phi = s1_worlds.PHI
    for law in (Implies(phi, Knows(1, phi)), Implies(Knows(1, Not(phi)), phi)):
        assert any(case for _, case in s1_worlds.law_cases("none", law))


def test_a_set_size_axiom_off_by_one_would_be_noticed() -> None:
    assert _set_size(5, 2, 2)
    assert not _set_size(5, 2, 3)
    assert not _set_size(5, 2, 1)


def test_worlds_that_are_told_apart_less_would_be_noticed() -> None:
    """A state whose views forget the card shown does not refine the one before."""
    game = Game.myst(1, 2, 3, 2)
    state = EpistemicState.start(game)
    for _ in range(3):
        state = next(
            r.state
            for r in next_states(state, ())
            if r.state.events[-1].key[0] in ("asks", "yes", "shows")
        )
    assert state.frame.events
    reached = max(next_states(state, ()), key=lambda r: r.state.size)
    assert s2_10.refined(state, reached) is None
    blind = EpistemicState(Frame(game, reached.state.worlds), 0, 0, reached.state.full)
    forgetful = SuccessorState(blind, reached.parents, reached.alive)
    assert s2_10.refined(state, forgetful) is not None


def test_views_that_forget_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in copied_axioms(tmp_path).glob("*.lp"):
        text = path.read_text("utf-8").replace(
            "    obs0(I, O).", "    obs0(I, O), not done(_, now)."
        )
        path.write_text(text, encoding="utf-8")
    assert s2_10._views_refine(range(2, 4), Budget()) is None
    monkeypatch.setenv("MYSTPY_AXIOMS", str(tmp_path))
    assert s2_10._views_refine(range(2, 4), Budget()) == 2
