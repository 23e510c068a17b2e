"""Whether one step of a package depends on the situation before it alone.

A step is compared for all situations at once: the fluents of the situation before it
are free. That is a proof only if no rule looks further back, at the number of a
situation, or at sets that the step does not name. Each rule is checked for that.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Any

from mystpy.errors import QueryError
from mystpy.packages.package import Package
from mystpy.packages.rule_set_comparison.copied_rules import (
    is_constraint,
    is_plain,
    is_rule,
    parsed_text,
)
from mystpy.packages.rule_set_comparison.rule_atoms import (
    OF_RUN,
    ArgumentPlaces,
    Occurrence,
    Predicate,
    constants_in,
    function_names,
    kind_of,
    names_in,
    occurrences,
    ordered_names,
)

_OF_HISTORIES = {
    *(("step", 1), ("stuck", 1), ("can_be_done", 2), ("repeats", 2)),
    *(("saw", 3), ("unseen", 2), ("sees_action", 2), ("now", 2)),
}
"""Predicates of the driver that depend on the history that a query gives."""


class StepRules:
    """The rules of a package, of which each is known to be about one step."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.statements = [x for x in parsed_text(package.axioms) if is_rule(x)]
        self._atoms = [self._occurrences(node) for node in self.statements]

    def _occurrences(self, node: Any) -> list[Occurrence]:
        try:
            return list(occurrences(node))
        except QueryError as error:
            raise self.fault(node, str(error)) from None

    @cached_property
    def situational(self) -> set[Predicate]:
        """The predicates whose last argument is a situation."""
        found = set(OF_RUN)
        for fluent in self.package.fluents.values():
            if not fluent.rigid:
                found.add((fluent.name, len(fluent.sorts) + 1))
        growing = True
        while growing:
            growing = False
            for atoms in self._atoms:
                times = {x.last for x in atoms if x.predicate in found}
                times |= {f"{x}+1" for x in times if x[:1].isupper() and "+" not in x}
                for each in atoms:
                    new = each.head and each.predicate not in found
                    if new and each.last in times and each.last:
                        found.add(each.predicate)
                        growing = True
        return found

    @cached_property
    def effects(self) -> set[Predicate]:
        """The predicates that a rule carries from one situation to the next."""
        return {
            each.predicate
            for atoms in self._atoms
            for each in atoms
            if each.head
            and each.predicate in self.situational
            and each.last.endswith("+1")
            and each.last[:1].isupper()
        }

    def relevant(self, wanted: Collection[Predicate]) -> set[Predicate]:
        """Return the predicates on which some depend, those included."""
        found = set(wanted)
        growing = True
        while growing:
            growing = False
            for atoms in self._atoms:
                heads = {x.predicate for x in atoms if x.head}
                if heads & found:
                    new = {x.predicate for x in atoms} - found
                    found |= new
                    growing = growing or bool(new)
        return found

    def require_single_steps(self, chosen: Sequence[Predicate]) -> None:
        """Raise QueryError, with file and line, for a rule that is about more.

        `chosen` are the predicates that the start may choose: that of the deal, and
        perhaps that of open cards, each of which may depend on those before it.
        """
        sorts = self.package.sorts
        names = [name for name, sort in sorts.items() if sort.sizes is not None]
        sets = ArgumentPlaces(self.package, self._atoms, names, 1)
        for node, atoms in zip(self.statements, self._atoms, strict=True):
            try:
                self._require_heads(node, atoms, chosen)
                self._require_times(node, atoms)
                for each in atoms:
                    if each.predicate in _OF_HISTORIES:
                        name = each.predicate[0]
                        raise QueryError(f"it depends on {name}, which the driver has")
                self._require_considered(atoms)
                _require_named(node, atoms, sets.variables(atoms), self.situational)
            except QueryError as error:
                raise self.fault(node, str(error)) from None

    def treats_alike(self, elements: Collection[str]) -> bool:
        """Whether no rule names one of these elements, or compares them by order."""
        if any(element.isdecimal() for element in elements):
            return False
        names = [
            name
            for name, sort in self.package.sorts.items()
            if sort.sizes is None and set(map(str, sort.elements)) & set(elements)
        ]
        places = ArgumentPlaces(self.package, self._atoms, names, 0)
        for node, atoms in zip(self.statements, self._atoms, strict=True):
            if set(elements) & set(constants_in(node)):
                return False
            if any(_has_positions(each, names) for each in atoms):
                return False
            if places.variables(atoms) & set(ordered_names(node)):
                return False
        return True

    def fault(self, node: Any, message: str) -> QueryError:
        """Return an error with the file and the line of a rule."""
        line = node.location.begin.line
        return QueryError(f"{self.package.place(line)}: {message}")

    def line_of(self, predicate: Predicate) -> int:
        """Return the line of the first rule for a predicate, 1 if there is none."""
        for node, atoms in zip(self.statements, self._atoms, strict=True):
            if any(x.head and x.predicate == predicate for x in atoms):
                return int(node.location.begin.line)
        return 1

    def _require_heads(
        self, node: Any, atoms: Sequence[Occurrence], chosen: Sequence[Predicate]
    ) -> None:
        heads = [x for x in atoms if x.head]
        simple = is_plain(node) or is_constraint(node)
        if not simple and kind_of(node.head) != "Aggregate":
            raise QueryError("the head is neither an atom nor a choice of atoms")
        below = self.relevant({x.predicate for x in atoms if not x.head})
        for place, each in enumerate(chosen):
            if any(x.predicate == each for x in heads) and below & {*chosen[place:]}:
                raise QueryError(f"{each[0]} depends on itself")

    def _require_times(self, node: Any, atoms: Sequence[Occurrence]) -> None:
        of_run = [x for x in atoms if x.predicate in self.situational]
        if not of_run:
            return
        if is_constraint(node):
            raise QueryError("a constraint about situations leaves runs out")
        times = {x.last for x in of_run}
        head = next(x for x in atoms if x.head)
        if head.predicate not in self.situational:
            raise QueryError(f"{head.predicate[0]} remembers a situation for all later")
        if times == {"0"}:
            return
        now = min(times, key=len).removesuffix("+1")
        if not now[:1].isupper() and now[:1] != "_":
            raise QueryError(f"situation {now} is not like the others")
        if not times <= {now, f"{now}+1"}:
            raise QueryError("it looks at situations that do not follow one another")
        if head.last == now and len(times) > 1:
            raise QueryError("it depends on the situation after")
        if list(names_in(node)).count(now) != len(of_run):
            raise QueryError(f"it depends on the number of the situation {now}")

    def _require_considered(self, atoms: Sequence[Occurrence]) -> None:
        for each in atoms:
            if each.head or each.predicate not in (("considered", 2), ("poss", 2)):
                continue
            heads = [x for x in atoms if x.head and x.predicate == ("poss", 2)]
            same = heads and list(map(str, heads[0].arguments)) == list(
                map(str, each.arguments)
            )
            if each.predicate[0] == "poss" or not (same and each.positive):
                what = _PARTICIPLE[each.predicate[0]]
                raise QueryError(f"it depends on which other actions are {what}")


def _has_positions(atom: Occurrence, sorts: Collection[str]) -> bool:
    """Whether an atom is about the positions of values of some sorts, or may be."""
    if atom.predicate != ("position", 3):
        return False
    sort = str(atom.arguments[0])
    return sort in sorts or not sort[:1].islower()


_PARTICIPLE = {"considered": "considered", "poss": "possible"}


def _require_named(
    node: Any,
    atoms: Sequence[Occurrence],
    sets: set[str],
    situational: set[Predicate],
) -> None:
    """Raise QueryError if sets are compared, taken apart, or ranged over."""
    if any(name == "set" for name in function_names(node)):
        raise QueryError("it takes sets apart: use element(X,Q)")
    named: set[str] = set()
    for each in atoms:
        if each.head or (each.positive and each.predicate in situational):
            named |= {x for argument in each.arguments for x in names_in(argument)}
    if free := sorted(sets - named):
        raise QueryError(f"it ranges over all sets {free[0]}")
    if compared := sorted(sets & set(ordered_names(node))):
        raise QueryError(f"it compares the set {compared[0]} by order or number")
