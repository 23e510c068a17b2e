"""The conditions on the rules of a package under which its answers are right.

A start and its actions determine one run: no rule chooses an effect, and no predicate
depends on its own negation. Each observation of an action contains its public part.
"""

from __future__ import annotations

from collections.abc import Mapping

from mystpy.engines.backend import has_backend
from mystpy.errors import AxiomError, NoWorldFits, QueryError, did_you_mean
from mystpy.packages.axiom_checks.axiom_rules import (
    AxiomRule,
    Predicate,
    RuleAtom,
    defined_predicates,
    rules_of,
)
from mystpy.packages.folders import AXIOMS
from mystpy.packages.package import ActionSymbol, Package
from mystpy.packages.value_sorts import term_parts

GIVEN: tuple[Predicate, ...] = (
    *(("situation", 1), ("step", 1), ("reached", 1), ("agent", 1)),
    *(("considered", 2), ("done", 2), ("stuck", 1), ("element", 2)),
    ("position", 3),
)
"""Predicates that axioms may use, and have no rules for."""

_ENGINE: tuple[Predicate, ...] = (
    *(("can_be_done", 2), ("saw", 3), ("unseen", 2), ("sees_action", 2)),
    *(("repeats", 2), ("now", 2), ("offered", 1), ("blind", 3)),
    *(("tried", 1), ("part_holds", 1)),
)
"""Predicates from which runs are read: axioms neither define nor use them."""

_WANTED = {
    "poss": "poss(A,S): action A is possible in situation S",
    "obs0": "obs0(I,O): agent I sees O at the start",
    "obs": "obs(I,A,O,S): agent I sees action A in situation S as O",
}


def require_determined(package: Package) -> None:
    """Raise AxiomError if a start and its actions do not make exactly one run.

    The message has the line: an effect that is chosen, or a predicate that depends on
    its own negation in the same situation. It is also raised if `obs` does not repeat
    the public part of the action, since agents would then have to consider histories
    other than the given one.
    """
    if has_backend():
        return
    rules = rules_of(package)
    starts = start_predicates(rules)
    for rule in rules:
        if rule.chooses:
            _require_start(package, rule, starts)
        for head in rule.heads:
            if head.predicate == ("obs", 4):
                _require_public(package, head, rule.line)
    _require_stratified(package, rules)


def _fault(package: Package, line: int, message: str, hint: str) -> AxiomError:
    return AxiomError(f"{package.place(line)}: {message}", hint=hint)


def start_predicates(rules: tuple[AxiomRule, ...]) -> set[Predicate]:
    """Return the predicates that do not depend on the actions."""
    depends = {("done", 2), ("reached", 1), ("situation", 1), ("considered", 2)}
    growing = True
    while growing:
        growing = False
        for rule in rules:
            moving = any(
                atom.predicate in depends and atom.situation != "0"
                for atom in rule.body
            )
            for head in rule.heads:
                if moving and head.predicate not in depends:
                    depends.add(head.predicate)
                    growing = True
    return {
        head.predicate
        for rule in rules
        for head in rule.heads
        if head.predicate not in depends
    }


def _require_start(package: Package, rule: AxiomRule, starts: set[Predicate]) -> None:
    for head in rule.heads:
        at_start = head.situation == "0"
        if head.predicate not in starts and not at_start:
            raise _fault(
                package,
                rule.line,
                f"{head.predicate[0]} is chosen after the start, so that there would"
                " be several next states",
                "let the choice be a private argument of the action",
            )


def _require_public(package: Package, head: RuleAtom, line: int) -> None:
    """Raise AxiomError if an observation has the name of another action.

    O of obs(I,A,O,S) is the action A, except for its private arguments, or an
    additional observation, whose name is not that of an action.
    """
    action, seen = head.arguments[1], head.arguments[2]
    name, arguments = term_parts(action)
    seen_name, seen_arguments = term_parts(seen)
    if name not in package.actions and not _is_variable(name):
        known = f"the actions are {', '.join(package.actions)}"
        message = f"obs speaks of {action}, which is no action"
        raise _fault(package, line, message, known)
    if action == seen or not (seen_name in package.actions or _is_variable(seen_name)):
        return
    hint = (
        "write the action again, with the same public arguments; what is hidden must"
        f" be declared: private = [...] for {name} in theory.toml"
    )
    declared = package.actions.get(name)
    alternative = declared and declared.unseen and declared.unseen.name
    known_as = seen_name in package.actions and seen_name in (name, alternative)
    if declared is None or not known_as or len(seen_arguments) != len(arguments):
        raise _fault(package, line, f"{seen} is seen where {action} is done", hint)
    private = declared.private
    for place, (one, other) in enumerate(zip(arguments, seen_arguments, strict=True)):
        if one != other and place not in private:
            message = f"{seen} hides argument {place + 1} of {name}, which is public"
            raise _fault(package, line, message, hint)


def _is_variable(name: str) -> bool:
    return name == "_" or name.lstrip("_")[:1].isupper()


def _require_stratified(package: Package, rules: tuple[AxiomRule, ...]) -> None:
    """Raise AxiomError for a cycle through negation within one situation."""
    edges: dict[Predicate, dict[Predicate, tuple[bool, int]]] = {
        ("done", 2): {("poss", 2): (False, 1)}
    }
    for rule in rules:
        for head in rule.heads:
            for atom in rule.body:
                if not _earlier(head, atom):
                    known = edges.setdefault(head.predicate, {})
                    positive, line = known.get(atom.predicate, (True, rule.line))
                    negated = positive and not atom.positive
                    known[atom.predicate] = (
                        positive and atom.positive,
                        rule.line if negated else line,
                    )
    for here, others in edges.items():
        for other, (positive, line) in others.items():
            if not positive and (path := _path(edges, other, here)):
                names = " <- ".join(f"{p[0]}/{p[1]}" for p in (here, *path))
                said = f"{here[0]} depends on its own negation: {names}"
                hint = "let one of them depend on the situation before"
                raise _fault(package, line, said, hint)


def _earlier(head: RuleAtom, atom: RuleAtom) -> bool:
    """Whether an atom of the body is of the situation before that of the head.

    The variable must be the same in both: S and S+1.
    """
    later, before = head.situation.replace(" ", ""), atom.situation.replace(" ", "")
    return bool(before) and later in (f"{before}+1", f"({before}+1)")


def _path(
    edges: Mapping[Predicate, Mapping[Predicate, tuple[bool, int]]],
    start: Predicate,
    goal: Predicate,
) -> list[Predicate]:
    """A shortest way from one predicate to another; none if there is no way."""
    before: dict[Predicate, Predicate | None] = {start: None}
    ahead = [start]
    while ahead:
        here = ahead.pop(0)
        if here == goal:
            way: list[Predicate] = []
            at: Predicate | None = here
            while at is not None:
                way.append(at)
                at = before[at]
            return way[::-1]
        for each in edges.get(here, ()):
            if each not in before:
                before[each] = here
                ahead.append(each)
    return []


def no_start(package: Package) -> NoWorldFits:
    """Return the error for axioms that no start satisfies, at the first choice."""
    lines = [rule.line for rule in rules_of(package) if rule.chooses]
    where = package.place(lines[0]) if lines else package.folder / AXIOMS
    return NoWorldFits(
        f"{where}: no start satisfies the axioms{with_constants(package)}",
        hint="choose other constants, or correct what is chosen and its constraints",
    )


def with_constants(package: Package) -> str:
    """Return the constants as a message names them, empty if there are none."""
    values = ", ".join(f"{name} = {n}" for name, n in package.constants.items())
    return f" with {values}" if values else ""


def require_defined(package: Package) -> None:
    """Raise QueryError if a declared fluent or action has no rule, or obs has none.

    Also raised for a rule with a predicate that is not defined, which would be false.
    """
    heads = {head.predicate for rule in rules_of(package) for head in rule.heads}
    for fluent in package.fluents.values():
        arity = len(fluent.sorts) + (not fluent.rigid)
        if (fluent.name, arity) not in heads:
            places = "" if fluent.rigid else ", the situation included"
            raise QueryError(
                f"{package.folder / AXIOMS} has no rule for the fluent {fluent.name}"
                f" with {arity} arguments{places}",
                hint="write one, or take the fluent out of theory.toml",
            )
    for needed in (("poss", 2), ("obs0", 2), ("obs", 4)):
        if needed not in heads:
            raise QueryError(
                f"{package.folder / AXIOMS} has no rule for {needed[0]}/{needed[1]}",
                hint=_WANTED[needed[0]],
            )
    possible = {
        term_parts(head.arguments[0])[0]
        for rule in rules_of(package)
        for head in rule.heads
        if head.predicate == ("poss", 2)
    }
    _require_poss(package, possible)
    _require_bodies(package, heads)


def _require_bodies(package: Package, heads: set[Predicate]) -> None:
    """Raise AxiomError for a predicate without rules, or with rules of its own."""
    for rule in rules_of(package):
        for head in rule.heads:
            _require_own(package, head.predicate, rule.line)
    known = {*heads, *GIVEN, *((name, 1) for name in package.sorts)}
    known |= defined_predicates(package.axioms)
    for rule in rules_of(package):
        for atom in rule.body:
            if atom.predicate not in known:
                name, arity = atom.predicate
                near = did_you_mean(f"{name}/{arity}", [f"{n}/{k}" for n, k in known])
                message = f"nothing defines {name}/{arity}"
                hint = near or f"write a rule, or #defined {name}/{arity}."
                raise _fault(package, rule.line, message, hint)


def _require_own(package: Package, predicate: Predicate, line: int) -> None:
    """Raise AxiomError for a rule of a sort, or of a predicate of the engine."""
    name, arity = predicate
    if arity == 1 and name in package.sorts:
        said = f"{name} is a sort: theory.toml says what its values are"
        raise _fault(package, line, said, "write them there")
    if predicate in (*GIVEN, *_ENGINE):
        said = f"{name}/{arity} comes with every package"
        raise _fault(package, line, said, "give it another name")


def _require_poss(package: Package, possible: set[str]) -> None:
    missing: list[ActionSymbol] = [
        each
        for name, each in package.actions.items()
        if name not in possible and not each.alternatives
    ]
    everything = any(name[:1].isupper() for name in possible)
    if missing and not everything:
        raise QueryError(
            f"{package.folder / AXIOMS} has no poss rule for {missing[0].name}",
            hint="write one, or take the action out of theory.toml",
        )
    for name in sorted(possible):
        if name not in package.actions and not name[:1].isupper():
            raise QueryError(
                f"poss speaks of {name}, which theory.toml does not declare",
                hint="declare it: [[action]] with name, args and words",
            )
