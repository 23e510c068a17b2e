"""Every command takes a package, or says in one sentence that it does not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.cli.command_table import COMMANDS
from mystpy.packages.commands import theorem
from mystpy.packages.commands.naming import REFUSED
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.history_runs.history_model import HistoryModel
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.situation_sweep import SweepProgress

Run = Callable[..., Result]

OF_PACKAGES = {name for name, entry in COMMANDS.items() if entry.twin}

PACKAGE = ("--theory", "black-vienna")
SMALL = (*PACKAGE, "--game", "gang=1, hand=1, asked=2")
ASKED = (*SMALL, "--do", "asks(1,2,{s1,s2}) has(2,1)")
ILLEGAL = (*SMALL, "--do", "has(2,1)")

CALLS: dict[tuple[str, ...], tuple[int, str]] = {
    ("ask", *ASKED, "C([1,2,3], h(2,s1) | h(2,s2))"): (0, "true"),
    ("ask", *ASKED, "K(1,h(2,s3))"): (1, "false"),
    ("ask", *ASKED, "h(2,s1)"): (5, "undetermined"),
    ("ask", *ASKED, "--announce", "h(2,s1)", "C([1,2],h(2,s1))"): (0, "asp-listed"),
    ("ask", *ASKED, "--announce", "h(2,s3)", "true"): (2, "is false in all runs"),
    ("ask", *ILLEGAL, "true"): (2, "step 0, has(2,1), is not possible, by (P4)"),
    ("ask", *ASKED): (2, "there is no formula to ask"),
    ("ask", *ASKED, "h(4,s1)"): (2, "there is no fluent h(4,s1)"),
    ("know", "1", *ASKED, "--given", "h(1,s3)"): (0, "s3   no  yes   no   no"),
    ("know", "1", *ASKED): (2, "what 1 has seen is not given"),
    ("know", "2,3", *ASKED): (0, "common knowledge of 2, 3"),
    ("know", "2,2", *ASKED): (2, "an agent of 2, 2 is named twice"),
    ("know", "observer", *ASKED): (0, "observer sees what all see"),
    ("know", "1", *ASKED, "--given", "h(1,s3)", "--that", "2"): (0, "that 2 knows"),
    ("know", "1,2", *ASKED, "--that", "3"): (2, "--that is for one agent"),
    ("know", "5", *ASKED): (2, "there is no player 5"),
    ("legal", *ASKED): (5, "possible: step 1, has(2,1), by (P4)"),
    ("legal", *ILLEGAL): (1, "to_answer(2,0) is false (2 is to answer)"),
    ("legal", *SMALL, "--do", "asks(1,2,{s1,s2})"): (0, "legal"),
    ("poss", *SMALL): (0, "asks(player,player,trio)"),
    ("poss", *SMALL, "--do", "asks(1,2,{s1,s2})"): (0, "possible  has(2,0)"),
    ("show", *ASKED): (0, "1 asks 2 for {s1,s2}"),
    ("why", *ILLEGAL): (1, "to_answer(2,0) is false"),
    ("why", *SMALL): (2, "there is nothing to explain"),
    ("why", *ASKED, "--given", "h(1,s1)", "K(1,h(2,s2))"): (0, "at the start: s1"),
    ("why", *ASKED, "h(2,s1)"): (5, "a run in which it is false"),
    ("theorem", *SMALL, "--say", "~h(0,s1)"): (1, "FALSE"),
    ("theorem", *SMALL, "--say", "~K(1,h(0,s1))", "--depth", "1"): (0, "HOLDS"),
    ("theorem", *SMALL, "--say", "~K(1,h(0,s1))", "--seconds", "0"): (5, "OPEN"),
    ("theorem", *PACKAGE): (2, "the statements of the thesis are of MYST and Clue"),
    ("draw", *ASKED): (0, "<svg"),
    ("draw", *ASKED, "--stages"): (0, "<svg"),
    ("draw", *ASKED, "--stages", "--contract"): (2, "--stages draws whole models"),
    ("draw", *ASKED, "--reach", "1"): (2, "several fit what is given"),
    ("draw", *ASKED, "--format", "dot"): (0, "graph"),
    ("draw", *PACKAGE): (2, "more than 5,000 runs"),
    ("model", *ASKED): (0, "12 worlds"),
    ("draw", *ASKED, "--strip", "--given", "h(1,s3)"): (0, "2 has 1 of them"),
    ("draw", *ASKED, "--strip", "--player", "1"): (2, "what 1 has seen is not given"),
    ("draw", *ASKED, "--strip", "--stages"): (2, "are two pictures"),
    ("draw", *ASKED, "--player", "1"): (2, "--player needs --strip"),
    ("exercise", *SMALL, "--kind", "value"): (0, "Is it true or false?"),
    ("exercise", *SMALL, "--kind", "runs", "x"): (2, "is no whole number"),
    ("exercise", *SMALL, "--number", "2", "true"): (2, "ANSWER is to one exercise"),
    ("serve", *SMALL, "--text"): (0, "- has(player,number): PLAYER has NUMBER of them"),
    ("notebook", "notes", *SMALL, "--as", "1", "--given", "h(1,s1)"): (0, ""),
    ("notebook", "notes", *SMALL, "--as", "1"): (2, "the input ends"),
    ("notebook", "notes", *SMALL, "--as", "7"): (2, "there is no player 7"),
    ("perft", *SMALL, "--depth", "1"): (0, "histories              runs"),
    ("axiom", *PACKAGE, "P4"): (0, "poss(has(J, N), S) :-"),
    ("axiom", *PACKAGE, "P44"): (2, "did you mean P4?"),
    ("axiom", *PACKAGE): (0, "(P8)  questions and answers are public"),
}  # fmt: skip
"""Calls about a package, each with its exit status and a part of what is said."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return a function that calls a command with its words in this process."""
    monkeypatch.chdir(tmp_path)

    def called(*words: str, stdin: str | None = None) -> Result:
        return CliRunner(env={"COLUMNS": "80"}).invoke(cli, words, input=stdin)

    return called


@pytest.mark.parametrize("words", CALLS, ids=lambda words: " ".join(words)[:60])
def test_a_command_answers_about_a_package(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words)
    status, said = CALLS[words]
    assert done.exit_code == status, done.output
    assert said in done.output
    assert "Traceback" not in done.output


def test_every_command_that_answers_about_packages_is_called() -> None:
    assert {words[0] for words in CALLS} == OF_PACKAGES


def test_each_other_command_is_for_something_else() -> None:
    refused = {name for name, entry in COMMANDS.items() if entry.twin == ""}
    assert set(REFUSED) == refused


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("joined", [False, True])
def test_a_command_that_does_not_says_so(run: Run, name: str, joined: bool) -> None:
    words = ("--theory=black-vienna",) if joined else PACKAGE
    done = run(name, "file.toml", *words)
    assert done.exit_code == 2
    error, hint = done.stderr.splitlines()
    assert error.startswith("mystpy: error: ")
    assert error.endswith(", not for packages")
    assert hint.startswith("hint: for a package: ")


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_about_a_package_is_refused_too(run: Run, name: str) -> None:
    done = run(name, "example:packages/guess-who-two-questions")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "not for packages" in done.stderr


@pytest.mark.parametrize("name", shipped_packages())
def test_each_package_is_shown_and_has_labels(run: Run, name: str) -> None:
    for words in (("show",), ("legal",), ("axiom",)):
        done = run(*words, "--theory", name)
        assert done.exit_code == 0, done.output
        assert done.stdout
    rows = run("axiom", "--theory", name, "--format", "json").stdout.splitlines()
    text = read_package(name).axioms
    for row in map(json.loads, rows):
        for line in row["asp"].splitlines():
            assert line in text


def test_a_package_of_ones_own_is_taken_by_its_folder(run: Run, tmp_path: Path) -> None:
    shutil.copytree(shipped_packages()["black-vienna"], tmp_path / "mine")
    query = tmp_path / "query.toml"
    query.write_text(
        'theory = "mine"\nactions = ["asks(1,2,{s1,s2,s3})"]\n'
        '[[ask]]\nformula = "to_answer(2)"\nexpect = "true"\n',
        "utf-8",
    )
    assert run("ask", str(query), "--check").exit_code == 0
    assert run("ask", "--theory", "mine", "h(1,s1)").exit_code == 5
    assert "not for packages" in run("solve", "--theory", "mine").stderr
    line = {"do": "poss", "theory": str(tmp_path / "mine")}
    found = json.loads(run("batch", stdin=json.dumps(line)).stdout)
    assert found["theory"]["name"] == "mine"


def test_an_edited_package_is_not_answered_by_what_is_kept(tmp_path: Path) -> None:
    from mystpy.packages.commands.answering.batch_line import package_answer

    shutil.copytree(shipped_packages()["black-vienna"], tmp_path / "mine")
    line = {
        "do": "legal",
        "theory": str(tmp_path / "mine"),
        "history": "asks(1,1,{s1,s2,s3})",
    }
    before = package_answer(line)
    path = tmp_path / "mine" / "theory.lp"
    path.write_text(path.read_text("utf-8").replace("    I != J,\n", ""), "utf-8")
    after = package_answer(line)
    assert (before["verdict"], after["verdict"]) == ("illegal", "legal")
    assert before["theory"] != after["theory"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"do": "legal", "theory": "black-viena"}, "there is no theory 'black-viena'"),
        ({"do": "legal", "theory": 5}, "theory is 5, not a text"),
        ({"do": "tell", "theory": "myst"}, "nothing to do called 'tell'"),
        ({"do": "legal", "theory": "myst", "hands": {}}, "has no key 'hands'"),
        ({"do": "legal", "theory": "myst", "game": {"m": "1"}}, "the constants"),
        ({"do": "legal", "theory": "myst", "game": {"k": 1}}, "no constant 'k'"),
        ({"do": "legal", "theory": "myst", "history": 3}, "not a text"),
        ({"do": "ask", "theory": "myst"}, "the line has no formula"),
        ({"do": "ask", "theory": "myst", "formula": 3}, "formula is 3"),
        ({"do": "know", "theory": "myst"}, "no 'player'"),
        ({"do": "know", "theory": "myst", "player": [True]}, "not an agent"),
        ({"do": "poss", "theory": "myst", "all": 1}, "all is 1"),
    ],
)
def test_a_wrong_line_about_a_package_is_answered(
    run: Run, line: dict[str, object], said: str
) -> None:
    found = json.loads(run("batch", stdin=json.dumps(line)).stdout)
    assert said in found["error"]


def test_pictures_are_written_to_files(run: Run, tmp_path: Path) -> None:
    for name in ("one.svg", "one.dot", "one.tex"):
        assert run("draw", *ASKED, "-o", name).exit_code == 0
        assert "h(2,s1)" in (tmp_path / name).read_text("utf-8")
    done = run("draw", *ASKED, "-o", "one.png")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "does not say what kind of picture it is" in done.stderr


def test_a_picture_marks_the_run_that_is_given(run: Run) -> None:
    whole = "h(1,s3) & h(2,s1) & h(3,s2)"
    done = run("model", *ASKED, "--given", whole)
    assert "the actual one is" in done.stdout
    near = run("model", *ASKED, "--given", "h(1,s3)")
    assert "the actual one is" not in near.stdout
    assert run("draw", *ASKED, "--given", whole, "--reach", "1").exit_code == 0


def test_what_a_sweep_has_looked_at_is_said_when_it_is_interrupted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_given: object) -> Iterator[SweepProgress]:
        yield SweepProgress(0, 1, 1)
        yield SweepProgress(1, 1, 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(theorem, "sweep", interrupted)
    done = run("theorem", *PACKAGE, "--say", "true", "--format", "json")
    found = json.loads(done.stdout)
    assert (found["verdict"], found["depth"], found["histories"]) == ("OPEN", 0, 2)
    assert done.exit_code == 130


def test_a_sweep_of_several_games_ends_with_the_worst_status(run: Run) -> None:
    games = ("--game", "gang=1, hand=1, asked=2", "--game", "players=2, gang=1, hand=1")
    words = ("--say", "~K(1,h(0,s1))", "--depth", "2", "--format", "json")
    done = run("theorem", *PACKAGE, *games, *words)
    rows = list(map(json.loads, done.stdout.splitlines()))
    assert [row["constants"]["players"] for row in rows] == [3, 2]
    assert rows[0]["verdict"] == "HOLDS"
    assert done.exit_code == (1 if rows[1]["verdict"] == "FALSE" else 0)


def test_two_methods_that_differ_about_a_run_are_an_error(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PackageSituation, "value", lambda _self, _formula: "false")
    listed_model = PackageSituation.listed_model
    monkeypatch.setattr(PackageSituation, "listed_model", all_true(listed_model))
    done = run("theorem", *SMALL, "--say", "~h(0,s1)")
    assert done.exit_code == 4
    assert "true in it in the list of all runs" in done.stderr


def all_true(
    make: Callable[..., HistoryModel | None],
) -> Callable[[PackageSituation], HistoryModel]:
    """A model in which no fluent ever holds, so that the run is not found in it."""

    def made(situation: PackageSituation) -> HistoryModel:
        found = deepcopy(make(situation))  # that of the history is kept
        assert found is not None
        for mask in found.model.valuation.values():
            mask[:] = False
        return found

    return made
