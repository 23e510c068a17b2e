"""The first minute: help, examples, what a file says, a first session."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from mystpy.cli.guide.first_steps import SESSION
from tests.programs import ran

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

ROOT = Path(__file__).parents[2]


@pytest.mark.wheel
def test_the_examples_come_with_the_program(shell: Shell, tmp_path: Path) -> None:
    listed = shell("mystpy examples").stdout
    for path in (ROOT / "queries").rglob("*.toml"):
        name = path.relative_to(ROOT / "queries").with_suffix("").as_posix()
        assert f"  example:{name}\n" in listed
    assert "  example:trees/rock-paper-scissors-at-once\n" in listed
    done = shell(f"cd {tmp_path} && mystpy know 3 example:fifteen-cards")
    assert done.stdout == shell("mystpy know 3 queries/fifteen-cards.toml").stdout


def test_an_example_has_its_title_and_source(run: Run) -> None:
    lines = run("examples", "--format", "json").stdout.splitlines()
    rows = {row["file"]: row for row in map(json.loads, lines)}
    assert rows["example:fifteen-cards"] == {
        "file": "example:fifteen-cards",
        "kind": "query",
        "title": "Fifteen cards: player 3 counts the hand of player 2",
        "source": "thesis, section 3.2",
    }
    assert rows["example:models/hexa"]["kind"] == "model"
    assert rows["example:puzzles/stamps"]["kind"] == "puzzle"
    assert rows["example:trees/rock-paper-scissors-in-turn"] == {
        "file": "example:trees/rock-paper-scissors-in-turn",
        "kind": "game tree",
        "title": "Rock, paper, scissors: player 2 sees what player 1 chose",
        "source": "Bart 2000, section 1.2, figure 1.3",
    }


def test_examples_are_chosen_by_what_is_told_of_them(run: Run) -> None:
    found = run("examples", "ducks and drakes")
    assert (found.exit_code, found.stdout) == (1, "")
    some = run("examples", "Sum-and-Product")
    assert some.exit_code == 0
    assert some.stdout.count("example:") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("check", "example:hexa", "K(1,h(1,r))"),
        ("draw", "example:models/hexa"),
        ("draw", "example:trees/rock-paper-scissors-at-once"),
        ("draw", "example:rock-paper-scissors-in-turn"),
        ("draw", "example:muddy-children"),
        ("update", "example:hexa", "show(2,1,{r,w},r)"),
        ("theorem", "--file", "example:first-steps", "--show"),
        ("why", "example:five-players", "K(5,~h(0,s1))"),
    ],
)
def test_every_command_takes_an_example(run: Run, words: tuple[str, ...]) -> None:
    assert run(*words).exit_code == 0


def test_help_says_what_the_option_says(run: Run) -> None:
    for name in ("know", "theorem", "help"):
        asked, option = run("help", name), run(name, "--help")
        assert (asked.stdout, asked.exit_code) == (option.stdout, 0)
    assert run("help").stdout == run("--help").stdout
    assert "did you mean know?" in run("help", "knwo").stderr


def test_a_file_is_told_in_words(run: Run) -> None:
    output = run("show", "example:five-players").stdout
    assert "MYST with 5 players, and 6 cards" in output
    assert "player 5 holds s6" in output
    assert "steps, counted from 0:\n" in output
    why = run("why", "example:five-players", "K(5, ~h(0,s1))").stdout
    assert "  step 1, yes(2): " in why
    assert re.search(r"^ +1  yes\(2\) +player 2 has one of them$", output, re.M)


def test_names_and_sorts_are_told(run: Run) -> None:
    output = run("show", "example:clue-game-six-midway").stdout
    assert "Clue with 6 players, ann, bob, cid, dan, eve, fay, and 21 cards" in output
    assert "dan shows ann wrench" in output
    assert "cid shows bob a card that we have not seen" in output


def test_every_query_can_be_told(run: Run) -> None:
    for path in sorted((ROOT / "queries").rglob("*.toml")):
        assert run("show", str(path)).exit_code == 0, path


def test_what_would_be_if_is_told(run: Run) -> None:
    output = run("show", "example:full-deal", "--do", "endturn(1)").stdout
    assert "\nbut then endturn(1)\n" in output


def test_the_demo_prints_what_its_lines_print(shell: Shell, typed: Shell) -> None:
    shown = shell("mystpy demo").stdout
    for title, line in SESSION:
        assert f"# {title}\n$ mystpy {line}\n{typed(f'mystpy {line}').stdout}" in shown


def test_the_line_after_make_demo_works_as_printed() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    start = readme.index("$ make demo")
    activate = readme.index("$ . .venv/bin/activate")
    assert start < activate < readme.index("$ mystpy")
    if not (ROOT / ".venv" / "bin" / "mystpy").exists():
        pytest.skip("mystpy is not installed in .venv here")
    line = "PATH=/usr/bin:/bin; . .venv/bin/activate; mystpy --version"
    assert ran(["bash", "-c", line], cwd=ROOT).stdout.startswith("mystpy ")
