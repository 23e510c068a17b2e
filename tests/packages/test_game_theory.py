"""Packages in Python: `load_theory`, and the situations of a theory."""

from __future__ import annotations

import doctest
import sys
from pathlib import Path

import pytest

import mystpy
from mystpy.packages import game_theory
from mystpy.packages.folders import shipped_packages
from tests.programs import ran


def test_the_examples_in_docstrings_are_true() -> None:
    found = doctest.testmod(game_theory, verbose=False)
    assert found.attempted > 6
    assert not found.failed


def test_a_theory_answers_about_its_histories() -> None:
    theory = mystpy.load_theory("black-vienna", gang=1, hand=1, asked=2)
    after = theory.after("asks(1,2,{s1,s2}) has(2,1)", given=["h(1,s3)"])
    assert after.legality().verdict == "possible"
    assert after.holds("K(1, h(2,s1) | h(2,s2))") is True
    assert after.holds("K(1, h(2,s1))") is False
    assert after.holds("h(2,s1)") is None
    assert after.value("h(2,s1)") == "undetermined"
    assert "h(1,s3)" in after.known("1").true
    assert after.reasons("K(1, h(1,s3))") == ["at the start: s3"]
    assert [each.kind for each in after.possible_actions()] == ["asks"]
    assert after.counterexample("h(2,s1)")
    assert after.known_by("1", "2").true == ()
    assert "h(2,s3)" in after.known_by("1", that=["3"]).false
    assert after.failed_conditions() == []
    assert len(after.model().model) == 12
    assert all(each.holds is not False for each in theory.check())


def test_further_actions_go_on_from_a_situation() -> None:
    theory = mystpy.load_theory(str(shipped_packages()["muddy-children"]), children=2)
    after = theory.after("father", given=["muddy(1)", "muddy(2)"])
    assert after.holds("K(1, muddy(1))") is False
    assert after.do("silence").holds("C(players, muddy(1) & muddy(2))") is True
    assert len(after.steps) == 1


def test_what_is_wrong_is_a_mystpy_error() -> None:
    with pytest.raises(mystpy.QueryError, match="there is no package 'black-viena'"):
        mystpy.load_theory("black-viena")
    with pytest.raises(mystpy.QueryError, match="has no constant 'player'"):
        mystpy.load_theory("black-vienna", player=3)
    theory = mystpy.load_theory("black-vienna")
    with pytest.raises(mystpy.ParseError, match="there is no action 'ask'"):
        theory.after("ask(1,2)")
    with pytest.raises(mystpy.QueryError, match=r"more than 5,000 runs"):
        theory.after().model()
    with pytest.raises(mystpy.NoWorldFits, match="is not possible, by"):
        theory.after("has(2,1)").holds("true")


def test_importing_mystpy_loads_no_package(tmp_path: Path) -> None:
    script = (
        "import mystpy, sys; print(any('mystpy.packages' in m for m in sys.modules))"
    )
    done = ran([sys.executable, "-c", script], cwd=tmp_path, check=True)
    assert done.stdout.strip() == "False"
