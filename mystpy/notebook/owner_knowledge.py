"""A player's knowledge after a history of a notebook, kept for the next line."""

from __future__ import annotations

from mystpy.axiom_folder import cached_by_theory
from mystpy.engines.base import Cells, Engine
from mystpy.errors import QueryError
from mystpy.history.history import History
from mystpy.questions.knowledge import know


@cached_by_theory(64)
def cells(history: History, player: int, engine: Engine) -> Cells:
    """The grid of a player; raises as `mystpy.questions.knowledge.know`."""
    return know(history, player, engine, count=False, determined=True).cells


@cached_by_theory(64)
def deals(history: History, player: int, engine: Engine) -> int | None:
    """How many deals a player holds possible, None if not countable."""
    try:
        return know(history, player, engine, determined=True).deals
    except QueryError:
        return None
