"""The option `--seconds`, which limits the time of a command, and progress lines."""

from __future__ import annotations

import os
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import isnan
from threading import Event, Thread
from typing import Any

import click

from mystpy.cli.answers import report
from mystpy.cli.running.signals import SHOW_CURSOR, interrupt_python
from mystpy.errors import EngineFailed, MystError
from mystpy.progress import MAX_SECONDS, heard_by

_PATIENCE = 5.0
"""Seconds after which a line reports that the work goes on."""
_GRACE = 5.0
"""Seconds that an engine has to stop before the program ends without it."""


class Duration(click.FloatRange):
    """A time in seconds, the type of every option that is one.

    It is above 0, or 0 with `zero`, and at most `MAX_SECONDS`.
    """

    def __init__(self, *, zero: bool = False) -> None:
        super().__init__(0, MAX_SECONDS, min_open=not zero)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; `nan` compares with nothing, so that it is in every range."""
        found = float(super().convert(value, param, ctx))
        if isnan(found):
            self.fail(f"{value} is not in the range {self._describe_range()}")
        return found


def add_limit(command: click.Command) -> None:
    """Give a command the option `--seconds`, which needs nothing of the command."""
    command.params.append(
        click.Option(
            ["--seconds"],
            type=Duration(),
            expose_value=False,
            callback=_begin,
            help="Stop after this time, with status 3. Answers printed before it are "
            "right.",
        )
    )


class TimeLimitReached(EngineFailed):
    """The time that a command may take is up."""


def time_up(seconds: float, ctx: click.Context | None) -> TimeLimitReached:
    """Return the error for work that a command has not finished in time."""
    unit = "second" if seconds == 1 else "seconds"
    engines = ctx is not None and any(x.name == "engine" for x in ctx.command.params)
    return TimeLimitReached(
        f"the time is up: there is no answer after {seconds:g} {unit}",
        hint=f"give more --seconds{', or another --engine' * engines}",
    )


def _begin(ctx: click.Context, _option: click.Parameter, value: float | None) -> None:
    watch_command(ctx, value, lambda: time_up(value or 0, ctx))


def watch_command(
    ctx: click.Context, value: float | None, error: Callable[[], MystError]
) -> None:
    """Watch the command that is about to run, if it is limited or somebody waits.

    When the time is up, the program reports the error and ends.
    """
    done = Event()
    ctx.call_on_close(done.set)
    if value is not None:
        _start(_end_in_time, ctx, value, done, error)
    if sys.stderr is not None and sys.stderr.isatty():
        from mystpy.cli.running.progress import progress_shown

        ctx.with_resource(progress_shown())
        if value is None:
            _start(_tell_who_waits, done)
    elif sys.stderr is not None and os.environ.get("MYSTPY_PROGRESS") != "0":
        latest = LatestProgress()
        ctx.with_resource(heard_by(latest))
        with suppress(EngineFailed):  # a browser's Python has no threads
            _start(say_elapsed, done, latest)


class LatestProgress:
    """The work that was last reported, and how far it is."""

    def __init__(self) -> None:
        self.text = "this takes long"

    def __call__(self, name: str, done: int, total: int) -> None:
        """Store the amount of some work that is done."""
        of = f" of {total:,}" if total else ""
        self.text = f"{name}, {done:,}{of}"


def say_elapsed(done: Event, latest: LatestProgress) -> None:
    """Print a line after five seconds, and then whenever that has doubled."""
    passed, wait = 0.0, _PATIENCE
    while not done.wait(wait):
        passed += wait
        wait = passed
        with suppress(OSError, ValueError):  # nobody can read it
            click.echo(f"mystpy: {latest.text}: {passed:.0f} s so far", err=True)


def _start(work: Callable[..., None], *args: object) -> Thread:
    """Watch beside the work. Raises EngineFailed where there are no threads."""
    watcher = Thread(target=work, args=args, daemon=True)
    try:
        watcher.start()
    except RuntimeError:
        raise EngineFailed(
            "no time limit can be set here: no thread can watch the time",
            hint="leave out --seconds, and stop the command by hand",
        ) from None
    return watcher


def _end_in_time(
    ctx: click.Context, seconds: float, done: Event, error: Callable[[], MystError]
) -> None:
    """End the program, whatever an engine does, unless the work is finished before."""
    if done.wait(seconds):
        return
    if sys.stderr is not None and sys.stderr.isatty():
        click.echo(f"\r\033[K{SHOW_CURSOR}", nl=False, err=True)
    status = report(error(), as_json=ctx.params.get("form") == "json")
    sys.stdout.flush()
    os._exit(status)


def _tell_who_waits(done: Event) -> None:
    if not done.wait(_PATIENCE):
        notice = "mystpy: this takes long; Ctrl-C ends it, and so does --seconds N"
        click.echo(notice, err=True)


@contextmanager
def within(
    seconds: float | None, last_word: Callable[[EngineFailed], object]
) -> Iterator[None]:
    """Work that is stopped by EngineFailed after this number of seconds.

    An engine that does not stop then is ended with the program, after the last word.
    """
    if seconds is None:
        yield
        return
    done, up = Event(), Event()
    ended = time_up(seconds, click.get_current_context(silent=True))
    if seconds <= 0:  # it was taken by what came before
        raise ended

    def watch(limit: float) -> None:
        if done.wait(limit):
            return
        up.set()
        interrupt_main()
        if not done.wait(_GRACE):
            last_word(ended)
            os._exit(3)

    interrupt_python()
    try:
        watcher = _start(watch, seconds)
        try:
            yield
        finally:
            done.set()
            watcher.join()
    except KeyboardInterrupt:
        done.set()
        if not up.is_set():
            raise
        raise ended from None


@contextmanager
def patience() -> Iterator[None]:
    """Report progress of work that takes long, if somebody can see it.

    In a browser there are no threads, and the page itself shows the progress.
    """
    done = Event()
    with suppress(EngineFailed):
        _start(_tell_who_waits, done)
    try:
        yield
    finally:
        done.set()
