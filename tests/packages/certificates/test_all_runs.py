"""All runs of small games: those of a package are those of the folder axioms.

A certificate rests on steps, each compared in all situations at once. Here nothing is
concluded from single steps: after each history the runs of the package are compared
with the answer sets of the folder axioms, as tests/engines/edited/oracle.py lists them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from mystpy.axioms import shipped_axioms_dir
from mystpy.packages.certificates.certified_situation import CertifiedSituation
from mystpy.packages.declarations import read_package
from mystpy.packages.folders import shipped_packages
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from tests.engines.edited.oracle import Game, Oracle, World
from tests.sampling import is_nightly

SIX_CARDS = """
name = "Six cards"
[sorts]
suspect = ["plum", "white"]
weapon = ["knife", "rope"]
room = ["study", "hall"]
"""
DECK = ("plum", "white", "knife", "rope", "study", "hall")
CLUE = Game(
    m=3,
    n=1,
    p=2,
    q=3,
    rules="clue",
    facts="""
    constant(p,2). constant(q,3).
    symbol(1,plum). symbol(2,white). symbol(3,knife). symbol(4,rope).
    symbol(5,study). symbol(6,hall).
    sort_of((plum;white),suspect). sort_of((knife;rope),weapon).
    sort_of((study;hall),room).
    given_size(0,3). given_size((1..3),1). face_up(hall).
    """,
    deck=DECK,
)
OPEN = {"p": 2, "table": 1, "left_over": 1, "face_up": 1}


@dataclass(frozen=True)
class ComparedResult:
    """A game of a package and of the folder axioms, with the depth of its histories."""

    name: str
    constants: dict[str, int]
    there: Game
    given: tuple[str, ...] = ()
    depth: int = 4

    def package(self, folder: Path) -> Package:
        """Return the package, with fewer cards where it is Clue."""
        if self.there.rules == "myst" or self.there.rules == "generalized":
            return read_package(self.name, self.constants)
        small = folder / "small"
        small.mkdir()
        shipped = (shipped_packages()[self.name] / "theory.toml").read_text("utf-8")
        claim = shipped.partition("[certificate]")[2]
        declared = f'extends = "{self.name}"\n{SIX_CARDS}[certificate]{claim}'
        (small / "theory.toml").write_text(declared, "utf-8")
        return read_package(str(small), self.constants)


MYST = {"m": 1, "n": 1, "p": 2, "q": 1}
GAMES = (
    ComparedResult("myst", MYST, Game(1, 1, 2, 1), depth=8),
    ComparedResult("myst", MYST | {"p": 3, "q": 2}, Game(1, 1, 3, 2), depth=5),
    ComparedResult(
        "generalized",
        MYST,
        Game(1, 1, 2, 1, "generalized", "game(myst(1,1,2,2)).", ("s1", "s2", "s3")),
        depth=5,
    ),
    ComparedResult("clue", OPEN, CLUE, ("open(hall)",)),
)

State = frozenset[str]
Seen = tuple[tuple[State, ...], ...]


def signature(
    states: list[State], classes: Iterable[list[object]]
) -> Counter[tuple[State, Seen]]:
    """Count the states, each with those that look like it to each player."""
    alike = []
    for numbers in classes:
        members: dict[object, list[State]] = {}
        for state, number in zip(states, numbers, strict=True):
            members.setdefault(number, []).append(state)
        sorted_ = {n: tuple(sorted(xs, key=sorted)) for n, xs in members.items()}
        alike.append([sorted_[number] for number in numbers])
    seen = zip(*alike, strict=True)
    return Counter(zip(states, seen, strict=True))


def runs_here(situation: PackageSituation) -> Counter[tuple[State, Seen]]:
    """Return the runs of a package after a history."""
    found = situation.listed_model()
    assert found is not None
    model, fits = found
    places = [k for k in range(len(model)) if fits[k]]
    table = f"h({len(model.agents) + 1},"
    states = [
        frozenset(
            atom.replace("still_in", "in")
            for atom in model.true_at(k)
            if not atom.startswith(("open(", table))
        )
        for k in places
    ]
    numbers = (model.relation(agent).numbers for agent in model.agents)
    return signature(states, ([int(found[k]) for k in places] for found in numbers))


def runs_there(oracle: Oracle) -> Counter[tuple[State, Seen]]:
    """Return the runs by the folder axioms."""
    states = [state_of(world) for world in oracle.worlds]
    return signature(states, (list(views) for views in oracle.views.values()))


def state_of(world: World) -> State:
    held = {f"h({k},{x})" for k, hand in enumerate(world.hands) for x in hand}
    names = ("in(", "turn(", "ans_turn(", "game_over")
    return frozenset(held | {x for x in world.fluents if x.startswith(names)})


def offered(situation: PackageSituation) -> dict[str, str]:
    """Return the actions that can be done next, in all runs or in some."""
    return {
        action.replace("{", "set(").replace("}", ")"): (
            "legal" if each.certain else "possible"
        )
        for each in situation.possible_actions(every=True)
        for action in each.actions
    }


def checked_actions(game: ComparedResult, package: Package, history: str) -> list[str]:
    """Compare the runs of a history; return the actions that may follow."""
    situation = PackageSituation.make(package, history, game.given)
    unseen = history.replace(",_)", ",unseen)")
    there = Oracle(shipped_axioms_dir(), game.there, unseen)
    assert runs_here(situation) == runs_there(there), history
    fast = CertifiedSituation.assumed(situation)
    assert fast.legality() == situation.legality(), history
    found, actions = offered(situation), there.possible()
    right = {a: v for a, v in actions.items() if not a.startswith("told(")}
    assert found.keys() == right.keys(), history
    if "told(" not in history and "shows(" not in history:
        assert found == right, history
    words = (a.replace("set(", "{").replace("))", "})") for a in found)
    steps = (PackageSituation.make(package, a).steps[0].public for a in words)
    return list(dict.fromkeys(map(str, steps)))


def histories(game: ComparedResult, package: Package) -> Iterator[str]:
    """Compare all histories of at most so many actions, and yield them."""
    ahead = [""]
    for left in range(game.depth, -1, -1):
        longer = []
        for history in ahead:
            actions = checked_actions(game, package, history)
            yield history
            longer += [f"{history} {action}" for action in actions] if left else []
        ahead = longer


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_runs_of_a_history_are_those_of_the_folder_axioms(
    game: ComparedResult, tmp_path: Path
) -> None:
    package = game.package(tmp_path)
    random = Random(None if is_nightly() else 0)
    history = ""
    for _ in range(game.depth):
        actions = checked_actions(game, package, history)
        if not actions:
            break
        kinds = {
            action.partition("(")[0]: action
            for action in random.sample(actions, len(actions))
        }
        history = f"{history} {random.choice(list(kinds.values()))}"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_all_runs_of_a_small_game_are_those_of_the_folder_axioms(
    game: ComparedResult, tmp_path: Path
) -> None:
    package = game.package(tmp_path)
    assert sum(1 for _ in histories(game, package)) > 50
