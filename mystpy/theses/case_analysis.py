"""Results of checks that look at one case after the other, up to the first fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.ranges import myst_games
from mystpy.conjectures.verdict import Result
from mystpy.game.game import Game

Case = Mapping[str, object]
"""A counterexample: a query that replays, a model file as an object, or values."""

Query = dict[str, object]
"""A counterexample that replays: the game, the deal, the history, and a formula."""

SOLVED = "linear programmes, exact replies"
"""The method of what rests on solved games."""

_NOTHING: Mapping[str, object] = {}


def sought(
    budget: Budget,
    cases: Iterable[Case | None],
    scope: Mapping[str, object],
    *,
    proves: bool = False,
    method: str = "exhaustive",
    values: Mapping[str, object] = _NOTHING,
) -> Result:
    """The result of looking at cases: None where the statement holds.

    The first counterexample ends the search. Unless it `proves` the statement for the
    scope, what holds in all cases HOLDS.
    """
    each = ((1, case) for case in cases)
    return weigh_cases(budget, each, scope, proves=proves, method=method, values=values)


def weigh_cases(
    budget: Budget,
    cases: Iterable[tuple[int, Case | None]],
    scope: Mapping[str, object],
    *,
    proves: bool = False,
    method: str = "game tree",
    values: Mapping[str, object] = _NOTHING,
) -> Result:
    """The same, where each case stands for a number of instances."""
    seen, found = 0, None
    budget.tick()
    for count, found in cases:
        budget.tick()
        seen += count
        if found is not None:
            break
    return Result.judged(
        found, proves=proves, method=method, instances=seen, scope=scope, values=values
    )


def with_values(
    game: Game, values: Mapping[str, object] = _NOTHING, /, **named: object
) -> dict[str, object]:
    """A game with values, as a counterexample; in names `_` stands for a blank."""
    given = {**values, **{name.replace("_", " "): x for name, x in named.items()}}
    texts = {
        name: ",".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in given.items()
    }
    return {"game": game.to_dict(), "values": texts}


Fits = Callable[[Game], bool]
"""Which games are looked at."""


def any_game(_game: Game) -> bool:
    """All games."""
    return True


def each_game(
    c: int, p: int = 2, fits: Fits = any_game, *, least: int = 3
) -> Iterator[Game]:
    """MYST with `least` to c cards and 2 to p players, if it fits, every q up to c.

    Ascending in the number of cards, then of players, then m, then q.
    """
    for cards in range(least, c + 1):
        for players in range(2, p + 1):
            for n in range((cards - 1) // players, 0, -1):
                for asked in range(1, cards + 1):
                    game = Game.myst(cards - n * players, n, players, asked)
                    if fits(game):
                        yield game


def smallest(p: int) -> Game:
    """The smallest game of p players: for inductions, which fix only p."""
    return Game.myst(1, 1, p, 1)


# ---- what holds of every public state, and so in every history


def up_to_players(budget: Budget, *, most: int = 7, sample: int = 3) -> range:
    """The numbers of players that are looked at, from 2 on."""
    return range(2, (most if budget.full else sample) + 1)


def up_to_eight_cards(budget: Budget) -> tuple[Game, ...]:
    """All MYST games of up to 8 cards and 4 players."""
    return myst_games(8, 4) if budget.full else myst_games(4, 3)
