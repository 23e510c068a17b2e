"""How a question may be answered, as paths through the public transition system.

In the field: a compiled game tree, one question deep.

Which answers there are, and what each says of the deal, depends on the public state
only. So it is read once for each state, and a question fills in its cards. Nothing here
is a rule of the game: where the guards of the axioms in force have another form than
those below, `answer_paths` returns None, and the moves are followed one by one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import (
    NEW,
    OLD,
    EventKey,
    Guard,
    Transition,
)
from mystpy.engines.transition_system.system import TransitionSystem
from mystpy.history.actions import No, Shows, Yes

ANSWERS = frozenset((No.name, Yes.name, Shows.name))
"""The kinds of actions that answer a question."""


class AnswerPath(NamedTuple):
    """One way in which a question is answered, without its cards.

    The players in `lacking` have none of the cards asked for, each of those in `having`
    has some; `shower` is who shows one of them, 0 if nobody does.
    """

    lacking: tuple[int, ...] = ()
    having: tuple[int, ...] = ()
    shower: int = 0

    def then(self, key: EventKey, move: Transition) -> AnswerPath | None:
        """The path with one more answer; None if its guards have another form."""
        path = self
        for guard in move.guards:
            if guard == Guard(guard.player, some=False, shown=False):
                path = path._replace(lacking=(*path.lacking, guard.player))
            elif guard == Guard(guard.player, some=True, shown=False):
                path = path._replace(having=(*path.having, guard.player))
            elif guard == Guard(key[1], some=True, shown=True):
                path = path._replace(shower=key[1])
            else:
                return None
        is_show = key[0] == Shows.name
        return path if bool(path.shower) is is_show else None


@lru_cache(maxsize=1024)
def answer_paths(
    system: TransitionSystem, state: int, key: EventKey
) -> tuple[AnswerPath, ...] | None:
    """All ways to answer a question that is asked in a state.

    None if they have another form, or if asking tells something by itself.
    """
    move = system.moves(state).get(key)
    if move is None or move.guards or (move.question, len(move.after)) != (NEW, 1):
        return None
    found = tuple(_paths(system, move.after[0], AnswerPath()))
    return None if None in found else found  # type: ignore[return-value]


def _paths(
    system: TransitionSystem, state: int, path: AnswerPath
) -> Iterator[AnswerPath | None]:
    """The ways onward; None for one of another form."""
    moves = system.moves(state)
    if not ANSWERS & {key[0] for key in moves}:
        yield path
    for key, move in moves.items():
        if key[0] not in ANSWERS:
            continue
        after = path.then(key, move)
        if after is None or key[0] == Shows.name:
            yield after
        elif move.question != OLD or len(move.after) != 1:
            yield None
        else:
            yield from _paths(system, move.after[0], after)
