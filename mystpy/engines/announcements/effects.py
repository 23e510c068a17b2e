"""What announcements leave of the worlds of a law, however many these are.

Few worlds are listed; one announcement of ignorance is settled on linked copies; all
else is for the decision diagrams.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from functools import cached_property

from mystpy.engines.announcements.consequences import Announced
from mystpy.engines.announcements.ignorance import AfterIgnorance, ignorant
from mystpy.engines.symbolic import ALL, BOUNDS, DIAGRAMS, LISTED
from mystpy.engines.symbolic.bdd.value import Diagrams, agents_in_all
from mystpy.engines.symbolic.cases import NOWHERE, Cases, require_diagrams
from mystpy.engines.symbolic.enumeration import FewWorlds
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.law import Law
from mystpy.engines.symbolic.position import Position
from mystpy.engines.symbolic.solver import GaveUp
from mystpy.errors import NoWorldFits
from mystpy.history.history import History
from mystpy.language.atoms import Truth
from mystpy.language.decidable import grounded
from mystpy.language.nodes import Formula
from mystpy.thresholds import MAX_WORLDS_LISTED_OF_LAW
from mystpy.views import Given


def after(
    history: History,
    announced: Sequence[Formula],
    *,
    few: int = MAX_WORLDS_LISTED_OF_LAW,
    methods: Collection[str] = ALL,
) -> Announced:
    """What follows after these announcements, made one after the other.

    Up to `few` worlds are listed, if that is among the `methods`. Raises NoWorldFits if
    an announcement is false in every world that fits and in which those before it were
    true, and names the first. Raises EngineMissing if oxidd is needed and not
    installed, EngineFailed if the diagrams become too large, and QueryError if they are
    needed and not among the methods.
    """
    told = tuple(grounded(phi, history.game) for phi in announced)
    few = few if LISTED in methods else 0
    parts = [AfterLaw(law, told, few, methods) for law in Position.of(history).laws]
    return Announced(history, announced, parts)


class AfterLaw:
    """The worlds of one law after each of some announcements."""

    def __init__(
        self,
        law: Law,
        announced: tuple[Formula, ...],
        few: int,
        methods: Collection[str] = ALL,
    ) -> None:
        self._methods = methods
        self._law = law
        self._announced = announced
        self._few = few

    def cases(self, phi: Formula, given: Given) -> tuple[Cases, str]:
        """Whether a formula is true, and false, in worlds left; and the method.

        It is without quantifiers.
        """
        if self._listed:
            return self._listed[-1].cases(phi, given), LISTED
        if self._ignorance:
            with suppress(GaveUp):
                cases = self._ignorance.cases(phi, given)
                if cases is not None:
                    return cases, BOUNDS
        if len(self._diagrams) <= len(self._announced):
            return NOWHERE, DIAGRAMS
        return self._diagrams[-1].cases(phi, given), DIAGRAMS

    def left(self, number: int, given: Given) -> bool:
        """Whether a world fits after so many of the announcements."""
        if number == len(self._announced):
            return self.cases(Truth(), given)[0][0]
        if number == 0:
            return self._fits(given)
        stages = self._listed or self._diagrams
        return number < len(stages) and stages[number].cases(Truth(), given)[0]

    def _fits(self, given: Given) -> bool:
        try:
            ViewGrid(self._law.game).update(view(self._law, given, None))
        except NoWorldFits:
            return False
        return True

    @cached_property
    def _listed(self) -> list[FewWorlds]:
        """The worlds before and after each announcement; empty if they are many."""
        worlds = FewWorlds.of(self._law, self._few) if self._few else None
        return worlds.announce_all(self._announced) if worlds else []

    @cached_property
    def _ignorance(self) -> AfterIgnorance | None:
        """The method for just one announcement, that some players are ignorant."""
        if len(self._announced) != 1 or BOUNDS not in self._methods:
            return None
        players = ignorant(self._law.game, self._announced[0])
        return AfterIgnorance(self._law, players) if players else None

    @cached_property
    def _diagrams(self) -> list[Diagrams]:
        """Diagrams before and after each announcement; fewer if no world is left."""
        require_diagrams(self._methods, "these announcements")
        stages = [Diagrams(self._law, agents=agents_in_all(self._announced))]
        with suppress(NoWorldFits):
            for phi in self._announced:
                stages.append(stages[-1].announce(phi))
        return stages
