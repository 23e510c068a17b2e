"""What commands write as JSON is as the schemas in docs/schema say."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from jsonschema import Draft202012Validator, ValidationError

Run = Callable[..., Result]

FOLDER = Path(__file__).parents[2] / "docs" / "schema"
MODELS = "queries/models"
GAME = ("--game", '{"rules":"myst","m":1,"n":1,"p":2,"q":1}')

ANSWERS: dict[str, list[tuple[str, ...]]] = {
    "error": [("check", "nowhere.toml"), ("ask", *GAME, "--hand", "1=s1", "K(")],
    "ask": [
        ("ask", *GAME, "--hand", "1=s1", "K(1,h(0,s2))", "Kw(1,h(2,s1))"),
        ("ask", "queries/announcements/nobody-knows.toml"),
    ],
    "know": [
        ("know", "1", *GAME, "--hand", "1=s1", "--odds"),
        ("know", "1,2", *GAME),
    ],
    "legal": [
        ("legal", *GAME, "--do", "no(2)"),
        ("legal", *GAME, "--do", "asks(1,{s1})"),
    ],
    "poss": [("poss", *GAME), ("poss", *GAME, "--do", "asks(1,{s1})")],
    "why": [
        ("why", *GAME, "--hand", "1=s1", "K(1,h(0,s2))", "~K(1,h(2,s1))", "h(1,s1)"),
    ],
    "why-model": [
        ("why", f"{MODELS}/hexa.toml", "K(1,K(2,h(2,w)))", "C([1,2,3],~h(1,b))"),
        ("why", f"{MODELS}/hexa.toml", "[h(1,r)!]K(2,h(1,b))", "K(1,h(1,r)) & true"),
    ],
    "axiom": [("axiom", "2.16"), ("axiom", "2.33")],
    "check": [
        ("check", f"{MODELS}/three-muddy-children.toml", "--check"),
        ("check", f"{MODELS}/hexa.toml", "--where", "h(1,r)"),
    ],
    "check-smcdel": [
        ("check", f"{MODELS}/smcdel/muddy-children.smcdel.txt"),
    ],
    "update": [
        ("update", f"{MODELS}/hexa.toml", "show(2,1,{r,w,b},r)", "announce(h(1,w))"),
    ],
    "model": [
        ("model", f"{MODELS}/letter.toml"),
        ("model", f"{MODELS}/sally-anne.toml", "--after", "1"),
        ("model", f"{MODELS}/three-muddy-children.toml"),
    ],
    "bisimilar": [
        ("bisimilar", f"{MODELS}/hexa.toml", f"{MODELS}/example-09.toml"),
        ("bisimilar", "example:hexa", "example:models/example-05", "--after", "0,1"),
        ("bisimilar", *2 * [f"{MODELS}/three-muddy-children.toml"], "--after", "1,0"),
    ],
    "plan": [
        ("plan", f"{MODELS}/three-muddy-children.toml", "--goal", "K(1,muddy(1))"),
        ("plan", f"{MODELS}/hexa.toml", "--goal", "h(1,w)", "announce(h(1,r))"),
    ],
    "puzzle": [("puzzle", "cheryls-birthday"), ("puzzle", "muddy-children")],
}  # fmt: skip
"""Calls for each schema; what they write is held to it."""


def schema(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def strict(node: Any) -> Any:
    """The schema without room for keys that it does not name."""
    if isinstance(node, list):
        return [strict(part) for part in node]
    if not isinstance(node, dict):
        return node
    found = {key: strict(part) for key, part in node.items()}
    if "properties" in found and isinstance(found.get("type"), str):
        found["additionalProperties"] = False
    return found


def objects(run: Run, name: str) -> Iterator[Any]:
    for words in ANSWERS[name]:
        done = run(*words, "--format", "json")
        lines = done.stdout.splitlines()
        assert lines, done.stderr
        yield from map(json.loads, lines)


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_are_as_the_schema_says(run: Run, name: str) -> None:
    given = schema(name)
    Draft202012Validator.check_schema(given)
    check = Draft202012Validator(strict(given))
    found = list(objects(run, name))
    for one in found:
        check.validate(one)
    for key in given["required"]:
        with pytest.raises(ValidationError):
            check.validate({k: v for k, v in found[0].items() if k != key})
    with pytest.raises(ValidationError):
        check.validate({**found[0], "unknown": 1})
    for key in found[0]:
        with pytest.raises(ValidationError):
            check.validate({**found[0], key: -0.5})


def test_every_schema_is_tested_and_on_the_page() -> None:
    names = {path.stem for path in FOLDER.glob("*.json")}
    assert names == set(ANSWERS)
    page = (FOLDER / "README.md").read_text("utf-8")
    assert set(re.findall(r"\]\((\S+)\.json\)", page)) == names
