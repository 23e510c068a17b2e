"""A directed graph as SVG or DOT: nodes in layers, labels on the edges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise

from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.show.draw import ACTUAL, INK, NODE, PALE, PAPER, RULE
from mystpy.show.draw.graphs.layered import Edge, Layout, Point, Size, layered
from mystpy.show.draw.svg import Box, Picture, width_of

TEXT, LABEL, HEAD = 16.0, 13.0, 22.0
_LINE = 1.25
_SPACE = 22.0
"""Between the right end of a node and what a loop at it says."""


class GraphNode(NamedTuple):
    """A node with the lines of its text; `kind` is its shape.

    `start` has a double frame, `end` is dark, `small` is its text alone, and all others
    are boxes.
    """

    lines: tuple[str, ...]
    kind: str = "box"
    tip: str = ""


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and the labels of edges between them; `sets` are joined by dotted lines."""

    nodes: Sequence[GraphNode]
    edges: dict[Edge, tuple[str, ...]]
    sets: Sequence[tuple[int, ...]] = field(default=())


def graph_svg(graph: Graph, title: str, description: str) -> str:
    """Return the picture of a graph as SVG."""
    sizes = [_node_size(node) for node in graph.nodes]
    loops = {one: lines for (one, other), lines in graph.edges.items() if one == other}
    room = [
        Size(size.width + 2 * (_SPACE + _width(loops[k], LABEL)), size.height)
        if k in loops
        else size
        for k, size in enumerate(sizes)
    ]
    labels = {edge: _label_size(lines) for edge, lines in graph.edges.items()}
    laid = layered(room, labels)
    picture = Picture(title, description)
    boxes = [
        Box.around(*place, *size)
        for place, size in zip(laid.places, sizes, strict=True)
    ]
    for members in graph.sets:
        others = [box for k, box in enumerate(boxes) if k not in members]
        _draw_set(picture, [boxes[k] for k in members], others)
    for edge in graph.edges:
        if edge[0] != edge[1]:
            _draw_edge(picture, boxes, laid, edge, labels[edge])
    for edge, lines in graph.edges.items():
        if edge[0] == edge[1]:
            _draw_loop(picture, boxes[edge[0]], lines)
        else:
            _draw_label(picture, _label_place(laid, edge), lines)
    for node, box in zip(graph.nodes, boxes, strict=True):
        _draw_node(picture, node, box)
    if title and picture.bounds:
        last = (picture.bounds.left, picture.bounds.top - 26)
        picture.heading(title, HEAD, last, max(picture.bounds.width, 340))
    return picture.svg()


def graph_dot(graph: Graph, title: str) -> str:
    """Return a graph in the language DOT, for Graphviz."""
    shapes = {"end": "box, style=bold", "small": "plaintext"}
    lines = [f"digraph {{ label={_quoted([title])}; labelloc=t;"]
    for k, node in enumerate(graph.nodes):
        shape = shapes.get(node.kind, "box, style=rounded")
        around = ", peripheries=2" if node.kind == "start" else ""
        lines.append(f"  n{k} [label={_quoted(node.lines)}, shape={shape}{around}];")
    for (one, other), said in graph.edges.items():
        lines.append(f"  n{one} -> n{other} [label={_quoted(said)}];")
    for members in graph.sets:
        chain = " -> ".join(f"n{k}" for k in members)
        lines.append(f"  {{ rank=same; {chain} [style=dotted, dir=none]; }}")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(lines: Sequence[str]) -> str:
    kept = (line.replace("\\", "\\\\").replace('"', '\\"') for line in lines)
    return '"' + "\\n".join(kept) + '"'


def _width(lines: Sequence[str], size: float) -> float:
    return max((width_of(line, size) for line in lines), default=0.0)


def _node_size(node: GraphNode) -> Size:
    width, height = _width(node.lines, TEXT), len(node.lines) * TEXT * _LINE
    if node.kind == "small":
        return Size(max(width, 8.0), height + 4)
    return Size(max(width + 24, 40.0), height + 14)


def _label_size(lines: Sequence[str]) -> Size:
    return Size(_width(lines, LABEL) + 10, max(len(lines) * LABEL * _LINE + 4, 12.0))


def _label_place(laid: Layout, edge: Edge) -> Point:
    """The middle of an edge's route: there its label has room."""
    route = laid.routes[edge]
    above = edge if laid.places[edge[0]][1] < laid.places[edge[1]][1] else edge[::-1]
    middle = len(route) // 2
    return route[middle] if above == edge else route[len(route) - 1 - middle]


def _passed(laid: Layout, edge: Edge, label: Size) -> list[Point]:
    """The points of an edge's route; it passes its label upright."""
    at, half = _label_place(laid, edge), label.height / 2
    down = laid.places[edge[0]][1] < laid.places[edge[1]][1]
    ends = [(at[0], at[1] - half), (at[0], at[1] + half)]
    found = list[Point]()
    for point in laid.routes[edge]:
        found += (ends if down else ends[::-1]) if point == at else [point]
    return found


def _draw_edge(
    picture: Picture, boxes: Sequence[Box], laid: Layout, edge: Edge, label: Size
) -> None:
    """Draw an edge as a curve that leaves and meets its nodes upright."""
    one, other = boxes[edge[0]], boxes[edge[1]]
    downwards = one.middle[1] < other.middle[1]
    way = 1.0 if downwards else -1.0
    start = (one.middle[0], one.bottom if downwards else one.top)
    end = (other.middle[0], other.top if downwards else other.bottom)
    tip = (end[0], end[1] - way * 2)
    points = [start, *_passed(laid, edge, label), (end[0], end[1] - way * 9)]
    path = f"M{start[0]:.1f} {start[1]:.1f}"
    reach = Box(*start, *start)
    for (x1, y1), (x2, y2) in pairwise(points):
        middle = (y1 + y2) / 2
        path += f"C{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}"
        reach = reach.union(Box(x2, y2, x2, y2))
    picture.path(path, reach, stroke=PALE, stroke_width=1.6)
    x, y = tip
    head = (
        f"M{x - 5:.1f} {y - way * 9:.1f}L{x:.1f} {y:.1f}L{x + 5:.1f} {y - way * 9:.1f}Z"
    )
    picture.path(head, None, stroke=PALE, stroke_width=1, fill=PALE)


def _draw_loop(picture: Picture, box: Box, lines: Sequence[str]) -> None:
    """Draw an edge from a node to itself, at its right side."""
    x, (_, y) = box.right, box.middle
    path = f"M{x:.1f} {y - 7:.1f}C{x + 22:.1f} {y - 20:.1f} {x + 22:.1f} {y + 20:.1f} "
    path += f"{x + 9:.1f} {y + 10:.1f}"
    picture.path(path, None, stroke=PALE, stroke_width=1.6)
    head = (
        f"M{x + 10:.1f} {y + 3:.1f}L{x + 1:.1f} {y + 6:.1f}L{x + 8:.1f} {y + 13:.1f}Z"
    )
    picture.path(head, None, stroke=PALE, stroke_width=1, fill=PALE)
    for k, line in enumerate(lines):
        middle = y + (k - (len(lines) - 1) / 2) * LABEL * _LINE
        picture.text(x + _SPACE, middle + LABEL * 0.35, line, LABEL, fill=PALE)


def _draw_label(picture: Picture, place: Point, lines: Sequence[str]) -> None:
    """Write what an edge says, on paper, over the edge."""
    if not lines:
        return
    with picture.group("edge"):
        picture.rectangle(Box.around(*place, *_label_size(lines)), fill=PAPER)
        for k, line in enumerate(lines):
            y = place[1] + (k - (len(lines) - 1) / 2) * LABEL * _LINE
            picture.centred((place[0], y), line, LABEL)


def _draw_node(picture: Picture, node: GraphNode, box: Box) -> None:
    with picture.group("world", node.tip):
        if node.kind == "small":
            picture.rectangle(box, fill=PAPER)
        else:
            fill = {"start": ACTUAL, "end": RULE}.get(node.kind, NODE)
            corner = 4.0 if node.kind == "end" else 10.0
            picture.rectangle(box, rx=corner, fill=fill, stroke=INK, stroke_width=1.5)
            if node.kind == "start":
                inner = box.grown(-3.5)
                picture.rectangle(inner, rx=7, fill="none", stroke=INK, stroke_width=1)
        for k, line in enumerate(node.lines):
            x, y = box.middle
            y += (k - (len(node.lines) - 1) / 2) * TEXT * _LINE
            picture.centred((x, y), line, TEXT)


def _draw_set(picture: Picture, boxes: Sequence[Box], others: Sequence[Box]) -> None:
    """Draw an information set: a dotted box, or dotted lines between its nodes."""
    style: dict[str, str | float] = {
        "stroke": INK,
        "stroke_width": 1.6,
        "stroke_dasharray": "2 5",
    }
    around = reduce(Box.union, boxes).grown(7)
    if not any(around.meets(other) for other in others):
        picture.rectangle(around, rx=14, fill="none", **style)
        return
    for one, other in pairwise(sorted(boxes)):
        (x1, y1), (x2, y2) = one.middle, other.middle
        sag = max(one.height, other.height) / 2 + 12
        path = f"M{x1:.1f} {y1:.1f}Q{(x1 + x2) / 2:.1f} {max(y1, y2) + 2 * sag:.1f} "
        picture.path(f"{path}{x2:.1f} {y2:.1f}", one.union(other), **style)
