"""Notes that leave something open: each history that may have happened, and all.

In the field: the owner's information set spans histories, as in an event model whose
events the owner cannot tell apart (Baltag, Moss and Solecki 1998).
"""

from __future__ import annotations

from mystpy.engines.base import Engine
from mystpy.history.accounts import leaves_open
from mystpy.history.history import History


def engine_for(engine: Engine, history: History) -> Engine:
    """The engine, or one that follows it through all histories that are possible."""
    if not leaves_open(history):
        return engine
    # Not at the top: few notes leave something open.
    from mystpy.possible_histories.engine import following

    return following(engine)


def require_one_history(history: History, what: str) -> History:
    """The history, if nothing is left open. Raises QueryError, which `what` begins."""
    if leaves_open(history):
        from mystpy.possible_histories.engine import refused

        raise refused(history, what)
    return history
