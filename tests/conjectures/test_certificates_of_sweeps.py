"""Certificates of sweeps, and the checker with rules of its own that reads them."""

from __future__ import annotations

import json
import runpy
import sys
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.sweep.certificate import certificate
from mystpy.conjectures.sweep.prefix_form import prefix_form
from mystpy.conjectures.sweep.sweep import sweep
from mystpy.errors import NotCovered, QueryError
from mystpy.game.game import Game
from mystpy.language.decidable import parse_conjecture
from tests.programs import ran

CHECKER = Path(__file__).parents[2] / "tools" / "check_sweep.py"
GAMES = (Game.myst(1, 1, 2, 1), Game.myst(1, 1, 2, 2))
TRUE = "forall i in players, x in cards: h(i,x) -> K(i,h(i,x))"
FORMULAS = (
    TRUE,
    "exists i in players: Turn(i) & (In(i) | endphase)",
    "forall x in cards: E(players, h(0,x)) -> C(players, h(0,x))",
    "forall i in players, x in cards: ~K(i,h(0,x))",
    "forall i in players: Turn(i) & guessphase -> possible(noguess(i))",
    "forall j in players, Q in questions: after no(j): forall x in Q: ~h(j,x)",
    "forall i in players, Q in questions: after asks(i,Q): Question(Q) & ansphase",
    "next ~askphase",
    "GameOver -> next false",
    "askphase -> exists i in players: AnsTurn(i)",
    "forall i in players, M in guesses: after guess(i,M): GameOver",
    "forall i in players, M in guesses: possible(guess(i,M)) -> K(i, Turn(i))",
    "forall j in players, x in cards: after shows(j,1,x): C({1,2}, h(j,x))",
    "showphase <-> exists j in players: AnsTurn(j) & next guessphase & ~ansphase",
    "forall Q in questions, R in questions: Question(Q) & Question(R) -> Q = R",
    "forall Q in questions: exists x in Q: exists k in holders: ~(k = 1) & h(k,x)",
)


@cache
def written() -> str:
    said = Conjecture("true", "always", TRUE, GAMES)
    return json.dumps(certificate(said))


def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(written())
    return found


@pytest.fixture
def checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[[object], str]:
    """Return a function that runs the checker on a certificate, with its last line."""
    main = runpy.run_path(str(CHECKER))["main"]

    def check(content: object) -> str:
        path = tmp_path / "certificate.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        status = main([str(path)])
        said = capsys.readouterr().out.splitlines()
        assert (status == 1) is said[-1].startswith("wrong: ")
        return str(said[-1])

    return check


@pytest.mark.parametrize("formula", FORMULAS)
def test_the_checker_agrees_with_the_sweep(
    formula: str, checked: Callable[[object], str]
) -> None:
    node = parse_conjecture(formula)
    fails = [sweep(node, game, work=None).failure for game in GAMES]
    found = checked(document() | {"formula": prefix_form(node)})
    assert ("the formula is false in" in found) is any(fails)
    assert found.startswith("MYST(1,1,2,2): true") is not any(fails)
    said = Conjecture("said", "always", formula, GAMES)
    if any(fails):
        with pytest.raises(QueryError, match="it is false"):
            certificate(said)
    else:
        games = json.loads(json.dumps(certificate(said)))["games"]
        assert games == document()["games"]


def test_without_guesses_they_are_left_out(checked: Callable[[object], str]) -> None:
    formula = "forall i in players: In(i)"
    said = Conjecture("in", "always", formula, GAMES[:1], guesses=False)
    found: Any = json.loads(json.dumps(certificate(said)))
    assert "without guesses" in checked(found)
    found["games"][0]["guesses"] = True
    assert "guess" in checked(found)
    with pytest.raises(QueryError, match="it is false"):
        certificate(Conjecture("in", "always", formula, GAMES[:1]))


def test_a_certificate_that_was_damaged_is_refused_for_its_reason(
    checked: Callable[[object], str],
) -> None:
    whole = document()
    count = len(whole["games"][0]["situations"])
    for number in range(1, count, 17):
        without = deepcopy(whole)
        del without["games"][0]["situations"][number]
        assert "does not lead to" in checked(without)
        fewer = deepcopy(whole)
        deals = fewer["games"][0]["situations"][number]["deals"]
        deals.pop()
        assert "does not lead to" in checked(fewer) or not deals
    start = deepcopy(whole)
    start["games"][0]["situations"][0]["deals"].pop()
    assert "not Init0" in checked(start)
    steps = deepcopy(whole)
    steps["games"][0]["situations"][0]["steps"].pop()
    assert "leads is missing" in checked(steps)
    for names, fault in (("bca", "does not lead to"), ("aab", "is no renaming")):
        other = deepcopy(whole)
        step = next(
            step
            for each in other["games"][0]["situations"]
            for step in each["steps"]
            if step[0][0] == "shows" and step[2] != names
        )
        step[2] = names
        assert fault in checked(other)
    assert "KeyError" in checked(whole | {"formula": ["h", 1, "s1"]})
    assert "no players" in checked(whole | {"formula": ["K", 0, ["true"]]})
    assert "there are no games" in checked(whole | {"games": []})
    assert "no certificate" in checked(whole | {"formula": ["perhaps", 1]})


def test_what_certificates_do_not_cover_is_refused() -> None:
    for formula, game in (
        ("h(1,s1) -> K(1,h(1,s1))", GAMES[0]),
        ("#(x in cards: h(0,x)) = 1", GAMES[0]),
        (TRUE, Game.myst(1, 1, 3, 1)),
        (TRUE, Game.general(("a", "b", "c"), (1, 1, 1), 1)),
    ):
        with pytest.raises(NotCovered):
            certificate(Conjecture("said", "always", formula, (game,)))
    with pytest.raises(NotCovered, match="of any depth"):
        certificate(Conjecture("said", "sometimes", TRUE, GAMES))


def test_the_command_writes_a_certificate(tmp_path: Path) -> None:
    path = tmp_path / "certificate.json"
    words = ("--say", TRUE, "--games", "MYST(1,1,2,2)", "--certificate", str(path))
    theorem = (sys.executable, "-m", "mystpy", "theorem")
    assert ran([*theorem, *words]).returncode == 0
    done = ran([sys.executable, CHECKER, path])
    assert done.returncode == 0
    assert "MYST(1,1,2,2): true after all histories" in done.stdout
    refused = ran([*theorem, "axiom-2.9-from-rest", "--certificate", path])
    assert refused.returncode == 2
    assert "no formula" in refused.stderr
