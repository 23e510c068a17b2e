"""The first difference between the runs by theory.lp and those by theory.pl."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.compilation import NamedTuple
from mystpy.packages.package import Package
from mystpy.packages.prolog_runs.package_run import Observations, PackageRun
from mystpy.packages.theory_files.labelled_axioms import labels_of
from mystpy.packages.value_sorts import in_braces

Prefix = tuple[frozenset[str] | None, tuple[str, ...]]
"""The fluents of the start and some actions: a run up to a situation."""


Here = tuple[frozenset[str], tuple[Observations, ...]]
"""The fluents of a situation, and what each agent saw last."""


class RunDifference(NamedTuple):
    """Where two lists of runs differ first, after as few actions as possible.

    `label` is that of an axiom to look at, None if none has one.
    """

    start: tuple[str, ...]
    actions: tuple[str, ...]
    message: str
    label: str | None

    def __str__(self) -> str:
        by = f" ({self.label})" if self.label else ""
        after = " ".join(map(in_braces, self.actions)) or "the start"
        where = ", ".join(map(in_braces, self.start)) or "no fluent"
        return f"after {after}, where at first hold {where}: {self.message}{by}"


def first_difference(
    package: Package, left: Sequence[PackageRun], right: Sequence[PackageRun]
) -> RunDifference | None:
    """Return the first difference of the runs by theory.lp and by theory.pl, or None.

    Of differences after equally many actions the first in order of the texts is taken.
    """
    longest = max((len(run.actions) for run in (*left, *right)), default=0)
    for depth in range(longest + 1):
        sides = _at(left, depth), _at(right, depth)
        found = _difference(package, depth, *sides)
        if found is not None:
            return found
    return None


def _at(runs: Iterable[PackageRun], depth: int) -> dict[Prefix, set[Here]]:
    """Return the fluents and observations after `depth` actions, by runs."""
    found: dict[Prefix, set[Here]] = {}
    for run in runs:
        if len(run.actions) >= depth:
            views = tuple(view[depth] for view in run.views)
            here = run.fluents[depth] or frozenset(), views
            found.setdefault((run.fluents[0], run.actions[:depth]), set()).add(here)
    return found


def _difference(
    package: Package,
    depth: int,
    left: dict[Prefix, set[Here]],
    right: dict[Prefix, set[Here]],
) -> RunDifference | None:
    if left == right:
        return None
    wrong = [
        key for key in left.keys() | right.keys() if left.get(key) != right.get(key)
    ]
    # A run that only one side has comes before runs that differ in what holds.
    prefix = min(wrong, key=lambda key: (key in left and key in right, _order(key)))
    if prefix not in left or prefix not in right:
        file = "theory.lp" if prefix in left else "theory.pl"
        return _only(package, prefix, file)
    return _other(package, depth, prefix, left[prefix], right[prefix])


def _order(prefix: Prefix) -> tuple[tuple[str, ...], list[str]]:
    return prefix[1], sorted(prefix[0] or ())


def _only(package: Package, prefix: Prefix, file: str) -> RunDifference:
    """A start, or an action, that is possible by one file alone."""
    fluents, actions = prefix
    start = tuple(sorted(fluents or ()))
    if not actions:
        message = f"only {file} has this start"
        return RunDifference(start, (), message, _choice_label(package))
    action = actions[-1]
    label = package.label(f"poss({_name(action)}")
    message = f"{in_braces(action)} is possible by {file} alone"
    return RunDifference(start, actions[:-1], message, label)


def _other(
    package: Package,
    depth: int,
    prefix: Prefix,
    left: set[Here],
    right: set[Here],
) -> RunDifference:
    """A run that both have, with other fluents or observations."""
    start = tuple(sorted(prefix[0] or ()))
    one, other = (
        min(each, key=_text) for each in (left - right or left, right - left or right)
    )
    message, label = _facts(package, depth, one, other)
    return RunDifference(start, prefix[1], message, label)


def _text(value: Here) -> str:
    fluents, views = value
    return f"{sorted(fluents)} {[sorted(view) for view in views]}"


def _facts(
    package: Package, depth: int, one: Here, other: Here
) -> tuple[str, str | None]:
    (fluents, views), (fluents_too, views_too) = one, other
    if fluents != fluents_too:
        atom = min(fluents ^ fluents_too)
        file = "theory.lp" if atom in fluents else "theory.pl"
        message = f"{in_braces(atom)} holds by {file} alone"
        return message, package.label(_name(atom))
    agents = map(str, package.agents.elements)
    for agent, view, view_too in zip(agents, views, views_too, strict=True):
        if view != view_too:
            seen = min(view ^ view_too)
            file = "theory.lp" if seen in view else "theory.pl"
            message = f"{agent} sees {in_braces(seen)} by {file} alone"
            return message, package.label("obs" if depth else "obs0")
    return "the runs differ", None


def _choice_label(package: Package) -> str | None:
    """The label of the first axiom of theory.lp that chooses a fluent."""
    label = None
    for line in package.axioms.splitlines():
        label = next(iter(labels_of(line)), label)
        _, brace, rest = line.partition("{")
        chosen = rest.lstrip() if brace and not line.startswith("%") else ""
        if chosen.startswith(tuple(package.fluents)):
            return label
    return None


def _name(term: str) -> str:
    return term.partition("(")[0]
