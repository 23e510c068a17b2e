"""From which observations something follows, found in a list of runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple
from mystpy.packages.backend_runs.text_program import Atoms, BackendProgram, parts_of
from mystpy.packages.history_runs.offered_actions import in_braces
from mystpy.packages.prolog_runs.package_run import Observations, PackageRun

View = tuple[Observations, ...]


class ObservationLiteral(NamedTuple):
    """That an agent has seen something of an action, or has not; 0 is the start."""

    stage: int
    content: str
    seen: bool

    def __str__(self) -> str:
        at = "at the start" if self.stage == 0 else f"step {self.stage - 1}"
        return f"{at}: {'' if self.seen else 'not '}{self.content}"

    def excludes(self, view: View) -> bool:
        """Return whether a run with this view is excluded by it."""
        return (self.content in view[self.stage]) != self.seen


def observations_against(
    runs: Sequence[PackageRun], place: int, end: int, view: View
) -> list[ObservationLiteral]:
    """Return observations of a view that exclude all of some runs.

    `place` is that of the agent. None of them can be left out; what was seen comes
    before what was not. Each of the runs must look different to the agent.
    """
    views = [run.view(place, end) for run in runs]
    needed = list(_differences(views, view))
    for each in needed[::-1]:
        rest = [other for other in needed if other != each]
        if all(any(other.excludes(one) for other in rest) for one in views):
            needed = rest
    return needed


def observations_needed(
    program: BackendProgram, agent: str, run: Atoms, wrong: str
) -> list[str]:
    """Return what an agent has seen in a run that excludes all runs with some rules.

    It is asked of clingo, observation by observation: none can be left out.
    """
    mine = [x for x in sorted(run) if parts_of(x)[0] == "saw"]
    saw = [parts_of(x)[1] for x in mine if parts_of(x)[1][0] == agent]
    seen = [(_stage(when), content) for _, when, content in saw]
    needed = {
        ObservationLiteral(
            stage, content, True
        ): f":- not saw({agent},{when},{content})."
        for (stage, content), (_, when, _) in zip(seen, saw, strict=True)
    }
    more = "\n".join(f"has_seen({when},{content})." for _, when, content in saw)
    only = f":- saw({agent},T,O), not has_seen(T,O)."
    nothing_else = f"#defined has_seen/2.\n{more}\n{only}"

    def excluded(rules: Sequence[str]) -> bool:
        return not program.answer_sets("\n".join([wrong, *rules]), most=1)

    extra = [] if excluded(list(needed.values())) else [nothing_else]
    for each in sorted(needed, reverse=True):
        rest = [rule for other, rule in needed.items() if other != each]
        if excluded([*rest, *extra]):
            del needed[each]
    reasons = [in_braces(str(each)) for each in sorted(needed)]
    return [*reasons, *(["that nothing else was seen"] if extra else [])]


def _stage(when: str) -> int:
    return 0 if when == "start" else int(when) + 1


def _differences(views: Sequence[View], view: View) -> Iterator[ObservationLiteral]:
    """What of a view some others do not have, and what they have besides."""
    missing: set[ObservationLiteral] = set()
    for stage, seen in enumerate(view):
        others = [other[stage] for other in views]
        yield from (
            ObservationLiteral(stage, content, True)
            for content in sorted(seen)
            if any(content not in other for other in others)
        )
        more = frozenset().union(*others) - seen
        missing |= {ObservationLiteral(stage, content, False) for content in more}
    yield from sorted(missing)
