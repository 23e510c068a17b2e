"""The default engine on the command line: its name, and the method that it names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from mystpy.engines import OLD_NAMES, get_engine
from tests.edits import copied_axioms
from tests.engines.sights import SIGHTS
from tests.programs import needs

Run = Callable[..., Result]

SMALL = '{"rules":"myst","m":1,"n":1,"p":3,"q":2}'
CLUE = '{"rules":"clue","p":3}'


@pytest.mark.parametrize(
    "command", ["ask", "know", "legal", "poss", "why", "batch", "notebook", "draw"]
)
def test_help_names_the_default(run: Run, command: str) -> None:
    words = " ".join(run(command, "--help").stdout.split())
    assert "[auto|asp|prolog|walk|worlds|sat|bdd|both]" in words
    assert "[default: auto]" in words


@pytest.mark.parametrize(
    ("game", "formula", "method"),
    [
        (SMALL, "K(1,h(0,s1))", "worlds"),
        (SMALL, "D([1,2],h(0,s1))", "worlds"),
        (SMALL, "C([1,2],h(0,s1))", "worlds"),
        (SMALL, "once askphase", "worlds"),
        (CLUE, "K(1,~K(2,h(0,plum)))", "sat"),
        (CLUE, "C([1,2],h(0,plum))", "bdd"),
    ],
)
def test_the_answer_names_the_method(
    run: Run, game: str, formula: str, method: str
) -> None:
    done = run("ask", "--game", game, formula)
    assert done.stdout.rstrip().endswith(f"({method})"), done.output
    answer = json.loads(run("ask", "--game", game, formula, "--format", "json").stdout)
    assert answer["method"] == method


@pytest.mark.parametrize(("old", "new"), OLD_NAMES.items())
def test_old_names_of_methods_are_read(run: Run, old: str, new: str) -> None:
    assert get_engine(old) is get_engine(new)
    asked = ("ask", "--game", "MYST(1,1,3,2)", "K(1,h(1,s1))", "--engine")
    done = run(*asked, old)
    assert done.stdout == run(*asked, new).stdout
    assert f"{old} is called {new} now" in done.stderr


ONE_LANGUAGE = {"asp": ".lp", "prolog": ".pl"}
"""The ending of the files that are edited, by the language."""


@needs("swipl")
@pytest.mark.parametrize("language", ONE_LANGUAGE)
def test_sight_that_is_edited_in_one_language_alone_is_a_disagreement(
    language: str, tmp_path: Path, run: Run
) -> None:
    mine = copied_axioms(tmp_path / "mine")
    for name, old, new in SIGHTS["the shown card is public"].edits:
        if name.endswith(ONE_LANGUAGE[language]):
            text = (mine / name).read_text("utf-8")
            assert old in text
            (mine / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    done = "asks(1,{s1,s2}) yes(2) shows(2,1,s2)"
    asked = ("--game", "MYST(1,1,3,2)", "--hand", "3=s3", "--do", done)
    alike = run("ask", *asked, "--engine", "both", "K(3,h(2,s2))")
    assert alike.stdout == "false         K(3,h(2,s2))  (asp and prolog)\n"
    found = run(
        "ask", "--theory", str(mine), *asked, "--engine", "both", "K(3,h(2,s2))"
    )
    assert found.exit_code == 4, found.output
    assert "the engines disagree" in found.stderr


def test_asp_says_that_others_answered_what_a_player_knows_of_many_deals(
    run: Run,
) -> None:
    asked = ("know", "observer", "--no-count", "--engine", "asp", "--game")
    assert "in its place" in run(*asked, CLUE).stderr
    assert not run(*asked, SMALL).stderr
