"""Games of two players in Gambit's format, which OpenSpiel reads as well.

In the field: the format .efg (Savani and Turocy, Gambit: the package for computation
in game theory), with chances and payoffs as fractions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mystpy.errors import QueryError
from mystpy.solve.trees.reduced_tree import (
    ChanceNode,
    DealtNode,
    DecisionNode,
    ReducedTree,
    TerminalNode,
)

MOST_NODES = 2_000_000
"""The most nodes of a tree that is written."""


def efg(
    tree: ReducedTree,
    title: str,
    tick: Callable[[], None] = lambda: None,
    most: int | None = None,
) -> Iterator[str]:
    """Yield the lines of a game's file; the winner has payoff 1, the loser -1.

    Information sets are named as in certificates. Raises QueryError for a tree of more
    than `most` nodes (`MOST_NODES`).
    """
    yield f'EFG 2 R "{title}" {{ "player 1" "player 2" }}'
    yield '""'
    yield ""
    numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
    ahead: list[DealtNode | ChanceNode | TerminalNode] = [tree.start()]
    chances = ends = nodes = 0
    while ahead:
        node = ahead.pop()
        if nodes % 512 == 0:
            tick()
        found = _decided(tree, node)
        nodes += 1
        _require_fewer(nodes, most or MOST_NODES)
        if isinstance(found, TerminalNode):
            ends += 1
            payoff = 2 * found.won - 1
            yield f't "" {ends} "" {{ {payoff}, {-payoff} }}'
        elif isinstance(found, ChanceNode):
            chances += 1
            parts = (f'"{k}" {p}' for k, (p, _) in enumerate(found.outcomes, 1))
            yield f'c "" {chances} "" {{ {" ".join(parts)} }} 0'
            ahead += [after for _, after in reversed(found.outcomes)]
        else:
            place = numbers[found.player - 1]
            number = place.setdefault(found.label, len(place) + 1)
            actions = " ".join(f'"{action}"' for action, _ in found.actions)
            head = f'p "" {found.player} {number} "{found.label}"'
            yield f"{head} {{ {actions} }} 0"
            ahead += [after for _, after in reversed(found.actions)]


def _require_fewer(nodes: int, most: int) -> None:
    if nodes > most:
        wrong = f"the tree has more than {most:,} nodes"
        raise QueryError(wrong, hint="break it off after fewer --turns")


def _decided(
    tree: ReducedTree, node: DealtNode | ChanceNode | TerminalNode
) -> ChanceNode | TerminalNode | DecisionNode:
    """Return the next node with a choice, a chance move, or the end of the game."""
    while isinstance(node, DealtNode):
        found = tree.at(node)
        if isinstance(found, TerminalNode) or len(found.actions) > 1:
            return found
        ((_, node),) = found.actions
    return node
