"""What chapter 2 says to follow does follow: checked in Prolog in whole game trees.

sweep.pl walks through the executable situations and evaluates every instance of the
consequences; the axioms with one thing changed show that it would find a fault.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from mystpy.axioms import axioms_dir
from mystpy.game.game import Game, facts
from mystpy.register import register
from tests.programs import ran

HERE = Path(__file__).parent
SWIPL = shutil.which("swipl")

pytestmark = pytest.mark.skipif(not SWIPL, reason="SWI-Prolog is not installed")

CONSEQUENCES = {row.label for row in register().rows if row.kind == "consequence"}
CHECKED = CONSEQUENCES | {"2.1", "2.23", "the fluents", "something is possible"}

SMALLEST = Game.myst(m=1, n=1, p=2, q=1)
TWO_ASKED = Game.myst(m=1, n=1, p=2, q=2)
THREE = Game.myst(m=1, n=1, p=3, q=1)


def sweep(
    game: Game, depth: int, full: int, width: int = 1, axioms: Path | None = None
) -> tuple[Counter[str], dict[str, str]]:
    """Return how many instances of each label were evaluated, and what broke."""
    assert SWIPL
    rules = (axioms or axioms_dir()) / f"{game.rules}.pl"
    told = [fact.rstrip(".") for fact in facts(game).split()]
    if game.rules == "myst":
        told = [fact for fact in told if fact.startswith("constant")]
    limits = map(str, (depth, full, width))
    done = ran(
        [
            SWIPL,
            str(HERE / "sweep.pl"),
            "--",
            str(rules),
            f"[{','.join(told)}]",
            *limits,
        ]
    )
    assert axioms or not done.stderr, done.stderr
    counted = re.findall(r"^counted\('([^']+)',(\d+)\)$", done.stdout, re.M)
    broken = dict(re.findall(r"^broken\('([^']+)',(.*)\)$", done.stdout, re.M))
    return Counter({label: int(n) for label, n in counted}), broken


WHOLE_TREES = {
    "two players": (SMALLEST, 9),
    "three players": (THREE, 5),
    "a pile of two": (Game.myst(m=2, n=1, p=2, q=1), 5),
    "hands of two": (Game.myst(m=1, n=2, p=2, q=1), 4),
    "questions of two": (Game.myst(m=1, n=1, p=3, q=2), 5),
    "unequal hands": (Game.general(["sun", "moon", "sky"], [0, 2, 1], q=1), 8),
    "two sorts": (Game.clue(2, {"who": ["ann", "bob"], "how": ["axe", "bow"]}), 6),
}

LONG_GAMES = {
    "two players": (SMALLEST, 60, 2),
    "three players": (THREE, 45, 2),
    "questions of two": (Game.myst(m=1, n=1, p=3, q=2), 20, 1),
    "three sorts": (
        Game.clue(
            3, {"who": ["ann", "bob"], "how": ["axe", "bow"], "at": ["a1", "a2"]}
        ),
        12,
        1,
    ),
}


SLOW = {
    *("a pile of two", "hands of two", "questions of two"),
    *("long three players", "long questions of two", "long three sorts"),
}
"""What each day is left to clingo, in test_laws_in_asp."""


def games(names: Iterable[str], prefix: str = "") -> list[ParameterSet]:
    """Return the names of games as parameters, the slow ones marked."""
    slow = {name: [pytest.mark.slow] for name in names if prefix + name in SLOW}
    return [pytest.param(name, marks=slow.get(name, [])) for name in names]


@pytest.mark.parametrize("name", games(WHOLE_TREES))
def test_the_consequences_hold_in_every_situation(name: str) -> None:
    game, depth = WHOLE_TREES[name]
    counted, broken = sweep(game, depth, full=depth)
    assert not broken
    missing = {label for label in CHECKED if not counted[label]}
    if game.rules != "myst":
        missing -= {"2.1"}  # it speaks of m and n
    if depth < 6:
        missing -= {"2.22c"}  # it needs a second question
    assert not missing
    assert counted["something is possible"] > 30


@pytest.mark.parametrize("name", games(LONG_GAMES, "long "))
def test_the_consequences_hold_in_long_games(name: str) -> None:
    game, depth, full = LONG_GAMES[name]
    counted, broken = sweep(game, depth, full)
    assert not broken
    assert counted["2.22c"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "depth"), [(SMALLEST, 14), (THREE, 8), (Game.myst(1, 2, 2, 2), 6)]
)
def test_the_consequences_hold_deep_down(game: Game, depth: int) -> None:
    counted, broken = sweep(game, depth, full=depth)
    assert not broken
    assert counted["2.24a"] > 10_000


POSS, SUCCESSOR = "s2_07_possible_actions", "s2_09_successor_state"
PHASES, KNOWLEDGE = "s2_02_turns_and_phases", "s1_03_knowledge"
CHANGES = [
    ("2.16", POSS, "disjoint(Q, J)", "player(J)", {"2.32"}),
    ("2.17", POSS, "\\+ disjoint(Q, J)", "player(J)", {"2.33"}),
    ("2.20", POSS, "endphase(S)", "endphase(S), I > 1", {"something is possible"}),
    ("2.23", SUCCESSOR, "h(K, X, S).\n", "h(K, X, S), K > 0.\n", {"2.23"}),
    ("2.27", SUCCESSOR, "\\+ A = asks(_, _)", "true", {"the fluents"}),
    ("2.29", SUCCESSOR, "J = I, A \\= endturn(I)", "J = I", {"2.22a"}),
    ("2.30", SUCCESSOR, "A = yes(J)", "A = yes(_), player(J)", {"2.22b"}),
    ("2.31a", SUCCESSOR, "in(J, S).", "in(J, S).\naskphase(do(no(_), _)).", {"S2.8.1"}),
    ("2.31b", SUCCESSOR, "\\+ turn(I, S)", "player(I)", {"S2.8.2"}),
    ("2.31c", SUCCESSOR, "A = yes(_)", "A \\= endturn(_)", {"S2.8.3"}),
    ("2.31d", SUCCESSOR, "A = shows(_, _, _)", "A = yes(_)", {"S2.8.4"}),
    ("2.31e", SUCCESSOR, "A = noguess(_)", "A = yes(_)", {"S2.8.5"}),
    ("S2.2.2", PHASES, "phase_change(askphase, asks, ansphase).", "", {"S2.2.2"}),
    ("S1.3.1a", KNOWLEDGE, "outcome(W, Outcome).", "Outcome = none.", {"2.34"}),
    ("S1.3.1b", KNOWLEDGE, "hand(W, I, Hand).", "Hand = set, world(W).", {"2.14"}),
    ("S1.3.1c", KNOWLEDGE, "seen(V, X)", "seen(X)", {"2.24a", "2.24b", "0b"}),
    ("S1.3.1c: which", KNOWLEDGE, "shown(W, E, X).", "X = some, W > -1.", {"2.25"}),
    (
        "S1.3.1e",
        KNOWLEDGE,
        "\\+ holds(Phi, W).",
        "\\+ holds(Phi, W), I > 1.",
        {"S1.3.6"},
    ),
]


@pytest.mark.parametrize(
    ("stem", "old", "new", "labels"),
    [change[1:] for change in CHANGES],
    ids=[change[0] for change in CHANGES],
)
def test_a_change_of_the_axioms_breaks_a_consequence(
    stem: str, old: str, new: str, labels: set[str], tmp_path: Path
) -> None:
    folder = tmp_path / "axioms"
    shutil.copytree(axioms_dir(), folder)
    file = folder / f"{stem}.pl"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    _, broken = sweep(TWO_ASKED, 5, 5, axioms=folder)
    assert labels <= set(broken)
