"""Games that are being solved, written down turn by turn, to be gone on with.

In the field: checkpoints, in an append-only log.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from mystpy.errors import MystError, QueryError
from mystpy.files.journal import Journal
from mystpy.game.game import Game
from mystpy.solve.extensive.certificate import MOST_TURNS, certificate, game_of
from mystpy.solve.extensive.enclosure import Enclosure
from mystpy.solve.runs.approach import Run


class _StageFile(Journal):
    same = "solve the same games in the same way"


def stages_in(
    path: Path, run: Run, games: Sequence[Game]
) -> tuple[dict[Game, dict[str, Any]], bool]:
    """The last stage of each game in the file of a run, and if a line was cut short.

    A new file is begun. Raises QueryError for the file of another run, of other games,
    for one that is none, and one that cannot be written.
    """
    wanted, found = set(games), dict[Game, dict[str, Any]]()
    with closing(_StageFile(path, run.head())) as file:
        for number, (_, told) in enumerate(file.rows(strict=False), 2):
            looked = told.get("looked")
            if type(looked) is not int or not 1 <= looked <= MOST_TURNS:
                raise file.broken(number)
            try:
                game, variant = game_of(told)
            except MystError:
                raise file.broken(number) from None
            if game not in wanted or variant != run.variant:
                raise QueryError(
                    f"{path}:{number} is of another game: {game.to_dict()}",
                    hint=f"{file.same}, and others besides; or name a new file",
                )
            found[game] = told
        return found, file.torn


def stage_of(found: Enclosure, looked: int) -> dict[str, Any]:
    """What is kept of what was found by looking so many turns ahead."""
    return {"looked": looked, **certificate(found)}
