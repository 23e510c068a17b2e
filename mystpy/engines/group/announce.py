"""What follows once something is announced to all, truthfully, again and again.

An announcement takes away the worlds in which it is false, and so changes what is
known. It is true when it is made; what it says of knowledge need not stay true. Few
worlds are listed; one announcement of ignorance is settled on linked copies; all else
is for the decision diagrams.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from textwrap import shorten

from mystpy.engines.base import Answer, no_deal
from mystpy.engines.group.cases import NOWHERE, Cases, together, value_of
from mystpy.engines.group.common_knowledge import BOUNDS, DIAGRAMS
from mystpy.engines.group.dd import Diagrams, agents_in_all
from mystpy.engines.group.few_worlds import FEW, LISTED, FewWorlds
from mystpy.engines.group.ignorance import AfterIgnorance, ignorant
from mystpy.engines.law import Given, Law, given, laws
from mystpy.engines.nested.solver import GaveUp
from mystpy.engines.views.grid import ViewGrid, view
from mystpy.errors import NoWorldFits
from mystpy.formulas import Formula, Truth, expand
from mystpy.history import History

_WIDTH = 200


def after(
    history: History, announced: Sequence[Formula], *, few: int = FEW
) -> Announced:
    """Return what follows after these announcements, made one after the other.

    Up to ``few`` worlds are listed. Raises NoWorldFits if an announcement is false in
    every world that fits and in which those before it were true, and names the first.
    Raises EngineMissing if oxidd is needed and not installed, and EngineFailed if the
    diagrams become too large.
    """
    return Announced(history, announced, few)


class Announced:
    """A history after which some formulas were announced; see `after`."""

    def __init__(
        self, history: History, announced: Sequence[Formula], few: int
    ) -> None:
        self.history = history
        self.announced = tuple(announced)
        self._given = given(history)
        told = tuple(expand(phi, history.game) for phi in announced)
        self._branches = [AfterLaw(law, told, few) for law in laws(history)]
        if not self._some_left(len(told)):
            raise self._refusal()

    def value(self, formula: Formula) -> Answer:
        """Return whether a formula holds now in the worlds that fit.

        These agree with what is given, and each announcement was true in them when it
        was made.
        """
        phi = expand(formula, self.history.game)
        found = [branch.cases(phi, self._given) for branch in self._branches]
        cases, methods = zip(*found, strict=True)
        return Answer(value_of(together(cases)), " and ".join(sorted(set(methods))))

    def _some_left(self, number: int) -> bool:
        """Return whether a world fits after so many of the announcements."""
        return any(branch.left(number, self._given) for branch in self._branches)

    def _refusal(self) -> NoWorldFits:
        total = len(self.announced)
        number = next(k for k in range(total + 1) if not self._some_left(k))
        if not number:
            return no_deal()
        text = str(self.announced[number - 1])
        what = "what is announced" if total == 1 else f"announcement {number}"
        worlds = "in every world that fits"
        if number > 1:
            worlds += " and in which those before it were true"
        return NoWorldFits(
            f"{what}, {shorten(text, _WIDTH)}, is false {worlds}",
            clash=(text,),
            hint="an announcement must be true when it is made",
        )


class AfterLaw:
    """The worlds of one law after each of some announcements."""

    def __init__(self, law: Law, announced: tuple[Formula, ...], few: int) -> None:
        self._law = law
        self._announced = announced
        self._few = few

    def cases(self, phi: Formula, given: Given) -> tuple[Cases, str]:
        """Return whether a formula is true, and false, in worlds left; and the method.

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
        """Return whether a world fits after so many of the announcements."""
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
        worlds = FewWorlds.of(self._law, self._few)
        if worlds is None:
            return []
        stages = [worlds]
        for phi in self._announced:
            stages.append(stages[-1].announce(phi))
        return stages

    @cached_property
    def _ignorance(self) -> AfterIgnorance | None:
        """The method for just one announcement, that some players are ignorant."""
        if len(self._announced) != 1:
            return None
        players = ignorant(self._law.game, self._announced[0])
        return AfterIgnorance(self._law, players) if players else None

    @cached_property
    def _diagrams(self) -> list[Diagrams]:
        """Diagrams before and after each announcement; fewer if no world is left."""
        stages = [Diagrams(self._law, agents=agents_in_all(self._announced))]
        with suppress(NoWorldFits):
            for phi in self._announced:
                stages.append(stages[-1].announce(phi))
        return stages
