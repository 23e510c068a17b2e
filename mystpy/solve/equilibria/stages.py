"""A game that is being solved, written down after each turn, to be gone on with.

In the field: checkpoints.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.solve.extensive.certificate import certificate, checked, game_of
from mystpy.solve.extensive.enclosure import Enclosure
from mystpy.solve.extensive.menu import Variant


class StageFile:
    """The file of a run: a certificate of what was found, and how far it was looked.

    It is written whole beside its place and then put there, so that a run that is
    killed leaves the stage before.
    """

    def __init__(
        self, path: Path, game: Game, variant: Variant, rounds: int | None = None
    ) -> None:
        self._path = path
        self._game, self._variant, self._rounds = game, variant, rounds

    def read(self, tick: Callable[[], None] = lambda: None) -> tuple[Enclosure, int]:
        """What was found, its worth computed again, and the turns looked at.

        Raises QueryError for the file of another run, and for what is none.
        """
        try:
            told: Any = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise QueryError(f"{self._path} cannot be gone on with: {error}") from error
        looked = told.get("looked") if isinstance(told, dict) else None
        if not isinstance(looked, int) or looked < 1:
            raise QueryError(f"{self._path} is no stage of a game being solved")
        wanted = (self._game, self._variant), self._rounds
        if (game_of(told), told.get("rounds")) != wanted:
            raise QueryError(
                f"{self._path} is of another run",
                hint="name another file, or solve the same game in the same way",
            )
        return checked(told, tick), looked

    def write(self, found: Enclosure, looked: int) -> None:
        """Keep what was found by looking so many turns ahead."""
        told = {"looked": looked, "rounds": self._rounds, **certificate(found)}
        fresh = self._path.with_name(f"{self._path.name}.new")
        fresh.write_text(json.dumps(told) + "\n", "utf-8")
        fresh.replace(self._path)
