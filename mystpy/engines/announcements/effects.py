"""The worlds of a history that announcements leave, for any number of worlds.

If there are few worlds, they are listed. A single announcement of ignorance is
evaluated on linked copies. All other cases use decision diagrams.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cached_property

from mystpy.engines.announcements.consequences import AnnouncedHistory
from mystpy.engines.announcements.ignorance import IgnoranceWorlds, ignorant
from mystpy.engines.symbolic import ALL, BOUNDS, DIAGRAMS, LISTED
from mystpy.engines.symbolic.bdd.value import DiagramSession, agents_in_all
from mystpy.engines.symbolic.belief_progression import BeliefProgression
from mystpy.engines.symbolic.cases import NOWHERE, Cases, require_diagrams
from mystpy.engines.symbolic.enumeration import EnumeratedWorlds
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.engines.symbolic.solver import SearchLimitReached
from mystpy.errors import NoWorldFits
from mystpy.history.history import History
from mystpy.language.atoms import Truth
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula
from mystpy.thresholds import MAX_WORLDS_LISTED
from mystpy.views import GivenCards


def after(
    history: History,
    announced: Sequence[Formula],
    *,
    few: int = MAX_WORLDS_LISTED,
    methods: Collection[str] = ALL,
) -> AnnouncedHistory:
    """Return the consequences of these announcements, made one after the other.

    Up to `few` worlds are listed, if that is among the `methods`. Raises NoWorldFits if
    an announcement is false in every consistent world in which those before it were
    true, and names the first. Raises EngineMissing if oxidd is needed and not
    installed, EngineFailed if the diagrams become too large, and QueryError if they are
    needed and not among the methods.
    """
    formulas = tuple(ground(phi, history.game) for phi in announced)
    few = few if LISTED in methods else 0
    parts = [
        AnnouncedConstraints(constraints, formulas, few, methods)
        for constraints in BeliefProgression.of(history).constraint_sets
    ]
    return AnnouncedHistory(history, announced, parts)


class AnnouncedConstraints:
    """The worlds of a history after each of some announcements."""

    def __init__(
        self,
        constraints: PublicConstraints,
        announced: tuple[Formula, ...],
        few: int,
        methods: Collection[str] = ALL,
    ) -> None:
        self._methods = methods
        self._constraints = constraints
        self._announced = announced
        self._few = few

    def cases(self, phi: Formula, given: GivenCards) -> tuple[Cases, str]:
        """Return whether remaining worlds make a formula true, and false; the method.

        The formula has no quantifiers.
        """
        if self._listed:
            return self._listed[-1].cases(phi, given), LISTED
        if self._ignorance:
            with suppress(SearchLimitReached):
                cases = self._ignorance.cases(phi, given)
                if cases is not None:
                    return cases, BOUNDS
        if len(self._diagrams) <= len(self._announced):
            return NOWHERE, DIAGRAMS
        return self._diagrams[-1].cases(phi, given), DIAGRAMS

    def left(self, number: int, given: GivenCards) -> bool:
        """Return whether a world is consistent after this number of announcements."""
        if number == len(self._announced):
            return self.cases(Truth(), given)[0][0]
        if number == 0:
            return self._fits(given)
        updated = self._listed or self._diagrams
        return number < len(updated) and updated[number].cases(Truth(), given)[0]

    def _fits(self, given: GivenCards) -> bool:
        try:
            ViewGrid(self._constraints.game).update(
                view(self._constraints, given, None)
            )
        except NoWorldFits:
            return False
        return True

    @cached_property
    def _listed(self) -> list[EnumeratedWorlds]:
        """Return the worlds around each announcement; empty if they are many."""
        worlds = (
            EnumeratedWorlds.of(self._constraints, self._few) if self._few else None
        )
        return worlds.announce_all(self._announced) if worlds else []

    @cached_property
    def _ignorance(self) -> IgnoranceWorlds | None:
        """Return the method for one announcement that some players are ignorant."""
        if len(self._announced) != 1 or BOUNDS not in self._methods:
            return None
        players = ignorant(self._constraints.game, self._announced[0])
        return IgnoranceWorlds(self._constraints, players) if players else None

    @cached_property
    def _diagrams(self) -> list[DiagramSession]:
        """Return the diagrams around each announcement; fewer if no world is left."""
        require_diagrams(self._methods, "these announcements")
        sessions = [
            DiagramSession(self._constraints, agents=agents_in_all(self._announced))
        ]
        with suppress(NoWorldFits):
            for phi in self._announced:
                sessions.append(sessions[-1].announce(phi))
        return sessions
