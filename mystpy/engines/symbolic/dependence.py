"""Knowledge in every consistent world, in some of them only, or in none.

In the field: model generation, where each model found excludes what it decides.

The grids say whether a cell is known in all consistent worlds. Otherwise it may be
known in some of them: then it depends on cards that are not given. A world in which it
is known is searched for, and the grid of that world decides further cells. Of
interchangeable cards or holders only one is examined.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import cycle, islice

from mystpy.bits import mask_of
from mystpy.engines.base import Cell, Cells, Value, cells_of_hands
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.sat.layout import WitnessWorld
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.engines.symbolic.value import common_knowledge, constrained_value
from mystpy.language.atoms import H
from mystpy.language.nodes import Common, Formula, Knows, Not
from mystpy.language.subformulas import walk
from mystpy.thresholds import MAX_DEPTH_OF_DISPROOF
from mystpy.views import GivenCards

Alike = Callable[[int, str], tuple[int, str]]
"""The first of the cells that are equivalent to that of a holder and a card."""

Grids = Callable[[Formula], Iterator[Cells]]
"""Grids in consistent worlds, until a fact is known in none of the others."""


def nested_cells(
    session: SatSession, players: tuple[int, ...], given: GivenCards
) -> Cells:
    """Return what players know that the next know, in a chain, under constraints."""
    cells = session.nested_cells(players, given)
    if session.is_given(players[0], given):
        return cells

    def grids(fact: Formula) -> Iterator[Cells]:
        # The holder of a card knows where it is: this needs no search.
        owns = [H(players[0], x.card) for x in walk(fact) if isinstance(x, H)]
        for sought in (*owns, _nested(players, fact)):
            world = session.witness(sought, given)
            if world is not None:
                yield session.nested_cells(players, _whole(world[0]))

    def known(fact: Formula) -> Value:
        return constrained_value(
            session.constraints, _nested(players, fact), given
        ).value

    return _settled(cells, grids, _alike(session.constraints, given, players), known)


def common_cells(
    session: SatSession, group: tuple[int, ...], given: GivenCards
) -> Cells:
    """Return the cells that are common knowledge under public constraints.

    For common knowledge, the members need to know what others know, to any depth.
    """
    constraints = session.constraints
    common = common_knowledge(constraints, group)
    cells = cells_of_hands(constraints.game.cards, common.cells(given).cells)
    if any(session.is_given(player, given, group) for player in group):
        return cells

    def grids(fact: Formula) -> Iterator[Cells]:
        for depth in range(min(len(group), 2), MAX_DEPTH_OF_DISPROOF):
            players = tuple(islice(cycle(group), depth))
            world = session.witness(_nested(players, fact), given)
            if world is None:
                return
            yield cells_of_hands(
                constraints.game.cards, common.cells(_whole(world[0])).cells
            )
        raise SearchLimitReached(
            f"{depth} players know of each other that they know {fact}"
        )

    def known(fact: Formula) -> Value:
        return constrained_value(constraints, Common(group, fact), given).value

    return _settled(cells, grids, _alike(constraints, given, group), known)


def _nested(players: Sequence[int], fact: Formula) -> Formula:
    for player in reversed(players):
        fact = Knows(player, fact)
    return fact


def _whole(world: WitnessWorld) -> GivenCards:
    """Return a world as given cards: all hands, and all cards shown."""
    return GivenCards(tuple(enumerate(world.hands)), tuple(enumerate(world.shown)))


def _settled(
    cells: Cells,
    grids: Grids,
    alike: Alike,
    known: Callable[[Formula], Value],
) -> Cells:
    """Return the grid with "!" for open cells that are known in some worlds.

    If the search for such a world gives up, another method decides whether the fact is
    `known`.
    """
    left = {
        (k, x): alike(k, x)
        for k, row in enumerate(cells)
        for x, cell in row.items()
        if cell is Cell.OPEN
    }
    some: set[tuple[int, str]] = set()
    for cell in dict.fromkeys(left.values()):
        for fact in (H(*cell), Not(H(*cell))):
            if cell in some:
                break
            try:
                for found in grids(fact):
                    some |= {
                        first
                        for (k, x), first in left.items()
                        if found[k][x] is not Cell.OPEN
                    }
                    if cell in some:
                        break
            except SearchLimitReached:
                if known(fact) is not Value.FALSE:
                    some.add(cell)
    return tuple(
        {x: Cell.DEPENDS if left.get((k, x)) in some else c for x, c in row.items()}
        for k, row in enumerate(cells)
    )


def _alike(
    constraints: PublicConstraints, given: GivenCards, knowers: Collection[int]
) -> Alike:
    """Return for each cell the first one with which it is interchangeable.

    The constraints and the given cards do not distinguish both cards, or both holders;
    neither holder is a knower, or took part in a show. So one cell depends if and only
    if the other does.
    """
    game = constraints.game
    sorts = [mask_of(cards, game) for _, cards in game.sorts]
    constrained = [condition.cards for condition in constraints.conditions]
    shown = [show.cards for show in constraints.shows]
    masks = [
        *sorts,
        *constrained,
        *shown,
        *(cards for _, cards in given.hands + given.shown),
    ]
    first_alike: dict[object, str] = {}
    cards = {
        x: first_alike.setdefault(tuple(mask >> k & 1 for mask in masks), x)
        for x, k in game.deck.items()
    }
    apart = {0, *knowers, *(k for k, _ in given.hands)}
    apart |= {k for show in constraints.shows for k in (show.by, show.to, *show.seers)}
    said: dict[int, set[object]] = {k: {game.sizes[k]} for k in game.holders}
    for holder, holds, mask in constraints.conditions:
        said[holder].add((holds, mask))
    first: dict[object, int] = {}
    holders = [
        k if k in apart else first.setdefault(frozenset(said[k]), k)
        for k in game.holders
    ]
    return lambda holder, card: (holders[holder], cards[card])
