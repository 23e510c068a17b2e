"""Work for the processes of the tests.

The processes import this module. It imports neither pytest nor hypothesis, which take
longer to load than everything else that such a process does.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mystpy.errors import QueryError
from mystpy.processes.ticking import tick

if TYPE_CHECKING:
    from mystpy.solve.commands.many_games import Item, SolvedGame


def square(number: int) -> int:
    return number * number


def process_of(_: object) -> int:
    return os.getpid()


def called(work: Callable[[], int]) -> int:
    return work()


def doubling(number: int) -> Callable[[int], int]:
    return lambda other: number * other


def refused(number: int) -> int:
    raise QueryError(f"there is no {number}", hint="take another")


def endless(_: object) -> int:
    while True:
        tick()


def asleep(_: object) -> None:
    time.sleep(86_400)


def killed(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def spent() -> None:
    asleep(None)


def done_by(work: Callable[[], object]) -> object:
    return work()


def dies(folder: Path, times: int, item: Item) -> SolvedGame:
    """End the process at a game of four cards `times` times, as the system might."""
    game, kept = item
    deaths = len(list(folder.iterdir()))
    if game.m == 2 and deaths < times:
        (folder / str(deaths)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"game": game.m, "kept": dict(kept or {})}, None


def with_process(number: int) -> tuple[int, int]:
    return number, os.getpid()


def opens_nothing(number: int) -> int:
    raise FileNotFoundError(number, "there is no such file")
