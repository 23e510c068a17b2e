"""How far long work is: one bar, on standard error, where somebody watches."""

from __future__ import annotations

import sys
from typing import Any

import click

from mystpy.cli.running.signals import SHOW_CURSOR


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
