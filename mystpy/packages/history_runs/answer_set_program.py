"""The answer set program of a history's runs: one answer set is one run."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from mystpy.engines.backend import control, require_library
from mystpy.engines.interrupt import interruptions
from mystpy.errors import AxiomError, QueryError
from mystpy.files.toml import file_text
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.folders import AXIOMS, driver
from mystpy.packages.history_runs.ground_rules import GroundRules
from mystpy.packages.package import ActionSymbol, FluentSymbol, Package, Symbol
from mystpy.packages.value_sorts import PackageSort, Value, apply_name, term

MAX_HIDDEN_SETS = 200_000
"""The maximal number of sets that an unknown private argument may be."""

READ = frozenset(
    (
        *(("now", 2), ("done", 2), ("can_be_done", 2), ("reached", 1), ("stuck", 1)),
        *(("saw", 3), ("unseen", 2), ("blind", 3), ("over", 1), ("offered", 1)),
        ("part_holds", 1),
    )
)
"""The predicates that are read: axioms may have others that are called the same."""

_IGNORED = ("info: atom does not occur in any rule head",)


def program_text(
    package: Package, steps: Sequence[ActionStep], situations: Collection[int]
) -> str:
    """Return what a query adds to theory.lp and the driver: sorts, steps, fluents.

    The private arguments of the steps are not fixed: a run chooses them. The fluents
    are those of some situations: `now(F,S)`.
    """
    lines = [
        *_sort_facts(package, steps),
        f"agent(I) :- {package.agents.name}(I).",
        *(line for action in package.actions.values() for line in _repeats(action)),
        *(line for s, step in enumerate(steps) for line in _step_rules(s, step)),
        *(
            _now_rule(fluent, number)
            for fluent in package.fluents.values()
            for number in sorted(situations)
        ),
    ]
    return "\n".join(lines) + "\n"


def _sort_facts(package: Package, steps: Sequence[ActionStep]) -> Iterator[str]:
    """The values of each sort, in order; of sets those that the steps name, or may be.

    Raises QueryError if an argument that is not known may be one of too many sets.
    """
    for sort in package.sorts.values():
        if sort.sizes is None:
            yield from value_facts(sort)
    hidden = {
        sort.name: sort
        for step in steps
        for _, sort in step.unknown()
        if sort.sizes is not None
    }
    for sort in hidden.values():
        if len(sort) > MAX_HIDDEN_SETS:
            raise QueryError(
                f"an argument that is not known is one of {len(sort):,} sets of"
                f" {sort.name}, too many to try each",
                hint="give the argument, or make the sort smaller",
            )
        yield from set_facts(sort)
    for name, value in sorted(_named_sets(steps), key=str):
        if name not in hidden:
            yield from _set_facts(name, value)
    yield "#defined element/2."
    for name, sort in package.sorts.items():
        if sort.sizes is not None:
            yield f"#defined {name}/1."


def value_facts(sort: PackageSort, prefix: str = "") -> Iterator[str]:
    """Yield the values of a sort without sets, and their positions.

    The predicates begin with the prefix.
    """
    yield f"{prefix}{sort.name}({';'.join(map(str, sort.elements))})."
    places = (f"{sort.name},{x},{n}" for n, x in enumerate(sort.elements, 1))
    yield f"{prefix}position({';'.join(places)})."


def _step_rules(number: int, step: ActionStep) -> Iterator[str]:
    yield f"step({number})."
    public = step.public
    body = ", ".join(f"{sort.name}(X{place})" for place, sort in public.unknown())
    for action in public.action.alternatives or (public.action,):
        head = f"considered({ActionStep(action, public.arguments).pattern()},{number})"
        yield f"{head} :- {body}." if body else f"{head}."


def _now_rule(fluent: FluentSymbol, last: int) -> str:
    """The rule that says which instances of a fluent hold in a situation."""
    names, inner = _with_names(fluent)
    holds = inner if fluent.rigid else apply_name(fluent.name, [*names, str(last)])
    return f"now({inner},{last}) :- {holds}."


def all_considered(package: Package, steps: int) -> str:
    """Return the rules by which every action is considered at each of some steps.

    `blind(I,A,S)` is true where an agent does not see an action of its own.
    """
    lines = list(_all_sets(package))
    lines += [f"step({number})." for number in range(steps)]
    for action in single_actions(package):
        lines += [_considered(action, str(number)) for number in range(steps)]
        if action.actor is not None:
            names, inner = _with_names(action)
            actor = names[action.actor]
            lines.append(
                f"blind({actor},{inner},S) :- done({inner},S),"
                f" not obs({actor},{inner},{inner},S)."
            )
    return "\n".join(lines) + "\n"


def single_actions(package: Package) -> list[ActionSymbol]:
    """Return the actions that can be done, without those that stand for several."""
    return [each for each in package.actions.values() if not each.alternatives]


def some_considered(steps: int, actions: Sequence[ActionStep]) -> str:
    """Return the rules by which some actions are considered at each of some steps."""
    lines = [f"step({number})." for number in range(steps)]
    for name, value in sorted(_named_sets(actions), key=str):
        lines += _set_facts(name, value)
    lines += [
        f"considered({action.pattern()},{number})."
        for action in actions
        for number in range(steps)
    ]
    return "\n".join(lines) + "\n"


def _named_sets(steps: Sequence[ActionStep]) -> set[tuple[str, Value]]:
    """The sets that some steps name, with their sorts."""
    return {
        (sort.name, value)
        for step in steps
        for sort, value in zip(step.action.sorts, step.arguments, strict=True)
        if isinstance(value, tuple)
    }


def _set_facts(name: str, value: Value) -> Iterator[str]:
    assert isinstance(value, tuple)
    yield f"{name}({term(value)})."
    for element in value:
        yield f"element({element},{term(value)})."


def _repeats(action: ActionSymbol) -> Iterator[str]:
    """The rules that say what an agent sees of an action: all but what is private."""
    names, inner = _with_names(action)
    seen = [
        f"Y{place}" if place - 1 in action.private else f"X{place}"
        for place in range(1, len(names) + 1)
    ]
    for each in (action, action.unseen):
        if each is not None:
            other = apply_name(each.name, seen)
            body = f"done({inner},S), obs(I,{inner},{other},S)"
            yield f"repeats({inner},{other}) :- {body}."


def _with_names(symbol: Symbol) -> tuple[list[str], str]:
    names = [f"X{place}" for place in range(1, len(symbol.sorts) + 1)]
    return names, apply_name(symbol.name, names)


def _considered(action: ActionSymbol, situation: str) -> str:
    names, inner = _with_names(action)
    pairs = zip(action.sorts, names, strict=True)
    body = ", ".join(f"{sort.name}({name})" for sort, name in pairs)
    head = f"considered({inner},{situation})"
    return f"{head} :- {body}." if body else f"{head}."


def offered_rules(package: Package, situation: int) -> str:
    """Return the rules that list what can be done in a situation: `offered(A)`."""
    lines = list(_all_sets(package))
    lines += [_considered(x, str(situation)) for x in single_actions(package)]
    lines.append(
        f"offered(A) :- considered(A,{situation}), poss(A,{situation}),"
        f" reached({situation}), not over({situation})."
    )
    return "\n".join(lines) + "\n"


def set_facts(sort: PackageSort) -> Iterator[str]:
    """Yield the facts of a sort of sets, all of them."""
    for value in sort.values():
        yield from _set_facts(sort.name, value)


def _all_sets(package: Package) -> Iterator[str]:
    for sort in package.sorts.values():
        if sort.sizes is not None:
            yield from set_facts(sort)


def ground(package: Package, text: str, rules: GroundRules | None = None) -> Any:
    """Return clingo's control of the package's axioms with a query, ground.

    Its ground rules, and those that come later, are kept in `rules`.

    Raises AxiomError, with file and line, where the axioms cannot be read or ground.
    """
    require_library("answers from theory.lp")
    complaints: list[str] = []

    def hear(code: object, message: str) -> None:
        if not message.startswith(_IGNORED) and ": info:" not in message:
            complaints.append(message)

    constants = [
        word
        for name, value in package.constants.items()
        for word in ("-c", f"{name}={value}")
    ]
    found = control([*constants, "--warn=none"], hear)
    path = package.folder / AXIOMS
    if rules is not None:
        found.register_observer(rules)
    try:
        _read_axioms(found, package, path)
        found.add("base", [], _driver_text(driver()))
        found.add("base", [], text)
        with interruptions():
            found.ground([("base", [])])
    except RuntimeError:
        where = package.placed(complaints[0].strip()) if complaints else str(path)
        raise AxiomError(
            f"the axioms cannot be used: {where}",
            hint="check that line",
        ) from None
    return found


def _read_axioms(found: Any, package: Package, path: Path) -> None:
    """Add the axioms as the package has them, though the file may have changed since.

    Where the file is the same it is loaded by its name, which messages then have.
    """
    if path.is_file() and file_text(path) == package.axioms:
        found.load(str(path))
    else:
        found.add("base", [], package.axioms)


@cache
def _driver_text(path: Path) -> str:
    return file_text(path)
