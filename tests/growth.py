"""How work grows with what it is done on, whatever the machine and its other work."""

from __future__ import annotations

import time
from collections.abc import Callable


def growth(small: Callable[[], object], large: Callable[[], object]) -> float:
    """How many times the processor time of the small work the large work takes.

    The least of three each, taken in turn: what disturbs both alike does not count.
    """
    times = [(_processor_time(small), _processor_time(large)) for _ in range(3)]
    return min(large for _, large in times) / min(small for small, _ in times)


def _processor_time(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start
