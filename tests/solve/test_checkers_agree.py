"""Both checkers of certificates: the same verdict and the same values on each."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import Result as Done

from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.extensive.certificate import certificate
from mystpy.solve.extensive.value_bounds import improving_bounds
from mystpy.solve.profiles.game_tree import game_tree
from mystpy.solve.profiles.profile import profile_value
from mystpy.solve.profiles.profile_certificate import profile_certificate
from tests.sampling import by_day, cases
from tests.solve.damages import Damage, checker, put

Run = Callable[..., Done]

GAMES = {
    "full": (Game.myst(3, 1, 2, 1), GameVariant()),
    "useful": (Game.myst(2, 2, 2, 1), GameVariant(questions="useful")),
    "announced": (Game.myst(2, 1, 2, 1), GameVariant(questions="any", announced=True)),
    "no bluffs": (
        Game.myst(3, 1, 2, 1),
        GameVariant(frozenset(), questions="unlocated"),
    ),
    "clue": (
        Game.clue(2, {"a": ["a1", "a2", "a3"], "b": ["b1", "b2"]}),
        GameVariant(questions="useful"),
    ),
}
PROFILES = {
    "three": (Game.myst(1, 1, 3, 1), 2, True),
    "three, none idle": (Game.myst(1, 1, 3, 1), 3, False),
    "three, pairs": (Game.myst(1, 1, 3, 2), 2, True),
}


@cache
def written(name: str) -> str:
    """Return a certificate as the package writes it."""
    if name in GAMES:
        *_, found = improving_bounds(*GAMES[name])
        return json.dumps(certificate(found))
    game, turns, idle = PROFILES[name]
    tree = game_tree(game, turns, idle=idle)
    sizes = (len(one.picks) for one in tree.decisions)
    profile = [[Fraction(1, size)] * size for size in sizes]
    return json.dumps(profile_certificate(tree, profile, profile_value(tree, profile)))


NUMBER = re.compile(r"-?\d+(?:/\d+)?")


def by_the_program(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    """Return the status of the separate program, and the values that it prints."""
    status = checker()([str(path)])
    said = capsys.readouterr().out.splitlines()
    kept = ("strategy of player", "player ", "broken off")
    lines = [line for line in said if line.startswith(kept)]
    return status, [Fraction(NUMBER.findall(line)[-1]) for line in lines]


def by_the_package(path: Path, run: Run) -> tuple[int, Any]:
    """Return the same for `mystpy solve --check`; a refusal is status 1."""
    done = run("solve", "--check", str(path), "--format", "json")
    assert done.exit_code in (0, 1, 2), done.stderr
    if done.exit_code == 2:
        return 1, []
    document = json.loads(done.stdout)
    if "best" in document:
        return done.exit_code, [
            *map(Fraction, document["best"]),
            Fraction(document["broken"]),
        ]
    return done.exit_code, [Fraction(document["lower"]), Fraction(document["upper"])]


def require_agreement(
    text: str | bytes, folder: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> int:
    """Have a certificate judged by both, and return their verdict."""
    path = folder / "certificate.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    status, values = by_the_program(path, capsys)
    other, others = by_the_package(path, run)
    assert status == other, path.read_bytes()[:2_000]
    if others or status == 0:
        assert values[: len(others)] == others
    return status


@pytest.mark.parametrize("name", [*GAMES, *PROFILES])
def test_a_certificate_as_it_is_written_is_valid(
    name: str, tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert require_agreement(written(name), tmp_path, run, capsys) == 0


def strategy(document: dict[str, Any], player: str = "1") -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = document["strategies"][player]
    return found


def sure_and_silent(document: dict[str, Any]) -> None:
    """Know the pile, and do not guess it."""
    for plan in document["strategies"].values():
        for acts in plan.values():
            if len(acts) == 1 and next(iter(acts)).startswith("guess"):
                acts.clear()
                acts["noguess"] = "1"


def never_guessing(document: dict[str, Any]) -> None:
    for plan in document["strategies"].values():
        for acts in plan.values():
            if any(act.startswith("guess") for act in acts):
                acts.clear()
                acts["noguess"] = "1"


def impossible_guess(document: dict[str, Any]) -> None:
    """Guess a card that the other has shown."""
    for acts in strategy(document).values():
        if any(act.startswith("guess") for act in acts):
            acts.clear()
            acts["guess 1*:1"] = "1"


def not_taken(document: dict[str, Any]) -> None:
    """An action with chance 0 that can be done changes nothing."""
    for acts in strategy(document).values():
        if any(act.startswith("guess") for act in acts) and "noguess" not in acts:
            acts["noguess"] = "0"


def impossible_and_not_taken(document: dict[str, Any]) -> None:
    next(iter(strategy(document).values()))["guess 9:1"] = "0"


def never_reached(document: dict[str, Any]) -> None:
    """Entries for information sets that are never reached do not matter."""
    strategy(document)["77: 1:9/9"] = {"dance": "1"}
    strategy(document)["1>2 | 1:9/9"] = {"dance": "1"}


def set_in_two_spellings(document: dict[str, Any]) -> None:
    plan = strategy(document)
    for known in [*plan]:
        head, bar, classes = known.partition(" | " if " | " in known else ": ")
        other = head + bar + " ".join(reversed(classes.split(" ")))
        if other != known:
            plan[other] = {"noguess": "1"}


def act_in_two_spellings(document: dict[str, Any]) -> None:
    for acts in strategy(document).values():
        for act in [*acts]:
            head, *parts = act.split(" ")
            acts.setdefault(" ".join((head, *reversed(parts))), "0")


def in_another_order(document: dict[str, Any]) -> None:
    """Classes may come in any order."""
    for player, plan in document["strategies"].items():
        other = {}
        for known, acts in plan.items():
            head, bar, classes = known.partition(" | " if " | " in known else ": ")
            other[head + bar + " ".join(reversed(classes.split(" ")))] = {
                " ".join((act.split(" ")[0], *reversed(act.split(" ")[1:]))): share
                for act, share in acts.items()
            }
        document["strategies"][player] = other


def longer(document: dict[str, Any]) -> None:
    """Each strategy is for a longer game than it was made for."""
    document["turns"] = (
        document["turns"] + 3 if type(document["turns"]) is int else [9, 9]
    )


def shorter(document: dict[str, Any]) -> None:
    document["turns"] = 1 if type(document["turns"]) is int else [1, 1]


STRATEGIES: tuple[Any, ...] = ({}, [], {"1": {}, "2": {}, "3": {}})
TURNS: tuple[Any, ...] = (0, [2, 2], [99, 99], 99, None)
TABLE: tuple[Damage, ...] = (
    *(sure_and_silent, never_guessing, impossible_guess, not_taken),
    *(impossible_and_not_taken, never_reached, set_in_two_spellings),
    *(act_in_two_spellings, in_another_order, longer, shorter),
    *(put("certificate", version) for version in (1, 2, 3, None, "2", True)),
    *(put(key, value) for key in ("lower", "broken") for value in ("0", "1/0", 1)),
    *(put("turns", value) for value in TURNS),
    *(put("bluff", value) for value in ("one", "nobody")),
    *(put("questions", value) for value in ("any", "unlocated", "useful")),
    *(put("announced", value) for value in (True, False, 1)),
    *(put("idle", value) for value in (True, False, 0)),
    *(put("strategies", value) for value in STRATEGIES),
    put("remark", "an unknown key"),
)


@pytest.mark.parametrize("damage", TABLE, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("name", ["full", "useful", "announced", "clue", "three"])
@pytest.mark.alike(20)
def test_the_checkers_agree_on_a_damaged_certificate(
    name: str,
    damage: Damage,
    tmp_path: Path,
    run: Run,
    capsys: pytest.CaptureFixture[str],
) -> None:
    document = json.loads(written(name))
    damage(document)
    require_agreement(json.dumps(document), tmp_path, run, capsys)


@pytest.mark.parametrize("name", ["useful", "three"])
def test_what_changes_nothing_leaves_a_certificate_valid(
    name: str, tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    for damage in (in_another_order, never_reached, put("remark", "")):
        document = json.loads(written(name))
        damage(document)
        text = json.dumps(document)
        assert require_agreement(text, tmp_path, run, capsys) == 0, damage


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("useful", set_in_two_spellings),
        ("useful", act_in_two_spellings),
        ("three", set_in_two_spellings),
    ],
)
def test_two_spellings_are_refused(
    name: str,
    damage: Damage,
    tmp_path: Path,
    run: Run,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """For three players, an information set in two spellings was once accepted."""
    document = json.loads(written(name))
    damage(document)
    assert json.dumps(document) != written(name)
    assert require_agreement(json.dumps(document), tmp_path, run, capsys) == 1


@pytest.mark.parametrize("name", ["useful", "three"])
def test_a_byte_order_mark_is_read_by_both(
    name: str, tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    text = written(name).encode("utf-8-sig")
    assert require_agreement(text, tmp_path, run, capsys) == 0


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{}", "[" * 50_000, "NaN", '{"certificate": 2}', "\x00", "3"],
)
def test_what_is_no_certificate_is_valid_for_neither(
    text: str, tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert require_agreement(text, tmp_path, run, capsys) == 1


def changed(document: dict[str, Any], random: Random) -> None:
    """Change a strategy somewhere, or how the game is played."""
    plan = random.choice([x for _, x in sorted(document["strategies"].items()) if x])
    known, other = (random.choice(sorted(plan)) for _ in "12")
    acts, act = plan[known], random.choice(sorted(plan[known]))
    match random.randrange(7):
        case 0:
            del plan[known]
        case 1:
            plan[known] = dict(plan[other])
        case 2:
            plan[known] = {**dict.fromkeys(acts, "0"), act: "1"}
        case 3:
            plan[known] = {"noguess": "1"}
        case 4:
            acts.setdefault(random.choice(sorted(plan[other])), "0")
        case 5 if "idle" in document:
            document["turns"] = random.randint(1, 3)
        case 5:
            document["turns"] = [random.choice((1, 2, 3, 5, 9)) for _ in "12"]
        case _ if "idle" in document:
            document["idle"] = not document["idle"]
        case _:
            document["bluff"] = random.choice(("both", "one", "other", "nobody"))


@pytest.mark.parametrize("seed", cases(range(12), 3))
@pytest.mark.parametrize("name", [*GAMES, *PROFILES])
def test_the_checkers_agree_on_what_was_changed_at_random(
    name: str,
    seed: int,
    tmp_path: Path,
    run: Run,
    capsys: pytest.CaptureFixture[str],
) -> None:
    random = Random(f"{name} {seed}")
    for _ in range(by_day(3, 3)):
        document = deepcopy(json.loads(written(name)))
        for _ in range(random.choice((1, 1, 2))):
            changed(document, random)
        require_agreement(json.dumps(document), tmp_path, run, capsys)
