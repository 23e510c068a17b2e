"""The information that each step of a history gives the agents of a package."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple, replace
from mystpy.errors import QueryError
from mystpy.packages.answer_kinds import KnownFluents
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import (
    OBSERVER,
    known_of,
    remaining_runs,
)
from mystpy.packages.value_sorts import term_parts
from mystpy.show.draw.lessons import Lesson, Panel, Strip


class _Moment(NamedTuple):
    """An agent's knowledge after some steps, and the number of runs left."""

    known: KnownFluents
    runs: int | None


def package_strip(
    situation: PackageSituation, agents: Sequence[str] | None = None
) -> Strip:
    """Return what these agents learned from each step; None: all whose view is given.

    An observer, who sees what all agents see, takes part if somebody cannot. Raises
    QueryError if what a named agent has seen is not given, NoWorldFits if the history
    is illegal.
    """
    situation.require_legal()
    prefixes = [
        replace(situation, steps=situation.steps[:number])
        for number in range(len(situation.steps) + 1)
    ]
    found: dict[str, list[_Moment]] = {}
    left_out = []
    for agent in situation.words.agents if agents is None else agents:
        try:
            found[agent] = _moments(prefixes, agent)
        except QueryError as error:
            if agents is not None or type(error) is not QueryError:
                raise
            left_out.append(agent)
    if left_out:
        found[OBSERVER] = _moments(prefixes, OBSERVER)
    package = situation.package
    start = tuple(_lesson(package, None, each[0]) for each in found.values())
    panels, silent = _panels(situation, list(found.values()))
    return Strip(tuple(found), tuple(left_out), start, panels, silent, counted="run")


def _moments(prefixes: Sequence[PackageSituation], agent: str) -> list[_Moment]:
    return [
        _Moment(known_of(each, [agent]), remaining_runs(each, agent))
        for each in prefixes
    ]


def _panels(
    situation: PackageSituation, moments: Sequence[Sequence[_Moment]]
) -> tuple[tuple[Panel, ...], tuple[str, ...]]:
    """Return the panels, and the last steps, from which nobody learns anything."""
    panels: list[Panel] = []
    first, names = 0, list[str]()
    for number, step in enumerate(situation.steps):
        names.append(step.sentence)
        lessons = tuple(
            _lesson(situation.package, each[number], each[number + 1])
            for each in moments
        )
        if not all(lesson.empty for lesson in lessons):
            panels.append(Panel(first, tuple(names), lessons))
            first, names = number + 1, []
    return tuple(panels), tuple(names)


def _lesson(package: Package, before: _Moment | None, after: _Moment) -> Lesson:
    news = _news(package, None if before is None else before.known, after.known)
    facts = tuple(_facts(package, news))
    return Lesson(facts, None if before is None else before.runs, after.runs)


def _news(
    package: Package, before: KnownFluents | None, after: KnownFluents
) -> KnownFluents:
    """Return the fluents that became known; at the start those that never change."""
    if before is not None:
        was = set(before.open)
        lists = ([x for x in each if x in was] for each in (after.true, after.false))
    else:
        rigid = {f.name for f in package.fluents.values() if f.rigid}
        lists = (
            [x for x in each if term_parts(x)[0] in rigid]
            for each in (after.true, after.false)
        )
    true, false = map(tuple, lists)
    return KnownFluents(true, false, ())


def _facts(package: Package, news: KnownFluents) -> Iterator[str]:
    """Yield new knowledge in words; facts with equal first arguments are joined."""
    for sign, atoms in (("", news.true), ("not: ", news.false)):
        groups: dict[tuple[str, ...], list[str]] = {}
        for atom in atoms:
            name, arguments = term_parts(atom)
            grouped = len(arguments) > 1
            key = (name, *(arguments[:-1] if grouped else arguments))
            groups.setdefault(key, []).extend(arguments[-1:] if grouped else [])
        for (name, *others), last in groups.items():
            listed = [", ".join(last)] if last else []
            yield sign + package.fluents[name].sentence((*others, *listed))
