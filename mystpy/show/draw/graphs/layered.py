"""Places for the nodes of a directed graph, so that its edges lead downwards.

The method is the layered drawing of Sugiyama, Tagawa and Toda (1981). Edges of a cycle
are reversed, and each node has the layer of the longest path to it. Edges cross layers
by dummy nodes, and the order in each layer is that of barycentres. The distances are as
small as possible (isotonic regression by pool adjacent violators).
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.compilation import NamedTuple

Point = tuple[float, float]
Edge = tuple[int, int]

_SWEEPS = 12
"""The number of passes over the layers, downwards and upwards."""


class Layout(NamedTuple):
    """The middle of each node, and of each edge the points that it passes.

    The points of an edge are those of its dummy nodes, in the direction of the edge.
    Lengths are those of the sizes that were given. A loop has no points.
    """

    places: list[Point]
    routes: dict[Edge, list[Point]]


class Size(NamedTuple):
    """How wide and how high a node, or the label of an edge, is."""

    width: float
    height: float


GAP = Size(26, 24)
"""The space between the nodes of a layer, and between layers."""


def layered(nodes: Sequence[Size], edges: dict[Edge, Size], gap: Size = GAP) -> Layout:
    """Return places for nodes and for the labels of edges.

    An edge has its label in a layer of its own, between two layers of nodes, as one of
    its dummy nodes: the middle of its route. Nodes are best given in the order in which
    they are met.
    """
    down = _acyclic(len(nodes), edges)
    ranks = _ranks(len(nodes), set(down.values()))
    widths = [size.width for size in nodes]
    heights = [size.height for size in nodes]
    levels = [2 * rank for rank in ranks]
    chains: dict[Edge, list[int]] = {}
    links: list[Edge] = []
    for edge, (above, below) in down.items():
        between = range(levels[above] + 1, levels[below])
        chain = list(range(len(levels), len(levels) + len(between)))
        middle = chain[len(chain) // 2]
        for node, level in zip(chain, between, strict=True):
            levels.append(level)
            labelled = edges[edge] if node == middle else Size(4, 0)
            widths.append(labelled.width)
            heights.append(labelled.height)
        links += zip([above, *chain], [*chain, below], strict=True)
        chains[edge] = chain if edge == (above, below) else chain[::-1]
    rows = _ordered(levels, links)
    across = _across(rows, links, widths, gap.width)
    tops = _tops(rows, heights, gap.height)
    places = [(across[n], tops[levels[n]]) for n in range(len(levels))]
    routes = {edge: [places[n] for n in chain] for edge, chain in chains.items()}
    return Layout(places[: len(nodes)], routes)


def _acyclic(size: int, edges: dict[Edge, Size]) -> dict[Edge, Edge]:
    """Each edge, downwards: reversed if it leads back to a node on the way to it."""
    after: list[list[int]] = [[] for _ in range(size)]
    for one, other in edges:
        if one != other:
            after[one].append(other)
    found: dict[Edge, Edge] = {}
    state = [0] * size
    for root in range(size):
        ahead = [(root, iter(after[root]))] if not state[root] else []
        state[root] = state[root] or 1
        while ahead:
            node, rest = ahead[-1]
            for near in rest:
                back = state[near] == 1
                found[node, near] = (near, node) if back else (node, near)
                if state[near] == 0:
                    state[near] = 1
                    ahead.append((near, iter(after[near])))
                    break
            else:
                state[node] = 2
                ahead.pop()
    return {edge: found[edge] for edge in edges if edge in found}


def _ranks(size: int, edges: set[Edge]) -> list[int]:
    """How many edges the longest path to each node has."""
    ranks = [0] * size
    before = [0] * size
    for _, below in edges:
        before[below] += 1
    ahead = [node for node in range(size) if not before[node]]
    below_of: list[list[int]] = [[] for _ in range(size)]
    for above, below in edges:
        below_of[above].append(below)
    while ahead:
        node = ahead.pop()
        for below in below_of[node]:
            ranks[below] = max(ranks[below], ranks[node] + 1)
            before[below] -= 1
            if not before[below]:
                ahead.append(below)
    return ranks


def _near(size: int, links: Sequence[Edge]) -> tuple[list[list[int]], list[list[int]]]:
    """The neighbours above and below of each node."""
    above: list[list[int]] = [[] for _ in range(size)]
    below: list[list[int]] = [[] for _ in range(size)]
    for one, other in links:
        below[one].append(other)
        above[other].append(one)
    return above, below


def _ordered(levels: Sequence[int], links: Sequence[Edge]) -> list[list[int]]:
    """The nodes of each level from left to right, with few crossings."""
    above, below = _near(len(levels), links)
    rows: list[list[int]] = [[] for _ in range(max(levels, default=-1) + 1)]
    met = set[int]()
    roots = [node for node in range(len(levels)) if not above[node]]
    ahead = roots[::-1]
    while ahead:  # in the order of a search by depth: a tree has no crossings so
        node = ahead.pop()
        if node not in met:
            met.add(node)
            rows[levels[node]].append(node)
            ahead += below[node][::-1]
    best, fewest = [list(row) for row in rows], _crossings(rows, below)
    for sweep in range(_SWEEPS):
        if not fewest:
            break
        near, order = (below, rows[::-1]) if sweep % 2 else (above, rows)
        place = {node: k for row in rows for k, node in enumerate(row)}
        for row in order:
            middles = {n: _middle([place[m] for m in near[n]], place[n]) for n in row}
            row.sort(key=middles.__getitem__)
            place |= {node: k for k, node in enumerate(row)}
        crossings = _crossings(rows, below)
        if crossings < fewest:
            best, fewest = [list(row) for row in rows], crossings
    return best


def _middle(places: Sequence[float], otherwise: float) -> float:
    return sum(places) / len(places) if places else otherwise


def _crossings(rows: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> int:
    """How many pairs of edges between neighbouring levels cross."""
    place = {node: k for row in rows for k, node in enumerate(row)}
    found = 0
    for row in rows:
        ends = [
            place[near]
            for node in row
            for near in sorted(below[node], key=place.__getitem__)
        ]
        found += sum(
            one > other for k, one in enumerate(ends) for other in ends[k + 1 :]
        )
    return found


def _across(
    rows: Sequence[Sequence[int]],
    links: Sequence[Edge],
    widths: Sequence[float],
    gap: float,
) -> list[float]:
    """How far to the right each node is: near the middle of its neighbours."""
    above, below = _near(len(widths), links)
    across = [0.0] * len(widths)
    for row in rows:
        _spread(row, across, [0.0] * len(row), widths, gap)
    for sweep in range(_SWEEPS):
        upwards = sweep % 2 == 1
        for row in rows[::-1] if upwards else rows:
            near = below if upwards else above
            wanted = [_middle([across[m] for m in near[n]], across[n]) for n in row]
            _spread(row, across, wanted, widths, gap)
    return across


def _spread(
    row: Sequence[int],
    across: list[float],
    wanted: Sequence[float],
    widths: Sequence[float],
    gap: float,
) -> None:
    """Put a row as near to where it is wanted as its widths allow: least squares."""
    offsets, offset = list[float](), 0.0
    for k, node in enumerate(row):
        if k:
            offset += (widths[row[k - 1]] + widths[node]) / 2 + gap
        offsets.append(offset)
    pools: list[tuple[float, int]] = []
    for place, moved in zip(wanted, offsets, strict=True):
        mean, size = place - moved, 1
        while pools and pools[-1][0] > mean:
            last, many = pools.pop()
            mean, size = (mean * size + last * many) / (size + many), size + many
        pools.append((mean, size))
    shifts = [mean for mean, size in pools for _ in range(size)]
    for node, shift, moved in zip(row, shifts, offsets, strict=True):
        across[node] = shift + moved


def _tops(
    rows: Sequence[Sequence[int]], heights: Sequence[float], gap: float
) -> list[float]:
    """The height of the middle of each level."""
    found, bottom = list[float](), 0.0
    for row in rows:
        height = max((heights[node] for node in row), default=0.0)
        found.append(bottom + height / 2)
        bottom += height + gap
    return found
