"""The query files about packages: each is checked, and every command takes it."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mystpy.axioms import queries_dir
from mystpy.cli import cli
from mystpy.files.toml import file_text, toml_table
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package_questions.announced_values import value_after
from mystpy.packages.theory_query import read_package_query
from tests.sampling import part_by_day

FILES = {path.stem: path for path in (queries_dir() / "packages").glob("*.toml")}


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_query_about_a_package_has_the_answers_that_it_expects(name: str) -> None:
    query = read_package_query(file_text(FILES[name]), str(FILES[name]))
    assert query.asks, "a case without an expectation cannot fail"
    assert query.title != query.situation.package.name, "a title of its own"
    situation = query.situation
    for row in query.asks:
        announced = [situation.formula(text) for text in row.announced]
        found = value_after(situation, announced, situation.formula(row.formula))
        assert found.value == row.expect, row


def test_every_shipped_package_has_query_files_and_values_differ() -> None:
    tables = [toml_table(file_text(path), str(path)) for path in FILES.values()]
    assert {table["theory"] for table in tables} == set(shipped_packages())
    assert len({str(table["title"]) for table in tables}) == len(tables)
    expected = {row["expect"] for table in tables for row in table["ask"]}
    assert expected == {"true", "false", "undetermined"}


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_query_about_a_package_is_an_example(name: str) -> None:
    files = (f"example:packages/{name}", f"example:{name}", str(FILES[name]))
    for file in part_by_day(files, 3, sorted(FILES).index(name)):
        done = CliRunner().invoke(cli, ["ask", file, "--check"])
        assert done.exit_code == 0, done.output
        assert "agreed" in done.stderr


WORDS = [
    ["show", "FILE"],
    ["legal", "FILE"],
    ["poss", "FILE"],
    ["know", "ann", "FILE", "--given", "has(ann,alex)"],
    ["why", "FILE", "K(ann,has(bob,clare))"],
    ["draw", "FILE"],
    ["model", "FILE"],
]


@pytest.mark.parametrize("words", WORDS, ids=lambda words: words[0])
def test_every_command_takes_the_example(words: list[str]) -> None:
    file = "example:packages/guess-who-two-questions"
    done = CliRunner().invoke(cli, [file if x == "FILE" else x for x in words])
    assert done.exit_code in (0, 5), done.output
    assert done.stdout
    assert not done.stderr


def test_examples_lists_the_queries_about_packages() -> None:
    done = CliRunner().invoke(
        cli, ["examples", "example:packages/", "--format", "json"]
    )
    rows = list(map(json.loads, done.stdout.splitlines()))
    assert {row["file"] for row in rows} == {f"example:packages/{x}" for x in FILES}
    assert {row["kind"] for row in rows} == {"package query"}
    listed = CliRunner().invoke(cli, ["examples", "example:packages/"]).stdout
    assert listed.startswith("Package query files: mystpy ask, know, legal, poss, why")


def test_a_package_query_is_told_apart_from_other_files() -> None:
    file = "example:packages/guess-who-two-questions"
    done = CliRunner().invoke(cli, ["exercise", file])
    assert done.exit_code == 2
    assert "this is no exercise" in done.stderr
    for words in (["grade", file], ["tournament", file], ["puzzle", file]):
        done = CliRunner().invoke(cli, words)
        assert done.exit_code == 2
        assert "not for packages" in done.stderr
