"""A package with the axioms of a planning task: its texts, and the folder with them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.files.toml import file_text, toml_rows
from mystpy.packages.axiom_checks.package_checks import require_sound
from mystpy.packages.declarations import read_package
from mystpy.packages.epddl.epddl_texts import write_files
from mystpy.packages.epddl.package_axioms.action_rules import (
    ActionAxioms,
    ActionRules,
    persistence,
)
from mystpy.packages.epddl.package_axioms.formula_texts import FormulaTexts
from mystpy.packages.epddl.package_axioms.package_terms import PackageTerms, effects_of
from mystpy.packages.epddl.package_axioms.start_rules import (
    DESIGNATED,
    WORLDS,
    StartAxioms,
    common_predicates,
    start_axioms,
)
from mystpy.packages.epddl.reading.observability import ObservedAction, observed_action
from mystpy.packages.epddl.reading.planning_task import PlanningTask
from mystpy.packages.epddl.reading.s_expressions import (
    Bracketed,
    Node,
    is_modal,
    parts_of,
)
from mystpy.packages.folders import AXIOMS, DESCRIPTION
from mystpy.packages.package_answers import PackageSituation

PROBLEM = "problem.toml"
"""The query file with the goal, and with what is given of the start."""

_MARK = "read from EPDDL"


class TaskPackage(NamedTuple):
    """The texts of a package by file name, and what must be true in every start."""

    files: dict[str, str]
    unknown: Sequence[tuple[Node, str]]


def write_package(task: PlanningTask, folder: Path) -> list[Path]:
    """Write the package for a planning task; return the paths of its files.

    Raises ParseError, with the place, for what a package cannot say, and QueryError if
    the folder cannot be written.
    """
    _require_free(folder)
    found = task_package(task)
    with tempfile.TemporaryDirectory() as name:
        write_files(Path(name), found.files)
        package = read_package(name)
        require_sound(package)
        if found.unknown:
            start = PackageSituation.make(package)
            for node, formula in found.unknown:
                if start.value(formula) != "true":
                    raise node.fault(
                        "this does not follow from the rest of the theory",
                        "an initial state where it is true needs further formulas",
                    )
    paths = write_files(folder, found.files)
    if PROBLEM not in found.files:
        (folder / PROBLEM).unlink(missing_ok=True)  # of an earlier task
    return paths


def _require_free(folder: Path) -> None:
    """Raise QueryError if a folder has a package that was not read from EPDDL."""
    path = folder / AXIOMS
    if path.is_file() and _MARK not in file_text(path).partition("\n")[0]:
        raise QueryError(
            f"{folder} has a package already", hint="name another folder after -o"
        )


def task_package(task: PlanningTask) -> TaskPackage:
    """Return the texts of the package. Raises ParseError for what it cannot say."""
    if not task.actions:
        raise task.place.fault(
            "the domain has no actions, and a package needs one",
            "mystpy model reads the worlds of a problem that lists them",
        )
    terms = PackageTerms(task)
    for name in sorted(terms.changing & set(task.predicates)):
        if task.predicates[name].fact:
            word = task.predicates[name].word
            raise word.fault(f"{name} is a :fact, and an event changes it")
    seen = [observed_action(task, each) for each in task.actions.values()]
    _require_common(task, seen)
    start = start_axioms(terms)
    actions = [
        ActionRules(terms, each, part).axioms() for each in seen for part in each.parts
    ]
    goal = "" if task.goal is None else FormulaTexts(terms).text(task.goal, {})
    axioms = "\n".join(_axioms(terms, start, actions)) + "\n"
    files = {DESCRIPTION: _description(terms, start, actions), AXIOMS: axioms}
    if goal or start.designated:
        files[PROBLEM] = _problem(task, start, goal)
    return TaskPackage(files, start.unknown)


def _require_common(task: PlanningTask, actions: Sequence[ObservedAction]) -> None:
    """Raise ParseError if how an agent observes an action is not common knowledge.

    In EPDDL the designated worlds decide it; in a package every run does.
    """
    known = common_predicates(task)
    growing = True
    while growing:
        changed = {
            name
            for action in actions
            for name in _uncommon_effects(task, action, known)
        }
        growing = bool(changed & known)
        known -= changed
    for action in actions:
        for condition in action.dynamic:
            hidden = sorted(_predicates(task, condition) - known)
            if is_modal(condition):
                hidden = ["what agents know"]
            if hidden:
                raise condition.fault(
                    f"how {action.schema.word.text} is observed depends on what some"
                    f" agent may not know: {hidden[0]} is not common knowledge",
                    "let it depend on facts, or on what all see happen",
                )


def _uncommon_effects(
    task: PlanningTask, action: ObservedAction, known: set[str]
) -> Iterator[str]:
    """The predicates that an action changes in a way that not all agents see."""
    for part in action.parts:
        for use in part.events:
            effects = task.events[use.word.text].effects
            hidden = len(part.events) > 1
            if effects and not _predicates(task, effects) <= known:
                hidden = True
            if hidden:
                yield from (each.atom.head for each in effects_of(effects))


def _predicates(task: PlanningTask, node: Node) -> set[str]:
    heads = {each.head for each in parts_of(node) if isinstance(each, Bracketed)}
    return heads & set(task.predicates)


# --- The axioms ---------------------------------------------------------------


def _axioms(
    terms: PackageTerms, start: StartAxioms, actions: Sequence[ActionAxioms]
) -> Iterator[str]:
    number = 0

    def block(title: str, lines: Sequence[str]) -> Iterator[str]:
        nonlocal number
        if lines:
            number += 1
            yield f"% (E{number}) {title}"
            yield from [*lines, ""]

    yield f"% {terms.task.name}: {_MARK}"
    yield ""
    yield from ["% --- The start ---", ""]
    yield from block("the start, and what agents see of it", start.lines)
    if terms.compares:
        yield from block("equal arguments", [f"same(X, X) :- {_entities(terms)}(X)."])
    yield from ["% --- Actions ---", ""]
    for each in actions:
        yield from block(f"Poss({each.name},s)", each.poss)
    yield from ["% --- Effects ---", ""]
    for each in actions:
        yield from block(f"what {each.name} changes", each.effects)
    yield from block("what goes on to hold", list(persistence(terms)))
    yield from ["% --- Sight ---", ""]
    for each in actions:
        yield from block(f"who sees what of {each.name}", each.sight)


def _entities(terms: PackageTerms) -> str:
    return terms.sort("entity", terms.task.place)


# --- The description ----------------------------------------------------------


def _description(
    terms: PackageTerms, start: StartAxioms, actions: Sequence[ActionAxioms]
) -> str:
    if terms.compares:
        _entities(terms)
    fluents = list(_fluents(terms, start))
    rows = {each.name: _action_row(each) for each in actions}
    top: dict[str, object] = {
        "name": terms.task.name,
        "says": "Read from a planning task in EPDDL.",
        "agents": terms.agent_sort,
    }
    lines = [*toml_rows(top), "", "[sorts]"]
    lines += toml_rows({name: list(values) for name, values in terms.sorts.items()})
    for row in fluents:
        lines += ["", "[[fluent]]", *toml_rows(row)]
    for row in rows.values():
        lines += ["", "[[action]]", *toml_rows(row)]
    return "\n".join(lines) + "\n"


def _fluents(terms: PackageTerms, start: StartAxioms) -> Iterator[dict[str, object]]:
    for name, each in terms.task.predicates.items():
        sorts = [terms.sort_of(place) for place in each.parameters]
        yield _fluent_row(terms.predicates[name], sorts, name, rigid=terms.rigid(each))
    if start.chosen:
        yield _fluent_row(WORLDS, ["world"], "starts in", rigid=True)
    if start.designated:
        yield _fluent_row(DESIGNATED, [], "the start is designated", rigid=True)
    if terms.compares:
        yield _fluent_row("same", [_entities(terms)] * 2, "same", rigid=True)


def _fluent_row(
    name: str, sorts: list[str], words: str, *, rigid: bool
) -> dict[str, object]:
    places = "".join(f" {{{place}}}" for place in range(1, len(sorts) + 1))
    row: dict[str, object] = {"name": name}
    if sorts:
        row["args"] = sorts
    row["words"] = words.replace("-", " ").replace("_", " ") + places
    return row | ({"rigid": True} if rigid else {})


def _action_row(each: ActionAxioms) -> dict[str, object]:
    row: dict[str, object] = {"name": each.name}
    if each.sorts:
        row["args"] = list(each.sorts)
    row["words"] = each.words
    if each.private:
        row["private"] = [len(each.sorts)]
    return row | ({"precondition": each.precondition} if each.precondition else {})


def _problem(task: PlanningTask, start: StartAxioms, goal: str) -> str:
    row: dict[str, object] = {"title": f"The problem {task.name}", "theory": "."}
    if start.designated:
        row["given"] = [DESIGNATED]
    lines = [*toml_rows(row), "", "[[ask]]", *toml_rows({"formula": goal or "true"})]
    return "\n".join(lines) + "\n"
