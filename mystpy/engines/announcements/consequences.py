"""The consequences of truthful public announcements, one after the other.

In the field: public announcement logic (Plaza 1989), where an announcement relativizes
the model.

An announcement removes the worlds in which it is false, and so changes what is known.
It is true when it is made; if it is about knowledge, it need not stay true. Other
modules find the remaining worlds: see effects.py and listing.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten
from typing import Protocol

from mystpy.engines.base import Answer, no_deal
from mystpy.engines.symbolic.cases import Cases, together, value_of
from mystpy.errors import NoWorldFits
from mystpy.history.history import History
from mystpy.language.decidable import ground
from mystpy.language.nodes import Formula
from mystpy.language.read import write_formula
from mystpy.views import GivenCards, given_cards

_WIDTH = 200


class AnnouncementWorlds(Protocol):
    """The worlds of a history before and after each of some announcements."""

    def cases(self, phi: Formula, given: GivenCards) -> tuple[Cases, str]:
        """Return whether remaining worlds make a formula true, and false; the method.

        The formula has no quantifiers, and is evaluated after all announcements.
        """

    def left(self, number: int, given: GivenCards) -> bool:
        """Return whether a world is consistent after this number of announcements."""


class AnnouncedHistory:
    """A history after which some formulas were announced, one after the other.

    `parts` together have all worlds of the public history. Raises NoWorldFits if an
    announcement is false in every consistent world in which those before it were true;
    the message names the first such announcement.
    """

    def __init__(
        self,
        history: History,
        announced: Sequence[Formula],
        parts: Sequence[AnnouncementWorlds],
    ) -> None:
        self.history = history
        self.announced = tuple(announced)
        self._game = history.game
        self._given = given_cards(history)
        self._parts = tuple(parts)
        if not self._some_left(len(self.announced)):
            raise self._refusal()

    def value(self, formula: Formula) -> Answer:
        """Return whether a formula holds now in the consistent worlds.

        These agree with what is given, and each announcement was true in them when it
        was made.
        """
        phi = ground(formula, self.history.game)
        found = [part.cases(phi, self._given) for part in self._parts]
        cases, methods = zip(*found, strict=True)
        return Answer(value_of(together(cases)), " and ".join(sorted(set(methods))))

    def _some_left(self, number: int) -> bool:
        """Return whether a world is consistent after this number of announcements."""
        return any(part.left(number, self._given) for part in self._parts)

    def _refusal(self) -> NoWorldFits:
        total = len(self.announced)
        number = next(k for k in range(total + 1) if not self._some_left(k))
        if not number:
            return no_deal()
        text = write_formula(self.announced[number - 1], self._game)
        what = "what is announced" if total == 1 else f"announcement {number}"
        worlds = "in every world that fits"
        if number > 1:
            worlds += " and in which those before it were true"
        return NoWorldFits(
            f"{what}, {shorten(text, _WIDTH)}, is false {worlds}",
            clash=(text,),
            hint="an announcement must be true when it is made",
        )
