"""What Prolog is helped by where it would take long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from mystpy.engines.base import Engine
from mystpy.history.history import Hands, History


class DealEngine(Engine, Protocol):
    """What is asked where Prolog would be long: an engine that finds deals."""

    def samples(self, history: History) -> Iterator[Hands]:
        """Deals that fit, one in which the history can be done and one in which not."""
