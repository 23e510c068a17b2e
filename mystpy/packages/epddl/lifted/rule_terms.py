"""The rules of a package: terms of EPDDL in them, sorts, and undeclared predicates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import pattern, replace
from mystpy.errors import QueryError
from mystpy.packages.axiom_checks.axiom_rules import (
    AxiomRule,
    LiteralRule,
    Predicate,
    plain_rules,
    rules_of,
)
from mystpy.packages.axiom_checks.soundness import start_predicates
from mystpy.packages.epddl.identifiers import Identifiers
from mystpy.packages.epddl.written_formulas import Condition, equality
from mystpy.packages.folders import AXIOMS
from mystpy.packages.history_runs.answer_set_program import ground, program_text
from mystpy.packages.package import FluentSymbol, Package
from mystpy.packages.value_sorts import PackageSort, term, term_parts, write_value

VARIABLE = pattern(r"_*[A-Z]\w*")
"""A variable of a rule."""

PLAIN = pattern(r"[a-z]\w*|\d+")
"""A constant of a rule."""

HERE = "@"
"""The term for the situation in which an action is done."""

Facts = dict[str, tuple[list[str], list[list[str]]]]
"""Predicates that do not depend on the start: the sorts of arguments, and the rows."""


class RuleTerms:
    """The rules of one package, and the terms of EPDDL in them."""

    def __init__(self, package: Package, facts: Facts) -> None:
        self.package, self.names = package, Identifiers(package)
        self.rules = plain_rules(package.axioms)
        self.facts = facts
        self.sorts: dict[str, str] = {HERE: ""}
        """The sort of each term of EPDDL."""
        self._fresh = 0
        for sort in package.sorts.values():
            if sort.sizes is None:
                for value in sort.values():
                    self.sorts[self.names.value(sort, value)] = sort.name

    def fault(self, rule: LiteralRule | None, message: str) -> QueryError:
        """Return the error for a rule that cannot be read so."""
        place = f"{AXIOMS}:{rule.line}: " if rule else ""
        return QueryError(f"{place}{message}")

    def variable(self, sort: str, prefix: str = "v") -> str:
        """Return a new variable of a sort."""
        self._fresh += 1
        name = f"?{prefix}{self._fresh}"
        self.sorts[name] = sort
        return name

    def heads(self, name: str, arity: int) -> Iterator[LiteralRule]:
        """Yield the rules for a predicate."""
        for rule in self.rules:
            if rule.head.name == name and len(rule.head.arguments) == arity:
                yield rule

    def constant(self, text: str, sort: str) -> str:
        """Return a constant of a rule as a term. Raises QueryError if it is none."""
        known = self.package.constants
        word = str(known[text]) if text in known else text
        values = self.package.sorts[sort]
        if not PLAIN.fullmatch(word) or values.sizes is not None:
            raise self.fault(None, f"{text} is no constant of the sort {sort}")
        return self.names.value(values, values.value(word))

    def unified(
        self,
        rule: LiteralRule,
        arguments: Sequence[str],
        terms: Sequence[str],
        known: dict[str, str],
    ) -> list[Condition]:
        """Let variables of a rule stand for terms; return what must also be equal."""
        found = []
        for argument, value in zip(arguments, terms, strict=True):
            if argument == "_":
                continue
            if VARIABLE.fullmatch(argument):
                if known.setdefault(argument, value) != value:
                    found.append(self.equal(rule, known[argument], value))
            elif PLAIN.fullmatch(argument) and value != HERE:
                found.append(equality(self._like(rule, argument, value), value))
            elif value == HERE:
                name = rule.head.name
                raise self.fault(rule, f"{name} is of the situation before: declare it")
            else:
                raise self.fault(rule, f"{argument} is neither variable nor constant")
        return found

    def equal(self, rule: LiteralRule, one: str, other: str) -> Condition:
        """Return the equality of terms. Raises QueryError if their sorts differ."""
        if self.sorts[one] != self.sorts[other]:
            sorts = f"{self.sorts[one]} and {self.sorts[other]}"
            raise self.fault(rule, f"values of the sorts {sorts} are compared")
        return equality(one, other)

    def _like(self, rule: LiteralRule, text: str, term: str) -> str:
        """A constant that is compared with a term."""
        try:
            return self.constant(text, self.sorts[term])
        except QueryError:
            raise self.fault(rule, f"{text} is compared with another sort") from None

    def at_situation(self, rule: LiteralRule) -> dict[str, str]:
        """Return the variable of the situation of a rule, its last argument."""
        text = rule.head.arguments[-1].strip("()").replace(" ", "").removesuffix("+1")
        if not VARIABLE.fullmatch(text):
            raise self.fault(rule, f"{text} is one situation alone")
        return {text: HERE}


def said_sorts(
    package: Package, facts: Facts, name: str, arguments: Sequence[str]
) -> Iterator[tuple[str, str | None]]:
    """Yield the variables of a literal, each with the sort that it says, or None."""
    sorts: Sequence[str | None] = [None] * len(arguments)
    if name in package.fluents:
        sorts = [sort.name for sort in package.fluents[name].sorts]
    elif name in package.sorts:
        sorts = [name]
    elif name in facts:
        sorts = facts[name][0]
    for argument, said in zip(arguments, sorts, strict=False):
        if VARIABLE.fullmatch(argument):
            yield argument, said
        elif "(" in argument:
            action, inner = term_parts(argument)
            known = package.actions[action].sorts if action in package.actions else ()
            for each, sort in zip(inner, known, strict=False):
                if VARIABLE.fullmatch(each):
                    yield each, sort.name


# --- Predicates that theory.toml does not declare ------------------------------


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
