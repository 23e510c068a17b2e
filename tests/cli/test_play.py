"""``mystpy play``: a game told, seen by one player, saved, replayed, played along."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from mystpy.arena.file import load_tournament
from mystpy.arena.score import play_game
from mystpy.players.registry import KINDS
from tests.cli.test_readme import sessions

Run = Callable[..., Result]
Shell = Callable[..., "subprocess.CompletedProcess[str]"]

EXAMPLE = "example:exact-knowledge"
FILE = Path(__file__).parents[2] / "queries/tournaments/exact-knowledge.toml"
SMALL = '{"rules":"myst","m":1,"n":1,"p":3,"q":2}'
CLUE = '{"rules":"clue","players":["ann","bob","cid"]}'
BOARD = '{"rules":"clue","p":3,"board":true}'


def test_the_page_shows_what_is_printed(typed: Shell) -> None:
    page = (FILE.parents[2] / "docs/how-to/tournaments.md").read_text(encoding="utf-8")
    found = sessions(page)
    assert found
    for line, output in found:
        assert typed(line).stdout.rstrip() == output.rstrip()


def test_a_game_is_told_with_reasons(run: Run) -> None:
    done = run("play", EXAMPLE, "--number", "4")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[2] == "player 3 is exact"
    assert "the pile is s7" in lines
    assert any(line.endswith("cards may be in the pile, which has 1") for line in lines)
    assert lines[-1] == "player 3 has won, after 6 turns"
    assert lines[-3] == "        because the pile is known"
    assert any(line.endswith("the pile is s1: wrongly") for line in lines)


def test_the_game_is_that_of_the_tournament(run: Run) -> None:
    tournament = load_tournament(FILE.read_text(), None, 3)
    for number in (0, 5):
        words = ("--seed", "3", "--number", str(number), "--format", "json")
        output = json.loads(run("play", EXAMPLE, *words).stdout)
        score = json.loads(json.dumps(play_game(tournament.match(number)).as_object()))
        assert {key: output[key] for key in score} == score
        assert len(output["history"]) == output["actions"]


def test_a_player_sees_no_other_cards_before_the_end(run: Run) -> None:
    whole = run("play", EXAMPLE, "--number", "4").stdout
    done = run("play", EXAMPLE, "--number", "4", "--as", "2").stdout
    before, _, after = done.partition("has won")
    assert "player 1 shows player 3 s1" in whole
    assert "player 1 shows player 3 a card that we have not seen" in before
    assert "player 3 shows player 2 s4" in before
    assert "player 2 holds s2, s3" in before
    assert "because" not in before
    assert not any(
        line.startswith(("the pile", "player 1 holds", "player 3 holds"))
        for line in before.splitlines()
    )
    assert "the pile is s7\nplayer 1 holds s1, s6\n" in after


@pytest.mark.parametrize(
    "words",
    [
        (EXAMPLE, "--number", "1"),
        ("--game", CLUE),
        ("--game", BOARD, "--player", "random"),
        ("--game", SMALL, "--player", "exact", "--player", "random", "--seed", "2"),
    ],
)
def test_a_saved_game_is_a_query_on_which_engines_agree(
    run: Run, tmp_path: Path, words: tuple[str, ...]
) -> None:
    path = str(tmp_path / "game.toml")
    output = run("play", *words, "--save", path)
    assert output.exit_code == 0
    assert output.stderr == f"written: {path}\n"
    assert run("legal", path).stdout == "legal\n"
    assert run("legal", path, "--engine", "prolog").stdout == "legal\n"
    replayed = run("play", "--replay", path)
    assert replayed.exit_code == 0

    def steps(text: str) -> list[str]:
        return [line for line in text.splitlines() if line[:4].strip().isdigit()]

    assert steps(replayed.stdout) == steps(output.stdout) != []


def test_a_replay_is_seen_with_one_players_eyes(run: Run) -> None:
    done = run("play", "--replay", "example:clue-game-three", "--as", "ann")
    assert done.exit_code == 0
    assert "a card that we have not seen" in done.stdout
    first = run("play", "--replay", "example:full-deal").stdout
    assert first.count(" holds ") > 2


def test_a_person_plays_along(run: Run) -> None:
    lines = "?\nknow\nasks(1,{s1,s9})\nasks(1,{s1,s3})\nguess(1,{s1})\n"
    done = run("play", EXAMPLE, "--player", "person", stdin=lines)
    assert done.exit_code == 0
    assert "asks(1,{s1,s2})   or another of 21 questions" in done.stdout
    assert "what player 1 knows" in done.stdout
    assert "there is no card s9" in done.stderr
    before = done.stdout.partition("has won")[0]
    assert "player 1 holds s4, s5" in before
    assert "the pile is s1: rightly" in before
    assert "player 2 holds" not in before
    assert "player 2 holds s2, s7" in done.stdout


def test_a_person_hears_why_something_is_not_possible(run: Run) -> None:
    lines = "guess(1,{s1})\nasks(1,{s1,s3})\nyes(2)\nendturn\nnoguess\n"
    done = run("play", EXAMPLE, "--player", "person", stdin=lines)
    assert "step 0, guess(1,{s1}), is not possible by (2.19)" in done.stderr
    assert "yes(2), is not possible by (2.17)" in done.stderr
    assert "endturn alone says nothing that is possible now" in done.stderr
    assert "player 1 makes no guess" in done.stdout
    assert "hint: ? lists the possible actions" in done.stderr


def test_a_person_who_leaves_has_lost(run: Run) -> None:
    for lines in ("quit\n", ""):
        done = run("play", EXAMPLE, "--player", "person", stdin=lines)
        assert done.exit_code == 1
        assert "player 1 has lost: left the game" in done.stdout


def test_the_kinds_of_players_are_listed(run: Run) -> None:
    done = run("play", "--kinds")
    listed = [line.split()[0] for line in done.stdout.splitlines()]
    assert listed == [*KINDS, "person"]
    assert KINDS["exact"].summary in done.stdout


def test_without_a_file_it_is_clue(run: Run) -> None:
    done = run("play")
    assert "Clue with 3 players, and 21 cards" in done.stdout
    assert "player 3 is exact-3" in done.stdout


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        (("--player", "exakt"), "no kind of player 'exakt'", "did you mean exact?"),
        (("--player", "exact") * 4, "4 players for the 3 seats", "less often"),
        ((EXAMPLE, "--game", SMALL), "FILE and --game each", "give one"),
        (("--game", SMALL, "--as", "4"), "there is no player 4", "1..3"),
        (("no-such.toml",), "there is no file no-such.toml", ""),
        (("example:full-deal",), "this is a query file, not a tournament file", "ask"),
        (("--replay", EXAMPLE), "this is a tournament file, not a query", "tournament"),
        (
            ("--replay", "example:full-deal", "--seed", "1"),
            "--replay can only be combined with --as",
            "",
        ),
        (("--replay", "example:illegal-no"), "is not possible by (2.16)", ""),
        (("--game", '{"rules":"clue","p":40}'), "", ""),
    ],
)
def test_wrong_words_are_told(
    run: Run, words: tuple[str, ...], message: str, hint: str
) -> None:
    done = run("play", *words)
    assert done.exit_code == 2
    assert message in done.stderr
    assert hint in done.stderr
