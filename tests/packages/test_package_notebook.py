"""The notebook of a package: lines are checked, taught, taken back and saved."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mystpy.cli import cli
from mystpy.packages.folders import shipped_packages
from tests.packages.three_cards import write_three_cards

Noted = Callable[..., Result]

SMALL = ("--theory", "black-vienna", "--game", "gang=1, hand=1, asked=2")
VIENNA = (*SMALL, "--as", "1", "--given", "h(1,s1)")
ASKED = "1 asks 2 for s1 and s2\n2 has 1\n"
BEGUN = "mystpy notebook 1\n# a comment\n"


@pytest.fixture
def noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Noted:
    """Return a function that puts lines to the notebook in the file `notes`."""
    monkeypatch.chdir(tmp_path)

    def called(lines: str, *words: str, file: str = "notes") -> Result:
        runner = CliRunner(env={"COLUMNS": "80"})
        done = runner.invoke(cli, ["notebook", file, *words], input=lines)
        assert "Traceback" not in done.output
        assert done.exit_code != 70
        return done

    return called


def test_black_vienna_is_followed(noted: Noted) -> None:
    done = noted(f"{ASKED}changed\ngrid\nhistory\n", *VIENNA)
    assert done.exit_code == 0, done.output
    for said in (
        "nothing new for 1\n  6 runs left",
        "yes  h(2,s2)  (2 holds s2)",
        "2 runs left of 6",
        "       at the start: s1",
        "s2   no   no  yes   no",
        "2  has(2,1)  # 2 has 1",
    ):
        assert said in done.output


def test_muddy_children_are_followed(noted: Noted) -> None:
    words = ("--theory", "muddy-children", "--as", "1")
    given = ("--given", "2 is muddy; ~muddy(3)")
    done = noted("father\nno child knows\nknow 1\n", *words, *given)
    assert done.exit_code == 0, done.output
    assert "yes  muddy(1)  (1 is muddy)" in done.output
    assert "1 run left of 2" in done.output


def test_three_cards_are_followed(noted: Noted, tmp_path: Path) -> None:
    folder = write_three_cards(tmp_path)
    lines = "cid looks at something of bob\ncid looks at r of b\nknow cid that bob\n"
    words = ("--theory", str(folder), "--as", "cid", "--given", "cid holds white")
    done = noted(lines, *words)
    assert done.exit_code == 2
    assert "cid has seen which card it is: say it" in done.stderr
    assert "looks(cid,bob,_)" in done.stderr
    assert "yes  holds(ann,blue)  (ann holds blue)" in done.stdout
    assert "1 run left of 2" in done.stdout
    assert "looks(cid,bob,_)" not in (tmp_path / "notes").read_text("utf-8")


def test_the_start_is_asked_for(noted: Noted) -> None:
    done = noted(f"1\n1 holds s1\n{ASKED}", *SMALL)
    assert done.exit_code == 0, done.output
    assert "2 runs left of 6" in done.stdout
    done = noted("7\n", *SMALL, file="other")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "standard input:1: there is no player 7" in done.stderr


def test_a_saved_notebook_goes_on_by_itself(noted: Noted, tmp_path: Path) -> None:
    noted(ASKED, *VIENNA)
    text = (tmp_path / "notes").read_text("utf-8")
    assert text.startswith("mystpy notebook 1\n")
    assert "has(2,1)  # 2 has 1\n" in text
    done = noted("undo\n2 has 0 of them\nundo 1\nfix 1 1 asks 3 for s1 s2\nhistory\n")
    assert done.exit_code == 1, done.output
    assert "taken back: has(2,1)  # 2 has 1" in done.stdout
    assert "has(2,0) is not possible at step 0, by (P4)" in done.stderr
    assert "1  asks(1,2,{s1,s2})" in done.stdout, "nothing is changed"
    assert noted("history\n", *SMALL).stdout.count("\n") == 2
    grid = noted("know 3\n", "--as", "1")
    assert "write a line  given FORMULA" in grid.stderr
    assert "h     0    1    2    3" in noted("given h(3,s3)\nknow 3\n").stdout


def test_an_illegal_line_names_the_conditions(noted: Noted) -> None:
    done = noted("2 has 1 of them\nlegal 1 asks 1 for s1 s2\nposs\n", *VIENNA)
    assert done.exit_code == 1
    assert "2 has 1 of them: has(2,1) is not possible at step 0, by (P4)" in done.stderr
    assert "to_answer(2,0) is false (2 is to answer)" in done.stderr
    assert "illegal: step 0, asks(1,1,{s1,s2})" in done.stdout
    assert "asks(player,player,trio)" in done.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("undo", "there is no event to take back"),
        ("undo 3", "there is no event to take back"),
        ("doubtful 1", "doubtful is for notebooks of MYST and Clue"),
        ("fix 1", "fix needs what the line is to say"),
        ("given to_answer(2)", "to_answer may change"),
        ("given", "given needs a formula"),
        ("changed", "there is no event yet"),
        ("grid sideways", "there is no grid sideways"),
        ("poss now", "poss is a command by itself"),
        ("ask", "for example  ask K(1, h(0,s1))"),
        ("1 asks", "the line ends where a player is expected"),
        ("know 9", "there is no player 9"),
        ("1 asks 2 for s1 sz", "sz is in no trio"),
    ],
)
def test_a_wrong_line_is_told(noted: Noted, line: str, said: str) -> None:
    done = noted(f"{line}\nhelp\n", *VIENNA)
    assert done.exit_code == 2, done.output
    assert said in done.stderr
    assert "PLAYER has NUMBER of them" in done.stdout, "it goes on"


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        (f"{BEGUN}theory 3\n", (), "not written as JSON"),
        (f'{BEGUN}theory {{"name": "x"}}\n', (), "not written as JSON"),
        (f"{BEGUN}events\n", SMALL, "does not say its package"),
        (f"{BEGUN}game {{}}\n", SMALL, "does not begin with 'game'"),
        ("once upon a time\n", SMALL, "notes is no notebook"),
    ],
)
def test_a_file_that_is_no_notebook_of_a_package_is_told(
    noted: Noted, tmp_path: Path, text: str, words: tuple[str, ...], said: str
) -> None:
    (tmp_path / "notes").write_text(text, "utf-8")
    done = noted("", *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert said in done.stderr


def test_notes_of_another_game_are_told(noted: Noted, tmp_path: Path) -> None:
    noted(ASKED, *VIENNA)
    done = noted("", "--theory", "muddy-children")
    assert done.exit_code == 2
    assert "notes is about Black Vienna, not about Muddy children" in done.stderr
    assert "another start" in noted("", *VIENNA).stderr
    assert "another start" in noted("", *SMALL[:2], "--game", "hand=2").stderr
    path = tmp_path / "notes"
    path.write_text(path.read_text("utf-8") + "has(9,1)\n", "utf-8")
    assert "notes:10:5: there is no player 9" in noted("").stderr
    game = ("--game", 'rules="myst",m=1,n=1,p=2,q=1', "--hand", "1=s1")
    assert noted("", *game, file="myst").exit_code == 0
    assert "without --theory" in noted("", *SMALL, file="myst").stderr


def test_axioms_that_have_changed_are_told(noted: Noted, tmp_path: Path) -> None:
    shutil.copytree(shipped_packages()["black-vienna"], tmp_path / "mine")
    words = ("--theory", "mine", *VIENNA[2:])
    noted(ASKED, *words)
    file = tmp_path / "mine" / "theory.lp"
    file.write_text(file.read_text("utf-8") + "% a comment\n", "utf-8")
    done = noted("history\n")
    assert done.exit_code == 0
    assert "has changed since" in done.stderr
    file.write_text(file.read_text("utf-8") + ":- done(has(2,1),S).\n", "utf-8")
    done = noted("history\n")
    assert done.exit_code == 2
    assert "notes:9: 2 has 1 of them: has(2,1) is not possible" in done.stderr


def test_an_action_called_like_a_command_is_refused(
    noted: Noted, tmp_path: Path
) -> None:
    folder = write_three_cards(tmp_path)
    file = folder / "theory.toml"
    more = '\n[[action]]\nname = "undo"\nwords = "all is undone"\n'
    file.write_text(file.read_text("utf-8") + more, "utf-8")
    done = noted("", "--theory", str(folder), "--as", "ann", "--given", "ann holds red")
    assert done.exit_code == 2
    assert "has an action undo, which a notebook reads as a command" in done.stderr
