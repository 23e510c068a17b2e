"""Pictures of a game's phases, of one turn, and of a game tree, as SVG or DOT."""

from __future__ import annotations

from mystpy.engines.transition_system.system import transition_system_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.show.draw.graphs.graph_svg import Graph, graph_dot, graph_svg
from mystpy.show.draw.graphs.phase_graphs import graph_of_phases, graph_of_turn
from mystpy.show.draw.graphs.tree_graph import MOST_NODES, tree_description, tree_graph
from mystpy.solve.trees.game_tree import read_efg

PHASES, FLOW = "phases", "flow"
_MOST_PLAYERS = 10
"""The public states of more players are too many to be all looked at."""


def rules_picture(game: Game, what: str, kind: str) -> str:
    """Return the picture of the phases of a game, or of the flow of its first turn.

    `what` is `PHASES` or `FLOW`, and `kind` svg or dot. Raises QueryError for more than
    ten players.
    """
    if game.p > _MOST_PLAYERS:
        raise QueryError(
            f"the phases of {game.p} players are not drawn: at most {_MOST_PLAYERS}",
            hint="the picture with fewer players shows the same",
        )
    system = transition_system_of(game.p, game.rule_set)
    players = f'{game.p} players, rules = "{game.rules}"'
    if what == PHASES:
        graph, title = graph_of_phases(system), f"Phases: {players}"
        about = "State diagram: each arrow is an action that changes the phase."
    else:
        graph, title = graph_of_turn(system), f"The first turn: {players}"
        about = "Flowchart: each arrow is an action, with its condition on the hands."
    return _drawn(graph, title, about, kind)


def tree_picture(text: str, name: str, kind: str, title: str = "") -> str:
    """Return the picture of a game tree in Gambit's format .efg.

    Raises QueryError if the text is none, or the tree has more than 300 nodes.
    """
    tree = read_efg(text, name, MOST_NODES)
    return _drawn(tree_graph(tree), title or tree.title, tree_description(tree), kind)


def _drawn(graph: Graph, title: str, about: str, kind: str) -> str:
    if kind == "dot":
        return graph_dot(graph, title)
    if kind != "svg":
        raise QueryError("graphs are drawn as SVG, PDF or DOT, not as TikZ")
    return graph_svg(graph, title, about)
