"""What holds of every move between the public states, and so in every history."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mystpy.conjectures.budget import Budget
from mystpy.conjectures.verdict import Result
from mystpy.engines.transition_system.states import EventKey
from mystpy.engines.transition_system.system import Transition, transition_system_of
from mystpy.game.game import Game
from mystpy.situations.public_steps import public_states

Fault = Callable[[EventKey, Transition], bool]
"""Whether a move tells what it should not, or else than it should."""


def moves(p: int) -> Iterator[tuple[EventKey, Transition]]:
    """Every move from a public state of p players, with what it tells of the cards."""
    steps = transition_system_of(p)
    for number in public_states(p):
        yield from steps.moves(number).items()


def in_all_moves(
    budget: Budget, kinds: tuple[str, ...], fault: Fault, *, most: int = 7
) -> Result:
    """Look for a fault in the moves of these kinds, for 2 to `most` players."""
    players = range(2, most + 1 if budget.full else 4)
    looked, wrong = 0, None
    for p in players:
        budget.tick()
        for key, move in moves(p):
            if key[0] in kinds:
                looked += 1
                if wrong is None and fault(key, move):
                    game = Game.myst(1, 1, p, 1).to_dict()
                    wrong = {"game": game, "values": {"action": str(key)}}
    return over_public_states(wrong, players, looked)


def over_public_states(
    wrong: Mapping[str, object] | None, players: range, looked: int
) -> Result:
    """The finding of an induction over the public states of so many players."""
    return Result.judged(
        wrong,
        proves=True,
        method="induction over public states",
        scope={"p": f"{players[0]}..{players[-1]}", "m, n, q, depth": "any"},
        instances=looked,
    )


def tells_of_cards(_key: EventKey, move: Transition) -> bool:
    """Whether the move is possible with some cards only, or leads elsewhere then."""
    return bool(move.guards) or len(move.after) > 1
