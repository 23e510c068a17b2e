"""A counterexample meets what the section of its statement presupposes."""

from __future__ import annotations

import operator
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from mystpy.game.game import Game
from mystpy.kripke.deals import Deal
from mystpy.theses.bench import statements
from tests.theses.test_verdicts import EXPECTED, QUICK, sample

Row = Mapping[str, Any]

TABLE: Mapping[str, Row] = tomllib.loads(
    Path(__file__).with_name("section_premises.toml").read_text("utf-8")
)
CHAPTERS = {
    *("1", "2", "3", "bridge", "knowledge_games"),
    *("clue_player", "clue_models", "whats_my_number"),
}
FALSE = [name for name, verdicts in EXPECTED.items() if verdicts.startswith("FALSE")]
HERE = [name for name in FALSE if statements()[name].chapter in CHAPTERS]
COMPARED = {"<=": operator.le, "<": operator.lt, ">": operator.gt, "=": operator.eq}


def lies_in(value: int, given: int | str) -> bool:
    """Whether a number lies in a range such as `2..`, `..3`, `2..3` or 2."""
    low, dots, high = str(given).partition("..")
    if not dots:
        return value == int(low)
    return (not low or value >= int(low)) and (not high or value <= int(high))


def compares(where: str, sizes: Mapping[str, int]) -> bool:
    """Whether a comparison of sums of constants is true, as in `q <= m+n`."""
    found = re.fullmatch(r"([a-z+0-9]+) (<=|<|>|=) ([a-z+0-9]+)", where)
    assert found, where

    def total(text: str) -> int:
        return sum(sizes[x] if x in sizes else int(x) for x in text.split("+"))

    return bool(COMPARED[found[2]](total(found[1]), total(found[3])))


def faults(row: Row, case: Mapping[str, Any]) -> list[str]:
    """What a counterexample does not have that the section presupposes."""
    kind = row["kind"]
    if kind == "none":
        return ["game"] if {"game", "deal"} & case.keys() else []
    if kind == "deal":
        deal = Deal.read(str(case["deal"]["hands"]))
        sizes = {"players": len(deal.players), "cards": len(deal.cards)}
        found = [x for x, size in sizes.items() if not lies_in(size, row[x])]
        return found + ["hands" for n in deal.size if not lies_in(n, row["hands"])]
    return _of_game(row, case)


def _of_game(row: Row, case: Mapping[str, Any]) -> list[str]:
    given = case["game"]
    game = Game.from_dict(given)
    found = [] if given["rules"] == row["kind"] else ["kind"]
    sizes = {"p": game.p, "q": game.q, "c": game.c, "m": game.sizes[0]}
    sizes |= {"n": game.sizes[1]} if row["kind"] == "myst" else {}
    found += [x for x, size in sizes.items() if x in row and not lies_in(size, row[x])]
    if "where" in row and not compares(row["where"], sizes):
        found.append("where")
    sorts = [len(cards) for _, cards in game.sorts]
    if "sorts" in row and not lies_in(len(sorts), row["sorts"]):
        found.append("sorts")
    if "cards_of_sort" in row:
        found += ["cards" for n in sorts if not lies_in(n, row["cards_of_sort"])]
    history = [str(action) for action in case.get("history", ())]
    if row.get("guesses", True) is False:
        found += [action for action in history if action.startswith("guess(")]
    return found


def test_every_false_statement_has_its_row() -> None:
    assert sorted(TABLE) == sorted(HERE)
    assert all(row["section"] for row in TABLE.values())


def assert_meets(name: str) -> None:
    case = sample(name).counterexample
    assert case is not None
    assert not faults(TABLE[name], case)


@pytest.mark.parametrize("name", [name for name in HERE if name in QUICK])
@pytest.mark.alike(4)
def test_a_quick_counterexample_meets_its_premises(name: str) -> None:
    assert_meets(name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in HERE if name not in QUICK])
def test_a_counterexample_meets_its_premises(name: str) -> None:
    assert_meets(name)


MYST = {"rules": "myst", "m": 1, "n": 1, "p": 2, "q": 1}


@pytest.mark.parametrize(
    ("row", "case", "found"),
    [
        ({"kind": "myst", "q": "2.."}, {"game": MYST}, ["q"]),
        ({"kind": "myst", "where": "q > m+n"}, {"game": MYST}, ["where"]),
        ({"kind": "clue"}, {"game": MYST}, ["kind"]),
        ({"kind": "none"}, {"game": MYST}, ["game"]),
        ({"kind": "myst", "p": "3..4"}, {"game": MYST}, ["p"]),
        (
            {"kind": "myst", "guesses": False},
            {"game": MYST, "history": ["asks(1,{s1})", "no(2)", "guess(1,{s1})"]},
            ["guess(1,{s1})"],
        ),
        (
            {"kind": "deal", "players": 2, "cards": "1..", "hands": "1.."},
            {"deal": {"hands": "a|ε"}},
            ["hands"],
        ),
        ({"kind": "myst", "m": 1, "q": 1, "where": "q <= c"}, {"game": MYST}, []),
    ],
)
def test_what_lies_outside_of_a_section_is_noticed(
    row: Row, case: Mapping[str, Any], found: list[str]
) -> None:
    assert faults(row, case) == found
