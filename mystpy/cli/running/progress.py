"""How far long work is: one bar, on standard error, where somebody watches."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any

import click

from mystpy.cli.running.signals import SHOW_CURSOR
from mystpy.progress import heard_by

_AT_ONCE = 1.0
"""Seconds that a question may take before it is shown how far it is."""


class Progress:
    """A bar with a name, n of N, and the time left; nothing where stderr is piped.

    It is called with the work done and the whole of it, as often as is known.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._bar: Any = None

    def __call__(self, done: int, total: int) -> None:
        """Show that so much of the whole is done."""
        if sys.stderr is None or not sys.stderr.isatty():
            return
        if self._bar is None or self._bar.length != total or done < self._bar.pos:
            self._bar = click.progressbar(
                length=total,
                label=self.name,
                show_eta=True,
                show_pos=True,
                show_percent=False,
                file=sys.stderr,
            )
        self._bar.update(done - self._bar.pos)
        if done >= total:
            self.clear()

    def clear(self) -> None:
        """Take the bar away, so that an answer may stand in its line."""
        if self._bar is not None:
            self._bar = None
            click.echo(f"\r\033[K{SHOW_CURSOR}", nl=False, err=True)


@contextmanager
def progress_shown() -> Iterator[None]:
    """Show how far a question is that takes longer than a moment."""
    begun, bars = monotonic(), dict[str, Progress]()

    def show(name: str, done: int, total: int) -> None:
        if name in bars or (monotonic() - begun > _AT_ONCE and done < total):
            bars.setdefault(name, Progress(name))(done, total)

    try:
        with heard_by(show):
            yield
    finally:
        for bar in bars.values():
            bar.clear()
