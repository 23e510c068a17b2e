"""Super Crazy Broomhead: what first interrogations leave out, is taken to be held.

In the field: an opponent model that is dropped when an observation refutes it.

Source: Ayzenshtat, Feng and Lee 2003.
"""

from __future__ import annotations

from mystpy.game.game import Game
from mystpy.history.actions import Asks
from mystpy.play.certainty import BeliefApproximation
from mystpy.play.information_state import InformationState
from mystpy.players.broomhead.broomhead import Crazy
from mystpy.players.event_fold import EventFold
from mystpy.players.note_sheet.clues import Clue
from mystpy.players.note_sheet.sheet import CountingSheet
from mystpy.situations.event import Event


class Assumption:
    """A sheet with the probable clues too, until they are refuted.

    A probable clue: who asks for the first time has all the cards that are not on the
    list. It is not made where these are more than the asker can have, nor after the
    first round.
    """

    def __init__(self, sheet: CountingSheet) -> None:
        """Begin before the first action, with what is known then."""
        self.game, self.player = sheet.game, sheet.player
        self._sheet: CountingSheet | None = sheet
        self._asked = 0
        self._first_round = True

    @property
    def sheet(self) -> CountingSheet | None:
        """What is taken to be so; None, and that for good, once it is refuted."""
        if self._sheet and not self._sheet.is_possible:
            self._sheet = None
        return self._sheet

    def take(self, event: Event, *, won: bool = False) -> None:
        """Go on by one more action."""
        if not self._sheet:
            return
        self._sheet = self._sheet.then(event, won=won)
        if event.key[0] == Asks.name and self._first_round:
            asker = event.key[1]
            self._first_round = not self._asked >> asker & 1
            self._asked |= 1 << asker
            if self._first_round:
                clues = self._probable(asker, event.cards)
                self._sheet = self._sheet.with_clues(clues)

    def _probable(self, asker: int, listed: int) -> list[Clue]:
        left_out = ((1 << self.game.c) - 1) & ~listed
        number = left_out.bit_count()
        if asker == self.player or not 0 < number <= self.game.sizes[asker]:
            return []
        return [Clue(left_out, asker, number, number)]


class SuperCrazy(Crazy):
    """Crazy Broomhead with the assumption while it stands; not with two players."""

    def __init__(self, game: Game, player: int) -> None:
        super().__init__(game, player)
        self._assumed = EventFold[Assumption](
            lambda seen: Assumption(CountingSheet(seen, trial=True)), _further
        )

    def belief(self, seen: InformationState) -> BeliefApproximation:
        """What is taken to be so: with the assumption, if it stands."""
        assumed = self._assumed.at(seen).sheet if self.game.p > 2 else None
        return assumed or super().belief(seen)


def _further(assumed: Assumption, event: Event, won: bool) -> Assumption:
    assumed.take(event, won=won)
    return assumed
