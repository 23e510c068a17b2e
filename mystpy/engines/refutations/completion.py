"""The clauses that every answer set of a ground program satisfies.

Each rule is an implication, and an atom that is true needs a rule whose body is true
(Clark's completion). So if the clauses contradict each other, there is no answer set.
Where they do not although there is none, what satisfies them has atoms that found each
other in a circle. For these a loop formula is added: if one of them is true, a rule
from outside of them founds one of them (Lin and Zhao 2004, for weights Liu and
Truszczynski 2006). Bodies with bounds are looked at with those of the atoms left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.compilation import NamedTuple
from mystpy.engines.refutations.clauses import NamedClauses
from mystpy.engines.refutations.ground_program import GroundProgram, GroundRule
from mystpy.errors import EngineFailed, EnginesDisagree, NotCovered


class NoAnswerSet(NamedTuple):
    """Clauses that every answer set satisfies, a proof in DRAT that nothing does.

    `loops` counts the loop formulas among them.
    """

    clauses: NamedClauses
    proof: str
    loops: int


def completion(program: GroundProgram) -> NamedClauses:
    """The clauses of the rules, and that each true atom has a rule for it."""
    atoms = set(program.atoms)
    names = {k: name for k, name in program.names.items() if k in atoms}
    clauses = NamedClauses(max(atoms, default=0), names=names)
    founding: dict[int, list[GroundRule]] = {atom: [] for atom in sorted(atoms)}
    for rule in program.rules:
        if not rule.choice:
            _imply(clauses, rule)
        for atom in rule.head:
            founding[atom].append(rule)
    for atom, rules in founding.items():
        _found(clauses, [atom], rules)
    return clauses


def _imply(clauses: NamedClauses, rule: GroundRule) -> None:
    """Tell that where the body is true, so is the head."""
    if rule.is_conjunction:
        clauses.add(*rule.head, *(-literal for literal, _ in rule.body))
    else:
        clauses.add(*rule.head, -_body(clauses, rule))


def _found(
    clauses: NamedClauses, atoms: Iterable[int], rules: Sequence[GroundRule]
) -> None:
    """Tell that if one of some atoms is true, so is the body of one of some rules."""
    if any(rule.bound <= 0 for rule in rules):
        return
    bodies = list(dict.fromkeys(_body(clauses, rule) for rule in rules))
    for atom in atoms:
        clauses.add(-atom, *bodies)


def _body(clauses: NamedClauses, rule: GroundRule) -> int:
    """A literal that is equivalent to the body."""
    if rule.is_conjunction:
        return clauses.conjunction(literal for literal, _ in rule.body)
    return clauses.at_least(rule.bound, rule.body)


def _loop_formula(
    clauses: NamedClauses, program: GroundProgram, loop: frozenset[int]
) -> None:
    """Tell that if an atom of a loop is true, a rule founds one from outside of it."""
    outside = []
    for rule in program.rules:
        if loop & frozenset(rule.head):
            cut = rule.without(loop)
            if sum(weight for _, weight in cut.body) >= cut.bound:
                outside.append(cut)
    _found(clauses, sorted(loop), outside)


def refute(program: GroundProgram) -> NoAnswerSet:
    """Prove that there is no answer set.

    Raises EnginesDisagree if there is one, NotCovered for a program with more than
    rules, choices and bounds, and EngineMissing without python-sat.
    """
    if program.not_covered:
        raise NotCovered(f"the program has {program.not_covered}")
    clauses, loops = completion(program), 0
    atoms = frozenset(program.atoms)
    while True:
        proof, true = clauses.contradiction()
        if proof is not None:
            return NoAnswerSet(clauses, proof, loops)
        loop = program.unfounded(true & atoms)
        if loop is None:
            raise EngineFailed("the clauses do not agree with the rules")
        if not loop:
            raise EnginesDisagree(
                "clingo finds no answer set, and the SAT solver finds one",
                hint="compare the two on the program that was written",
            )
        _loop_formula(clauses, program, loop)
        loops += 1
