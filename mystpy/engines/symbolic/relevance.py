"""What of a law matters to players: shows that were a choice, cells that are open.

All methods that build worlds from a law leave out the rest: the worlds become few
enough by it, and no formula tells the difference.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from itertools import starmap
from operator import or_

from mystpy.axiom_folder import cached_by_theory
from mystpy.engines.symbolic.grid.grid import ViewGrid
from mystpy.engines.symbolic.grid.places import places_of
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.errors import NoWorldFits


def relevant_shows(
    constraints: PublicConstraints, agents: Collection[int], may: int
) -> dict[int, int]:
    """The shows that matter for what these players know, with their cards.

    Which card was shown matters if one of them saw it, but the player who showed it:
    that one chose among cards of the own hand. It is no choice if only one can be.
    """
    places = places_of(constraints.game)
    found = {}
    for index, show in enumerate(constraints.shows):
        cells = places.cells(show.by, show.cards) & may
        if show.is_news_to(agents) and cells.bit_count() > 1:
            found[index] = places.hands(cells)[show.by]
    return found


@cached_by_theory(8)
def public_cells(constraints: PublicConstraints) -> int:
    """The cells that some deal of a law has; none if there is no deal."""
    try:
        hands = ViewGrid(constraints.game).update(constraints.conditions)
    except NoWorldFits:
        return 0
    places = places_of(constraints.game)
    return reduce(or_, starmap(places.cells, enumerate(hands)))
