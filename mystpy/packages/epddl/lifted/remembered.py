"""Predicates that remember what was done, and that `theory.toml` does not declare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import pattern, replace
from mystpy.packages.axiom_checks.axiom_rules import AxiomRule, Predicate, rules_of
from mystpy.packages.package import FluentSymbol, Package
from mystpy.packages.value_sorts import PackageSort, term_parts, write_value

_CONSTANT = pattern(r"[a-z]\w*|\d+")
_VARIABLE = pattern(r"_*[A-Z]\w*")


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
            if _CONSTANT.fullmatch(argument) and argument not in package.constants:
                constants[argument] = None
            elif _VARIABLE.fullmatch(argument):
                found |= set(_sorts_of(package, rule, argument)) or {""}
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


def _sorts_of(package: Package, rule: AxiomRule, variable: str) -> Iterator[str]:
    """The sorts that the body of a rule says of a variable."""
    for atom in rule.body:
        name = atom.predicate[0]
        if name in package.sorts and atom.arguments == (variable,):
            yield name
        elif name in package.fluents:
            yield from _matching(package.fluents[name].sorts, atom.arguments, variable)
        elif name == "done":
            action, inner = term_parts(atom.arguments[0])
            if action in package.actions:
                yield from _matching(package.actions[action].sorts, inner, variable)


def _matching(
    sorts: Sequence[PackageSort], arguments: Sequence[str], variable: str
) -> Iterator[str]:
    for sort, argument in zip(sorts, arguments, strict=False):
        if argument == variable:
            yield sort.name
