"""Actions, fluents and phases may have other names in a copy of the axioms.

Every engine answers as before; what users read and write has the new names.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from mystpy.axioms import fingerprint, names_in_force, shipped_axioms_dir
from mystpy.engines import get_engine
from mystpy.engines.base import Value, Verdict
from mystpy.errors import AxiomError, ParseError
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask
from mystpy.questions.legality import legal
from mystpy.theories import theory, theory_in, theory_notice
from tests.edits import NO_IS_FREE, copied_axioms, edited
from tests.programs import needs, ran

GAME = Game.myst(m=1, n=2, p=3, q=2)
NEW = {
    "no": "denies",
    "shows": "reveals",
    "ans_turn": "to_answer",
    "in": "active",
    "endphase": "lastphase",
}
"""Two actions, two fluents and a phase, by the shipped names."""

OLD_HISTORY = "asks(1,{s1,s2}) no(2) yes(3) shows(3,1,s1) noguess(1)"
FORMULAS = (
    "K(1, h(3,s1))",
    "K(2, h(3,s1))",
    "K(2, ~h(1,s1) | ~h(1,s2))",
    "endphase & In(2)",
    "C(players, ~AnsTurn(2) & In(1))",
)
ENGINES = ("asp", "worlds", "walk", pytest.param("prolog", marks=needs("swipl")))


def in_new_names(text: str) -> str:
    words = NEW | {"In": "Active", "AnsTurn": "ToAnswer"}
    return re.sub(r"\w+", lambda found: words.get(found[0], found[0]), text)


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a copy of the axioms with the new names; the drivers are as they were."""
    folder = copied_axioms(tmp_path_factory.mktemp("renamed") / "mine")
    for path in (*folder.glob("*.lp"), *folder.glob("*.pl")):
        path.write_text(in_new_names(path.read_text("utf-8")), "utf-8")
    return folder


@pytest.mark.parametrize("engine", ENGINES)
def test_legality_and_knowledge_are_as_under_the_shipped_names(
    renamed: Path, engine: str
) -> None:
    judge = get_engine(engine)
    old = History.make(GAME, {}, OLD_HISTORY)
    expected = [ask(old, parse_formula(f, GAME), judge).value for f in FORMULAS]
    with theory_in(renamed):
        judge = get_engine(engine)
        history = History.make(GAME, {}, in_new_names(OLD_HISTORY))
        assert history.actions == old.actions
        assert legal(history, judge).verdict is Verdict.POSSIBLE
        bad = History.make(GAME, {}, in_new_names("asks(1,{s1,s2}) no(3)"))
        assert (legal(bad, judge).step, legal(bad, judge).axiom) == (1, "2.16")
        formulas = [parse_formula(in_new_names(f), GAME) for f in FORMULAS]
        assert [ask(history, f, judge).value for f in formulas] == expected


def test_an_edited_axiom_keeps_its_edit(renamed: Path, tmp_path: Path) -> None:
    home = edited(tmp_path / "mine", NO_IS_FREE)
    for path in (*home.glob("*.lp"), *home.glob("*.pl")):
        path.write_text(in_new_names(path.read_text("utf-8")), "utf-8")
    for folder, answer in ((renamed, Value.TRUE), (home, Value.UNDETERMINED)):
        with theory_in(folder):
            history = History.make(GAME, {}, "asks(1,{s1,s2}) denies(2)")
            formula = parse_formula("K(1, ~h(2,s1))", GAME)
            engine = get_engine("asp")
            assert ask(history, formula, engine).value is answer


def test_texts_have_the_new_names_and_are_read_again(renamed: Path) -> None:
    with theory_in(renamed):
        history = History.make(GAME, {}, in_new_names(OLD_HISTORY))
        assert "denies(2)" in str(history)
        assert "no(2)" not in str(history)
        assert History.make(GAME, {}, str(history)) == history
        for each in FORMULAS:
            formula = parse_formula(in_new_names(each), GAME)
            assert parse_formula(str(formula), GAME) == formula
        assert str(parse_formula("Active(1) & lastphase", GAME)) == (
            "Active(1) & lastphase"
        )
        with pytest.raises(ParseError, match="there is no action 'shows'"):
            History.make(GAME, {}, "shows(3,1,s1)")
    assert "no(2)" in str(history)


def test_the_theory_says_what_is_called_otherwise(renamed: Path) -> None:
    with theory_in(renamed):
        assert not theory().shipped
        assert theory().name == "mine"
        notice = theory_notice()
        assert notice is not None
        assert "no is called denies" in notice
        assert str(renamed) in notice
        assert names_in_force()["endphase"] == "lastphase"
        assert theory().hash != fingerprint(shipped_axioms_dir())[:8]
    assert not names_in_force()


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("s2_07_possible_actions.lp", "denies", "no", r"lp:\d+: no is still used here"),
        (
            "s2_04_actions",
            "denies",
            "disjoint",
            "is called disjoint, which is the name",
        ),
    ],
)
def test_a_name_that_is_new_in_some_files_only_is_refused(
    renamed: Path, tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    for path in renamed.rglob("*"):
        if path.is_file():
            to = tmp_path / path.relative_to(renamed)
            to.parent.mkdir(exist_ok=True)
            text = path.read_text("utf-8")
            if path.name.startswith(file):
                text = re.sub(rf"\b{old}\b", new, text)
            to.write_text(text, "utf-8")
    with pytest.raises(AxiomError, match=message), theory_in(tmp_path):
        pass


@pytest.mark.parametrize("engine", ENGINES)
def test_an_action_that_poss_calls_otherwise_is_refused(
    tmp_path: Path, engine: str
) -> None:
    home = edited(tmp_path / "mine", NO_IS_FREE)
    for path in home.glob("s2_07*"):
        path.write_text(
            re.sub(r"\basks\b", "queries", path.read_text("utf-8")), "utf-8"
        )
    with theory_in(home):
        history = History.make(GAME, {}, "asks(1,{s1,s2}) yes(2)")
        with pytest.raises(AxiomError, match=r"asks|queries"):
            legal(history, get_engine(engine))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_leaves_the_copy_of_the_folder(renamed: Path) -> None:
    program = (
        "import os, sys\n"
        "from mystpy.theories import theory_in\n"
        "from mystpy.axioms import axioms_dir\n"
        "with theory_in(sys.argv[1]):\n"
        "    copy = axioms_dir()\n"
        "    if not os.fork():\n"
        "        sys.exit()\n"
        "    os.wait()\n"
        "    print(copy != sys.argv[1], copy.is_dir())\n"
    )
    done = ran([sys.executable, "-c", program, str(renamed)])
    assert done.stdout.split() == ["True", "True"], done.stderr


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = copied_axioms(tmp_path / "full")
    for path in (*folder.glob("*.lp"), *folder.glob("*.pl")):
        path.write_text(in_new_names(path.read_text("utf-8")), "utf-8")

    def refuse(**_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    with pytest.raises(AxiomError, match="cannot be written"), theory_in(folder):
        legal(History.make(GAME, {}, in_new_names(OLD_HISTORY)), get_engine("worlds"))
