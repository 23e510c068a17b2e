"""Wrong usage and wrong input: one message, what to do about it, and status 2."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

FIFTEEN = "queries/fifteen-cards.toml"
HEXA = "queries/models/hexa.toml"
MUDDY = "queries/puzzles/muddy-children.toml"
FIRST = "queries/conjectures/first-steps.toml"
MYST = '{"rules": "myst", "m": 1, "n": 2, "p": 3, "q": 2}'


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("legl", FIFTEEN), "there is no command 'legl'", "did you mean legal?"),
        (("legal",), "there is no query", "--game"),
        (("legal", FIFTEEN, "--format", "xml"), "'xml' is not one of", "--help"),
        (("legal", FIFTEEN, "--engine", "magic"), "'magic' is not one of", "--help"),
        (("legal", FIFTEEN, "--xyzzy"), "there is no option --xyzzy", "--help"),
        (("serve", "--theory", "hexa", "x"), "(x)", "serve --theory NAME --help"),
        (("ask", "--theory", "no", "p"), "no theory 'no'", "mystpy theory list shows"),
        (("theory", "list", "hexa"), "takes no names", "theory show hexa"),
        (("theory", "import", "cards", "-o", "mine"), "no folder cards", "the files"),
        (("legal", FIFTEEN, "--hand", "1=s1"), "has 2 cards, this one has 1", "whole"),
        (("ask", "K(1,h(2,s1))"), "no file K(1,h(2,s1))", "FILE 'K(1,h(2,s1))'"),
        (("exercise", "find-the-pile"), "no file", "example:exercises/find-the-pile"),
        (("check", "hexa", "p"), "no file hexa", "did you mean example:models/hexa?"),
        (("legal", "--game", "rules=clue, p=3"), "TOML", """'rules="clue", p=3'"""),
        (("know", FIFTEEN), "is a file, and PLAYER is missing", f"know 1 {FIFTEEN}"),
        (("know", FIFTEEN, "3"), "is a file", f"mystpy know 3 {FIFTEEN}"),
        (("know", "1", HEXA), "a model file, not a query file", "mystpy check"),
        (("check", FIFTEEN), "a query file, not a model file", "mystpy ask"),
        (("check", MUDDY), "a puzzle file, not a model file", "mystpy puzzle"),
        (("legal", FIRST), "a file of conjectures, not", "mystpy theorem --file"),
        (("theorem", "--file", FIFTEEN), "a query file, not a file of", "mystpy ask"),
        (("legal", "example:fiften-cards"), "no example", "mean fifteen-cards?"),
        (("draw", HEXA, "--hand", "1=s1"), "for games, not for a model file", None),
        (("ask", FIFTEEN, "--check", "--do", "no(2)"), "--check compares", None),
        (
            ("legal", "queries/fiften-cards.toml"),
            "there is no file",
            "did you mean queries/fifteen-cards.toml?",
        ),
        (("legal", "queries"), "is a folder", None),
        (("legal", "--game", "{"), "neither JSON nor inline TOML", "--game"),
        (("legal", "--game", "cleu"), "'cleu' is no game", "did you mean clue?"),
        (("legal", "--game", "chess"), "'chess' is no game", "--game 'MYST(1,2,3,2)'"),
        (
            ("legal", "--game", "MYST(1,2)"),
            "four numbers m, n, p and q",
            "MYST(1,2,3,2)",
        ),
        (("know", "3", FIFTEEN, "--jso"), "no option --jso", "did you mean --json?"),
        (("help", "foo"), "no command 'foo'", "mystpy --help lists the commands"),
        (("explain",), "no command 'explain'", "did you mean why?"),
        (("find-the-pile",), "no command", "exercise example:exercises/find-the-pile"),
        (("2.16",), "no command '2.16'", "write mystpy axiom 2.16"),
        (("axiom-2.32",), "no command", "write mystpy theorem axiom-2.32"),
        (("theorem", "axiom-9.99"), "no statement", "no statement has a number of"),
        (("theorem", "axiom-2.99"), "no statement", "mystpy theorem --chapter 2"),
        (("theorem", "axiom-2.35"), "no statement", "did you mean axiom-2.34?"),
        (("axiom", "xyzzy"), "no formula is labelled", "lists all labels"),
        (("theorem", "--say", "true", "--games", "x"), "neither JSON", 'p = "2..3"'),
        (
            ("legal", "--game", '{"rules": "myst",'),
            "--game:1:18: this is not JSON",
            None,
        ),
        (("legal", "--game", "p = 3, rules ="), "--game:1:15: this is not TOML", None),
        (("legal", "--game", "{p = 3, rules"), "--game:1:14: this is not TOML", None),
        (("legal", "--game", "[1]"), "a game is a table", None),
        (("legal", "--game", '{"rules":"chess"}'), "no rules 'chess'", "myst"),
        (
            ("legal", "--game", MYST, "--do", "asks(1,{s1,s2}) shws(2,1,s1)"),
            "1:17:",
            "did you mean shows?",
        ),
        (("legal", "--game", MYST, "--do", "asks(1,{s1,s9})"), "no card s9", "s1..s7"),
        (("legal", "--game", MYST, "--hand", "s1,s2"), "who holds what", "HOLDER="),
        (("legal", "--game", MYST, "--hand", "7=s1,s2"), "no player 7", "1..3"),
        (("legal", "--game", MYST, "--hand", "1=s1"), "has 2 cards", "whole"),
        (
            (
                "legal",
                "--game",
                'rules="clue", players=["ann","bob"]',
                "--hand",
                "1=hall",
            ),
            "the hand of player 1 (ann) has 9 cards",
            "whole",
        ),
        (
            ("legal", "--game", MYST, "--hand", "1=s1,s2", "--hand", "1=s3,s4"),
            "the hand of 1 is given twice",
            None,
        ),
        (
            ("legal", "--game", MYST, "--hand", "1=s1,s2", "--hand", "2=s2,s3"),
            "s2 is given to player 1 and player 2",
            "(2.9)",
        ),
        (("ask", "--game", MYST), "there is no formula", "K(1, h(0,s1))"),
        (("ask", FIFTEEN, "K(1, h(0,s1)"), "1:", None),
        (("ask", FIFTEEN, "K(1, h(0,s99))"), "s99", "s1..s15"),
        (("know",), "missing argument 'PLAYER'", "know --help"),
        (("axiom", "2.99"), "no formula is labelled (2.99)", "did you mean 2.9?"),
        (("completion", "tcsh"), "'tcsh' is not one of", "--help"),
    ],
)
def test_an_error_says_what_is_wrong_and_what_to_do(
    run: Run, words: tuple[str, ...], message: str, hint: str | None
) -> None:
    done = run(*words)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert lines[0].startswith("mystpy: error: ")
    assert message in lines[0]
    if hint is not None:
        assert lines[-1].startswith("hint: ")
        assert hint in lines[-1]


@pytest.mark.parametrize(
    "words",
    [
        ("legal", "nowhere.toml", "--format", "json"),
        ("ask", FIFTEEN, "K(", "--format=json"),
        ("know", FIFTEEN, "--format", "json"),
        ("legal", "--format", "json", "--nonsense"),
    ],
)
def test_in_json_the_error_is_an_object_too(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.exit_code == 2
    answer = json.loads(done.stdout)
    assert set(answer) == {"error", "hint"}
    assert answer["error"] in done.stderr


def test_a_place_in_the_text_is_pointed_at(run: Run) -> None:
    done = run("ask", FIFTEEN, "K(3, h(2,s1) &)")
    assert done.stderr.splitlines()[1:3] == ["  K(3, h(2,s1) &)", f"{'^':>17}"]


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x00" * 1000, b"[" * 100_000])
def test_a_file_that_is_no_query_file_is_refused(
    run: Run, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "query.toml"
    path.write_bytes(content)
    assert run("legal", str(path)).exit_code == 2
    assert run("legal", "-", stdin=content).exit_code == 2


def test_an_event_that_cannot_have_happened_names_its_line(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "friday.toml"
    path.write_text(
        'history = """\n'
        "ann: plum rope hall -> bob passes, cid shows\n"
        "bob: plum knife study -> cid passes, ann shows\n"
        "cid: plum rope kitchen -> ann passes, bob shows rope\n"
        '"""\n[game]\nrules = "clue"\nplayers = ["ann", "bob", "cid"]\n',
        encoding="utf-8",
    )
    done = run("legal", str(path))
    assert done.stdout.startswith(
        "illegal: step 15 (line 4), shows(bob,cid,rope), by (2.18)"
    ), done.stdout
    clash = run("know", "observer", str(path)).stderr
    assert "clashes with step" in clash
    assert "(line 2), no(bob)" in clash


def test_a_full_disk_is_not_a_fault_of_the_program(shell: Shell) -> None:
    done = shell(f"mystpy legal {FIFTEEN} > /dev/full")
    assert done.returncode == 3
    assert done.stderr.startswith("mystpy: error: ")
    assert "Traceback" not in done.stderr


def test_standard_input_is_read_as_a_query_file(run: Run) -> None:
    text = Path(FIFTEEN).read_text(encoding="utf-8")
    assert run("legal", "-", stdin=text).stdout == "possible\n"
    assert run("legal", "-", stdin="").exit_code == 2


def test_an_unknown_key_names_the_nearest_known_one(run: Run) -> None:
    done = run("legal", "-", stdin='titel = "x"\n[game]\nrules = "myst"\n')
    assert "'titel'" in done.stderr
    assert "did you mean title?" in done.stderr


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ('{m = "1..99999", n = 1, p = 2, q = 1}', "of up to 99,999 games of up to"),
        ('{m = "1..99999", p = "2..99999", c = "..99999"}', "more than can be"),
        ('{m = "1..99999999999999999999", n = 1, p = 2, q = 1}', "is no range"),
        ('{rules = "clue", c = "..99999"}', "of up to 99,998 games"),
        ("MYST(1,1,999999999,1)", "more than mystpy holds"),
        ('{c = "..6", where = "((((((("}', "is no condition"),
        ("{m = " + "9" * 5000 + "}", "this is not TOML"),
    ],
)
def test_more_games_than_can_be_looked_at_are_refused(
    run: Run, games: str, message: str
) -> None:
    done = run("theorem", "--say", "K(1,h(0,s1))", "--games", games)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize(
    "step", ["win()", "win(2[[)", "nowin(]", "tell([1,2)", "whisper(1[,2)", "show(,)"]
)
def test_a_step_that_is_none_is_told(run: Run, step: str) -> None:
    text = f'[deal]\nhands = "r|w|b"\n[[step]]\ndo = "{step}"\n'
    done = run("update", "-", stdin=text)
    assert done.exit_code == 2, done.output
    assert done.stderr.startswith("mystpy: error: standard input:4:")


@pytest.mark.parametrize("game", ["MYST(1,2,3,2)", "myst( 1, 2, 3, 2 )"])
def test_a_game_of_myst_may_be_written_by_its_numbers(run: Run, game: str) -> None:
    spelt = '{"rules": "myst", "m": 1, "n": 2, "p": 3, "q": 2}'
    found = [run("poss", "--game", given).stdout for given in (game, spelt)]
    assert found[0] == found[1] != ""
    assert run("legal", "--game", "MYST(1,2,3,9)").exit_code == 2
