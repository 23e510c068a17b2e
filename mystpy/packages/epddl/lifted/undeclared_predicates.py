"""Predicates that `theory.toml` does not declare: what remembers actions, and facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.packages.axiom_checks.axiom_rules import (
    AxiomRule,
    Predicate,
    plain_rules,
    rules_of,
)
from mystpy.packages.axiom_checks.soundness import start_predicates
from mystpy.packages.epddl.lifted.rule_terms import PLAIN, VARIABLE, Facts, said_sorts
from mystpy.packages.folders import AXIOMS
from mystpy.packages.history_runs.answer_set_program import ground, program_text
from mystpy.packages.package import FluentSymbol, Package
from mystpy.packages.value_sorts import PackageSort, term, write_value


def with_remembered(package: Package) -> Package:
    """Return the package with fluents for the predicates of rules about `S+1`.

    A predicate whose arguments are of no known sort is left out. Constants that are of
    none, in the same place of all rules, make a sort of their own.
    """
    rules = rules_of(package)
    sorts, fluents = dict(package.sorts), dict(package.fluents)
    for predicate in dict.fromkeys(_remembered(package, rules)):
        columns = [
            _column(package, rules, predicate, place)
            for place in range(predicate[1] - 1)
        ]
        found = [each for each in columns if each is not None]
        if len(found) == len(columns):
            sorts |= {sort.name: sort for sort in found}
            name = predicate[0]
            fluents[name] = FluentSymbol(name, tuple(found), name)
    return replace(package, sorts=sorts, fluents=fluents)


def _remembered(package: Package, rules: Sequence[AxiomRule]) -> Iterator[Predicate]:
    for rule in rules:
        for head in rule.heads:
            later = head.situation.replace(" ", "").strip("()").endswith("+1")
            if later and head.predicate[0] not in (*package.fluents, *package.sorts):
                yield head.predicate


def _column(
    package: Package, rules: Sequence[AxiomRule], predicate: Predicate, place: int
) -> PackageSort | None:
    """The sort of an argument, if all rules agree on it."""
    found: set[str] = set()
    constants: dict[str, None] = {}
    for rule in rules:
        for head in rule.heads:
            if head.predicate != predicate:
                continue
            argument = head.arguments[place]
            if PLAIN.fullmatch(argument) and argument not in package.constants:
                constants[argument] = None
            elif VARIABLE.fullmatch(argument):
                found |= {
                    sort
                    for atom in rule.body
                    for name, sort in said_sorts(
                        package, {}, atom.predicate[0], atom.arguments
                    )
                    if name == argument and sort
                } or {""}
            else:
                return None
    if not found:
        return _of_constants(package, tuple(constants), f"{predicate[0]}_{place + 1}")
    sort = package.sorts.get(found.pop()) if len(found) == 1 else None
    known = set() if sort is None else {write_value(x) for x in sort.values()}
    return sort if set(constants) <= known else None


def _of_constants(
    package: Package, constants: tuple[str, ...], name: str
) -> PackageSort | None:
    for sort in package.sorts.values():
        if sort.sizes is None and set(constants) <= set(map(str, sort.elements)):
            return sort
    if name in package.sorts or any(each.isdigit() for each in constants):
        return None
    return PackageSort(name, constants)


def require_unconstrained(package: Package) -> None:
    """Raise QueryError if a constraint leaves out runs after their start."""
    rules = rules_of(package)
    starts = start_predicates(rules)
    for rule in rules:
        constraint = all(not head.positive for head in rule.heads)
        if constraint and not all(
            atom.predicate in starts
            or atom.situation == "0"
            or atom.predicate[0] in package.sorts
            for atom in (*rule.body, *rule.heads)
        ):
            raise QueryError(f"{AXIOMS}:{rule.line}: a constraint leaves runs out")


def static_facts(package: Package) -> Facts:
    """Return the predicates of a package that are the same in all its runs.

    For each there are the sorts of its arguments, and its rows. A predicate whose
    values are of no one sort is left out.
    """
    starts = start_predicates(rules_of(package))
    rules = plain_rules(package.axioms)
    heads = {(rule.head.name, len(rule.head.arguments)) for rule in rules}
    names = heads & starts
    control = ground(package, program_text(package, (), {0}))
    found = {}
    for name, arity in sorted(names):
        if name in package.fluents or name in package.sorts or not arity:
            continue
        atoms = list(control.symbolic_atoms.by_signature(name, arity))
        if not atoms or not all(each.is_fact for each in atoms):
            continue
        rows = [[str(x) for x in each.symbol.arguments] for each in atoms]
        sorts = _column_sorts(package, rows)
        if sorts is not None:
            found[name] = (sorts, rows)
    return found


def _column_sorts(package: Package, rows: list[list[str]]) -> list[str] | None:
    found = []
    for column in zip(*rows, strict=True):
        for sort in package.sorts.values():
            if sort.sizes is None and set(column) <= {term(x) for x in sort.values()}:
                found.append(sort.name)
                break
        else:
            return None
    return found
