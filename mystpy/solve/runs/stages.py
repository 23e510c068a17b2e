"""Games that are being solved, written down turn by turn, so that a run can go on.

In the field: checkpoints, in an append-only log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mystpy.errors import MystError, QueryError
from mystpy.files.journal import Journal
from mystpy.files.rows import RowFault
from mystpy.game.game import Game
from mystpy.solve.extensive.certificate import MOST_TURNS, certificate, game_of
from mystpy.solve.extensive.value_bounds import ValueBounds
from mystpy.solve.runs.approach import Run


class StageJournal(Journal):
    """The stages of some games that are being solved in the same way.

    What the strategies in a stage are worth is computed again when it is used.
    """

    same = "solve the same games in the same way"

    def __init__(self, path: Path, run: Run) -> None:
        self._run = run
        if run.reduced:  # the file may be of a run that asked idle questions, too
            self.same += ", with --whole if the file is of the whole game"
        super().__init__(path, run.head())

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that is not the stage of a game."""
        looked = row.get("looked")
        if type(looked) is not int or not 1 <= looked <= MOST_TURNS:
            raise RowFault("it does not say how many turns were looked at")
        try:
            _, variant = game_of(row)
        except MystError as error:
            raise RowFault(str(error)) from None
        except (AttributeError, LookupError, TypeError, ValueError):
            raise RowFault("it is no certificate") from None
        if variant != self._run.variant:
            raise RowFault("it is of another way to play")

    def stages(self, games: Sequence[Game]) -> dict[Game, dict[str, Any]]:
        """The last stage of each game. Raises QueryError for the file of other games.

        No process may be writing: what one that was killed has left is cut off.
        """
        self.cut_torn()
        wanted, found = set(games), dict[Game, dict[str, Any]]()
        for place, row in self.rows():
            game, _ = game_of(row)
            if game not in wanted:
                raise QueryError(
                    f"{self.path}:{self.line_at(place)} is of another game:"
                    f" {game.to_dict()}",
                    hint=f"{self.same}, and others besides; or name a new file",
                )
            found[game] = row
        return found


def stage_of(found: ValueBounds, looked: int) -> dict[str, Any]:
    """What is kept of what was found by looking so many turns ahead."""
    return {"looked": looked, **certificate(found)}
