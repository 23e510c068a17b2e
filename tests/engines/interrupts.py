"""Ctrl-C at random moments, for scripts that tests run in a process of their own."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from random import Random


def press_at_random(
    presses: int, work: Callable[[int], object], check: Callable[[], object]
) -> None:
    """Interrupt some work `presses` times, and check the state after each time.

    `work` gets the number of the interrupt, and is repeated until it comes.
    """
    rng = Random(1)
    for number in range(presses):
        pressed = threading.Event()

        def press(pressed: threading.Event = pressed) -> None:
            os.kill(os.getpid(), signal.SIGINT)
            pressed.set()

        try:
            threading.Timer(rng.random() * 0.05, press).start()
            while not pressed.is_set():
                work(number)
            time.sleep(0.01)
        except KeyboardInterrupt:
            pass
        pressed.wait()
        check()
