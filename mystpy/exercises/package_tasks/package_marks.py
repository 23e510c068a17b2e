"""Marks of exercises about packages: values, agents, numbers of runs, and plans."""

from __future__ import annotations

from collections.abc import Callable
from re import split

from mystpy.compilation import replace
from mystpy.errors import MystError, QueryError, did_you_mean
from mystpy.exercises.exercise import AnswerError, Exercise, Mark, reading_answer
from mystpy.exercises.package_tasks.package_context import (
    KEYS,
    reasons_in_words,
    situation_of,
    witness,
)
from mystpy.packages.action_terms import ActionStep, read_steps
from mystpy.packages.fluent_words import words_of
from mystpy.packages.history_runs.offered_actions import offered_steps
from mystpy.packages.note_lines.note_reader import read_note
from mystpy.packages.package_answers import PackageSituation
from mystpy.packages.package_questions.group_knowledge import remaining_runs

VALUES = ("true", "false", "undetermined")
"""The possible answers to a formula."""

PLACE = "{agent}"
"""The placeholder in a formula for each agent in turn."""

NOBODY = ("nobody", "none", "no one")
"""The words for no agent."""

MAX_PLANS = 500
"""The maximal number of situations examined for a shorter plan."""


def mark_package_exercise(exercise: Exercise, answer: str) -> Mark:
    """Return the mark of an answer. Raises AnswerError if it cannot be read."""
    return _MARKS[exercise.kind](exercise, situation_of(exercise), answer.strip())


def _value(exercise: Exercise, situation: PackageSituation, answer: str) -> Mark:
    exercise.only(*KEYS, "formula", needed=("formula",))
    given = answer.lower().rstrip(".")
    if given not in VALUES:
        raise AnswerError(
            f"your answer: {answer[:40]!r} is no value",
            hint=did_you_mean(given, VALUES) or f"write {' or '.join(VALUES)}",
        )
    file = exercise.file
    formula = file.with_location(situation.formula, exercise.needed("formula"))
    value = situation.value(formula)
    why = reasons_in_words(situation, formula, value)
    if given == value:
        return exercise.mark(None, why)
    words = f"it is {value}: {why}"
    return exercise.mark(witness(situation, words, value=value))


def agents_with(situation: PackageSituation, template: str) -> list[str]:
    """Return the agents of whom a formula is true, with `{agent}` for each in turn."""
    return [
        agent
        for agent in words_of(situation.package).agents
        if situation.value(template.replace(PLACE, agent)) == "true"
    ]


def _agents(exercise: Exercise, situation: PackageSituation, answer: str) -> Mark:
    exercise.only(*KEYS, "formula", needed=("formula",))
    template = exercise.needed("formula")
    if PLACE not in template:
        raise exercise.file.fault(f"formula has no {PLACE}", word="formula")
    words = [] if answer.lower() in NOBODY else split(r"[\s,;]+(?:and\s+)?", answer)
    given = []
    for word in filter(None, words):
        with reading_answer():
            given.append(str(situation.package.agent(word)))
    right = exercise.file.with_location(agents_with, situation, template)
    for agent in words_of(situation.package).agents:
        if (agent in given) == (agent in right):
            continue
        formula = situation.formula(template.replace(PLACE, agent))
        value = situation.value(formula)
        why = reasons_in_words(situation, formula, value)
        words_ = f"{formula} is {value}: {why}"
        return exercise.mark(witness(situation, words_, agent=agent, value=value))
    return exercise.mark(None, f"of {len(words_of(situation.package).agents)} agents")


def _runs(exercise: Exercise, situation: PackageSituation, answer: str) -> Mark:
    exercise.only(*KEYS, "agent", needed=("agent",))
    file = exercise.file
    agent = file.with_location(situation.package.agent, exercise.needed("agent"))
    number = answer.replace(",", "")
    if not number.isdecimal() or len(number) > 12:
        raise AnswerError(
            f"your answer: {answer[:40]!r} is no whole number", hint="such as 12"
        )
    right = remaining_runs(situation, str(agent))
    if right is None:
        raise file.fault("there are too many runs to count", word="agent")
    if int(number) == right:
        return exercise.mark(None)
    less = "few" if int(number) < right else "many"
    words = f"{int(number)} is too {less}"
    return exercise.mark(witness(situation, words, given=number))


def _plan(exercise: Exercise, situation: PackageSituation, answer: str) -> Mark:
    exercise.only(*KEYS, "goal", "depth", needed=("goal",))
    goal = exercise.needed("goal")
    exercise.file.with_location(situation.formula, goal)
    with reading_answer():
        steps = [*_read(answer, situation)]
    after = replace(situation, steps=(*situation.steps, *steps))
    found = after.legality()
    if found.verdict == "illegal":
        number = found.step or 0
        by = f" by ({found.axiom})" if found.axiom else ""
        words = f"{after.steps[number]} at step {number} is not possible{by}"
        before = replace(after, steps=after.steps[:number])
        return exercise.mark(witness(before, words, step=number, axiom=found.axiom))
    if after.value(goal) != "true":
        words = f"after your actions {goal} is not true"
        return exercise.mark(witness(after, words, goal=goal))
    return exercise.mark(None, _compared(exercise, situation, goal, len(steps)))


def _read(answer: str, situation: PackageSituation) -> list[ActionStep]:
    """The actions of an answer: terms, or lines in the words of the package."""
    package = situation.package
    if "\n" not in answer and ";" not in answer:
        try:
            return read_steps(answer, package)
        except MystError:
            return read_note(answer, package)
    lines = [line for line in answer.splitlines() if line.strip()]
    return [step for line in lines for step in read_note(line, package)]


def _compared(
    exercise: Exercise, start: PackageSituation, goal: str, length: int
) -> str:
    """Return a remark on the length of a right plan."""
    depth = exercise.file.number(exercise.table, "depth")
    most = length - 1 if depth is None else min(depth, length - 1)
    found, looked = shortest_plan(start, goal, most)
    feedback = f"it takes {length} action{'s' * (length != 1)}"
    if found is not None:
        return f"{feedback}; {len(found)} would do: {' '.join(map(str, found))}"
    if looked >= length - 1:
        return f"{feedback}, and no shorter plan would do"
    return f"{feedback}; up to {looked} no shorter plan was found"


def shortest_plan(
    start: PackageSituation, goal: str, depth: int
) -> tuple[tuple[ActionStep, ...] | None, int]:
    """Return a shortest plan of at most `depth` actions, None if none was found.

    The number is that of actions up to which all plans were looked at.
    """
    level: list[tuple[ActionStep, ...]] = [()]
    left = MAX_PLANS
    for length in range(depth + 1):
        for steps in level:
            left -= 1
            if left < 0:
                return None, length - 1
            after = replace(start, steps=(*start.steps, *steps))
            if after.value(goal) == "true":
                return steps, length
        if length < depth:
            level = [longer for steps in level for longer in _longer(start, steps)]
    return None, depth


def _longer(
    start: PackageSituation, steps: tuple[ActionStep, ...]
) -> list[tuple[ActionStep, ...]]:
    """The plans with one action more."""
    after = replace(start, steps=(*start.steps, *steps))
    try:
        possible = after.possible_actions(every=True)
    except QueryError:
        return []
    return [(*steps, step) for step in offered_steps(start.package, possible)]


_MARKS: dict[str, Callable[[Exercise, PackageSituation, str], Mark]] = {
    "value": _value,
    "agents": _agents,
    "runs": _runs,
    "plan": _plan,
}
