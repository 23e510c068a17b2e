"""The tree of a game as a graph to draw, with its information sets."""

from __future__ import annotations

from fractions import Fraction

from mystpy.show.draw.graphs.graph_svg import Graph, GraphNode
from mystpy.show.draw.graphs.layered import Edge
from mystpy.solve.trees.game_tree import GameTree, TreeNode

MOST_NODES = 300
"""A larger tree is not drawn: nobody could read it."""


def tree_graph(tree: GameTree) -> Graph:
    """Return a graph: a box for each decision, and payoffs where they are paid."""
    edges: dict[Edge, tuple[str, ...]] = {}
    for k, node in enumerate(tree.nodes):
        for a, child in enumerate(node.children):
            chance = (str(node.chances[a]),) if node.chances else ()
            named = node.actions[a]
            numbered = node.player == 0 and named == str(a + 1)
            edges[k, child] = chance if numbered else (named, *chance)
    sets = [
        tuple(nodes) for nodes in tree.information_sets().values() if len(nodes) > 1
    ]
    nodes = [_node(tree, node, k == 0) for k, node in enumerate(tree.nodes)]
    return Graph(nodes, edges, sets)


def tree_description(tree: GameTree) -> str:
    """Return what the picture shows, in words."""
    decisions = sum(bool(node.player) for node in tree.nodes)
    ends = sum(not node.children for node in tree.nodes)
    sets = sum(len(nodes) > 1 for nodes in tree.information_sets().values())
    return (
        f"A game tree with {decisions} decisions and {ends} ends. Dotted lines "
        "surround or join the nodes that a player cannot distinguish: "
        f"{sets} information sets of two nodes or more."
    )


def _node(tree: GameTree, node: TreeNode, root: bool) -> GraphNode:
    payoffs = (", ".join(map(_payoff, node.payoffs)),) if any(node.payoffs) else ()
    if node.player is None:
        paid = ", ".join(map(_payoff, node.payoffs)) or "0"
        return GraphNode((paid,), "small", _payments(tree, node))
    if node.player == 0:
        return GraphNode(("chance", *payoffs), "end")
    name = tree.players[node.player - 1]
    return GraphNode((name, *payoffs), "start" if root else "box")


def _payments(tree: GameTree, node: TreeNode) -> str:
    return "; ".join(
        f"{name}: {payoff}"
        for name, payoff in zip(tree.players, node.payoffs, strict=False)
    )


def _payoff(payoff: Fraction) -> str:
    return str(payoff).replace("-", "\N{MINUS SIGN}")
