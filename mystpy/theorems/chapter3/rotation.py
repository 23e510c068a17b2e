"""Section 3.3: that we may act as player 1, since the rules are the same for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from mystpy.engines.diagram import Diagram, Guard, Move, diagram
from mystpy.engines.public_state import Key, State
from mystpy.theorems.bench import Budget, Statement
from mystpy.theorems.verdict import Finding

Renaming = Callable[[int], int]
"""Gives each player another player's number."""


def renamed_state(state: State, rename: Renaming) -> State:
    """Return a public state with the players renamed."""
    return replace(
        state,
        still_in=tuple(sorted(map(rename, state.still_in))),
        turn=tuple(sorted(map(rename, state.turn))),
        ans_turn=tuple(sorted(map(rename, state.ans_turn))),
    )


def renamed_key(key: Key, rename: Renaming) -> Key:
    """Return an action's kind and players with the players renamed."""
    kind, player, *others = key
    if others:
        return kind, rename(player), rename(others[0])
    return kind, rename(player)


Plain = tuple[frozenset[Guard], str, tuple[State, ...]]


def _plain(steps: Diagram, move: Move, rename: Renaming) -> Plain:
    """Return what a move asks and where it leads, with the players renamed."""
    guards = frozenset(replace(g, player=rename(g.player)) for g in move.guards)
    after = tuple(renamed_state(steps.state(k), rename) for k in move.after)
    return guards, move.question, after


def rotated(budget: Budget, turn: Callable[[int], Renaming]) -> Finding:
    """Check that the steps of a game are those of the game with players renamed.

    ``turn(p)`` is the renaming of p players.
    """
    most = 4 if budget.full else 3
    looked_at, odd = 0, None
    for p in range(2, most + 1):
        steps, rename = diagram(p), turn(p)
        met, ahead = {steps.start}, [steps.start]
        while ahead:
            budget.tick()
            number = ahead.pop()
            moves = steps.moves(number)
            looked_at += len(moves)
            if not _alike(steps, number, rename):
                odd = odd or {
                    "values": {"p": str(p), "state": str(steps.state(number))}
                }
            new = {k for move in moves.values() for k in move.after} - met
            met |= new
            ahead += new
    return Finding.judged(
        odd,
        proves=True,
        statement="every step from every public state is a step with incp(i) for each "
        "player i, and conversely, with the same conditions on the cards",
        method="exhaustive over the steps of the public diagram",
        instances=looked_at,
        scope={"m, n, q, histories": "all", "p": most},
        note="So what is so of player 1 from some public state on is so of each player "
        "from the public state in that player's place. That player 1 begins is all "
        "that sets players apart.",
    )


def _alike(steps: Diagram, number: int, rename: Renaming) -> bool:
    """Whether the steps from a state and from the renamed state are the same."""
    there = steps.number(renamed_state(steps.state(number), rename))
    mine = {
        renamed_key(key, rename): _plain(steps, move, rename)
        for key, move in steps.moves(number).items()
    }
    theirs = {
        key: _plain(steps, move, lambda player: player)
        for key, move in steps.moves(there).items()
    }
    return mine == theirs


def next_player(p: int) -> Renaming:
    """The renaming that gives each of p players the number of the next."""
    return lambda player: player % p + 1


STATEMENTS = (
    Statement(
        "remark-3.3-player-1",
        "3.3, above Lemma 3.1",
        "It is no loss of generality to act as player 1.",
        "the steps between public states are the same with incp(i) for each player i",
        lambda budget: rotated(budget, next_player),
    ),
)
