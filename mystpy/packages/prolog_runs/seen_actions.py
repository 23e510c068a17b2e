"""Whether each agent sees every action, but for its private arguments, in listed runs.

Then agents consider no other histories possible than the one that was given. For
theory.lp the rules themselves are looked at; here the runs are, as Prolog lists them.
"""

from __future__ import annotations

from collections.abc import Iterable

from mystpy.errors import AxiomError
from mystpy.packages.action_terms import read_steps
from mystpy.packages.package import Package
from mystpy.packages.prolog_runs.package_run import Observations, PackageRun
from mystpy.packages.prolog_runs.theory_file import PROLOG_AXIOMS
from mystpy.packages.value_sorts import in_braces, term_parts


def require_actions_seen(package: Package, runs: Iterable[PackageRun]) -> None:
    """Raise AxiomError if an agent does not see what is public of an action."""
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
