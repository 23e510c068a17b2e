"""Findings of checks that look at one case after the other, up to the first fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.replay.query import history_table
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.states import EventKey, Transition
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.history import History
from mystpy.situations.public_steps import PublicStep, public_states, public_steps

Case = Mapping[str, object]
"""A counterexample: a query that replays, a model file as an object, or values."""

Query = dict[str, object]
"""A counterexample that replays: the game, the deal, the history, and a formula."""

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
    """The finding of looking at cases: None where the statement holds.

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
    game: Game, values: Mapping[str, object] = _NOTHING, **named: object
) -> dict[str, object]:
    """A game with values, as a counterexample; in names `_` stands for a blank."""
    given = {**values, **{name.replace("_", " "): x for name, x in named.items()}}
    texts = {
        name: ",".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in given.items()
    }
    return {"game": game.to_dict(), "values": texts}


def situation_query(
    game: Game,
    deal: Iterable[frozenset[str]],
    actions: Iterable[Action],
    formula: str,
) -> Query:
    """The query object of a situation in which a formula is said to be true."""
    history = History(game, tuple(deal), tuple(actions))
    return history_table(history) | {"formula": formula, "value": "true"}


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


def moves(p: int) -> Iterator[tuple[EventKey, Transition]]:
    """Every move from a public state of p players, with what it tells of the cards."""
    steps = transition_system_of(p)
    for number in public_states(p):
        yield from steps.moves(number).items()


def in_all_moves(
    budget: Budget,
    kinds: tuple[str, ...],
    fault: Callable[[EventKey, Transition], bool],
    *,
    most: int = 7,
) -> Result:
    """Look for a fault in the moves of these kinds, for 2 to `most` players.

    A move is at fault if it tells what it should not, or else than it should.
    """
    players = up_to_players(budget, most=most)
    cases = (
        with_values(smallest(p), action=key) if fault(key, move) else None
        for p in players
        for key, move in moves(p)
        if key[0] in kinds
    )
    return over_public_states(budget, players, cases)


def in_all_steps(budget: Budget, fault: Callable[[int, PublicStep], bool]) -> Result:
    """Look for a fault in the steps between the public states of 2 to 7 players.

    The number of players is given with the step.
    """
    players = up_to_players(budget)
    cases = (
        with_values(smallest(p), action=step[1], before=step[0])
        if fault(p, step)
        else None
        for p in players
        for step in public_steps(p)
    )
    return over_public_states(budget, players, cases)


def over_public_states(
    budget: Budget, players: range, cases: Iterable[Case | None]
) -> Result:
    """The finding of an induction over the public states of so many players."""
    each = ((1, case) for case in cases)
    return over_players(budget, players, each, "induction over public states")


def over_players(
    budget: Budget,
    players: range,
    cases: Iterable[tuple[int, Case | None]],
    method: str = "induction",
) -> Result:
    """The finding of an induction for these numbers of players, and all sizes."""
    span = f"{players[0]}..{players[-1]}"
    scope = {"p": span, "m, n, q, depth": "any"}
    return weigh_cases(budget, cases, scope, proves=True, method=method)


def tells_of_cards(_key: EventKey, move: Transition) -> bool:
    """Whether the move is possible with some cards only, or leads elsewhere then."""
    return bool(move.guards) or len(move.after) > 1
