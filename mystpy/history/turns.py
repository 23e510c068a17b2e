"""The actions of a game, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.history.actions import Action, Asks, NoAsk


def split_turns(actions: Sequence[Action]) -> Iterator[tuple[Action, ...]]:
    """The actions of each turn; each begins with a question."""
    turn: list[Action] = []
    for action in actions:
        if turn and isinstance(action, Asks | NoAsk):
            yield tuple(turn)
            turn = []
        turn.append(action)
    if turn:
        yield tuple(turn)
