"""The phases of a game and the flow of one turn as graphs to draw."""

from __future__ import annotations

from mystpy.axioms import name_in_force
from mystpy.engines.transition_system.phases import (
    Arrow,
    TurnPlace,
    phase_graph,
    turn_graph,
)
from mystpy.engines.transition_system.states import Guard
from mystpy.engines.transition_system.system import TransitionSystem
from mystpy.show.draw.graphs.graph_svg import Graph, GraphNode
from mystpy.show.draw.graphs.layered import Edge


def graph_of_phases(system: TransitionSystem) -> Graph:
    """Return the state diagram of the phases; a double frame is where play starts."""
    arrows = phase_graph(system)
    start = system.state(system.start).phases
    phases = list(dict.fromkeys([start, *(each for pair in arrows for each in pair)]))
    nodes = [
        GraphNode((_named(each),), "start" if each == start else "box")
        for each in phases
    ]
    edges = {
        (phases.index(one), phases.index(other)): tuple(
            sorted(map(name_in_force, kinds))
        )
        for (one, other), kinds in arrows.items()
    }
    return Graph(nodes, edges)


def graph_of_turn(system: TransitionSystem) -> Graph:
    """Return the flow of the first turn, with the conditions of its actions."""
    arrows = turn_graph(system)
    places = list(dict.fromkeys(each for pair in arrows for each in pair))
    nodes = [_place_node(each, k == 0) for k, each in enumerate(places)]
    edges: dict[Edge, tuple[str, ...]] = {
        (places.index(one), places.index(other)): tuple(
            line for arrow in found for line in _arrow_lines(arrow)
        )
        for (one, other), found in arrows.items()
    }
    return Graph(nodes, edges)


def _named(phases: tuple[str, ...]) -> str:
    return " and ".join(map(name_in_force, phases)) or "no phase"


def _players(players: tuple[int, ...]) -> str:
    return " and ".join(map(str, players)) or "nobody"


def _place_node(place: TurnPlace, start: bool) -> GraphNode:
    if place.over:
        return GraphNode(("game over",), "end")
    if not place.phases:
        return GraphNode((f"turn of player {_players(place.poser)}",), "end")
    kind = "start" if start else "box"
    if place.answerers:
        answerer = f"player {_players(place.answerers)}"
        return GraphNode((_named(place.phases), answerer), kind)
    return GraphNode((_named(place.phases),), kind)


def _arrow_lines(arrow: Arrow) -> list[str]:
    kind, *players = arrow.event
    action = f"{name_in_force(kind)}({', '.join(map(str, players))})"
    return [action, *(f"if {_condition(guard)}" for guard in arrow.guards)]


def _condition(guard: Guard) -> str:
    """Return the condition of a guard on the cards, in words."""
    holder = f"{guard.player} holds" if guard.player else "the pile is"
    if guard.all:
        cards = "these cards" if guard.own else "the named cards"
        return f"{holder} {'exactly' if guard.some else 'not'} {cards}"
    if guard.shown:
        return f"{holder} {'the card' if guard.some else 'other cards'}"
    return f"{holder} {'some' if guard.some else 'none'} of the named cards"
