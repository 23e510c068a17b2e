"""`mystpy source`, and every command of the concordance: each prints what is said."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable

import pytest
from click.testing import Result

from mystpy.sources.concordance import all_entries, entries, sources
from mystpy.theses.commands import verdicts

Run = Callable[..., Result]

SHOWN = sorted(
    {(each.command, each.gives) for entry in all_entries() for each in entry.run}
)


def called(run: Run, command: str) -> Result:
    """Run a line, a statement with one process and without a cross-check."""
    program, *words = shlex.split(command)
    assert program == "mystpy"
    few = ["--processes", "1"] if {"theorem", "--sample"} <= set(words) else []
    return run(*words, *few)


@pytest.mark.parametrize(
    ("command", "gives"), SHOWN, ids=[f"{a} : {b}" for a, b in SHOWN]
)
@pytest.mark.alike(8)
def test_a_command_of_the_concordance_prints_what_is_said(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str, gives: str
) -> None:
    monkeypatch.setattr(verdicts, "CROSS_CHECK_SECONDS", 0)
    done = called(run, command)
    assert done.exit_code in (0, 1, 5), done.output
    assert re.search(rf"(?<!\w){re.escape(gives)}(?!\w)", done.output), done.output


def test_there_are_many_commands_and_no_text_is_empty() -> None:
    assert len(SHOWN) > 250
    assert all(len(gives.strip()) > 1 for _, gives in SHOWN)


def test_without_words_the_sources_are_listed_with_their_states(run: Run) -> None:
    done = run("source")
    assert done.exit_code == 0
    for source in sources():
        assert source.title in done.stdout
        assert f"{len(entries(source.id))} places" in done.stdout


def test_a_source_alone_lists_its_places(run: Run) -> None:
    done = run("source", "thesis")
    lines = done.stdout.splitlines()
    assert len(lines) == len(entries("thesis"))
    assert all(len(line) <= 80 for line in lines)
    assert any(line.startswith("Theorem 3.1  ") for line in lines)


def test_a_place_is_shown_with_its_command_and_reason(run: Run) -> None:
    done = run("source", "thesis", "(2.9)")
    assert "Bart 2000, (2.9): Disjoint Axiom" in done.stdout
    assert "mystpy theorem axiom-2.9-printed --sample" in done.stdout
    assert "corrected. The print compares" in done.stdout


def test_a_section_lists_the_places_in_it(run: Run) -> None:
    done = run("source", "thesis", "section", "3.2")
    assert re.search(r"^  MIN 2-SAT ", done.stdout, re.M)


def test_entries_are_objects_in_json(run: Run) -> None:
    done = run("source", "knowledge-games", "Definition 14", "--format", "json")
    found = json.loads(done.stdout)
    assert (found["source"], found["place"]) == ("knowledge-games", "Definition 14")
    listed = run("source", "--format", "json").stdout.splitlines()
    assert [json.loads(line)["source"] for line in listed] == [s.id for s in sources()]


def test_what_is_not_there_is_an_error_with_a_hint(run: Run) -> None:
    done = run("source", "thesis", "figure 2.3")
    assert done.exit_code == 2
    assert "did you mean figure 2.2?" in done.stderr


@pytest.mark.parametrize(
    ("label", "place"),
    [("4.1", "(4.1)"), ("3.2", "(3.2)"), ("Definition 14", "Definition 14")],
)
def test_axiom_falls_back_to_the_sources(run: Run, label: str, place: str) -> None:
    done = run("axiom", label)
    assert done.exit_code == 0
    assert f", {place}" in done.stdout.splitlines()[0]
    assert "no formula is labelled" in done.stderr


def test_axiom_still_names_the_nearest_label(run: Run) -> None:
    done = run("axiom", "2.99")
    assert done.exit_code == 2
    assert "did you mean 2.9?" in done.stderr


@pytest.mark.parametrize("name", ["4.1", "Theorem 4.1", "thm 4.1"])
def test_theorem_falls_back_to_the_sources(run: Run, name: str) -> None:
    done = run("theorem", name)
    assert done.exit_code == 2
    assert done.stdout.startswith("Bart 2000, Theorem 4.1")
    assert "theorem-4.1" in done.stdout
    assert "nothing is settled" in done.stderr


def test_theorem_still_names_the_nearest_statement(run: Run) -> None:
    done = run("theorem", "theorem-4.11")
    assert done.exit_code == 2
    assert "lists the statements of chapter 4" in done.stderr
    mixed = run("theorem", "4.1", "nowhere at all")
    assert mixed.exit_code == 2
    assert mixed.stdout == ""
