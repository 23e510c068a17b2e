"""The effects of an action with parameters, from the successor state axioms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mystpy.compilation import NamedTuple
from mystpy.packages.epddl.lifted.rule_conditions import DoneAction, RuleConditions
from mystpy.packages.epddl.written_formulas import (
    FALSE,
    TRUE,
    Condition,
    conjunction,
    disjunction,
    equal_term,
    negation,
    substitute_terms,
    substitute_value,
    terms_of,
)
from mystpy.packages.package import FluentSymbol


class LiftedEffect(NamedTuple):
    """A fluent that begins or ends to hold, for all values of variables.

    `variables` are those of the fluent that the action does not fix.
    """

    atom: tuple[str, ...]
    begins: bool
    variables: tuple[str, ...]
    condition: Condition


def lifted_effects(rules: RuleConditions, done: DoneAction) -> Iterator[LiftedEffect]:
    """Yield the effects of an action. Raises QueryError for rules not read so."""
    for fluent in rules.package.fluents.values():
        if not fluent.rigid:
            yield from _changes(rules, fluent, done)


def _changes(
    rules: RuleConditions, fluent: FluentSymbol, done: DoneAction
) -> Iterator[LiftedEffect]:
    variables = [rules.variable(sort.name, "f") for sort in fluent.sorts]
    atom: Condition = ("atom", fluent.name, *variables)
    after = disjunction(_after(rules, fluent, variables, done))
    begins = substitute_value(after, atom, FALSE)
    goes_on = substitute_value(after, atom, TRUE)
    if goes_on != TRUE:
        begins = conjunction([begins, negation(atom)])
        yield from _split(atom, negation(goes_on), variables, begins=False)
    yield from _split(atom, begins, variables, begins=True)


def _after(
    rules: RuleConditions,
    fluent: FluentSymbol,
    variables: Sequence[str],
    done: DoneAction,
) -> Iterator[Condition]:
    for rule in rules.heads(fluent.name, len(fluent.sorts) + 1):
        situation = rule.head.arguments[-1].strip("()").replace(" ", "")
        if situation == "0":
            continue
        if not situation.endswith("+1"):
            raise rules.fault(rule, f"{fluent.name} follows from other fluents")
        yield rules.derived(rule, variables, done, 0)


def _split(
    atom: Condition, f: Condition, variables: Sequence[str], *, begins: bool
) -> Iterator[LiftedEffect]:
    """The effects for the alternatives of a condition; variables that are fixed go."""
    for part in f[1:] if f[0] == "or" else (f,):
        fixed: dict[str, str] = {}
        rest = part
        for variable in variables:
            term = equal_term(rest, variable)
            if term is not None:
                fixed[variable] = term
                rest = substitute_terms(rest, {variable: term})
        if rest == FALSE:
            continue
        found = tuple(_value(fixed, each) for each in atom[2:])
        left = tuple(v for v in variables if v in found or v in terms_of(rest))
        yield LiftedEffect((atom[1], *found), begins, left, rest)


def _value(fixed: Mapping[str, str], term: str) -> str:
    while term in fixed:
        term = fixed[term]
    return term
