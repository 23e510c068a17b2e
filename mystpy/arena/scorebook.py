"""The results of a tournament in a file, from which it goes on after any end.

In the field: an append-only log, whose last record may be torn.

The first line says which tournament it is, each further line is a game, in the order of
their numbers, and the last one of a tournament that is done says what they come to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from mystpy.arena.score import Score
from mystpy.errors import QueryError
from mystpy.files.journal import Journal


class Scorebook(Journal):
    """A file of results that is open: `found` gives the games in it, then `write` more.

    A game whose line was cut short does not count, and is played again.
    """

    kind = "tournament"
    same = "the file, the seed and the program must be those it began with"

    def __init__(self, path: Path, head: Mapping[str, object], *, resume: bool) -> None:
        if path.exists() and not resume:
            raise QueryError(
                f"{path} is there already",
                hint="--resume goes on with it; or give the name of a new file",
            )
        super().__init__(path, head)

    def found(self) -> Iterator[Score]:
        """The games in the file, in order. Raises QueryError for what is none."""
        for number, (place, told) in enumerate(self.rows()):
            if "number" not in told and "players" in told:
                self._file.truncate(place)  # what the games came to: more may follow
                return
            try:
                score = Score.of(told)
            except TypeError:
                score = None
            if score is None or score.number != number:
                self.close()
                raise self.broken(number + 2)
            yield score
