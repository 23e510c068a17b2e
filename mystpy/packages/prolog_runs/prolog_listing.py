"""The runs of a package as SWI-Prolog lists them, from theory.pl."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache

from mystpy.compilation import NamedTuple
from mystpy.engines.prolog.swipl import Swipl, swipl
from mystpy.engines.terms import Term, show_term
from mystpy.errors import AxiomError, QueryError
from mystpy.files.toml import file_text
from mystpy.packages.action_terms import ActionStep
from mystpy.packages.folders import AXIOMS, PROLOG_AXIOMS, driver
from mystpy.packages.package import Package
from mystpy.packages.prolog_runs.package_run import PackageRun
from mystpy.packages.theory_files.labelled_axioms import (
    AxiomLayer,
    AxiomText,
    merged_axioms,
    require_whole_rules,
)
from mystpy.packages.value_sorts import PackageSort, term

MAX_RUNS = 50_000
"""The maximal number of runs listed in Prolog; a longer list is refused."""

_MODULE = "mystpy_package_runs"
_DRIVERS = ("reading.pl", "runs.pl")


class RunListing(NamedTuple):
    """The query to Prolog: the runs to be listed.

    `steps` has the actions that are considered, step by step; `wanted` the situations
    whose fluents are wanted; `starts` the rigid fluents of the starts whose runs are
    listed, None for all. For the actions of `offered`, each run says whether they can
    be done after the steps; for `conditions`, which parts of the clauses for `poss` are
    true then.
    """

    steps: tuple[tuple[ActionStep, ...], ...]
    wanted: tuple[int, ...]
    starts: Collection[frozenset[str]] | None = None
    offered: tuple[ActionStep, ...] = ()
    conditions: tuple[ActionStep, ...] = ()


class ClauseCondition(NamedTuple):
    """A goal of a clause for `poss`: the clause and its place in it, and its text.

    `alone` says whether it can be decided by itself: its variables are in the head, or
    in no other goal.
    """

    clause: int
    place: int
    alone: bool
    text: str


def prolog_runs(
    package: Package, listing: RunListing, most: int = MAX_RUNS, *, trust: bool = False
) -> list[PackageRun] | None:
    """Return the runs by theory.pl, None if there are more than `most`.

    `trust` allows axioms that call any predicate. Raises QueryError if the package has
    no theory.pl, AxiomError with the line if that cannot be used, and EngineMissing
    without SWI-Prolog.
    """
    answer = _ask(package, "list_runs", _query(listing, most), trust=trust)
    return None if answer == "too_many" else list(_runs(answer))


def clause_conditions(
    package: Package, action: ActionStep, number: int, *, trust: bool = False
) -> list[ClauseCondition]:
    """Return the goals of the clauses for `poss` that fit an action, in order.

    In their texts are the action's arguments, and the number of the situation.
    """
    query = f"query({action.pattern()},{number})"
    answer = _ask(package, "list_conditions", query, trust=trust)
    return [
        ClauseCondition(clause, place, how == "alone", "".join(map(chr, codes)))
        for _, clause, place, how, codes in answer[1]
    ]


def _ask(package: Package, predicate: str, query: str, *, trust: bool) -> Term:
    """Return the driver's answer to a query about theory.pl."""
    axioms = prolog_axioms(package)
    prolog = swipl()
    goal = (
        f"{_MODULE}:{predicate}({_quoted(axioms.text)},{str(trust).lower()},"
        f"{_declared(package)},{query},Answer)"
    )
    _load_drivers(prolog)
    answer = prolog.ask("user", goal, "Answer")
    if answer is None:
        raise AxiomError(f"{package.folder / PROLOG_AXIOMS} cannot be used")
    if answer[0] == "fault":
        _, line, codes = answer
        where = axioms.place(line) if line else package.folder / PROLOG_AXIOMS
        raise AxiomError(
            f"{where}: {''.join(map(chr, codes))}",
            hint="correct it, or use --engine asp, which reads theory.lp",
        )
    return answer


def require_few(runs: list[PackageRun] | None) -> list[PackageRun]:
    """Return the runs. Raises QueryError if they were too many to be listed."""
    if runs is None:
        raise QueryError(
            f"the history has more than {MAX_RUNS:,} runs, which Prolog would list",
            hint="use --engine asp, which lists none",
        )
    return runs


def _load_drivers(prolog: Swipl) -> None:
    """Load the drivers, once for a Prolog, from their texts: it need not find files."""
    goal = f"current_predicate({_MODULE}:list_runs/5)"
    if prolog.ask("user", goal, "yes") is None:
        for name in _DRIVERS:
            text = file_text(driver().with_name(name))
            prolog.ask(
                "user",
                f"setup_call_cleanup(open_string({_quoted(text)},S),"
                f"load_files({_MODULE}:{_quoted(name)},[stream(S),silent(true)]),"
                "close(S))",
                "yes",
            )


def _quoted(text: str) -> str:
    """A text as an atom of Prolog."""
    for letter, written in (("\\", "\\\\"), ("'", "\\'"), ("\n", "\\n")):
        text = text.replace(letter, written)
    return f"'{text}'"


def _declared(package: Package) -> str:
    """Return the declarations of theory.toml, as a term."""
    constants = (f"constant({name},{n})" for name, n in package.constants.items())
    plain = [sort for sort in package.sorts.values() if sort.sizes is None]
    sets = [sort for sort in package.sorts.values() if sort.sizes is not None]
    fluents = (
        f"fluent({name},{_list(sort.name for sort in fluent.sorts)},"
        f"{'rigid' if fluent.rigid else 'changing'})"
        for name, fluent in package.fluents.items()
    )
    sorts = (f"sort({sort.name},{_elements(sort)})" for sort in plain)
    of_sets = (
        f"sets({sort.name},{_elements(sort)},{_list(map(str, sort.sizes or ()))})"
        for sort in sets
    )
    parts = map(_list, (constants, sorts, of_sets, fluents))
    return f"declared({','.join(parts)},{_elements(package.agents)})"


def _elements(sort: PackageSort) -> str:
    return _list(map(term, sort.elements))


def _query(listing: RunListing, most: int) -> str:
    steps = _list(_list(step.pattern() for step in each) for each in listing.steps)
    starts = "all"
    if listing.starts is not None:
        starts = _list(_list(sorted(start)) for start in listing.starts)
    asked = "none"
    for name, actions in (
        ("offered", listing.offered),
        ("conditions", listing.conditions),
    ):
        if actions:
            asked = f"{name}({_list(step.pattern() for step in actions)})"
    wanted = _list(map(str, listing.wanted))
    return f"query({steps},{wanted},{starts},{most},{asked})"


def _list(parts: Collection[str] | Iterator[str]) -> str:
    return f"[{','.join(parts)}]"


def _runs(answer: Term) -> Iterator[PackageRun]:
    _, terms, runs = answer
    sets: dict[int, frozenset[str]] = {}

    def contents(number: int) -> frozenset[str]:
        if number not in sets:
            sets[number] = frozenset(map(show_term, terms[number]))
        return sets[number]

    names = cache(lambda number: show_term(terms[number]))
    for _, origin, actions, rigid, fluents, views, found in runs:
        always = contents(rigid)
        yield PackageRun(
            origin,
            tuple(map(names, actions)),
            tuple(
                None if each == "none" else always | contents(each) for each in fluents
            ),
            tuple(tuple(map(contents, view)) for view in views),
            frozenset() if found == "none" else contents(found),
        )


def has_prolog(package: Package) -> bool:
    """Return whether all axioms of a package are in Prolog, too."""
    return _missing(package) is None


def prolog_axioms(package: Package) -> AxiomText:
    """Return the axioms in Prolog, with those of bases that the package keeps.

    Clauses of a block that is replaced are put at its place, further ones last. Raises
    QueryError if the package, or a base, has axioms only in answer set programming.
    """
    missing = _missing(package)
    if missing is not None:
        raise QueryError(
            f"{missing.path.parent} has no {PROLOG_AXIOMS}: its axioms are not in"
            " Prolog",
            hint=f"use --engine asp, which reads {AXIOMS}",
        )
    layers = [_in_prolog(layer) for layer in package.layers]
    for layer in layers if len(layers) > 1 else ():
        if layer.text is not None:
            require_whole_rules(layer.path, layer.text)
    return merged_axioms(layers)


def _in_prolog(layer: AxiomLayer) -> AxiomLayer:
    path = layer.path.with_name(PROLOG_AXIOMS)
    text = file_text(path) if path.is_file() else None
    return AxiomLayer(path, text, layer.dropped)


def _missing(package: Package) -> AxiomLayer | None:
    """The first package with a file theory.lp and without theory.pl."""
    for layer in package.layers:
        if layer.text is not None and _in_prolog(layer).text is None:
            return layer
    return None
