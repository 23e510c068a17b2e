"""The axioms about events besides questions edited: engines follow or refuse.

The right answers are computed by oracle.py from the edited files.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from mystpy.axioms import shipped_axioms_dir
from mystpy.engines import get_engine
from mystpy.engines.base import Engine
from mystpy.errors import AxiomError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from tests.edits import Edit, edited
from tests.engines.edited import oracle
from tests.engines.edited.questions import REFUSED, RIGHT
from tests.programs import needs

pytestmark = needs("swipl")

FILE = "events_besides_questions"
GAME = Game.myst(1, 1, 3, 1).with_events()
ROW = oracle.Game(1, 1, 3, 1, rules="myst_events")


def both(old: str, new: str, old_asp: str = "", new_asp: str = "") -> tuple[Edit, ...]:
    """Return one change of the text in Prolog, and one in ASP."""
    return (
        (f"{FILE}.pl", old, new),
        (f"{FILE}.lp", old_asp or old, new_asp or new),
    )


EDITS: dict[str, tuple[Edit, ...]] = {
    "a look tells the looker alone (E18)": both(
        "    member(J, [I, K]).\nobs",
        "    J = I.\nobs",
        "    J = (I; K).",
        "    J = I.",
    )
    + both(
        "    \\+ member(J, [I, K]).",
        "    J \\= I.",
        "    J != I, J != K.",
        "    J != I.",
    ),
    "all see the card of a look (E18)": both(
        "    player(J),\n    member(J, [I, K]).\nobs",
        "    player(J).\nobs",
        "    player(J),\n    J = (I; K).",
        "    player(J).",
    )
    + both(
        "    player(J),\n    \\+ member(J, [I, K]).",
        "    player(J), J > 9.",
        "    player(J),\n    J != I, J != K.",
        "    player(J), J > 9.",
    ),
    "a witness sees nothing (E20)": both(
        "    last_shown(X, S).\n",
        "    last_shown(X, S), K > 9.\n",
        "    player(K),\n    last_shown(X, S).",
        "    player(K), K > 9,\n    last_shown(X, S).",
    ),
    "all are witnesses (E20)": both(
        "obs(K, sees(K), X, S) :-\n    player(K),",
        "obs(J, sees(K), X, S) :-\n    player(J), player(K),",
        "obs(K, sees(K), X, S) :-\n    done(sees(K), S),",
        "obs(J, sees(K), X, S) :-\n    done(sees(K), S), player(J),",
    ),
    "looks in the askphase only (E8)": both(
        "    has(K, X),\n", "    has(K, X),\n    askphase(S),\n"
    ),
    "any card may be laid open (E9)": both(
        "    among(Q, K),\n    open_set(Q),\n", "    holder(K),\n    open_set(Q),\n"
    ),
    "any card may be looked at (E8)": both("    has(K, X),\n", "    card(X),\n"),
    "nobody looks at the pile (E4)": both(
        "    I \\= K.", "    I \\= K, K > 0.", "    I != K.", "    I != K, K > 0."
    ),
    "a look ends the askphase (E13)": both(
        "askphase(do(A, S)) :-\n    aside(A),",
        "askphase(do(A, S)) :-\n    aside(A), A \\= looks(_, _, _),",
        "askphase(do(A, S)) :-\n    situation(do(A, S)),\n    aside(A),",
        "a_look(looks(I, K, X)) :- situation(do(looks(I, K, X), S)).\n"
        "askphase(do(A, S)) :-\n    situation(do(A, S)),\n    aside(A), not a_look(A),",
    ),
    "a card laid open is the last one shown (E19)": both(
        "(   A = shows(_, _, X)\n    ;   aside(A),\n        last_shown",
        "(   A = shows(_, _, X)\n    ;   A = lays(_, set(X))\n"
        "    ;   aside(A),\n        last_shown",
        "    aside(A),\n    last_shown(X, S).",
        "    aside(A),\n    last_shown(X, S).\nlast_shown(X, do(lays(K, set(X)), S)) :-"
        " situation(do(lays(K, set(X)), S)).",
    ),
}
"""Each edit with the label of the axiom in parentheses, in both languages."""

UNPLACED = ("any card may be looked at (E8)",)
"""Edits that the Prolog driver rejects: an unseen card means one that is held."""

LOOKED = "looks(1,2,s3)"
SHOWN = "asks(1,{s3}) yes(2) shows(2,1,s3) lays(3,{s4}) sees(3)"
HISTORIES = (LOOKED, f"{LOOKED} asks(1,{{s1}})", SHOWN, "lays(0,{s1})", "looks(1,0,s1)")
FORMULAS = (
    *("K(1,h(2,s3))", "K(2,K(1,h(2,s3)))", "K(3,h(2,s3))", "K(3,h(3,s4))"),
    *("C([1,2],h(2,s3))", "C([1,2,3],h(2,s3))", "K(2,h(3,s4))", "K(1,h(0,s1))"),
    *("E([1,2,3],h(0,s1))", "askphase", "guessphase"),
)
ENGINES = ("asp", "prolog", "worlds", "walk", "sat", "auto", "both")


def asked(engine: Engine, history: History, text: str, right: str) -> str:
    """Return whether an answer is right, refused, or else the answer itself."""
    try:
        if text == "legal":
            judged = engine.judge(history)
            found = str(judged.verdict), judged.step
            return RIGHT if str(found) == right else f"{found}, not {right}"
        value = engine.value(history, parse_formula(text, history.game)).value
    except AxiomError as error:
        return REFUSED if "(E" in str(error) and error.hint else str(error)
    return RIGHT if value == right else f"{value}, not {right}"


@pytest.mark.alike(4)
@pytest.mark.parametrize("do", HISTORIES)
@pytest.mark.parametrize("name", EDITS)
def test_an_edited_event_is_followed_or_refused(
    name: str, do: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = edited(tmp_path / "mine", EDITS[name])
    monkeypatch.setenv("MYSTPY_AXIOMS", str(folder))
    judge, history = oracle.Oracle(folder, ROW, do), History.make(GAME, {}, do)
    verdict = judge.verdict()
    questions = {"legal": str(verdict)}
    if verdict[0] != "illegal":
        questions |= {text: judge.value(text) for text in FORMULAS}
    for text, right in questions.items():
        for each in ENGINES:
            found = asked(get_engine(each), history, text, right)
            assert found in (RIGHT, REFUSED), (each, text, found)
            if each == "asp" or (each == "prolog" and name not in UNPLACED):
                assert found == RIGHT, (each, text, found)


@pytest.mark.parametrize("do", HISTORIES)
def test_the_shipped_axioms_about_events_are_followed(do: str) -> None:
    judge = oracle.Oracle(shipped_axioms_dir(), ROW, do)
    history = History.make(GAME, {}, do)
    for text in FORMULAS:
        right = judge.value(text)
        for each in ("asp", "prolog", "worlds", "sat", "auto", "both"):
            assert asked(get_engine(each), history, text, right) == RIGHT, (each, text)
