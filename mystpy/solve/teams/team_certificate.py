"""Certificates of bounds of what one player wins against a team.

In the field: certifying algorithms. A certificate has the tree, a strategy of the
player alone, and joint pure plans of the team with their chances. A program in `tools/`
computes their values from these alone, and uses nothing of this package. This module
grows the tree again, and checks that it is the tree of the game.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.certificate import dealt_game, fraction
from mystpy.solve.extensive.form import RealizationPlan
from mystpy.solve.profiles.game_tree import MOST, GameTree, game_tree
from mystpy.solve.teams.named_tree import named_tree
from mystpy.solve.teams.team_bounds import Mixture, TeamBounds, sure_of, worst_of
from mystpy.solve.teams.team_form import TeamForm

VERSION = 4

_KEYS = (
    *("game", "hands", "turns", "idle", "named", "alone", "lower", "upper"),
    *("sets", "nodes", "strategy", "plans"),
)


def team_certificate(best: TeamBounds, *, named: bool) -> dict[str, Any]:
    """A certificate as an object of JSON: fractions are texts.

    A set is a player with a number of actions. A node is a set with the nodes that each
    action may lead to, or the winner, or the players who are in if the game is cut off.
    """
    tree = best.tree
    return {
        "certificate": VERSION,
        "game": tree.game.to_dict(),
        "hands": list(tree.game.sizes[1:]),
        "turns": tree.turns,
        "idle": tree.idle,
        "named": named,
        "alone": best.alone,
        "lower": str(best.lower),
        "upper": str(best.upper),
        "sets": sets_of(tree),
        "nodes": nodes_of(tree),
        "strategy": _strategy(best),
        "plans": [
            {"chance": str(chance), "picks": {str(k): x for k, x in plan.items()}}
            for chance, plan in best.mixture
        ],
    }


def sets_of(tree: GameTree) -> list[list[int]]:
    """The player and the number of actions of each information set."""
    return [[one.player, len(one.picks)] for one in tree.decisions]


def nodes_of(tree: GameTree) -> list[dict[str, Any]]:
    """The nodes of a tree as objects of JSON."""
    found: list[dict[str, Any]] = []
    for node in tree.nodes:
        if node.decision >= 0:
            after = [[[k, str(share)] for k, share in one] for one in node.after]
            found.append({"set": node.decision, "after": after})
        elif node.winner:
            found.append({"winner": node.winner})
        else:
            found.append({"broken": list(node.still_in)})
    return found


def _strategy(best: TeamBounds) -> dict[str, list[str]]:
    """Return the choices of the player alone at each set that he reaches."""
    weights, found = best.plan.weights, dict[str, list[str]]()
    for stage in TeamForm(best.tree, best.alone, 0).mine.stages:
        for parent, decision, start, size in zip(
            stage.parents.tolist(),
            stage.decisions.tolist(),
            stage.starts.tolist(),
            stage.sizes.tolist(),
            strict=True,
        ):
            some = stage.sequences[start : start + size].tolist()
            if weights[parent]:
                parts = [Fraction(weights[k], weights[parent]) for k in some]
                found[str(decision)] = list(map(str, parts))
    return found


def judged_team(
    document: Mapping[str, Any],
    *,
    most: int | None = MOST,
    tick: Callable[[], None] = lambda: None,
) -> tuple[TeamBounds, bool]:
    """Return the values of the strategy and the plans, and whether the claims agree.

    Raises QueryError for what is no certificate, and where its tree is not that of its
    game; EngineFailed for a tree of more than `most` positions.
    """
    for key in _KEYS:
        if key not in document:
            raise QueryError(f"the certificate lacks the key {key!r}")
    tree = _tree(document, sys.maxsize if most is None else most, tick)
    alone = document["alone"]
    form = TeamForm(tree, alone, 0)
    plan = _plan(form, document["strategy"])
    mixture = _mixture(tree, alone, document["plans"])
    lower, _ = sure_of(form, plan, tick=tick)
    upper = worst_of(TeamForm(tree, alone, 1), mixture)
    found = TeamBounds(tree, alone, lower, upper, plan, mixture)
    claimed = fraction(document["lower"]), fraction(document["upper"])
    return found, claimed == (lower, upper)


def _tree(document: Mapping[str, Any], most: int, tick: Callable[[], None]) -> GameTree:
    game: Game = dealt_game(document)
    turns, alone = document["turns"], document["alone"]
    if type(turns) is not int or turns < 1:
        raise QueryError(f"turns are a number from 1 on, not {turns!r}")
    if type(alone) is not int or not 1 <= alone <= game.p or game.p < 3:
        raise QueryError(f"alone is a player of three or more, not {alone!r}")
    for key in ("idle", "named"):
        if not isinstance(document[key], bool):
            raise QueryError(f"{key} is true or false, not {document[key]!r}")
    grow = named_tree if document["named"] else game_tree
    tree = grow(game, turns, idle=document["idle"], most=most, tick=tick)
    if document["sets"] != sets_of(tree) or document["nodes"] != nodes_of(tree):
        raise QueryError("the tree of the certificate is not that of its game")
    return tree


def _plan(form: TeamForm, strategy: Any) -> RealizationPlan:
    """The realization plan of a strategy, which has to be whole. Raises QueryError."""
    if not isinstance(strategy, dict):
        raise QueryError("the strategy of a certificate has chances by set")
    found = [Fraction(1)] + [Fraction(0)] * (form.mine.total - 1)
    for stage in form.mine.stages:
        for parent, decision, start, size in zip(
            stage.parents.tolist(),
            stage.decisions.tolist(),
            stage.starts.tolist(),
            stage.sizes.tolist(),
            strict=True,
        ):
            if not found[parent]:
                continue
            chances = strategy.get(str(decision))
            if not isinstance(chances, list) or len(chances) != size:
                raise QueryError(
                    f"the strategy has no {size} chances at set {decision}"
                )
            parts = [fraction(x) for x in chances]
            if min(parts) < 0 or sum(parts) != 1:
                raise QueryError(f"the chances at set {decision} do not add up to 1")
            some = stage.sequences[start : start + size].tolist()
            for k, part in zip(some, parts, strict=True):
                found[k] = found[parent] * part
    return RealizationPlan.of(found)


def _mixture(tree: GameTree, alone: int, plans: Any) -> Mixture:
    """The joint plans of a certificate with their chances. Raises QueryError."""
    if not isinstance(plans, list):
        raise QueryError("the plans of a certificate are a list")
    found, sets = [], sets_of(tree)
    for one in plans:
        if not isinstance(one, dict) or not isinstance(one.get("picks"), dict):
            raise QueryError("a plan of a certificate has a chance, and picks by set")
        picks = dict[int, int]()
        for key, pick in one["picks"].items():
            number = (
                int(key) if key.isascii() and key.isdigit() and len(key) < 9 else -1
            )
            known = 0 <= number < len(sets)
            player, size = sets[number] if known else (0, 0)
            if player in (0, alone) or type(pick) is not int or not 0 <= pick < size:
                raise QueryError(f"no member of the team can do {pick!r} at {key!r}")
            picks[number] = pick
        found.append((fraction(one.get("chance")), picks))
    if not found or min(x for x, _ in found) < 0 or sum(x for x, _ in found) != 1:
        raise QueryError("the chances of the plans do not add up to 1")
    return found
