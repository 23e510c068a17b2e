"""Each command that writes a file leaves the old one where it cannot write the new."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from tests.exercises.shelf import with_key
from tests.files.faults import Faults, failing

Run = Callable[..., Result]

TWO = 'rules="myst",m=1,n=1,p=2,q=1'
EXACT = "example:exact-knowledge"
OWN = "example:exercises/hexa-own-card"
GAMES = ("tournament", EXACT, "--games", "3", "--jobs", "1", "--out", "OUT/games.jsonl")
FALSE = ("theorem", "--say", "h(0,s1)", "--games", "MYST(1,1,2,1)", "--sample")

COMMANDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "picture": ("a.svg", ("draw", "example:hexa", "-o", "OUT/a.svg")),
    "dot": ("a.dot", ("draw", "example:hexa", "-o", "OUT/a.dot")),
    "tex": ("a.tex", ("draw", "example:hexa", "-o", "OUT/a.tex")),
    "pdf": ("a.pdf", ("draw", "example:hexa", "-o", "OUT/a.pdf")),
    "witness": ("a.svg", ("exercise", OWN, "h(2,r)", "-o", "OUT/a.svg")),
    "certificate": ("c.json", ("solve", "--game", TWO, "--certificate", "OUT/c.json")),
    "tree": ("a.efg", ("solve", "--game", TWO, "--efg", "OUT/a.efg")),
    "values": (
        "v.svg",
        ("solve", "--games", "{m=1,n=1,p=2,q=1}", "--jobs", "1", "--plot", "OUT/v.svg"),
    ),
    "saved game": ("g.toml", ("play", EXACT, "--save", "OUT/g.toml")),
    "standings": ("s.svg", (*GAMES, "--plot", "OUT/s.svg")),
    "table": ("t.parquet", (*GAMES, "--parquet", "OUT/t.parquet")),
    "counterexample": (
        "conjecture.toml",
        (*FALSE, "--processes", "1", "--save", "OUT"),
    ),
}


def called(run: Run, words: tuple[str, ...], out: Path) -> Result:
    """Call a command with a folder in the place of OUT, and new games."""
    (out / "games.jsonl").unlink(missing_ok=True)
    return run(*(word.replace("OUT", str(out)) for word in words))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_old_file_stays_where_the_new_one_cannot_be_written(
    run: Run, tmp_path: Path, name: str
) -> None:
    needed = {"pdf": "cairosvg", "table": "pyarrow"}.get(name)
    if needed:
        pytest.importorskip(needed)
    file, words = COMMANDS[name]
    path = tmp_path / file
    path.write_text("old\n", "utf-8")
    # The first that is synced is the journal of a tournament.
    place = {"standings": "replace", "table": "replace"}.get(name, "fsync")
    for call in dict.fromkeys(("replace", place)):
        with failing(Faults(call, 1)) as faults:
            done = called(run, words, tmp_path)
        assert faults.met, done.stderr
        assert done.exit_code == 2, done.stderr
        assert f"{path} cannot be written: " in done.stderr
        assert path.read_text("utf-8") == "old\n"
        assert not list(tmp_path.glob(".mystpy-*"))
    done = called(run, words, tmp_path)
    assert done.exit_code in (0, 1), done.stderr
    assert not path.read_bytes().startswith(b"old\n")
    assert len(path.read_bytes()) > 40


def test_an_exercise_is_split_into_both_halves_or_none(
    run: Run, tmp_path: Path
) -> None:
    exercise, out = tmp_path / "hexa-own-card.toml", tmp_path / "out"
    exercise.write_text(with_key("hexa-own-card"), "utf-8")
    words = ("exercise", str(exercise), "--split", str(out))
    with failing(Faults("replace", 2)):
        done = run(*words)
    assert done.exit_code == 2
    assert "hexa-own-card.key.toml cannot be written: permission denied" in done.stderr
    assert list(out.iterdir()) == []
    assert run(*words).exit_code == 0
    assert len(list(out.iterdir())) == 2


def test_marks_and_errors_are_replaced_as_a_whole(run: Run, tmp_path: Path) -> None:
    answer = tmp_path / "class" / "ann" / "no-such-exercise.txt"
    answer.parent.mkdir(parents=True)
    answer.write_text("x", "utf-8")
    out = tmp_path / "out"
    words = ("grade", str(tmp_path / "class"), "--out", str(out), "--resume")
    assert run(*words).exit_code == 0
    before = {p.name: p.read_bytes() for p in out.iterdir()}
    files = ["marks.csv", "table.csv", "errors.html", "misconceptions.json"]
    assert before.keys() == {"grade.jsonl", *files}
    for number, name in enumerate(files, 1):
        with failing(Faults("replace", number)):
            done = run(*words)
        assert done.exit_code == 2
        assert f"{out / name} cannot be written" in done.stderr
        assert {p.name: p.read_bytes() for p in out.iterdir()} == before


def test_the_pages_of_all_statements_are_replaced_as_a_whole(tmp_path: Path) -> None:
    from mystpy.errors import QueryError
    from mystpy.theses.report import write_report

    (tmp_path / "theorems.json").write_text("old\n", "utf-8")
    with (
        failing(Faults("replace", 1)),
        pytest.raises(QueryError, match=r"theorems\.json"),
    ):
        write_report(tmp_path, [])
    assert (tmp_path / "theorems.json").read_text("utf-8") == "old\n"
    write_report(tmp_path, [])
    assert (tmp_path / "theorems.json").read_text("utf-8") == "[]\n"


@pytest.mark.parametrize("out", ["games.jsonl", "no/games.jsonl", ""])
def test_games_that_are_served_are_appended_or_the_file_is_named(
    run: Run, tmp_path: Path, out: str
) -> None:
    path = tmp_path / out
    words = ("serve", "--game", TWO, "--out", str(path), "random", "random")
    done = run(*words)
    if out == "games.jsonl":
        assert (done.exit_code, run(*words).exit_code) == (0, 0)
        assert path.read_bytes().count(b"\n") == 2
        with failing(Faults("short", 1)):
            done = run(*words)
    assert done.exit_code == 2
    assert str(path) in done.stderr
    assert "[Errno" not in done.stderr
