"""docs/reference/formula-language.md: its grammar is read, its tables are computed."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from mystpy.game.game import Game
from mystpy.language.read import parse_formula
from tools import formula_language as tool

TEXT = tool.PAGE.read_text("utf-8")
MYST = Game.myst(1, 2, 3, 2)
_RULES = TEXT.split("```ebnf")[1].split("```")[0]
GRAMMAR = dict(re.findall(r"^(\w+) += (.*?) ;$", _RULES, re.M | re.S))
LEAVES = {
    "player": "1 2 3",
    "holder": "0 1 pile",
    "card": "s1 s2 s7",
    "number": "1 2",
    "question": "{s1,s2} [s3,s4]",
    "pile": "{s3}",
}
DEEPEST = 7


class Sentences:
    """Random sentences of the grammar of the page."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.variables = rng, 0

    def of(self, name: str, depth: int) -> str:
        if name == "variable":
            self.variables += 1
            return f"z{self.variables}"
        if name in LEAVES:
            return self.rng.choice(LEAVES[name].split())
        if depth > DEEPEST and name in ("formula", "unary"):
            return self.of("atom", depth)
        if depth > DEEPEST and name in ("iff", "implies", "or", "and"):
            return self.of("unary", depth)
        return self.choice(GRAMMAR[name], depth + 1)

    def choice(self, body: str, depth: int) -> str:
        parts = re.findall(r'"[^"]*"|\w+|[|,(){}\[\]]', body)
        found, rest = self.alternatives(parts, depth)
        assert not rest, body
        return str(self.rng.choice(found)())

    def alternatives(self, parts: list[str], depth: int) -> tuple[list[Any], list[str]]:
        """Return the alternatives, and the remaining words."""
        found: list[list[tuple[str, Any]]] = []
        row: list[tuple[str, Any]] = []
        while parts and parts[0] not in (")", "}", "]"):
            word, *parts = parts
            if word == "|":
                found.append(row)
                row = []
            elif word in ("(", "{", "["):
                inner, parts = self.alternatives(parts, depth)
                parts = parts[1:]
                row.append((word, inner))
            elif word != ",":
                row.append(("", word))
        found.append(row)
        return [lambda row=row: self.written(row, depth) for row in found], parts

    def written(self, row: list[tuple[str, Any]], depth: int) -> str:
        words: list[str] = []
        for kind, what in row:
            if kind:
                if kind == "(" or (self.rng.random() < 0.4 and depth <= DEEPEST):
                    words.append(self.rng.choice(what)())
            elif what.startswith('"'):
                words.append(what[1:-1])
            else:
                words.append(self.of(what, depth))
        return " ".join(words)


@pytest.mark.parametrize("seed", range(300))
def test_sentences_of_the_grammar_are_read(seed: int) -> None:
    text = Sentences(Random(seed)).of("formula", 0)
    formula = parse_formula(text, MYST)
    assert parse_formula(str(formula), MYST) == formula


def test_every_rule_of_the_grammar_is_used() -> None:
    used = set(re.findall(r"\w+", re.sub(r'"[^"]*"', "", " ".join(GRAMMAR.values()))))
    assert used | {"formula"} == GRAMMAR.keys() | LEAVES.keys() | {"variable"}


def test_the_table_of_notations_is_that_of_the_parser() -> None:
    assert "\n".join(tool.notation_lines()) in TEXT


@pytest.mark.alike(12)
@pytest.mark.parametrize("operator", tool.operators(), ids=lambda row: row["written"])
def test_an_operator_is_answered_by_whom_the_page_says(
    operator: dict[str, str],
) -> None:
    assert tool.row(operator, tool.asked(operator)) in TEXT


def test_every_operator_is_on_the_page() -> None:
    for operator in tool.operators():
        assert f"| {operator['meaning']} |" in TEXT
