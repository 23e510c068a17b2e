"""The games of a tournament over processes, and their results in order.

In the field: a deterministic ordered parallel map, and sequential stopping.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import partial

from mystpy.arena.design import Tournament
from mystpy.arena.score import HERE, MatchHost, Score, play_game
from mystpy.arena.standings import Standings
from mystpy.processes.workers import stream

RowWriter = Callable[[Mapping[str, object]], None]
ProgressReport = Callable[[int, int], None]

AHEAD = 4
"""Pieces of work in hand for each process."""
_SOON = 0.5
"""The seconds of a piece if games are short: pieces grow until they take so long."""


def run_tournament(
    tournament: Tournament,
    before: Iterable[Score],
    write: RowWriter,
    *,
    games: int,
    until: float | None = None,
    processes: int = 1,
    cluster: str | None = None,
    tell: ProgressReport = lambda done, total: None,
    host: MatchHost = HERE,
) -> Standings:
    """Return the results of the games: those played before, and then new ones.

    Whole blocks are played, at least this number of `games`, or as many as it takes
    until no interval is wider than `until`. Each game that is played now is written, in
    order. With the address of a `cluster` they are played there. Raises as `spread` and
    `spread_over`.
    """
    total = tournament.blocks(games) * tournament.block
    standings = Standings(tournament, watched=until is not None)
    kept: list[Score] = []
    for score in before:
        kept.append(score)
        _count(standings, kept)
    if not kept and (_narrow(standings, until) or standings.games >= total):
        return standings
    tournament.prepare()
    first = standings.games + len(kept)
    last = max(total, tournament.blocks(first) * tournament.block)
    later = _played(tournament, range(first, last), processes, cluster, host)
    for score in later:
        write(score.as_object())
        kept.append(score)
        tell(score.number + 1, last)
        if _count(standings, kept) and _narrow(standings, until):
            break
    later.close()  # ends processes that are ahead of what is needed
    return standings


def replay_games(
    tournament: Tournament,
    missing: Iterable[range],
    write: RowWriter,
    processes: int = 1,
    cluster: str | None = None,
    host: MatchHost = HERE,
) -> None:
    """Play the games with these numbers again, and write them.

    Raises as `spread` and `spread_over`.
    """
    for numbers in missing:
        found = _played(tournament, numbers, processes, cluster, host)
        for score in found:
            write(score.as_object())


def _count(standings: Standings, kept: list[Score]) -> bool:
    """Return whether a block is complete, which is then counted."""
    if len(kept) < standings.tournament.block:
        return False
    standings.add(kept)
    kept.clear()
    return True


def _narrow(standings: Standings, until: float | None) -> bool:
    """Return whether there are games, and no interval is wider than allowed."""
    return until is not None and standings.blocks > 0 and standings.width <= until


def _played(
    tournament: Tournament,
    numbers: range,
    processes: int,
    cluster: str | None,
    host: MatchHost,
) -> Generator[Score, None, None]:
    """Yield the games with these numbers, in order, by processes or on a cluster."""
    first, last = numbers.start, numbers.stop
    work, pieces = partial(_piece, tournament, host), _WorkUnits(first, last)
    found = stream(work, pieces, processes, ahead=AHEAD, cluster=cluster)
    done: dict[int, list[Score]] = {}
    for start, (scores, seconds) in found:
        pieces.took(len(scores), seconds)
        done[start] = scores
        while first in done:
            due = done.pop(first)
            first += len(due)
            yield from due


class _WorkUnits(Iterator[tuple[int, range]]):
    """Pieces of work, by the number of their first game: as they are needed.

    They are one game each at first, and grow if games are short. Then neither waiting
    for the last ones nor sending them costs much.
    """

    def __init__(self, first: int, last: int) -> None:
        self._first, self._last, self._size = first, last, 1

    def __next__(self) -> tuple[int, range]:
        if self._first >= self._last:
            raise StopIteration
        piece = range(self._first, min(self._first + self._size, self._last))
        self._first = piece.stop
        return piece.start, piece

    def took(self, games: int, seconds: float) -> None:
        """Enlarge the pieces if one with this number of games took little time."""
        if seconds < _SOON / 2:
            self._size = max(self._size, 2 * games)


def _piece(
    tournament: Tournament, host: MatchHost, numbers: range
) -> tuple[list[Score], float]:
    tournament.prepare()
    start = time.monotonic()
    scores = [play_game(tournament.match(number), host) for number in numbers]
    return scores, time.monotonic() - start
