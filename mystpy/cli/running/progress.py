"""Show the progress of long work on standard error, and warn of damaged rows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic as now
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.running.signals import SHOW_CURSOR
from mystpy.progress import heard_by

if TYPE_CHECKING:
    from mystpy.files.journal import Journal

FIRST_LINE = 5.0
"""Seconds after which a line reports the progress, if there is no bar."""

_AT_ONCE = 1.0
"""Seconds that a question may take before its progress is shown."""


class Progress:
    """A bar with a name, n of N, and the time left; lines where stderr is piped.

    It is called with the work done and the whole of it, as often as is known; where
    the whole is not known it is 0, and the work done is shown. A line says what is done
    after five seconds, and then each time that has taken twice as long.
    """

    def __init__(self, name: str) -> None:
        self._bar: Any = None
        self._shown = False
        self.begin(name)

    def begin(self, name: str) -> None:
        """Begin other work, with this name."""
        self.name, self._known = name, (0, 0)
        self._begun, self._next = now(), FIRST_LINE

    def __call__(self, done: int, total: int) -> None:
        """Show the amount of work that is done."""
        if sys.stderr is None or not sys.stderr.isatty():
            self._known = done, total
            self.tell()
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

    def tell(self) -> None:
        """Print a line if the work has lasted long enough since the last one."""
        passed = now() - self._begun
        if passed < self._next or self._bar is not None or sys.stderr is None:
            return
        self._next = 2 * passed
        done, total = self._known
        of = f", {done:,} of {total:,}" if done < total else ""
        of = f", {done:,}" if done and not total else of
        click.echo(f"mystpy: {self.name}: {passed:.0f} s so far{of}", err=True)

    def clear(self) -> None:
        """Remove the bar, so that an answer may take its line."""
        if self._bar is not None or self._shown:
            self._bar, self._shown = None, False
            click.echo(f"\r\033[K{SHOW_CURSOR}", nl=False, err=True)

    @contextmanager
    def told(self) -> Iterator[None]:
        """Print such lines within a block of code also while nobody calls."""
        ended = Event()

        def tell() -> None:
            while not ended.wait(1):
                with suppress(OSError, ValueError):  # nobody can read it
                    self.tell()

        thread = Thread(target=tell, name="progress", daemon=True)
        with suppress(RuntimeError):  # a browser's Python has no threads
            thread.start()
        try:
            yield
        finally:
            ended.set()
            if thread.ident is not None:
                thread.join()


@contextmanager
def progress_shown() -> Iterator[None]:
    """Show the progress of a question that takes longer than a moment."""
    begun, bars = now(), dict[str, Progress]()
    last = 0.0

    def show(name: str, done: int, total: int) -> None:
        nonlocal last
        moment = now()
        if not total and moment - max(last, begun) < _AT_ONCE:
            return
        last = moment
        if name in bars or (moment - begun > _AT_ONCE and (done < total or not total)):
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
        warn(f"the last line of {journal.path} was cut off and does not count")
    for row in journal.damaged[:_MOST_LINES]:
        warn(f"{journal.path}:{row.line} does not count: {row.why}")
    if number := len(journal.damaged):
        rows = "this row is" if number == 1 else f"{number:,} such rows are"
        warn(f"{rows} ignored, and what is missing is {again} again")


def warn(text: str) -> None:
    """Print a warning on standard error."""
    click.echo(f"mystpy: warning: {text}", err=True)
