"""At which places of predicates values of some sorts may be, by the rules alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from mystpy.packages.package import Package
from mystpy.packages.rule_set_comparison.rule_atoms import (
    Occurrence,
    Predicate,
    names_in,
)
from mystpy.packages.value_sorts import PackageSort

OF_RUN = {
    ("poss", 2),
    ("considered", 2),
    ("done", 2),
    ("obs", 4),
    ("over", 1),
    ("reached", 1),
    ("situation", 1),
    ("step", 1),
    ("stuck", 1),
}
"""Predicates whose last argument is a situation, whatever the package."""


class ArgumentPlaces:
    """At which places of predicates values of some sorts may be."""

    def __init__(
        self,
        package: Package,
        rules: Sequence[Sequence[Occurrence]],
        sorts: Collection[str],
        element: int,
    ) -> None:
        self._actions: Mapping[str, set[int]] = {
            name: _among(action.sorts, sorts)
            for name, action in package.actions.items()
        }
        self._places: dict[Predicate, set[int]] = {("element", 2): {element}}
        for name in sorts:
            self._places[name, 1] = {0}
        for fluent in package.fluents.values():
            arity = len(fluent.sorts) + (not fluent.rigid)
            self._places[fluent.name, arity] = _among(fluent.sorts, sorts)
        growing = True
        while growing:
            growing = any(self._grow(atoms) for atoms in rules)

    def _grow(self, atoms: Sequence[Occurrence]) -> bool:
        """Learn the places of a rule's atoms from its variables."""
        names, grown = self.variables(atoms), False
        for each in atoms:
            known = self._places.setdefault(each.predicate, set())
            for place, argument in enumerate(each.arguments):
                if each.predicate in OF_RUN or place in known:
                    continue
                if names & set(names_in(argument)):
                    known.add(place)
                    grown = True
        return grown

    def variables(self, atoms: Sequence[Occurrence]) -> set[str]:
        """Return the variables of a rule that may have such values."""
        found: set[str] = set()
        for each in atoms:
            for place in self._places.get(each.predicate, ()):
                found |= set(names_in(each.arguments[place]))
            for argument in each.arguments:
                places = self._actions.get(getattr(argument, "name", ""), ())
                inner = list(getattr(argument, "arguments", ()))
                for place in places:
                    if place < len(inner):
                        found |= set(names_in(inner[place]))
        return found - {"_"}


def _among(own: Sequence[PackageSort], sorts: Collection[str]) -> set[int]:
    return {place for place, sort in enumerate(own) if sort.name in sorts}
