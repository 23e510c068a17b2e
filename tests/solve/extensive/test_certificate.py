"""Certificates: written, checked by the package and by a program apart, and damaged."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.certificate import certificate, checked, claims
from mystpy.solve.extensive.enclosure import enclosures
from mystpy.solve.extensive.menu import Variant
from tests.programs import ran

CHECKER = Path(__file__).parents[3] / "tools" / "check_certificate.py"
FULL, USEFUL = Variant(), Variant(questions="useful")
PLAYED = {
    "2,1,1 all": (Game.myst(2, 1, 2, 1), FULL),
    "3,1,1 all": (Game.myst(3, 1, 2, 1), FULL),
    "2,2,1 useful": (Game.myst(2, 2, 2, 1), USEFUL),
    "2,1,2 all": (Game.myst(2, 1, 2, 2), FULL),
    "2,2,2 useful": (Game.myst(2, 2, 2, 2), USEFUL),
    "3,1,1 nobody": (Game.myst(3, 1, 2, 1), USEFUL._replace(bluffers=frozenset())),
    "3,1,2 unlocated": (Game.myst(3, 1, 2, 2), Variant(questions="unlocated")),
    "3,1,1 announced": (Game.myst(3, 1, 2, 1), USEFUL._replace(announced=True)),
    "2,2,1 announced by nobody": (
        Game.myst(2, 2, 2, 1),
        Variant(frozenset(), "unlocated", announced=True),
    ),
    "clue": (Game.clue(2, {"a": ["a1", "a2", "a3"], "b": ["b1", "b2", "b3"]}), USEFUL),
}


@cache
def written(name: str, turns: int = 9) -> str:
    """A certificate of a game."""
    for enclosure in enclosures(*PLAYED[name]):
        if enclosure.turns == turns:
            break
    return json.dumps(certificate(enclosure))


def by_program(text: str, folder: Path, *options: str) -> tuple[int, str]:
    """What the program apart says of a certificate."""
    path = folder / "certificate.json"
    path.write_text(text, "utf-8")
    done = ran([sys.executable, CHECKER, path, *options])
    return done.returncode, done.stdout


@pytest.mark.parametrize("name", PLAYED)
@pytest.mark.parametrize("option", ["--all", "--alike"])
def test_cards_with_names_give_what_counted_ones_do(
    name: str, option: str, tmp_path: Path
) -> None:
    told = json.loads(written(name))
    low, high = told["lower"], told["upper"]
    status, said = by_program(written(name), tmp_path, option)
    assert status == 0, said
    assert f"at least {low}\n" in said
    assert f"at most {high}\n" in said


@pytest.mark.parametrize("name", PLAYED)
def test_the_package_checks_them_too(name: str) -> None:
    told = json.loads(written(name))
    found = checked(told)
    assert (found.low.worth, found.high.worth) == claims(told)


def test_bounds_of_a_game_that_is_cut_short_are_checked_as_such(tmp_path: Path) -> None:
    text = written("3,1,1 all", turns=2)
    told = json.loads(text)
    assert told["lower"] != told["upper"]
    status, said = by_program(text, tmp_path, "--all")
    assert status == 0, said
    assert f"[{told['lower']}, {told['upper']}]" in said


def first(told: dict[str, Any], player: str) -> dict[str, str]:
    strategy: dict[str, dict[str, str]] = told["strategies"][player]
    return next(acts for acts in strategy.values() if len(acts) > 1)


def drop(told: dict[str, Any]) -> None:
    strategy = told["strategies"]["1"]
    del strategy[next(known for known in strategy if known.startswith("3:"))]


def shift(told: dict[str, Any]) -> None:
    acts = first(told, "1")
    one, two, *_ = acts
    acts[one], acts[two] = "1", "0"


def too_much(told: dict[str, Any]) -> None:
    acts = first(told, "2")
    acts[next(iter(acts))] = "1"


def negative(told: dict[str, Any]) -> None:
    acts = first(told, "2")
    one, two, *_ = acts
    acts[one], acts[two] = "-1/2", "3/2"


def misspelt(told: dict[str, Any]) -> None:
    acts = first(told, "2")
    one = next(iter(acts))
    acts[one + "0"] = acts.pop(one)


def put(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(told: dict[str, Any]) -> None:
        told[key] = value

    change.__name__ = f"{key}={value}"
    return change


DAMAGES = [
    *(drop, shift, too_much, negative, misspelt),
    put("lower", "2/3"),
    put("upper", "1/2"),
    put("lower", "3/0"),
    put("certificate", 1),
    put("bluff", "nobody"),
    put("bluff", "some"),
    put("turns", [1, 2]),
    put("turns", [3, 1]),
    put("hands", [1, 2]),
    put("turns", [3, 0]),
    put("turns", 3),
    put("questions", "any"),
    put("questions", "all"),
    put("announced", True),
    put("strategies", {"1": {}}),
    put("game", {"rules": "myst", "m": 4, "n": 1, "p": 2, "q": 1}),
    put("game", {"rules": "myst", "m": 3, "n": 1, "p": 3, "q": 1}),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda change: change.__name__)
def test_what_is_damaged_is_caught_by_both(
    damage: Callable[[dict[str, Any]], None], tmp_path: Path
) -> None:
    game, variant = PLAYED["3,1,1 all"]
    *_, enclosure = enclosures(game, variant._replace(questions="useful"))
    told = json.loads(json.dumps(certificate(enclosure)))
    sound = copy.deepcopy(told)
    damage(told)
    assert told != sound
    assert by_program(json.dumps(told), tmp_path)[0] == 1
    try:
        found = checked(told)
        assert (found.low.worth, found.high.worth) != claims(told)
    except QueryError:
        pass


def test_a_key_that_is_missing_is_named() -> None:
    told = json.loads(written("2,1,1 all"))
    del told["turns"]
    with pytest.raises(QueryError, match="'turns'"):
        checked(told)
