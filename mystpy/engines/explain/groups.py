"""Consequences of counting that clause learning does not find by itself.

In the field: Hall sets (Hall 1935).

The most important one is a group of players who have exactly the cards that nobody else
can have. It is visible in the flow of the cards to the places: it shares no card with
others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy.engines.hands import Condition
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.grid.residue import Residue
from mystpy.game.game import Game


def closed_groups(
    game: Game, conditions: Iterable[Condition]
) -> Iterator[tuple[int, ...]]:
    """Yield groups of several players who share their cards with nobody else.

    If two groups are complementary, the one without the pile is taken. Yields nothing
    if the conditions leave no deal.
    """
    places = places_of(game)
    residue = Residue(places, places.all, []).with_told(*places.read(conditions))
    if not residue.simplify():
        return
    flow = residue.flow()
    flow.divide(residue.clauses)
    if not flow.seat(0, residue.free):
        return
    hands = places.hands(flow.bound() & ~residue.fixed)
    for holders in _joined(hands):
        group = holders if 0 not in holders else set(game.holders) - holders
        if len(group) > 1:
            yield tuple(sorted(group))


def _joined(hands: tuple[int, ...]) -> list[set[int]]:
    """Return the holders in groups that have no card in common."""
    groups: list[tuple[int, set[int]]] = []
    for holder, cards in enumerate(hands):
        near = [group for group in groups if group[0] & cards]
        groups = [group for group in groups if group not in near]
        members = {holder}.union(*(holders for _, holders in near))
        for others, _ in near:
            cards |= others
        groups.append((cards, members))
    return [members for _, members in groups]
