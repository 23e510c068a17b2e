"""Layered drawings: edges lead downwards, nothing overlaps, trees have no crossings."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from mystpy.show.draw.graphs.graph_svg import Graph, GraphNode, graph_dot, graph_svg
from mystpy.show.draw.graphs.layered import GAP, Edge, Size, layered
from tests.show.draw.geometry import faults, seen

SIZE = Size(30, 20)


def random_edges(random: Random, size: int) -> dict[Edge, Size]:
    pairs = [(i, j) for i in range(size) for j in range(size)]
    chosen = random.sample(pairs, min(len(pairs), 2 * size))
    return {edge: Size(random.randint(5, 60), random.randint(5, 30)) for edge in chosen}


def random_tree(random: Random, size: int) -> dict[Edge, Size]:
    return {(random.randrange(k), k): Size(10, 10) for k in range(1, size)}


@pytest.mark.parametrize("number", range(30))
def test_boxes_are_apart_and_edges_pass_from_layer_to_layer(number: int) -> None:
    random = Random(number)
    size = random.randint(1, 12)
    edges = random_edges(random, size)
    laid = layered([SIZE] * size, edges)
    for (x1, y1), (x2, y2) in combinations(laid.places, 2):
        apart = abs(x1 - x2) >= SIZE.width + GAP.width - 1e-6
        assert apart or abs(y1 - y2) >= SIZE.height
    assert set(laid.routes) == {(i, j) for i, j in edges if i != j}
    for (i, j), route in laid.routes.items():
        heights = [laid.places[i][1], *(y for _, y in route), laid.places[j][1]]
        assert heights == sorted(heights, reverse=heights[0] > heights[-1])
        assert len(set(heights)) == len(heights)


@pytest.mark.parametrize("number", range(20))
def test_an_acyclic_graph_has_all_edges_downwards(number: int) -> None:
    random = Random(number)
    size = random.randint(2, 12)
    edges = {(i, j): s for (i, j), s in random_edges(random, size).items() if i < j}
    laid = layered([SIZE] * size, edges)
    assert all(laid.places[i][1] < laid.places[j][1] for i, j in edges)


@pytest.mark.parametrize("number", range(20))
def test_a_tree_has_no_crossings(number: int) -> None:
    random = Random(number)
    size = random.randint(2, 25)
    edges = random_tree(random, size)
    places = layered([SIZE] * size, edges).places
    for (a, b), (c, d) in combinations(edges, 2):
        if places[a][1] == places[c][1] and a != c:
            above, below = places[a][0] - places[c][0], places[b][0] - places[d][0]
            assert above * below > 0


def test_of_two_nodes_each_leads_to_the_other() -> None:
    edges = {(0, 1): SIZE, (1, 0): SIZE, (1, 1): SIZE}
    laid = layered([SIZE, SIZE], edges)
    assert len(laid.places) == 2
    assert set(laid.routes) == {(0, 1), (1, 0)}
    assert laid.routes[0, 1] != laid.routes[1, 0]


def test_an_empty_graph_and_a_single_node_are_drawn() -> None:
    assert layered([], {}).places == []
    assert len(layered([SIZE], {(0, 0): SIZE}).places) == 1


@pytest.mark.parametrize("number", range(10))
def test_no_text_of_a_picture_covers_another(number: int) -> None:
    random = Random(number)
    size = random.randint(2, 9)
    nodes = [GraphNode((f"node {k}", "second line")) for k in range(size)]
    edges: dict[Edge, tuple[str, ...]] = {
        (i, j): (f"{i} to {j}",) for i, j in random_edges(random, size)
    }
    picture = seen(graph_svg(Graph(nodes, edges), "A title", "A description"))
    assert list(faults(picture)) == []
    texts = {text for text, _ in picture.texts}
    assert {f"{i} to {j}" for i, j in edges} <= texts


def test_dot_has_every_node_edge_and_set() -> None:
    nodes = [GraphNode(('say "hi"',), "start"), GraphNode(("a\\b",)), GraphNode(("c",))]
    graph = Graph(nodes, {(0, 1): ("x", "y"), (0, 2): ()}, [(1, 2)])
    text = graph_dot(graph, "T")
    assert '[label="say \\"hi\\"", shape=box, style=rounded, peripheries=2]' in text
    assert 'n0 -> n1 [label="x\\ny"]' in text
    assert '"a\\\\b"' in text
    assert "n1 -> n2 [style=dotted, dir=none]" in text
