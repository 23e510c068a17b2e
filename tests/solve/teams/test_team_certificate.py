"""Certificates of a player against a team, read by two programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.profiles.game_tree import GameTree, game_tree
from mystpy.solve.teams.named_tree import named_tree
from mystpy.solve.teams.team_bounds import team_bounds
from mystpy.solve.teams.team_certificate import judged_team, team_certificate
from tests.solve.teams.test_team_bounds import small_trees

Document = dict[str, Any]
APART: Any = import_module("tools.check_team_certificate")


def document_of(tree: GameTree, alone: int, *, named: bool = False) -> Document:
    """A certificate of the last bounds, as it is read from a file."""
    *_, best = team_bounds(tree, alone)
    found: Document = json.loads(json.dumps(team_certificate(best, named=named)))
    return found


@cache
def whole() -> Document:
    """A certificate in which the team mixes plans, and the player actions."""
    return document_of(game_tree(Game.myst(2, 1, 3, 1), 3, idle=False), 2)


def checked(document: Document, folder: Path) -> int:
    """The exit status of the program apart."""
    path = folder / "c.json"
    path.write_text(json.dumps(document), "utf-8")
    return int(APART.main([str(path)]))


def test_both_programs_accept_a_certificate(tmp_path: Path) -> None:
    assert len(whole()["plans"]) > 1
    found, right = judged_team(whole())
    assert right
    assert found.value == Fraction(4, 9)
    assert checked(whole(), tmp_path) == 0


def test_both_programs_accept_one_with_named_cards(tmp_path: Path) -> None:
    tree = named_tree(Game.myst(1, 1, 3, 2), 1)
    document = document_of(tree, 2, named=True)
    assert judged_team(document)[1]
    assert checked(document, tmp_path) == 0


def test_the_program_apart_finds_the_same_bounds_of_random_trees() -> None:
    searched = 0
    for tree in small_trees(8):
        for alone in (1, 2, 3):
            *_, best = team_bounds(tree, alone)
            document = json.loads(json.dumps(team_certificate(best, named=False)))
            read = APART.Tree(document)
            assert read.lower(document["strategy"]) == best.lower
            assert read.upper(document["plans"]) == best.upper
            searched = max(searched, read.searched)
    assert searched > 1, "for some tree the members have to be forced to agree"


def claim_more(document: Document) -> None:
    """Claim a lower bound that the strategy does not have."""
    document["lower"] = str(Fraction(document["lower"]) + Fraction(1, 1000))


def swap_a_winner(document: Document) -> None:
    """Say that somebody else wins at the end of the tree."""
    node = next(x for x in document["nodes"] if "winner" in x)
    node["winner"] = 1 + node["winner"] % 3


def take_chances(document: Document) -> None:
    """Let the chances of a set add up to more than 1."""
    chances = next(iter(document["strategy"].values()))
    chances[0] = "2"


def leave_out_a_set(document: Document) -> None:
    """Do not say what to do at the first set of the player."""
    del document["strategy"][next(iter(document["strategy"]))]


def take_a_plan_twice(document: Document) -> None:
    """Let the chances of the plans add up to more than 1."""
    document["plans"].append(document["plans"][0])


def do_what_nobody_can(document: Document) -> None:
    """Let a member of the team take an action that it does not have."""
    picks = document["plans"][0]["picks"]
    picks[next(iter(picks))] = 99


@pytest.mark.parametrize(
    ("damage", "apart"),
    [(claim_more, 1), (swap_a_winner, None), (take_chances, 2), (leave_out_a_set, 2),
     (take_a_plan_twice, 2), (do_what_nobody_can, 2)],
)  # fmt: skip
def test_a_damaged_certificate_is_refused(
    damage: Callable[[Document], None], apart: int | None, tmp_path: Path
) -> None:
    document = deepcopy(whole())
    damage(document)
    if damage is claim_more:
        assert not judged_team(document)[1]
    else:
        with pytest.raises(QueryError):
            judged_team(document)
    if apart is not None:
        assert checked(document, tmp_path) == apart


def test_a_tree_of_another_game_is_refused() -> None:
    document = deepcopy(whole())
    document["idle"] = True
    with pytest.raises(QueryError, match="not that of its game"):
        judged_team(document)


def test_a_player_who_forgets_is_refused(tmp_path: Path) -> None:
    document = deepcopy(document_of(next(small_trees(1)), 1))
    nodes, sets = document["nodes"], document["sets"]
    path = [0]
    while "set" in nodes[path[-1]]:
        path.append(nodes[path[-1]]["after"][0][0][0])
    one, two = (nodes[k] for k in path[1:3])
    sets[two["set"]][0] = sets[one["set"]][0]
    two["set"] = one["set"]
    assert checked(document, tmp_path) == 2
