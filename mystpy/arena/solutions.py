"""The bounds on games that players of a tournament play by a solution.

In the field: a bound on the exploitability of a strategy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from mystpy.arena.design import Entrant, game_title
from mystpy.game.game import Game
from mystpy.players.registry import KINDS
from mystpy.players.strategist import Strategist


def solutions(
    entrants: Iterable[Entrant], games: Iterable[Game]
) -> list[dict[str, object]]:
    """Return the bounds for each player who plays by a solution, and each game.

    The bounds are on the value for player 1; only if they agree does the player play an
    equilibrium.
    """
    listed = list(games)
    found = []
    for entrant in entrants:
        kind = KINDS.get(entrant.kind)
        if kind is None or kind.sit is not Strategist:
            continue
        for game in listed:
            solution = Strategist(game, 1, **_texts(entrant)).solution
            found.append(
                {
                    "player": entrant.name,
                    "game": game.to_dict(),
                    "lower": str(solution.lower),
                    "upper": str(solution.upper),
                    "solved": solution.is_solved,
                }
            )
    return found


def _texts(entrant: Entrant) -> dict[str, str]:
    return {key: str(value) for key, value in entrant.options}


def solution_lines(found: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the bounds in words."""
    for one in found:
        name, game = one["player"], game_title(Game.from_dict(one["game"]))
        if one["solved"]:
            yield f"{name} plays an equilibrium of {game}; its value is {one['lower']}"
            continue
        bounds = f"between {one['lower']} and {one['upper']}"
        yield (
            f"{name} plays no equilibrium: {game} was solved only part of the way,"
            f" its value is {bounds}"
        )
