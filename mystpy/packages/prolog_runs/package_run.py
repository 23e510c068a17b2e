"""A run of a package as a plain value, and whether its actions are seen in it."""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.compilation import NamedTuple
from mystpy.errors import AxiomError
from mystpy.packages.action_terms import read_steps
from mystpy.packages.folders import PROLOG_AXIOMS
from mystpy.packages.package import Package
from mystpy.packages.value_sorts import in_braces, term_parts

Observations = frozenset[str]
"""An agent's observations of one action, or of the start."""


class PackageRun(NamedTuple):
    """A start and the actions that were done, with what holds and what is seen.

    `fluents` are those of each situation, None if they were not requested; `views` has
    for each agent its observations of the start and then of each action. `origin` is
    the same for all runs with the same start. `found` are the requested atoms of the
    situation after all actions, empty if the run does not reach it.
    """

    origin: object
    actions: tuple[str, ...]
    fluents: tuple[frozenset[str] | None, ...]
    views: tuple[tuple[Observations, ...], ...]
    found: frozenset[str] = frozenset()

    def view(self, agent: int, situation: int) -> tuple[Observations, ...]:
        """Return what an agent, by its place, has seen before a situation."""
        return self.views[agent][: situation + 1]


def require_actions_seen(package: Package, runs: Iterable[PackageRun]) -> None:
    """Raise AxiomError if an agent does not see the public part of an action.

    Otherwise agents would consider other histories possible than the one that was
    given. For theory.lp the rules themselves are looked at; here Prolog's runs are.
    """
    agents = tuple(map(str, package.agents.elements))
    known: set[tuple[str, Observations]] = set()
    for run in runs:
        for agent, view in zip(agents, run.views, strict=True):
            for action, seen in zip(run.actions, view[1:], strict=True):
                if (action, seen) not in known:
                    if not any(_public_part(package, action, each) for each in seen):
                        raise AxiomError(
                            f"{package.folder / PROLOG_AXIOMS}: {agent} sees nothing"
                            f" of {in_braces(action)}, or not what is public of it",
                            hint=f"write a clause for obs({agent},A,O,S)",
                        )
                    known.add((action, seen))


def _public_part(package: Package, action: str, seen: str) -> bool:
    """Whether what is seen is the action, but for its private arguments."""
    if action == seen:
        return True
    step = read_steps(in_braces(action), package)[0]
    name, arguments = term_parts(seen)
    own = term_parts(action)[1]
    names = {step.action.name, step.public.action.name}
    if name not in names or len(arguments) != len(own):
        return False
    pairs = enumerate(zip(own, arguments, strict=True))
    return all(one == two or k in step.action.private for k, (one, two) in pairs)
