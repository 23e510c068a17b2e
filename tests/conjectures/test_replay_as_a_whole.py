"""Counterexamples are asked again as a whole: premises, possible, after and next."""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.conjectures.replay.engines import (
    NotAboutHistory,
    replay_note,
    replayed_whole,
)
from mystpy.errors import AxiomError, EnginesDisagree
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from mystpy.language.nodes import Formula
from mystpy.theories import theory_in
from tests.edits import Edit, edited
from tests.programs import needs

pytestmark = needs("swipl")

GAME = Game.myst(m=1, n=2, p=2, q=2)
HANDS = {"0": ["s1"], "1": ["s2", "s5"], "2": ["s3", "s4"]}
ASKED = ["asks(1,{s3,s4})", "yes(2)"]
ALL = ("worlds", "asp", "prolog")

LOWEST: tuple[Edit, ...] = (
    ("s2_03_notation.pl", "    element(X, Q),\n    h(J, X).",
     "    element(X, Q),\n    h(J, X),\n"
     "    \\+ ( element(Y, Q), h(J, Y), Y @< X )."),
    ("s2_03_notation.lp", "    element(X, Q),\n    h(J, X).",
     "    element(X, Q),\n    h(J, X),\n    not h(J, Y) : element(Y, Q), Y < X."),
)  # fmt: skip
"""The lowest of the shared cards must be shown."""


def query(*taken: str, done: tuple[str, ...] = (), **more: str) -> dict[str, object]:
    """Return a counterexample in which these actions were done, the last ones taken."""
    found: dict[str, object] = {"game": GAME.to_dict(), "hands": HANDS, **more}
    found["history"] = [*done, *taken]
    return found | ({"taken": list(taken)} if taken else {})


def formula(text: str) -> Formula:
    return parse_conjecture(text, None, (GAME,))


@pytest.mark.parametrize(
    ("text", "counterexample"),
    [
        ("~possible(shows(2,1,s4))", query(done=tuple(ASKED))),
        ("possible(shows(2,1,s4)) -> ~h(2,s3)", query(done=tuple(ASKED))),
        ("h(2,s3) & possible(no(2)) | ~Turn(1)", query(done=tuple(ASKED))),
        ("possible(yes(2)) <-> h(2,s1)", query(done=("asks(1,{s3,s4})",))),
        ("next ~showphase", query("yes(2)", done=("asks(1,{s3,s4})",))),
        ("after asks(1,{s3,s4}): after yes(2): ~K(1,~h(0,s3)|h(2,s4))", query(*ASKED)),
        (
            "forall Q in questions, x in Q: after asks(1,Q): next ~h(2,x)",
            query(*ASKED, where="Q = {s3,s4}, x = s3"),
        ),
        (
            "forall i in players: possible(asks(i,{s3,s4})) -> K(i,h(2,s3))",
            query(where="i = 1"),
        ),
    ],
)
def test_each_engine_finds_the_whole_formula_false(
    text: str, counterexample: dict[str, object]
) -> None:
    assert replayed_whole(formula(text), counterexample) == ALL


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("possible(shows(2,1,s4))", tuple(ASKED)),
        ("possible(no(2)) -> h(1,s1)", ("asks(1,{s3,s4})",)),
        ("after no(2): h(1,s1)", ("asks(1,{s3,s4})",)),
    ],
)
def test_a_counterexample_that_is_none_is_found_out(
    text: str, done: tuple[str, ...]
) -> None:
    with pytest.raises(EnginesDisagree, match=r"worlds finds .* true"):
        replayed_whole(formula(text), query(done=done))


@pytest.mark.parametrize("text", ["K(1,possible(no(2)))", "~(next next h(1,s2))"])
def test_what_is_of_other_situations_is_not_asked(text: str) -> None:
    counterexample = query(formula="h(1,s1)", value="false")
    with pytest.raises(NotAboutHistory):
        replayed_whole(formula(text), counterexample)
    note = replay_note(formula(text), counterexample)
    assert note is not None
    assert note.startswith(
        "the engines worlds, asp, prolog agree; what it says besides"
    )


def test_a_counterexample_by_old_axioms_is_refused(tmp_path: Path) -> None:
    """A sweep by the shipped axioms found it, and engines agreed on false."""
    whole, there = formula("~possible(shows(2,1,s4))"), query(done=tuple(ASKED))
    with theory_in(edited(tmp_path / "mine", LOWEST)), pytest.raises(AxiomError):
        replayed_whole(whole, there)
