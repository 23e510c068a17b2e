"""The default engine on the command line: its name, and the method that it names."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from click.testing import Result

Run = Callable[..., Result]

SMALL = '{"rules":"myst","m":1,"n":1,"p":3,"q":2}'
CLUE = '{"rules":"clue","p":3}'


@pytest.mark.parametrize(
    "command", ["ask", "know", "legal", "poss", "why", "batch", "notebook", "draw"]
)
def test_help_names_the_default(run: Run, command: str) -> None:
    words = " ".join(run(command, "--help").stdout.split())
    assert "[auto|asp|prolog|walk|worlds|sat|bdd|both]" in words
    assert "[default: auto]" in words


@pytest.mark.parametrize(
    ("game", "formula", "method"),
    [
        (SMALL, "K(1,h(0,s1))", "worlds"),
        (SMALL, "D([1,2],h(0,s1))", "worlds"),
        (SMALL, "C([1,2],h(0,s1))", "worlds"),
        (SMALL, "once askphase", "worlds"),
        (CLUE, "K(1,~K(2,h(0,plum)))", "sat"),
        (CLUE, "C([1,2],h(0,plum))", "bdd"),
    ],
)
def test_the_answer_names_the_method(
    run: Run, game: str, formula: str, method: str
) -> None:
    done = run("ask", "--game", game, formula)
    assert done.stdout.rstrip().endswith(f"({method})"), done.output
    answer = json.loads(run("ask", "--game", game, formula, "--format", "json").stdout)
    assert answer["method"] == method
