"""The games of a tournament over processes, and their results in order.

In the field: a deterministic ordered parallel map, and sequential stopping.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import partial

from mystpy.arena.design import Tournament
from mystpy.arena.referee import Score, played
from mystpy.arena.standings import Standings
from mystpy.workers import spread

Write = Callable[[Mapping[str, object]], None]
Tell = Callable[[int, int], None]

AHEAD = 8
"""Pieces of work for each process that are given out together."""
_SOON = 4.0
"""Seconds after which results shall be there: pieces grow until that is so."""


def conducted(
    tournament: Tournament,
    before: Iterable[Score],
    write: Write,
    *,
    games: int,
    until: float | None = None,
    processes: int = 1,
    tell: Tell = lambda done, total: None,
) -> Standings:
    """What the games come to: those that were played before, and then those to come.

    Whole blocks are played, at least so many `games`, or as many as it takes until no
    interval is wider than `until`. Each game that is played now is written, in order.
    """
    total = tournament.blocks(games) * tournament.block
    standings = Standings(tournament, watched=until is not None)
    kept: list[Score] = []
    for score in before:
        kept.append(score)
        _count(standings, kept)
    if not kept and _enough(standings, total, until):
        return standings
    first = standings.games + len(kept)
    last = max(total, tournament.blocks(first) * tournament.block)
    later = _played(tournament, first, last, processes)
    for score in later:
        write(score.as_object())
        kept.append(score)
        tell(score.number + 1, last)
        if _count(standings, kept) and _enough(standings, total, until):
            break
    later.close()  # ends processes that are ahead of what is needed
    return standings


def _count(standings: Standings, kept: list[Score]) -> bool:
    """Whether a block is complete, which is then counted."""
    if len(kept) < standings.tournament.block:
        return False
    standings.add(kept)
    kept.clear()
    return True


def _enough(standings: Standings, total: int, until: float | None) -> bool:
    narrow = until is not None and standings.width <= until
    return standings.blocks > 0 and (narrow or standings.games >= total)


def _played(
    tournament: Tournament, first: int, last: int, processes: int
) -> Generator[Score, None, None]:
    """The games with these numbers, in order, played by so many processes."""
    work = partial(_piece, tournament)
    size, alone = 1, 0.5
    while first < last:
        start = time.monotonic()
        ends = range(first, last, size)[: AHEAD * processes]
        pieces = {k: range(k, min(k + size, last)) for k in ends}
        first = max(piece.stop for piece in pieces.values())
        yield from _in_order(work, pieces, processes, alone)
        if time.monotonic() - start < _SOON:
            size *= 2
        else:
            alone = 0.0


def _in_order(
    work: Callable[[range], list[Score]],
    pieces: Mapping[int, range],
    processes: int,
    alone: float,
) -> Iterator[Score]:
    found: dict[int, list[Score]] = {}
    order = iter(pieces)
    due = next(order)
    for name, scores in spread(work, pieces, processes, alone=alone):
        found[name] = scores
        while due in found:
            yield from found.pop(due)
            due = next(order, -1)


def _piece(tournament: Tournament, numbers: range) -> list[Score]:
    """The results of some games: this is what processes are sent."""
    return [played(tournament.match(number)) for number in numbers]
