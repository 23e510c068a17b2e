"""A run of a package as a plain value, whichever engine has listed it."""

from __future__ import annotations

from mystpy.compilation import NamedTuple

Observations = frozenset[str]
"""What an agent sees of one action, or of the start."""


class PackageRun(NamedTuple):
    """A start and the actions that were done, with what holds and what is seen.

    `fluents` are those of each situation, None where nobody asked for them; `views` has
    for each agent what it has seen of the start and then of each action. `origin` is
    the same for all runs with the same start. `found` is what was asked besides of the
    situation after all actions, empty where the run does not reach it.
    """

    origin: object
    actions: tuple[str, ...]
    fluents: tuple[frozenset[str] | None, ...]
    views: tuple[tuple[Observations, ...], ...]
    found: frozenset[str] = frozenset()

    def view(self, agent: int, situation: int) -> tuple[Observations, ...]:
        """Return what an agent, by its place, has seen before a situation."""
        return self.views[agent][: situation + 1]
