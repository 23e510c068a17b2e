"""Short formulas that are true in some of the states of a package, and in no others."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from mystpy.language.atoms import Atom, Falsity, Truth
from mystpy.language.junctions import conjunction
from mystpy.language.nodes import Formula, Not, Or

State = frozenset[str]
"""The fluents that hold."""

Cube = frozenset[tuple[str, bool]]
"""A conjunction: fluents with the values that they must have."""


def condition(inside: Collection[State], outside: Collection[State]) -> Formula:
    """Return a formula that is true in all states inside, and in none outside.

    It is a disjunction of conjunctions that cannot be shortened one by one. Raises
    ValueError if a state is both inside and outside.
    """
    if not outside:
        return Truth()
    if not inside:
        return Falsity()
    if set(inside) & set(outside):
        raise ValueError("a state is inside and outside")
    atoms = _needed(inside, outside)
    off = {_projected(state, atoms) for state in outside}
    cubes: dict[Cube, None] = {}
    for cube in sorted({_projected(each, atoms) for each in inside}, key=sorted):
        if not any(short <= cube for short in cubes):
            cubes[_shortened(cube, off)] = None
    parts = [
        conjunction([Atom(a) if value else Not(Atom(a)) for a, value in sorted(cube)])
        for cube in _irredundant(list(cubes), inside)
    ]
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def _needed(inside: Collection[State], outside: Collection[State]) -> list[str]:
    """Fluents that tell the states inside from those outside, as few as found."""
    states = [*inside, *outside]
    varying = frozenset.union(*states) - frozenset.intersection(*states)
    for atom in sorted(varying):
        if len({atom in state for state in inside}) == 1:
            value = atom in next(iter(inside))
            if all((atom in state) != value for state in outside):
                return [atom]
    needed = sorted(varying)
    for atom in sorted(varying):
        fewer = [each for each in needed if each != atom]
        there = {_projected(state, fewer) for state in inside}
        if there.isdisjoint(_projected(state, fewer) for state in outside):
            needed = fewer
    return needed


def _projected(state: State, atoms: Iterable[str]) -> Cube:
    return frozenset((atom, atom in state) for atom in atoms)


def _shortened(cube: Cube, off: Collection[Cube]) -> Cube:
    """The cube without literals that are not needed to exclude what is outside."""
    for literal in sorted(cube):
        fewer = cube - {literal}
        if not any(fewer <= each for each in off):
            cube = fewer
    return cube


def _irredundant(cubes: list[Cube], inside: Collection[State]) -> list[Cube]:
    """The cubes without those whose states others have."""
    kept = list(cubes)
    for cube in cubes:
        others = [each for each in kept if each != cube]
        if others and all(any(_holds(x, state) for x in others) for state in inside):
            kept = others
    return kept


def _holds(cube: Cube, state: State) -> bool:
    return all((atom in state) == value for atom, value in cube)
