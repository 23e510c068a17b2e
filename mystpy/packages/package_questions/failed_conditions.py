"""Which conditions of an action are false where it is not possible.

The conditions are the literals in the bodies of the rules for `poss`. A literal whose
variables are arguments of the action is decided by itself, others together with those
before them: the first is reported after which no value of the variables is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import AxiomError
from mystpy.packages.action_terms import UNSEEN, ActionStep, possible_actions
from mystpy.packages.answer_kinds import FailedCondition
from mystpy.packages.axiom_checks.axiom_rules import ActionRule, poss_rules
from mystpy.packages.fluent_words import precondition_text
from mystpy.packages.history_runs.formula_encoder import Encoded
from mystpy.packages.history_runs.knowledge_search import RunsOfHistory
from mystpy.packages.package import Package
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.value_sorts import term_parts, write_value

_VARIABLE = pattern(r"\b_*[A-Z]\w*")
_SPACES = pattern(r"\s+")


class _Part(NamedTuple):
    """The first literals of a rule for `poss`, or a literal by itself."""

    rule: ActionRule
    body: tuple[str, ...]
    alone: bool


def failed_conditions(
    situation: PackageSituation, number: int
) -> list[FailedCondition]:
    """Return which conditions of a step are false in all runs that fit before it.

    By the rules of theory.lp, or the clauses of theory.pl if Prolog answers. Empty
    where they cannot be distinguished.
    """
    if (found := situation.false_conditions(number)) is not None:
        return found
    step, package = situation.steps[number], situation.package
    parts = list(_parts(package, step))
    extra = "\n".join(_program(parts, step, number)) + "\n"
    try:
        runs = RunsOfHistory(package, situation.steps[: number + 1], extra)
    except AxiomError:  # a part of a rule need not be safe
        return []
    here = runs.fitting(situation.given, situation.steps[:number])
    fails = [not _may_hold(runs, here, place) for place in range(len(parts) + 1)]
    if fails.pop():
        return [FailedCondition(f"not over({number})")]
    texts = dict.fromkeys(_false_literals(parts, fails))
    found = [_condition(package, text, step, number) for text in texts]
    if not found and step.action.precondition:
        found.append(FailedCondition(precondition_text(step.public)))
    return found


def _parts(package: Package, step: ActionStep) -> Iterator[_Part]:
    """The parts of the rules for an action that are tried one by one."""
    for rule in poss_rules(package.axioms):
        name = rule.action.partition("(")[0]
        if name[0].islower() and name != step.action.name:
            continue
        body = [x for x in rule.body if not x.startswith("considered(")]
        yield _Part(rule, (), alone=False)
        for length, literal in enumerate(body, 1):
            yield _Part(rule, tuple(body[:length]), alone=False)
            if set(_VARIABLE.findall(literal)) <= rule.bound:
                yield _Part(rule, (literal,), alone=True)


def _program(parts: Sequence[_Part], step: ActionStep, number: int) -> Iterator[str]:
    """The rules that derive which parts hold; the last one: the game is not over."""
    if step.public == step:
        yield f"tried(A) :- considered(A,{number})."
    else:
        yield from (f"tried({each.pattern()})." for each in possible_actions(step))
    if step.action.alternatives:
        yield f"tried({step.pattern()})."
    for place, part in enumerate(parts):
        at = f"{part.rule.situation} = {number}"
        body = "; ".join((f"tried({part.rule.action})", at, *part.body))
        yield f"part_holds({place}) :- {body}."
    yield f"part_holds({len(parts)}) :- not over({number})."


def _may_hold(runs: RunsOfHistory, here: Sequence[Encoded], place: int) -> bool:
    literal = runs.solver.atoms("part_holds").get(str(place))
    return literal is not None and runs.find([*here, Encoded(literal)]) is not None


def _false_literals(parts: Sequence[_Part], fails: Sequence[bool]) -> Iterator[str]:
    """Literals that are false by themselves, or else the first that leaves nothing."""
    rules = dict.fromkeys(part.rule for part in parts)
    for rule in rules:
        own = [(p, x) for p, x in zip(parts, fails, strict=True) if p.rule == rule]
        if own[0][1]:
            continue  # the head has other arguments
        alone = [part.body[0] for part, fail in own if part.alone and fail]
        joint = [part.body[-1] for part, fail in own if fail and not part.alone]
        yield from alone or joint[:1]


def _condition(
    package: Package, literal: str, step: ActionStep, number: int
) -> FailedCondition:
    """A literal with the action's arguments, and in words if it is a fluent."""
    values: dict[str, str] = {}
    for rule in poss_rules(package.axioms):
        name, arguments = term_parts(rule.action)
        if literal in rule.body and name == step.action.name:
            texts = (UNSEEN if x is None else write_value(x) for x in step.arguments)
            values = dict(zip(arguments, texts, strict=True))
            values[rule.situation] = str(number)
            break
    text = _VARIABLE.sub(lambda found: values.get(found[0], found[0]), literal)
    return condition_in_words(package, _SPACES.sub(" ", text))


def condition_in_words(package: Package, text: str) -> FailedCondition:
    """Return a condition with its words, if it is a fluent without variables."""
    name, arguments = term_parts(text)
    fluent = package.fluents.get(name)
    if fluent is None or _VARIABLE.search(text) or UNSEEN in arguments:
        return FailedCondition(text)
    size = len(fluent.sorts)
    return FailedCondition(text, fluent.sentence(tuple(arguments[:size])))
