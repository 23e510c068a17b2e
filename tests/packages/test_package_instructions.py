"""The description of a package for programs: all its examples can be executed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.packages.commands.answering.batch_line import package_answer
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.note_lines.note_reader import read_note
from mystpy.packages.note_lines.package_instructions import PackageInstructions
from mystpy.packages.package_answers import PackageSituation
from tests.packages.three_cards import hostile, write_three_cards
from tests.sampling import cases

FATHER = "the father says that at least one child is muddy"
ALL_ACTIONS = {"black-vienna", "muddy-children", "myst", "whats-my-number"}
"""Packages of which a short history has each action."""


SMALL = {
    "black-vienna": {"gang": 1, "hand": 1, "asked": 2},
    "muddy-children": {"children": 2},
    "my-number-questions": {"hand": 1, "cards": 4},
}
"""Constants with which the examples are found sooner."""


def folder_of(name: str, tmp_path: Path) -> str:
    if name == "three-cards":
        return str(write_three_cards(tmp_path))
    return str(hostile(tmp_path)) if name == "hostile" else name


def served(theory: str, lines: list[object]) -> list[dict[str, object]]:
    asked = "".join(f"{json.dumps(line)}\n" for line in lines)
    done = CliRunner().invoke(cli, ["serve", "--theory", theory], input=asked)
    assert done.exit_code == 0, done.output
    return list(map(json.loads, done.stdout.splitlines()))


LIKE_ANOTHER = {"clue": "board", "speed": "board", "hexa": "knowledge-games"}
"""Packages all of whose actions another one has, too, which is tried by day."""

EVERY = [*shipped_packages(), "three-cards", "hostile"]


@pytest.mark.alike(3)
@pytest.mark.parametrize("name", cases(EVERY, *{*EVERY} - {*LIKE_ANOTHER}))
def test_every_example_is_legal_and_answered(name: str, tmp_path: Path) -> None:
    theory = folder_of(name, tmp_path)
    package = read_package(theory, SMALL.get(name))
    output = PackageInstructions(package)
    text = output.text()
    for action in package.actions:
        assert f"- {action}" in text
    for fluent in package.fluents:
        assert f"- {fluent}" in text
    if name in ALL_ACTIONS:
        assert {x.step.action.name for x in output.actions} == set(package.actions)
    for example in output.actions:
        assert f"Example: {example.step}, or in words: {example.line}" in text
        assert read_note(example.line, package) == [example.step]
        history = " ".join(map(str, (*example.before, example.step)))
        situation = PackageSituation.make(package, history, output.given)
        assert situation.legality().verdict == "legal"
    start = PackageSituation.make(package, "", output.given)
    for formula in output.formulas:
        assert f"  {formula}\n" in text
        assert start.value(formula) in ("true", "false", "undetermined")
    listed = [json.loads(line) for line in re.findall(r"^  (\{.*\})$", text, re.M)]
    assert listed == output.lines()
    for line in listed:
        line |= {"theory": theory, "game": dict(package.constants)}
        answer = package_answer(line)
        if line["do"] == "legal":
            assert answer["verdict"] == "legal"


def test_the_first_line_describes_the_package(tmp_path: Path) -> None:
    theory = folder_of("three-cards", tmp_path)
    output = PackageInstructions(read_package(theory))
    hello, *answers = served(theory, list(output.lines()))
    assert (hello["type"], hello["version"]) == ("hello", 1)
    assert hello["text"] == output.text()
    assert hello["examples"] == output.lines()
    assert len(answers) == len(output.lines())
    assert not any("error" in answer for answer in answers)


def test_lines_in_words_go_on_from_the_history() -> None:
    line = {"do": "show", "history": "father", "notes": ["no child knows"]}
    found = served("muddy-children", [line])[1]
    assert found["steps"] == [
        {"action": "father", "words": FATHER},
        {"action": "silence", "words": "no child knows whether it is muddy"},
    ]


def test_what_is_wrong_is_an_answer() -> None:
    lines: list[object] = [3, {"do": "ask"}, {"do": "show", "notes": ["4 knows"]}]
    _, *found = served("muddy-children", [*lines, {"do": "poss", "id": 1}])
    errors = [str(each.get("error")) for each in found]
    assert "not a JSON object" in errors[0]
    assert "the line has no formula" in errors[1]
    assert "there is no child 4" in errors[2]
    assert found[3]["id"] == 1, "it goes on"


def test_constants_are_those_of_the_command() -> None:
    words = ["serve", "--theory", "muddy-children", "--game", "children=2"]
    asked = '{"do":"know","player":"3"}\n'
    done = CliRunner().invoke(cli, words, input=asked)
    hello, found = map(json.loads, done.stdout.splitlines())
    assert "The agents are 1 and 2." in hello["text"]
    assert "there is no child 3" in found["error"]


def test_hostile_words_do_not_break_the_text(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        cli, ["serve", "--text", "--theory", str(hostile(tmp_path))]
    )
    assert done.exit_code == 0, done.output
    assert done.stdout.replace("\n", "").isprintable()
    assert "PLAYER <i>hölds</i>\\x1b[2J CARD {}" in done.stdout
