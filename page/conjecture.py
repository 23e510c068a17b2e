"""Check a user's own conjecture in every situation of small games."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any

from mystpy.errors import QueryError

Object = dict[str, Any]

WORK, MOST_TO_THE_END = 10_000, 12
"""The depth of a check, and the most deals of a game that is checked to the end."""


def settle(say: str, form: str, games: str, depth: int | None, tell: Any) -> Object:
    """Look for a counterexample in every situation of each game, the smallest first.

    The progress is reported after each game. Raises QueryError for games whose deals
    are too many to be listed.
    """
    from mystpy.conjectures.budget import Budget
    from mystpy.conjectures.file import read_conjecture
    from mystpy.conjectures.limits import game_label, refuse_empty, too_large
    from mystpy.conjectures.sweep.sweeps import sweeps
    from mystpy.files.table import TomlFile
    from mystpy.theses.basis import trust_base
    from mystpy.theses.report import query_file

    given: Any = games if games.startswith("MYST(") else _object(games)
    row: Object = {form: say, "games": given}
    if depth is not None:
        row["depth"] = depth
    conjecture = read_conjecture(row, TomlFile("", "the conjecture"))
    for game in conjecture.games:
        refuse_empty(conjecture.node, game)
    if large := too_large(conjecture.node, conjecture.games):
        raise QueryError(
            f"{game_label(large[0])} has too many deals to look at all of them here",
            hint="lower the bound on c, or use mystpy theorem on the command line",
        )
    found: list[Object] = []
    failure: Any = None
    for game in conjecture.games:
        tell(f"{game_label(game)}: {len(found) + 1} of {len(conjecture.games)}")
        to_the_end = game.p == 2 and game.deal_count() <= MOST_TO_THE_END
        work = None if to_the_end else WORK
        (piece,) = sweeps(conjecture, Budget(processes=1), [(game, work)])
        report = {**piece._asdict(), "game": game.to_dict(), "name": game_label(game)}
        failure = piece.failure
        if failure is not None:
            report["query"] = query_file(say, {"title": say, **failure})
        found.append(report)
        if failure is not None:
            break
    if failure is None:
        bases = [trust_base.SWEEP, trust_base.RENAMED_CARDS]
    else:
        exists = form == "sometimes"
        bases = [trust_base.EXAMPLE if exists else trust_base.COUNTEREXAMPLE]
    about = {"of": len(conjecture.games), "rests_on": "; ".join(bases)}
    return {"form": form, "games": found, **about}


def _object(text: str) -> Any:
    try:
        return tomllib.loads(f"games = {text}")["games"]
    except ValueError:
        raise QueryError(
            f"these are no games: {text[:60]}",
            hint='write MYST(1,1,2,1), or ranges: {p = "2", c = "..4"}',
        ) from None


ANSWERS: dict[str, Callable[..., Any]] = {settle.__name__: settle}
