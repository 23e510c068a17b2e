"""How far long work is, on standard error: a bar, and what of a journal is lost."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.running.signals import SHOW_CURSOR
from mystpy.progress import heard_by

if TYPE_CHECKING:
    from mystpy.files.journal import Journal

_AT_ONCE = 1.0
"""Seconds that a question may take before it is shown how far it is."""


class Progress:
    """A bar with a name, n of N, and the time left; nothing where stderr is piped.

    It is called with the work done and the whole of it, as often as is known; where
    the whole is not known it is 0, and the work done is shown.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._bar: Any = None
        self._shown = False

    def __call__(self, done: int, total: int) -> None:
        """Show that so much of the whole is done."""
        if sys.stderr is None or not sys.stderr.isatty():
            return
        if not total:
            self._shown = True
            click.echo(f"\r\033[K{self.name}: {done:,}", nl=False, err=True)
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
        """Remove the bar, so that an answer may take its line."""
        if self._bar is not None or self._shown:
            self._bar, self._shown = None, False
            click.echo(f"\r\033[K{SHOW_CURSOR}", nl=False, err=True)


@contextmanager
def progress_shown() -> Iterator[None]:
    """Show how far a question is that takes longer than a moment."""
    begun, bars = monotonic(), dict[str, Progress]()
    last = 0.0

    def show(name: str, done: int, total: int) -> None:
        nonlocal last
        now = monotonic()
        if not total and now - max(last, begun) < _AT_ONCE:
            return
        last = now
        if name in bars or (now - begun > _AT_ONCE and (done < total or not total)):
            bars.setdefault(name, Progress(name))(done, total)

    try:
        with heard_by(show):
            yield
    finally:
        for bar in bars.values():
            bar.clear()


_MOST_LINES = 5
"""If more rows are damaged, only their number is reported."""


def tell_of_damage(journal: Journal, again: str) -> None:
    """Warn of damaged rows; `again` is the participle of the work to be repeated."""
    if journal.torn:
        _warn(f"the last line of {journal.path} was cut off and does not count")
    for row in journal.damaged[:_MOST_LINES]:
        _warn(f"{journal.path}:{row.line} does not count: {row.why}")
    if number := len(journal.damaged):
        rows = "this row is" if number == 1 else f"{number:,} such rows are"
        _warn(f"{rows} ignored, and what is missing is {again} again")


def _warn(text: str) -> None:
    click.echo(f"mystpy: warning: {text}", err=True)
