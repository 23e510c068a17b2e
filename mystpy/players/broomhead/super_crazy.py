"""Super Crazy Broomhead: what first interrogations leave out, is taken to be held.

In the field: an opponent model that is dropped when an observation refutes it.

Source: Ayzenshtat, Feng and Lee 2003.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from mystpy.game.game import Game
from mystpy.play.certainty import Certainty
from mystpy.play.seen import Seen
from mystpy.players.broomhead.broomhead import Crazy
from mystpy.players.note_sheet.clues import Clue
from mystpy.players.note_sheet.sheet import CountingSheet
from mystpy.players.recollection import Recollection
from mystpy.situations.deed import Deed


@dataclass(frozen=True, slots=True)
class Assumption:
    """A sheet with the probable clues too, or None once they were refuted.

    A probable clue: who asks for the first time has all the cards that are not on the
    list. It is not made where these are more than the asker can have, nor after the
    first round.
    """

    game: Game
    player: int
    sheet: CountingSheet | None
    asked: frozenset[int] = frozenset()
    first_round: bool = True

    def then(self, deed: Deed, won: bool) -> Assumption:
        """The same once one more action was seen."""
        if not self.sheet:
            return self
        sheet = self.sheet.then(deed, won=won)
        after = replace(self, sheet=sheet)
        if deed.key[0] == "asks" and self.first_round:
            asker = deed.key[1]
            if asker in self.asked:
                after = replace(after, first_round=False)
            else:
                clues = self._probable(asker, deed.cards)
                after = replace(
                    after, sheet=sheet.with_clues(clues), asked=self.asked | {asker}
                )
        refuted = not after.sheet or not after.sheet.is_possible
        return replace(after, sheet=None) if refuted else after

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
        self._assumed = Recollection[Assumption](
            lambda seen: Assumption(game, player, self._first(seen)), Assumption.then
        )

    def _first(self, seen: Seen) -> CountingSheet | None:
        return CountingSheet(seen, trial=True) if self.game.p > 2 else None

    def belief(self, seen: Seen) -> Certainty:
        """What is taken to be so: with the assumption, if it stands."""
        return self._assumed.at(seen).sheet or super().belief(seen)
