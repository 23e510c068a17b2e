"""Properties of every public state, and so of every history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.states import EventKey, Transition
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.situations.public_steps import PublicStep, public_states, public_steps
from mystpy.theses.case_analysis import (
    Case,
    smallest,
    up_to_players,
    weigh_cases,
    with_values,
)


def moves(p: int) -> Iterator[tuple[EventKey, Transition]]:
    """Yield every move from a public state of p players, with its conditions."""
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
    """Search for a fault in the moves of these kinds, for 2 to `most` players.

    A move has a fault if its information is not the expected one.
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
    """Search for a fault in the steps between the public states of 2 to 7 players.

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
    """Return the result of an induction over the public states of these players."""
    each = ((1, case) for case in cases)
    return over_players(budget, players, each, "induction over public states")


def over_players(
    budget: Budget,
    players: range,
    cases: Iterable[tuple[int, Case | None]],
    method: str = "induction",
) -> Result:
    """Return the result of an induction for these numbers of players, and all sizes."""
    span = f"{players[0]}..{players[-1]}"
    scope = {"p": span, "m, n, q, depth": "any"}
    return weigh_cases(budget, cases, scope, proves=True, method=method)


def tells_of_cards(_key: EventKey, move: Transition) -> bool:
    """Return whether the cards determine if the move is possible, or its outcome."""
    return bool(move.guards) or len(move.after) > 1
