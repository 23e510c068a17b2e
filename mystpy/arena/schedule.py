"""The games of a tournament over processes, and their results in order.

In the field: a deterministic ordered parallel map, and sequential stopping.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import partial

from mystpy.arena.design import Tournament
from mystpy.arena.score import Score, played
from mystpy.arena.standings import Standings
from mystpy.cluster import spread_over
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
    cluster: str | None = None,
    tell: Tell = lambda done, total: None,
) -> Standings:
    """What the games come to: those that were played before, and then those to come.

    Whole blocks are played, at least so many `games`, or as many as it takes until no
    interval is wider than `until`. Each game that is played now is written, in order.
    With the address of a `cluster` they are played there. Raises what `spread` and
    `spread_over` do.
    """
    total = tournament.blocks(games) * tournament.block
    standings = Standings(tournament, watched=until is not None)
    kept: list[Score] = []
    for score in before:
        kept.append(score)
        _count(standings, kept)
    if not kept and _enough(standings, total, until):
        return standings
    tournament.prepare()
    first = standings.games + len(kept)
    last = max(total, tournament.blocks(first) * tournament.block)
    later = _played(tournament, first, last, processes)
    if cluster is not None:
        later = _played_there(cluster, tournament, first, last)
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
        done = spread(work, pieces, processes, alone=alone)
        yield from _in_order(done, iter(pieces))
        taken = time.monotonic() - start
        alone = max(0.0, alone - taken)  # then others have begun, or the games are long
        if taken < _SOON:
            size *= 2


def _played_there(
    cluster: str, tournament: Tournament, first: int, last: int
) -> Generator[Score, None, None]:
    """The games with these numbers, in order, played on a cluster."""
    pieces, waiting = _growing(first, last), _growing(first, last)
    named = ((piece.start, piece) for piece in pieces)
    found = spread_over(cluster, partial(_piece, tournament), named)
    yield from _in_order(found, (piece.start for piece in waiting))


def _growing(first: int, last: int) -> Iterator[range]:
    """Pieces of work, small at first: neither waiting nor sending costs much."""
    start = first
    while start < last:
        size = 1 + (start - first) // 100
        yield range(start, min(start + size, last))
        start += size


def _in_order(
    done: Iterable[tuple[int, list[Score]]], order: Iterator[int]
) -> Iterator[Score]:
    """The games of pieces as they are done, in the order of the pieces."""
    found: dict[int, list[Score]] = {}
    due = next(order, None)
    for name, scores in done:
        found[name] = scores
        while due in found:
            yield from found.pop(due)
            due = next(order, None)


def _piece(tournament: Tournament, numbers: range) -> list[Score]:
    """The results of some games: this is what processes are sent."""
    tournament.prepare()
    return [played(tournament.match(number)) for number in numbers]
