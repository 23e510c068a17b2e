"""Certificates of profiles: checked by the package and a separate program, damaged."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mystpy.errors import MystError
from mystpy.game.game import Game
from mystpy.solve.profiles.game_tree import game_tree
from mystpy.solve.profiles.profile import learn_profile, profile_value
from mystpy.solve.profiles.profile_certificate import (
    claims,
    profile_certificate,
    profile_of,
)
from tests.solve.damages import Damage, checker, damaged, myst, put, without

GAMES = {
    "1,1,3,1": (Game.myst(1, 1, 3, 1), 3, True),
    "1,1,3,1 without idle questions": (Game.myst(1, 1, 3, 1), 4, False),
    "1,1,3,2": (Game.myst(1, 1, 3, 2), 2, True),
    "2,1,3,1": (Game.myst(2, 1, 3, 1), 2, True),
    "1,2,3,2": (Game.myst(1, 2, 3, 2), 1, True),
    "1,1,4,1": (Game.myst(1, 1, 4, 1), 2, False),
}


@cache
def evenly(name: str) -> str:
    """Return a certificate of a profile with uniform chances."""
    game, turns, idle = GAMES[name]
    tree = game_tree(game, turns, idle=idle)
    sizes = (len(one.picks) for one in tree.decisions)
    profile = [[Fraction(1, size)] * size for size in sizes]
    return json.dumps(profile_certificate(tree, profile, profile_value(tree, profile)))


@cache
def sound() -> str:
    """Return a certificate to be damaged, of an equilibrium."""
    tree = game_tree(GAMES["1,1,3,1"][0], 3)
    profile, found = learn_profile(tree, 10)
    return json.dumps(profile_certificate(tree, profile, found))


LONG = {"1,1,4,1", "2,1,3,1"}


@pytest.mark.parametrize(
    "name",
    [pytest.param(k, marks=[pytest.mark.slow] * (k in LONG)) for k in GAMES],
)
def test_cards_with_names_give_what_counted_ones_do(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(evenly(name))
    path = tmp_path / "certificate.json"
    path.write_text(evenly(name), "utf-8")
    assert checker()([str(path)]) == 0, capsys.readouterr().out
    said = capsys.readouterr().out.splitlines()
    pairs = zip(document["wins"], document["best"], strict=True)
    for player, (wins, best) in enumerate(pairs, 1):
        line = f"player {player} wins with {wins}, and alone with at most {best}"
        assert said[player] == line
    gain = max(
        Fraction(b) - Fraction(w)
        for b, w in zip(document["best"], document["wins"], strict=True)
    )
    assert gain
    assert said[-1] == f"nobody gains more than {gain} alone"
    tree, profile = profile_of(document)
    assert claims(document, profile_value(tree, profile))


@pytest.mark.parametrize(
    "name", ["1,1,3,2", pytest.param("1,1,3,1", marks=pytest.mark.slow)]
)
def test_all_cards_give_what_one_of_each_kind_gives(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(evenly(name), "utf-8")
    said = []
    for options in ((), ("--all",)):
        assert checker()([str(path), *options]) == 0
        lines = capsys.readouterr().out.splitlines()
        said.append([line for line in lines if not line.startswith("positions")])
    assert said[0] == said[1]


def test_an_equilibrium_is_called_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "certificate.json"
    path.write_text(sound(), "utf-8")
    assert checker()([str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "an equilibrium"


def acts(document: dict[str, Any], player: str, part: str) -> dict[str, str]:
    """Return a player's actions at the first information set with a text in it."""
    plan: dict[str, dict[str, str]] = document["strategies"][player]
    return next(found for known, found in plan.items() if part in known)


def drop(document: dict[str, Any]) -> None:
    plan = document["strategies"]["2"]
    del plan[next(known for known in plan if known.startswith("1>- |"))]


def too_much(document: dict[str, Any]) -> None:
    acts(document, "2", "1>- |")["noguess"] = "1"


def negative(document: dict[str, Any]) -> None:
    found = acts(document, "1", "start")
    for act in found:
        found[act] = "-1/2"
    found["asks -:1/0 "] = "3/2"


def misspelt(document: dict[str, Any]) -> None:
    found = acts(document, "1", "start")
    found["shows -:1"] = found.pop(next(iter(found)))


def other_act(document: dict[str, Any]) -> None:
    found = acts(document, "1", "start")
    found.clear()
    found["asks -:1/1"] = "1"


def swap(document: dict[str, Any]) -> None:
    one, two = (document["strategies"][k] for k in "12")
    document["strategies"] |= {"1": two, "2": one}


def moved(document: dict[str, Any]) -> None:
    found = acts(document, "1", "start")
    found |= dict.fromkeys(found, "0") | {"asks -:1/0": "1"}


def lost(document: dict[str, Any]) -> None:
    del document["strategies"]["3"]


FIELDS = ("game", "hands", "turns", "idle", "wins", "best", "broken", "strategies")
LOST = "does not know what to do at"
DAMAGES = [
    *((without(key), f"there is no {key!r}") for key in FIELDS),
    (without("certificate"), "there is no 'certificate'"),
    (put("certificate", 4), "another version"),
    (put("certificate", 2), "there is no 'bluff'"),
    (drop, f"player 2 {LOST} '1>- "),
    (swap, LOST),
    (lost, "there is no strategy of player 3"),
    (other_act, LOST),
    (too_much, "player 2, at '1>- | -:3/1 1:1/0': probabilities are negative or do"),
    (negative, "player 1, at 'start | -:4/1': probabilities are negative or do"),
    (misspelt, "'shows -:1' cannot be done"),
    (put("wins", ["2/3", "1/3", "1/3"]), "claims 2/3, 1/3, 1/3, 0 for 'wins'"),
    (put("wins", ["2/3", "1/3"]), "'wins' has a fraction for each player"),
    (put("wins", "2/3"), "'wins' has a fraction for each player"),
    (put("best", ["2/3", "1/3", "1/9"]), "claims 2/3, 1/3, 1/9 for 'best'"),
    (put("best", ["2/3", "1/3", 0]), "a fraction is a text such as '3/5', not 0"),
    (put("broken", "1/9"), "claims 2/3, 1/3, 0, 1/9 for 'wins' and 'broken'"),
    (put("broken", "no"), "a fraction is a text such as '3/5', not 'no'"),
    (put("turns", 1), "claims 2/3, 1/3, 0, 0 for 'wins' and 'broken'"),
    (put("turns", 0), "'turns' is a number from 1 on, not 0"),
    (put("turns", [4, 4]), "'turns' is a number from 1 on, not [4, 4]"),
    (put("idle", "yes"), "'idle' is true or false, not 'yes'"),
    (put("hands", [True, 1, 1]), "not a game with such hands"),
    (put("hands", [1, 1]), "not a game with such hands"),
    (put("strategies", []), "there is no strategy of player 1"),
    (put("game", {"rules": "clue", "p": 3}), "'game' is a game of MYST"),
    (put("game", {"rules": "myst"}), "has numbers m, n, p and q"),
    (myst(0, 1, 3, 1), "numbers m, n, p and q from 1 on"),
    (myst(1, 1, 10**9, 1), "more than 10000 cards"),
    (myst(1, 1, 2, 1), "has three players or more"),
    (myst(1, 1, 4, 1), "'wins' has a fraction for each player"),
    (myst(2, 1, 3, 1), LOST),
    (myst(1, 1, 3, 2), "'asks -:1/0' cannot be done"),
    (myst(1, 1, 3, 4), "the last player left may never know the pile"),
]


@pytest.mark.parametrize(
    ("damage", "message"), DAMAGES, ids=[damage.__name__ for damage, _ in DAMAGES]
)
def test_what_is_damaged_is_caught_by_both(
    damage: Damage,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    document, said = damaged(sound(), damage, tmp_path, capsys)
    assert message in said
    if document.get("certificate") == 3:
        try:
            tree, profile = profile_of(document)
            assert not claims(document, profile_value(tree, profile))
        except MystError:
            pass


def test_a_key_that_stands_twice_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "certificate.json"
    text = sound().replace('"guess -:1": "1"', '"guess -:1": "0", "guess -:1": "1"', 1)
    assert json.loads(text) == json.loads(sound())
    assert text != sound()
    path.write_text(text, "utf-8")
    assert checker()([str(path)]) == 1
    assert "wrong: a key is twice in one object: " in capsys.readouterr().out


def test_without_idle_questions_another_game_is_claimed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = evenly("1,1,3,1 without idle questions")
    assert LOST in damaged(text, put("idle", True), tmp_path, capsys)[1]


def test_chances_that_are_moved_are_worth_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document, said = damaged(evenly("1,1,3,1"), moved, tmp_path, capsys)
    assert "wrong: the certificate claims" in said
    tree, profile = profile_of(document)
    assert not claims(document, profile_value(tree, profile))


FOLDER = Path(__file__).parents[3] / "docs" / "certificates" / "profiles"
LARGE = {"1-2-3-1", "1-2-3-2", "1-1-4-1-useful", "2-1-4-1-useful", "3-1-3-1-useful"}
MIXED = "3-1-3-1-useful"


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, marks=[pytest.mark.slow] * (path.stem in LARGE))
        for path in sorted(FOLDER.glob("*.json"))
    ],
    ids=lambda one: one.stem,
)
def test_the_certificates_of_the_page_are_of_equilibria(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checker()([str(path)]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "an equilibrium"
    plans = json.loads(path.read_text("utf-8"))["strategies"].values()
    found = [found for plan in plans for found in plan.values()]
    assert all(set(acts.values()) == {"1"} for acts in found) == (path.stem != MIXED)


def test_of_three_players_one_bluffs_in_one_game_of_six() -> None:
    document = json.loads((FOLDER / f"{MIXED}.json").read_text("utf-8"))
    start = {"asks -:1/1": "1/6", "asks -:1/0": "5/6"}
    assert document["strategies"]["1"]["start | -:6/1"] == start
    assert document["wins"] == document["best"] == ["5/18", "7/24", "31/72"]
