"""Strategies of a solved game, made simple and described while there is time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from mystpy.cli.running.limit import TimeLimitReached, patience, within
from mystpy.cli.running.progress import progress_shown
from mystpy.cli.running.signals import last_word
from mystpy.errors import EngineFailed

if TYPE_CHECKING:
    from mystpy.solve.equilibria.description import PlanDescription
    from mystpy.solve.extensive.value_bounds import ValueBounds


def describe_strategies(
    best: ValueBounds,
    seconds: float | None,
    end: Callable[[ValueBounds], object],
    *,
    every: bool,
) -> tuple[ValueBounds, Sequence[PlanDescription]]:
    """The bounds with simple strategies, and these described: with `every` span.

    If they are not found in so many seconds, or a solver fails, it is said, and the
    bounds are as they were, without a description. What is to be done with them if the
    program has to end is for `end` to say.
    """
    from mystpy.solve.equilibria.description import descriptions, simplify

    def stop(*_: object) -> None:
        end(best)

    try:
        with last_word(stop), patience(), progress_shown(), within(seconds, stop):
            simple = simplify(best)
            return simple, descriptions(simple, every=every)
    except EngineFailed as error:
        why = "the time is up" if isinstance(error, TimeLimitReached) else str(error)
        notice = f"mystpy: no simple strategies: {why}; --strategies shows those found"
        click.echo(notice, err=True)
        return best, ()
