"""The check of a proof by E: cvc5 proves each of its steps again.

A proof refutes the problem without `exists` (see skolem.py). Each step is a formula of
that problem, follows from steps before it, or defines a new predicate; the last step is
`false`. Nothing is taken from the program that wrote the problem.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mystpy.conjectures.prover.reader import AnnotatedFormula, Form, lines, symbols
from mystpy.conjectures.prover.skolem import without_exists
from mystpy.conjectures.prover.smt import steps
from mystpy.errors import EngineFailed

_FALSE = ("p", "$false")


class ProofFault(EngineFailed):
    """A step of a proof does not follow, or is not of an allowed form."""


def check(problem: str, proof: str) -> int:
    """Return the number of steps of a proof of this problem, all of which are checked.

    Raises ProofFault for the first wrong step.
    """
    given = without_exists(problem)
    known: dict[str, Form] = {}
    found = lines(proof)
    for line in found:
        parents = _parents(line, given, known)
        if parents is not None and not steps().follow(parents, line.formula):
            raise ProofFault(f"{line.name} does not follow from what it rests on")
        known[line.name] = line.formula
    if not found or found[-1].formula != _FALSE:
        raise ProofFault("the proof does not end with a contradiction")
    return len(found)


def _parents(
    line: AnnotatedFormula,
    given: Mapping[str, Form],
    known: Mapping[str, Form],
) -> list[Form] | None:
    """Return the premises of a step; None for a definition, which has none."""
    source = line.source
    if source is None or line.name in known:
        raise ProofFault(f"{line.name} has no source, or a name that was there")
    if source[0] == "introduced" and len(source) > 1 and source[1] == ("definition",):
        _check_definition(line, (*given.values(), *known.values()))
        return None
    if source[0] == "file" and len(source) > 2:
        parents = [given.get(source[2][0])]
    elif source[0] in ("inference", *known):
        parents = [known.get(name) for name in _names(source, line)]
    else:
        raise ProofFault(f"{line.name} comes from {source[0]}, which is no step")
    before = [parent for parent in parents if parent is not None]
    if len(before) < len(parents):
        raise ProofFault(f"{line.name} rests on what does not stand before it")
    return before


def _names(source: Form, line: AnnotatedFormula) -> Iterator[str]:
    """Yield the names of the premises of a step, including those of inner steps."""
    if source[0] != "inference":
        yield source[0]
        return
    if len(source) != 4 or ("status", ("thm",)) not in source[2][1:]:
        raise ProofFault(f"{line.name} is not said to follow")
    for part in source[3][1:]:
        yield from _names(part, line)


def _check_definition(line: AnnotatedFormula, before: Iterable[Form]) -> None:
    """Check that a definition defines a predicate that did not occur before."""
    formula = line.formula
    names: tuple[str, ...] = ()
    if formula[0] == "!":
        names, formula = formula[1], formula[2]
    new: Form = formula[1] if formula[0] in ("<=>", "=>") else ()
    used = set[str]().union(*map(symbols, before))
    plain = new[:1] == ("p",) and new[1] not in used | symbols(formula[2])
    args = [term[0] for term in new[2:]] if plain else []
    if not plain or len(set(args)) < len(args) or not set(args) <= set(names):
        raise ProofFault(f"{line.name} defines no new predicate")
