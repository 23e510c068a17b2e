"""A formula that one command prints can be pasted into every other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mystpy.cli import cli
from mystpy.errors import ParseError
from mystpy.game.game import Game
from mystpy.language.atoms import Fluent, H
from mystpy.language.decidable import ground, parse_conjecture, parse_in_model
from mystpy.language.expand import expand
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula, read
from mystpy.language.subformulas import cards_in, players_in, walk
from mystpy.language.vocabulary import ConjectureWords, GameWords, ModelWords
from mystpy.questions.query import load_query

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path
    for folder in ("queries", "tests/cases")
    for path in (ROOT / folder).rglob("*.toml")
    if path.parent.name not in ("models", "puzzles", "conjectures", "packages")
    and "[[ask]]" in path.read_text(encoding="utf-8")
)
SMALL = Game.myst(1, 1, 3, 2)


def asked() -> list[tuple[Game, Formula]]:
    """Every formula that the query files ask, with its game."""
    found = []
    for path in FILES:
        query = load_query(path)
        found += [(query.history.game, ask.formula) for ask in query.asks]
    return found


def model_words(game: Game) -> ModelWords:
    """The names of the model of a game in which nothing has happened."""
    atoms = [f"h({k},{x})" for k in game.holders for x in game.cards]
    return ModelWords.of(map(str, range(1, game.p + 1)), atoms)


def test_what_ask_prints_the_other_commands_read() -> None:
    in_models = 0
    listed = asked()
    assert len(listed) > 100
    for game, formula in listed:
        printed = str(formula)
        assert parse_formula(printed, game) == formula
        assert read(printed, ConjectureWords.of([game])) == formula
        assert parse_conjecture(printed, None, [game])
        spoken = [part for part in walk(formula) if isinstance(part, Fluent)]
        if not spoken and game.c < 10:
            in_models += 1
            there = str(parse_in_model(printed, model_words(game)))
            assert parse_formula(there, game) == expand(formula, game)
    assert in_models > 50


def test_what_theorem_prints_ask_reads() -> None:
    says = "forall i in players: K(i, at least 2 of x in cards: h(0,x)) | Turn(i)"
    games = '{rules = "myst", m = 1, n = 1, p = 2, q = 1}'
    args = ["theorem", "--say", says, "--games", games, "--format", "json"]
    result = CliRunner().invoke(cli, args)
    found = json.loads(result.output.splitlines()[0])
    formula = found["counterexample"]["formula"]
    assert "at least 2 of (" in formula
    game = Game.myst(1, 1, 2, 1)
    assert ground(parse_formula(formula, game), game)


@pytest.mark.parametrize(
    "text",
    [
        "E^2([1,2],h(0,s1)) -> D([1,2,3],h(0,s1))",
        "Kw(1,h(2,s1)) | [h(2,s1)!]C([1,3],h(2,s1))",
        "at least 2 of (h(1,s1),h(1,s2),K(2,h(1,s3)))",
        "exactly 1 of i in players: h(i,s1)",
        "forall i in players: forall x in cards: h(i,x) -> K(i,h(i,x))",
        "exists x in [s1,s2]: ~h(0,x)",
    ],
)
def test_new_forms_are_the_same_text_everywhere(text: str) -> None:
    formula = read(text, GameWords(SMALL))
    assert str(formula) == text
    assert str(read(text, ConjectureWords.of([SMALL]))) == text
    there = read(text, model_words(SMALL))
    assert str(there) == text
    held = {part for part in walk(formula) if isinstance(part, H)}
    assert held
    assert cards_in(formula) <= set(SMALL.cards)
    assert players_in(formula) <= {1, 2, 3}


def test_what_a_model_does_not_have_is_refused_by_name() -> None:
    with pytest.raises(ParseError, match=r"there is no atom Turn\(1\) in the model"):
        read("Turn(1)", model_words(SMALL))
