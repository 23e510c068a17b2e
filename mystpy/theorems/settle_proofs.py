"""Conjectures proved for histories of any length: by induction over situations."""

from __future__ import annotations

from typing import cast

from mystpy.game import Game
from mystpy.theorems.bench import Budget
from mystpy.theorems.conjecture import Conjecture, bounds_of, judged, span
from mystpy.theorems.induction import induce, is_public
from mystpy.theorems.induction_public import (
    NotPublic,
    announces,
    holds_in_public_states,
    same_for_all,
)
from mystpy.theorems.language import Node
from mystpy.theorems.language_limits import named
from mystpy.theorems.spread import spread
from mystpy.theorems.verdict import Finding


def by_induction(conjecture: Conjecture, node: Node, budget: Budget) -> Finding | None:
    """PROVED if the formula is an invariant of the public fluents."""
    players = sorted({game.p for game in conjecture.games})
    if not all(is_public(node, p) for p in players):
        return None
    items = [(f"p={p}", (node, p, True)) for p in players]
    label = f"induction|{conjecture.text}"
    for _, breaks in spread(budget, label, induce, items, largest_first=True):
        if breaks:
            return None
    return judged(
        conjecture,
        None,
        proves=True,
        method="induction",
        instances=len(players),
        scope={"p": span(players), "m, n, q, depth": "any"},
        note="true in Init0 and kept by every possible action from every state that"
        " satisfies it and the invariants it is proved with",
    )


def by_public_states(
    conjecture: Conjecture, node: Node, budget: Budget
) -> Finding | None:
    """PROVED if every public state announces it; see `induction_public`."""
    instances = 0
    if not announces(node):
        return None
    items = [(named(game), (conjecture, game)) for game in conjecture.games]
    label = f"public|{conjecture.text}"
    for _, found in spread(budget, label, public_piece, items, largest_first=True):
        holds, count = cast("list[int]", found)
        if not holds:
            return None
        instances += count
    same = all(same_for_all(node, game) for game in conjecture.games)
    turned = " (players in their order renamed)" if same else ""
    return judged(
        conjecture,
        None,
        proves=True,
        method="induction over public states",
        instances=instances,
        scope=bounds_of(conjecture.games) | {"depth": "any"},
        note=f"looked at in every public state{turned}, with every question (cards"
        " renamed) and every deal; what is true wherever the action is possible is"
        " known after it",
    )


def public_piece(item: tuple[Conjecture, Game]) -> object:
    """Whether the formula holds in the public states of one game, and the instances."""
    conjecture, game = item
    try:
        return list(holds_in_public_states(conjecture.node, game))
    except NotPublic:
        return [False, 0]
