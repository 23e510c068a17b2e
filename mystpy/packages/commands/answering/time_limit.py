"""`--seconds` for commands about packages: an answer that takes longer is an error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeVar

import click

from mystpy.cli.running.limit import Duration, watch_command
from mystpy.errors import Undecided
from mystpy.progress import heard_by

F = TypeVar("F", bound=Callable[..., Any])


class TriedWork:
    """A listener that collects the work done for an answer, by name."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()
        self._done: dict[str, tuple[int, int]] = {}

    def __call__(self, name: str, done: int, total: int) -> None:
        """Note that a part of some work is done; work without a total is counted."""
        self._times[name] += not total
        self._done[name] = done, total

    def __str__(self) -> str:
        parts = []
        for name, (done, total) in self._done.items():
            number = f"{done:,} of {total:,}" if total else f"{self._times[name]:,}"
            parts.append(f"{number} {name}")
        return ", ".join(parts) or "the axioms were read"


def seconds_limit(command: F) -> F:
    """Add --seconds to a command about packages, and show the progress of long work."""
    option = click.option(
        "--seconds",
        type=Duration(),
        expose_value=False,
        callback=_begin,
        help="Stop after this time, undecided, with status 5.",
    )
    return option(command)


_MORE_TIME = "give more --seconds, a smaller game, or a formula with fewer K and no C"
_FASTER = "if theory.toml has [certificate], mystpy theory check turns fast methods on"


def undecided_error(
    seconds: float, tried: object, *, checks: bool = False
) -> Undecided:
    """Return the error for a question that was not answered in time.

    `checks` says that it was asked by `mystpy theory check` itself.
    """
    unit = "second" if seconds == 1 else "seconds"
    return Undecided(
        f"undecided within {seconds:g} {unit}, in which was tried: {tried}",
        hint=_MORE_TIME if checks else f"{_MORE_TIME}; {_FASTER}",
    )


def _begin(ctx: click.Context, _option: click.Parameter, value: float | None) -> None:
    tried = TriedWork()
    ctx.with_resource(heard_by(tried))
    checks = ctx.command.name == "theory"
    watch_command(ctx, value, lambda: undecided_error(value or 0, tried, checks=checks))
