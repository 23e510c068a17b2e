"""Endless, huge and deeply nested input: an error with the limit, whatever reads it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.programs import ran
from tests.sampling import cases

READERS = (
    *("ask", "legal", "poss", "why", "show", "draw", "check", "update", "model"),
    *("tournament", "audit", "exercise", "solve --check", "theorem --file"),
    *("play --replay", "know 1", "plan --goal true"),
)
GAME = {"rules": "clue", "p": 3}
BOMBS = {
    "deep": '{"a":' * 200 + "1" + "}" * 200,
    "deeper": "[" * 1_000_000,
    "digits": "1" * 1_000_000,
    "infinite": "1e400",
    "nan": "NaN",
    "half": r'"\ud800"',
}


@pytest.mark.parametrize("command", READERS)
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
def test_a_device_without_end_is_refused(run: Run, command: str) -> None:
    done = run(*command.split(), "/dev/zero")
    assert done.exit_code == 2, done.output
    assert "/dev/zero is a device, not a file" in done.stderr


@pytest.mark.alike(6)
@pytest.mark.parametrize("command", READERS)
def test_a_file_that_is_too_large_is_refused(
    run: Run, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "large.toml"
    with path.open("wb") as file:
        file.truncate(2**26 + 1)
    done = run(*command.split(), str(path))
    assert done.exit_code == 2, done.output
    assert "large.toml has more than 64 MB" in done.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
@pytest.mark.parametrize(
    "words",
    cases(
        [["batch"], ["ask", "-"], ["notebook", "kept.txt"]],
        ["ask", "-"],
        ["notebook", "kept.txt"],
    ),
)
def test_standard_input_without_end_is_refused(
    tmp_path: Path, words: list[str]
) -> None:
    with open("/dev/zero", "rb") as zeros:  # noqa: PTH123
        done = ran([sys.executable, "-m", "mystpy", *words], stdin=zeros, cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert "mystpy: error: " in done.stderr


def test_batch_goes_on_behind_a_line_that_is_too_long(run: Run) -> None:
    good = json.dumps({"id": 1, "do": "legal", "game": GAME})
    long = '{"id": 2, "do": "' + "x" * (17 * 2**20) + '"}'
    done = run("batch", stdin=f"{long}\n{good}\n")
    first, second = map(json.loads, done.stdout.splitlines())
    assert done.exit_code == 0
    assert "more than 16 MB" in first["error"]
    assert second == {"id": 1, "verdict": "legal"}


@pytest.mark.parametrize("name", BOMBS)
@pytest.mark.parametrize("key", ["id", "game", "hands", "history", "player", "limit"])
def test_batch_answers_each_bomb_with_an_error(run: Run, name: str, key: str) -> None:
    parts = {"do": '"know"', "player": "1", "game": json.dumps(GAME), key: BOMBS[name]}
    line = "{" + ",".join(f'"{k}":{v}' for k, v in parts.items()) + "}"
    done = run("batch", stdin=line + "\n")
    assert done.exit_code == 0
    assert "the line is not JSON" in json.loads(done.stdout)["error"]


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_no_game_and_no_certificate(
    run: Run, tmp_path: Path, name: str
) -> None:
    text = '{"rules":"clue","p":' + BOMBS[name] + "}"
    done = run("legal", "--game", text)
    assert done.exit_code == 2, done.output
    path = tmp_path / "some.json"
    path.write_text('{"certificate":1,"game":' + BOMBS[name] + "}")
    done = run("solve", "--check", str(path))
    assert done.exit_code == 2, done.output
    assert "cannot be read as a certificate" in done.stderr


@pytest.mark.parametrize("value", ["inf", "nan", "1e300", "-inf", "1e10"])
@pytest.mark.parametrize("words", ["serve --per-move", "theorem --seconds"])
def test_a_time_that_cannot_be_waited_for_is_refused(
    run: Run, words: str, value: str
) -> None:
    done = run(*words.split(), value)
    assert done.exit_code == 2
    assert "is not in the range" in done.stderr


DIGITS = "9" * 5_000
"""More digits than Python makes a number of."""

OF_THREE = ("--game", 'rules="myst", m=1, n=1, p=3, q=1')


@pytest.mark.parametrize(
    "text",
    [
        f"VARS 1,{DIGITS}\nLAW Top\nOBS a: 1\nVALID? 1",
        f"VARS 1,2\nLAW {DIGITS}\nOBS a: 1\nVALID? 1",
        f"VARS 1,2\nLAW Top\nOBS a: {DIGITS}\nVALID? 1",
        f"VARS 1,2\nLAW Top\nOBS a: 1\nVALID? {DIGITS}",
        f"VARS 1,2\nLAW Top\nOBS a: 1\nTRUE? {{{DIGITS}}} 1",
    ],
    ids=["vars", "law", "obs", "valid", "true"],
)
def test_a_number_of_many_digits_in_a_file_of_smcdel_is_refused(
    run: Run, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "given.smcdel.txt"
    path.write_text(text, encoding="utf-8")
    done = run("check", str(path))
    assert done.exit_code == 2
    assert "a number has more than 100 digits" in done.stderr
    assert "given.smcdel.txt:" in done.stderr


@pytest.mark.parametrize("order", ["doubtful", "trusted", "undo", "fix"])
def test_a_line_number_of_many_digits_is_no_line(
    run: Run, tmp_path: Path, order: str
) -> None:
    words = ("notebook", str(tmp_path / "new"), *OF_THREE, "--hand", "1=s1")
    done = run(*words, "--as", "1", stdin=f"{order} {DIGITS} asks(1,{{s2}})\n")
    assert done.exit_code in (1, 2)
    assert "there is no line 99999" in done.stderr
    assert "Traceback" not in done.output


def test_a_card_of_many_digits_is_lacking(run: Run) -> None:
    done = run("theorem", "--say", f"h(1,s{DIGITS})")
    assert done.exit_code == 2
    assert "there is no card s9999" in done.stderr


@pytest.mark.parametrize("command", ["ask", "why"])
def test_a_long_formula_is_not_taken_for_a_file(run: Run, command: str) -> None:
    """It used to be: [Errno 36] File name too long."""
    said = " & ".join(["(In(1) | h(1,s1))"] * 400)
    done = run(command, *OF_THREE, said)
    assert done.exit_code == 0, done.output
    assert run(command, said).exit_code == 2


def test_a_notebook_has_a_largest_size(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mystpy.notebook.file.MAX_FILE_BYTES", 100_000)
    path = tmp_path / "endless"
    path.write_bytes(b"mystpy notebook 1\n" + b"x" * 1_000_000)
    done = run("notebook", str(path), stdin="")
    assert done.exit_code == 2
    assert f"{path} has more than 100,000 bytes" in done.stderr
