"""``mystpy draw``: pictures of models and of games, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import Result

Run = Callable[..., Result]

HEXA = "queries/models/hexa.toml"
SHOWN = "queries/models/example-05.toml"
WHISPER = "queries/models/example-11.toml"
MUDDY = "queries/models/three-muddy-children.toml"
CHERYL = "queries/puzzles/cheryls-birthday.toml"
CARDS = "queries/fifteen-cards.toml"
SVG = "{http://www.w3.org/2000/svg}"
GAME = ("--game", '{"rules":"myst","m":1,"n":1,"p":2,"q":1}', "--hand", "1=s1")


def texts(svg: str) -> list[str]:
    return [one.text or "" for one in ET.fromstring(svg).iter(f"{SVG}text")]


def worlds(svg: str) -> int:
    groups = ET.fromstring(svg).iter(f"{SVG}g")
    return sum(group.get("class") == "world" for group in groups)


def test_a_model_is_drawn_on_standard_output(run: Run) -> None:
    done = run("draw", HEXA)
    assert done.exit_code == 0
    root = ET.fromstring(done.stdout)
    assert (root.findtext(f"{SVG}title") or "").startswith("Hexa")
    assert "the actual one is rwb" in (root.findtext(f"{SVG}desc") or "")
    assert root.get("role") == "img"
    assert worlds(done.stdout) == 6


@pytest.mark.parametrize("name", ["x.svg", "x.SVG", "x.dot", "x.gv"])
def test_the_ending_of_a_file_says_what_is_written(
    run: Run, tmp_path: Path, name: str
) -> None:
    done = run("draw", HEXA, "-o", str(tmp_path / name))
    assert (done.exit_code, done.stdout) == (0, "")
    start = "<svg" if name.lower().endswith("svg") else "graph model {"
    assert (tmp_path / name).read_text("utf-8").startswith(start)


def test_the_format_may_be_said(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    assert run("draw", HEXA, "-o", str(path), "--format", "dot").exit_code == 0
    assert path.read_text("utf-8").startswith("graph model {")
    assert run("draw", HEXA, "--format", "dot").stdout.startswith("graph model {")


def test_a_model_is_drawn_after_steps_and_with_all_of_them(run: Run) -> None:
    done = run("draw", WHISPER, "--after", "1")
    assert worlds(done.stdout) == 12
    four = run("draw", SHOWN, "--stages").stdout
    assert worlds(four) == 6 + 3 + 6 + 6
    assert {"⊗", "=", "≅", "before"} <= set(texts(four))
    assert worlds(run("draw", MUDDY, "--stages").stdout) == 8 + 7 + 4


def test_what_comes_of_each_action_is_drawn_side_by_side(run: Run) -> None:
    done = run("draw", "queries/models/example-01-answers.toml", "--actions")
    assert worlds(done.stdout) == 6 + 6 + 12 + 6 + 6 + 2
    assert texts(done.stdout).count("or") == 4
    assert "(iii) 1 shows red to 2 only, and 3 sees that" in " ".join(
        texts(done.stdout)
    )


def test_the_sizes_of_a_puzzle_are_chosen(run: Run) -> None:
    done = run("draw", "queries/puzzles/muddy-children.toml", "--n", "2", "--k", "1")
    assert worlds(done.stdout) == 4
    stages = run("draw", "queries/puzzles/muddy-children.toml", "--n", "4", "--stages")
    assert worlds(stages.stdout) == 16 + 15 + 11 + 5


def test_steps_that_can_be_drawn_are_named_where_some_are_too_large(run: Run) -> None:
    file = "queries/puzzles/muddy-children.toml"
    done = run("draw", file, "--n", "7", "--k", "6", "--stages")
    assert done.exit_code == 2
    assert "at first the model has 128 worlds" in done.stderr
    assert "--stages --steps 5..6 draws smaller ones" in done.stderr
    fits = run("draw", file, "--n", "7", "--k", "6", "--stages", "--steps", "5..6")
    assert worlds(fits.stdout) == 64 + 29 + 8
    game = ("draw", "queries/puzzles/whats-my-number.toml", "--stages", "--reach", "1")
    assert worlds(run(*game, "--steps", "4..5").stdout) == 20 + 9 + 3
    prisoners = run("draw", "queries/models/three-prisoners.toml", "--stages")
    assert "--stages --steps 1..4 draws smaller ones" in prisoners.stderr


def test_a_part_of_a_model_and_the_smallest_are_drawn(run: Run) -> None:
    assert worlds(run("draw", HEXA, "--reach", "1").stdout) == 4
    assert worlds(run("draw", HEXA, "--reach", "0").stdout) == 1
    letter = run("draw", "queries/models/letter.toml", "--contract").stdout
    assert worlds(letter) == 1


def test_a_puzzle_is_drawn(run: Run) -> None:
    done = run("draw", CHERYL)
    assert worlds(done.stdout) == 10
    assert "(May,15)" in texts(done.stdout)
    assert run("draw", CHERYL, "--format", "dot").stdout.count(" -- ") == 10


def test_what_a_player_knows_is_drawn(run: Run) -> None:
    svg = run("draw", CARDS, "--player", "3").stdout
    assert "player 3 holds 220 deals possible" in texts(svg)
    assert texts(svg).count("?") == 31
    odds = run("draw", "queries/five-players.toml", "--player", "5", "--odds").stdout
    assert "25%" in texts(odds)
    shared = run("draw", "queries/common-knowledge-pair.toml", "--player", "1,2")
    assert any("common knowledge" in text for text in texts(shared.stdout))


def test_a_game_is_drawn_as_a_strip(run: Run) -> None:
    done = run("draw", *GAME, "--do", "asks(1,{s3}) no(2)")
    assert "1. no(2)" in texts(done.stdout)
    assert "pile has s3" in texts(done.stdout)
    one = run("draw", *GAME, "--do", "asks(1,{s3}) no(2)", "--strip", "--player", "1")
    assert "player 1" in texts(one.stdout)
    assert "an observer" not in texts(one.stdout)


def test_files_come_from_standard_input_as_well(run: Run) -> None:
    text = Path(HEXA).read_text("utf-8")
    assert worlds(run("draw", "-", stdin=text).stdout) == 6
    query = Path(CARDS).read_text("utf-8")
    assert "?" in texts(run("draw", "-", "--player", "3", stdin=query).stdout)


LARGE = '[deal]\nhands = "abc|de|fg"'


@pytest.mark.parametrize(
    ("words", "stdin", "message"),
    [
        ((HEXA, "-o", "x.png"), None, "does not say what kind of picture"),
        ((HEXA, "-o", "x"), None, "does not say what kind of picture"),
        (
            (HEXA, "-o", "no/such/folder/x.svg"),
            None,
            "cannot be written: there is no folder",
        ),
        ((HEXA, "-o", "tests", "--format", "svg"), None, "cannot be written: it is a"),
        (("-",), LARGE, "the model has 210 worlds, and pictures have room for 64"),
        ((HEXA, "--after", "1"), None, "FILE has 0 steps"),
        ((HEXA, "--player", "1"), None, "--player is for games, not for a model"),
        ((HEXA, "--hand", "1=s1"), None, "--hand and --do are for games"),
        ((HEXA, "--stages", "--contract"), None, "cannot be combined with --stages"),
        ((SHOWN, "--stages", "-o", "x.dot"), None, "not as DOT"),
        (
            (SHOWN, "--actions", "--stages"),
            None,
            "--stages cannot be combined with --actions",
        ),
        ((HEXA, "--actions"), None, "three players with a card each names no actions"),
        ((CHERYL, "--actions"), None, "--actions needs a model file, and this is"),
        ((CARDS, "--actions"), None, "--actions needs a model file, and this is"),
        ((CHERYL, "--odds"), None, "--odds is for games, not for a puzzle"),
        ((MUDDY, "--reach", "1"), None, "there is no actual world"),
        ((CARDS, "--after", "1"), None, "--after needs a model file"),
        ((CARDS, "-o", "x.dot"), None, "only models are drawn as DOT"),
        ((CARDS, "--player", "4"), None, "there is no player 4"),
        (
            (CARDS, "--player", "1", "--strip"),
            None,
            "depends on the cards that player 1 holds",
        ),
        ((CARDS, "--odds"), None, "--odds needs --player"),
        ((CARDS, "--player", "1,3", "--odds"), None, "is for one player"),
        ((), None, "there is no FILE to draw"),
        (("queries/models/hexo.toml",), None, "there is no file"),
        (("-",), b"\xff", "not text in UTF-8"),
        (("-",), "= 1", "standard input:1"),
        (("-",), 'title = "x"', "there is no model"),
    ],
)
def test_wrong_input_has_status_2(
    run: Run, words: tuple[str, ...], stdin: str | bytes | None, message: str
) -> None:
    done = run("draw", *words, stdin=stdin)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert message in done.stderr


def test_contractions_between_steps_are_drawn(run: Run) -> None:
    steps = "".join(f"[[step]]\ndo = 'noshow({who},{{b}})'\n" for who in ("2,1", "3,2"))
    file = f'contract = true\n[deal]\nhands = "r|w|b"\n{steps}'
    contracted = run("draw", "-", "--stages", stdin=file)
    plain = run("draw", "-", "--stages", stdin=file.replace("true", "false"))
    assert (contracted.exit_code, plain.exit_code) == (0, 0)
    assert contracted.stdout.count(">contracted<") == 1
    assert ">contracted<" not in plain.stdout


def test_a_model_that_is_too_large_is_told_what_to_do(run: Run) -> None:
    done = run("draw", "-", stdin=LARGE)
    assert "--reach 1 draws the 24 nearest" in done.stderr
    assert "--reach" in done.stderr
    assert run("draw", "-", "--reach", "1", stdin=LARGE).exit_code == 0
    assert run("draw", "-", "--format", "dot", stdin=LARGE).exit_code == 0


def test_the_steps_of_a_puzzle_are_drawn(run: Run) -> None:
    done = run("draw", CHERYL, "--stages")
    assert done.exit_code == 0
    assert worlds(done.stdout) == 10 + 5 + 3 + 1
    part = run("draw", CHERYL, "--stages", "--steps", "2..3")
    assert worlds(part.stdout) == 5 + 3 + 1
    assert worlds(run("draw", CHERYL, "--after", "2").stdout) == 3
    assert run("draw", CHERYL, "--after", "4").exit_code == 2


def test_rows_are_no_wider_than_asked_for(run: Run) -> None:
    wide, narrow = (
        float(
            ET.fromstring(run("draw", CHERYL, "--stages", *more).stdout).attrib["width"]
        )
        for more in ((), ("--width", "1000"))
    )
    assert narrow < wide


def test_a_model_is_written_for_latex_and_as_pdf(run: Run, tmp_path: Path) -> None:
    assert run("draw", HEXA, "-o", str(tmp_path / "x.tex")).exit_code == 0
    assert "\\begin{tikzpicture}" in (tmp_path / "x.tex").read_text("utf-8")
    pytest.importorskip("cairosvg")
    assert run("draw", HEXA, "-o", str(tmp_path / "x.pdf")).exit_code == 0
    assert (tmp_path / "x.pdf").read_bytes().startswith(b"%PDF")
    assert run("draw", HEXA, "--format", "pdf").exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((HEXA, "--n", "3"), "--n is for puzzles, not for a model file"),
        ((CARDS, "--k", "3"), "--k needs a puzzle"),
        (("queries/puzzles/muddy-children.toml", "--n", "0"), "1 to 1000"),
        ((HEXA, "--steps", "1..2"), "needs --stages"),
        ((MUDDY, "--stages", "--steps", "2..9"), "the steps are 1 to 2"),
        ((MUDDY, "--stages", "--steps", "two"), "write --steps 2..5"),
        ((MUDDY, "--stages", "--format", "tikz"), "not as TikZ"),
        ((CARDS, "--format", "tikz"), "only models are drawn as TikZ"),
        ((CARDS, "--player", "3", "--steps", "1..2"), "is for strips"),
    ],
)
def test_parts_that_there_are_not_are_refused(
    run: Run, arguments: tuple[str, ...], message: str
) -> None:
    done = run("draw", *arguments)
    assert done.exit_code == 2
    assert message in done.stderr
