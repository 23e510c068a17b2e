"""The page of a rating list, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.arena.design import game_title
from mystpy.arena.ratings.frozen import OpponentPool
from mystpy.arena.ratings.rating_list import Rating, ResultsFile

MARK = "<!-- what follows is written by mystpy ratings -->"


def page(
    head: str,
    pool: OpponentPool,
    results: Sequence[ResultsFile],
    found: Sequence[Rating],
) -> str:
    """Return the page: the part above the mark is kept, the tables are rewritten."""
    kept = head.partition(MARK)[0] or "# Ratings\n\n"
    lines = [MARK, "", *_ratings(results, found), "", *_opponents(pool), ""]
    text = "\n".join([*lines, *_files(results)])
    return f"{kept}{text}\n"


def _ratings(results: Sequence[ResultsFile], found: Sequence[Rating]) -> Iterator[str]:
    yield "## The list"
    yield ""
    yield "| rank | player | kind | rating | 95 % interval | games | share | faults |"
    yield "|---|---|---|---|---|---|---|---|"
    for one in found:
        of = [each for each in results if one.name in each.kinds]
        games = sum(_games(each, one.name) for each in of)
        wins = sum(each.wins[one.name] for each in of)
        faults = sum(each.faults[one.name] for each in of)
        rank = f"{one.rank}"
        if (one.best, one.worst) != (one.rank, one.rank):
            rank += f" ({one.best} to {one.worst})"
        cells = (
            *(rank, _cell(one.name), _cell(of[0].kinds[one.name])),
            f"{round(one.rating):+d}",
            f"{round(one.lower):+d} to {round(one.upper):+d}",
            *(f"{games:,}", f"{wins / max(1, games):.3f}", f"{faults:,}"),
        )
        yield f"| {' | '.join(cells)} |"


def _games(each: ResultsFile, name: str) -> int:
    return sum(
        name in group for block in each.blocks for ranking in block for group in ranking
    )


def _opponents(pool: OpponentPool) -> Iterator[str]:
    yield "## The frozen opponents"
    yield ""
    yield f"The games are {', '.join(map(game_title, pool.games))}."
    yield ""
    yield "| opponent | kind | options | since version | fingerprint |"
    yield "|---|---|---|---|---|"
    for each in pool.opponents:
        options = ", ".join(f"{k} = {v}" for k, v in each.entrant.options)
        cells = each.name, each.entrant.kind, options, each.version, each.fingerprint
        yield f"| {' | '.join(cells)} |"


def _files(results: Sequence[ResultsFile]) -> Iterator[str]:
    yield "## The results"
    yield ""
    yield "| file | players | games | seed | version | hash |"
    yield "|---|---|---|---|---|---|"
    for each in results:
        players = ", ".join(map(_cell, each.kinds))
        cells = (
            *(_cell(each.name), players, f"{each.games:,}", str(each.seed)),
            *(_cell(each.version), _cell(each.digest)),
        )
        yield f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    """Return somebody else's text as one cell, without markup of the page."""
    marks = {ord(mark): f"&#{ord(mark)};" for mark in "|<>&[]()*_`!\\#\"'"}
    return text.translate(marks)
