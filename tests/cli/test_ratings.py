"""`mystpy ratings`: a list that others add to, and what is refused."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path

from mystpy.compilation import replace
from tests.arena.test_ratings import PLAYED, written
from tests.cli.conftest import ROOT, Run

PYTHON = shlex.quote(sys.executable)


def test_what_is_refused_changes_nothing(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    results = written(good, PLAYED)
    bad.write_bytes(results[:-9])
    saved = tmp_path / "list.json"
    done = run("ratings", "add", str(good), str(bad), "--list", str(saved))
    assert done.exit_code == 2
    assert "bad.jsonl is refused" in done.stderr
    assert not saved.exists()
    done = run("ratings", "add", str(good), "--list", str(saved))
    assert done.exit_code == 0, done.output
    text = saved.with_suffix(".md").read_text("utf-8")
    assert "| bob | program |" in text
    shown = run("ratings", "--list", str(saved), "--format", "json")
    rows = json.loads(shown.stdout)["ratings"]
    assert {row["name"] for row in rows} == {"random@1", "exact@1", "bob"}


def test_guests_with_the_same_name_are_named(run: Run, tmp_path: Path) -> None:
    one, other, saved = (tmp_path / name for name in ("a.jsonl", "b.jsonl", "x.json"))
    written(one, PLAYED)
    written(other, replace(PLAYED, seed=8))
    line = "b.jsonl: games of bob count for the same player as those in a.jsonl"
    for path, expected in (one, 0), (other, 1), (one, 0):
        done = run("ratings", "add", str(path), "--list", str(saved))
        assert done.exit_code == 0, done.output
        found = [row for row in done.stdout.splitlines() if "the same player" in row]
        assert len(found) == expected
        assert all(row.startswith(line) for row in found)
    assert len(json.loads(saved.read_text("utf-8"))["results"]) == 2


def test_entries_are_those_of_others(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "entries.toml"
    for row, message in (
        ('kind = "exact"', "exact is no entry of yours"),
        ('kind = "person"\nname = "exact@1"', "is the name of a frozen opponent"),
        ('kind = "program"', "the command of the program is not given"),
        ('kind = "contest"\ncommand = "no-such %%"', "there is no such program"),
    ):
        path.write_text(f"[[player]]\n{row}\n")
        done = run("ratings", "file", str(path))
        assert done.exit_code == 2
        assert message in done.stderr
        assert "entries.toml" in done.stderr


def test_the_pages_way_to_rate_a_program(run: Run, tmp_path: Path) -> None:
    """The entry and the commands of docs/reference/ratings.md, with fewer games."""
    text = (ROOT / "docs" / "reference" / "ratings.md").read_text("utf-8")
    entry = text.partition("```toml\n")[2].partition("```")[0]
    commands = text.partition("```console\n")[2].partition("```")[0].splitlines()
    assert [line.split()[:3] for line in commands] == [
        ["$", "mystpy", "ratings"],
        ["$", "mystpy", "tournament"],
        ["$", "mystpy", "ratings"],
    ]
    (tmp_path / "entries.toml").write_text(entry.replace("python", PYTHON, 1))
    for line in commands:
        words, _, target = line[2:].partition(" > ")
        names = {"entries.toml", "rated.toml", "rated.jsonl", "ratings.json"}
        called = [
            str(tmp_path / word) if word in names else word
            for word in shlex.split(words)[1:]
        ]
        called = ["9" if word == "60" else word for word in called]
        done = run(*called)
        assert done.exit_code == 0, done.output
        if target:
            (tmp_path / target).write_text(done.stdout)
    assert "| my program | program |" in (tmp_path / "ratings.md").read_text("utf-8")
