"""The answers of two players, read off the public diagram of the axioms."""

from __future__ import annotations

from mystpy.engines.diagram.diagram import Guard
from mystpy.engines.diagram.walk import Walker
from mystpy.game.game import Game


def answers_in_diagram() -> tuple[int, bool]:
    """Return how many answers of two players there are, and whether all are as read.

    A no is given by a player who holds none of the cards asked for, a yes by one who
    holds some, and a card that is shown is held by who shows it.
    """
    walker = Walker(Game.myst(1, 1, 2, 1))
    asked = {"no": Guard(0, False, False), "yes": Guard(0, True, False)}
    seen, ahead, count, right = set[int](), [walker.diagram.start], 0, True
    while ahead:
        state = ahead.pop()
        if state in seen:
            continue
        seen.add(state)
        for (kind, player, *_), move in walker.diagram.moves(state).items():
            ahead += move.after
            guards = {(0, g.some, g.shown) for g in move.guards if g.player == player}
            if kind in asked:
                want = asked[kind]
                right &= (0, want.some, want.shown) in guards
                count += 1
            elif kind == "shows":
                right &= (0, True, True) in guards
                count += 1
    return count, right
