"""The places of the worlds of a model: as in the paper's figures, or computed.

Deals of three cards over three players are on a hexagon (figures 2, 3 and 4), two by
two if there are twice as many worlds (figure 5). Deals in which two players have one
card each, of four, are on a truncated tetrahedron seen from a corner. Valuations of up
to three atoms, and worlds `(a,b,c)` of two values each, are on a cube. If two agents
together know the world, the worlds are in a table, in which one agent cannot tell a row
apart, and the other a column. All others are laid out by stress majorization.
"""

from __future__ import annotations

from cmath import rect
from itertools import compress, product
from math import copysign, inf, radians
from operator import ne

from mystpy.kripke.deals import Deal, deals_of
from mystpy.kripke.model import Model
from mystpy.show.draw.layout.captions import captions, of_bits
from mystpy.show.draw.layout.stress import WIDEST, stress_places
from mystpy.show.draw.layout.thinning import Places, links

RADIUS = 200.0
INNER, OUTER = 175.0, 325.0
_HEXAGON = ((0, 1, 2), (0, 2, 1), (2, 0, 1), (2, 1, 0), (1, 2, 0), (1, 0, 2))
"""Which card each of the players holds, round the hexagon from the upper left."""
_CORNERS = {"middle": 120.0, "near": 262.0, "far": 462.0}
"""How far from the middle the worlds of a truncated tetrahedron are."""
_SPREAD = 14.3
_CUBE = (-220j, 300 + 0j, 125 - 105j)
"""Which way the first, the second and the third atom point."""
_USUAL = 75.0
"""How wide worlds may be without making a cube wider."""

FULL = 0.33
"""Which share of the places in a table must be taken, or more."""
_CELL = (210.0, 120.0)


def places_of(model: Model, width: float = WIDEST) -> Places:
    """Return the places of the worlds.

    Chains and parts that are not linked have no more than that width.
    """
    found = own_places(model)
    return stress_places(model, width) if found is None else found


def own_places(model: Model) -> Places | None:
    """The places of a model that has a picture of its own; None of any other."""
    deals = deals_of(model)
    found = None
    if deals is not None and deals[0].size == (1, 1, 1):
        found = _hexagon(model, deals)
    elif deals is not None and deals[0].size == (1, 1, 2):
        found = _tetrahedron(deals)
    else:
        found = _cube(model)
        if found is None and len(model.agents) == 2:
            found = _table(model)
    return found


def _polar(angle: float, radius: float) -> complex:
    return rect(radius, radians(angle))


def _hexagon(model: Model, deals: list[Deal]) -> Places | None:
    """The hexagon of hexa; where there are two of a deal, one inside the other."""
    corners = [_HEXAGON.index(_held(deal)) for deal in deals]
    most = max(corners.count(corner) for corner in corners)
    if most > 2:
        return None
    angles = [240.0 + 60 * corner for corner in corners]
    if most == 1:
        return [_polar(angle, RADIUS) for angle in angles]
    return _doubled(model, corners, angles)


def _held(deal: Deal) -> tuple[int, ...]:
    """For each player the number of the first card."""
    return tuple(deal.cards.index(hand[0]) for hand in deal.hands)


def _doubled(model: Model, corners: list[int], angles: list[float]) -> Places:
    """The hexagon with worlds inside and outside, so that lines are short."""
    twice = sorted({c for c in corners if corners.count(c) == 2})
    best: Places = []
    least = inf
    for turns in product((False, True), repeat=len(twice)):
        radii = []
        for world, corner in enumerate(corners):
            swapped = corner in twice and turns[twice.index(corner)]
            first = corners.index(corner) == world
            radii.append(INNER if first != swapped else OUTER)
        places = list(map(_polar, angles, radii))
        length = round(_length(model, places), 3)
        if length < least:
            best, least = places, length
    return best


def _length(model: Model, places: Places) -> float:
    drawn, _ = links(model, places)
    return sum(abs(places[k.one] - places[k.other]) for k in drawn)


def _tetrahedron(deals: list[Deal]) -> Places | None:
    """Triangles of the worlds in which player 2 has the same card.

    They are seen from the corner of player 2's first card in the deck's order of hands.
    """
    if len({deal.hands for deal in deals}) < len(deals):
        return None
    cards = deals[0].cards
    top = cards[1]
    others = [card for card in cards if card != top]
    towards = {card: 270.0 + 120 * k for k, card in enumerate(others)}
    found = []
    for deal in deals:
        (first,), (second,) = deal.hands[0], deal.hands[1]
        if second == top:
            found.append(_polar(towards[first], _CORNERS["middle"]))
        elif first == top:
            found.append(_polar(towards[second], _CORNERS["near"]))
        else:
            turn = (towards[first] - towards[second] + 180) % 360 - 180
            angle = towards[second] + copysign(_SPREAD, turn)
            found.append(_polar(angle, _CORNERS["far"]))
    return found


def _cube(model: Model) -> Places | None:
    """The corners of a cube, or of a square, by three truths or two-valued numbers."""
    bits: list[tuple[bool, ...]] = []
    if len(model.atoms) <= 3 and of_bits(model):
        bits = list(zip(*(m.tolist() for m in model.valuation.values()), strict=True))
    elif (cells := _cells(model)) is not None and len(cells[0]) <= 3:
        two = all(len(set(column)) <= 2 for column in zip(*cells, strict=True))
        bits = [tuple(map(ne, row, cells[0])) for row in cells if two]
    if len(set(bits)) < len(model):
        return None
    wide = max(1.0, _widest(model) / _USUAL)
    found = (sum(compress(_CUBE, row)) for row in bits)
    return [complex(place.real * wide, place.imag) for place in found]


def _widest(model: Model) -> float:
    return max(one.size[0] for one in captions(model))


def _cells(model: Model) -> list[list[str]] | None:
    """The parts of names as `(a,b,c)`, if all are so and have as many, two or more."""
    names = [str(name) for name in model.names]
    if not all(name[:1] == "(" and name[-1:] == ")" for name in names):
        return None
    found = [name[1:-1].split(",") for name in names]
    size = len(found[0])
    return found if size > 1 and all(len(one) == size for one in found) else None


def _table(model: Model) -> Places | None:
    """Rows of worlds that the first agent cannot tell apart, columns of the second."""
    first, second = (relation.linking() for relation in model.relations)
    if first.meet(second).count < len(model) or min(first.count, second.count) < 2:
        return None
    if len(model) <= FULL * first.count * second.count:
        return None
    column, row = _CELL
    rows = _in_order(first.classes(), model)
    columns = _in_order(second.classes(), model)
    return [complex(x * column, y * row) for x, y in zip(columns, rows, strict=True)]


def _in_order(classes: list[list[int]], model: Model) -> list[int]:
    """For each world the place of its class: by the number that the class shares."""
    cells = _cells(model) or []
    for column in zip(*cells, strict=True):
        shared = [{column[world] for world in block} for block in classes]
        values = [value for values in shared for value in values]
        if len(values) == len(classes) and all(v.isdecimal() for v in values):
            order = sorted(range(len(classes)), key=lambda k: int(values[k]))
            classes = [classes[k] for k in order]
            break
    found = {world: place for place, block in enumerate(classes) for world in block}
    return [found[world] for world in range(len(model))]
