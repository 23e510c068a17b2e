"""The misconception that a wrong number shows: the count under a wrong assumption.

For each wrong assumption there is another exercise, whose number is computed by the
engines: without the player's own hand, without the announcements, or with a mutant of
the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import factorial, prod

from mystpy.errors import MystError
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.misconceptions.catalogue import simplest
from mystpy.exercises.misconceptions.given_mistakes import (
    given_mistakes,
    sealed_misconception,
)
from mystpy.exercises.misconceptions.mutations.formula_mutants import mutants_of
from mystpy.exercises.misconceptions.mutations.rules import MutationWords
from mystpy.exercises.tasks.calculation import (
    computed,
    is_right_number,
    numbers_of,
)
from mystpy.exercises.tasks.comparison_contexts import (
    lists_deals,
    model_state,
    read_formula,
)
from mystpy.files.table import Table
from mystpy.history.actions import Asks
from mystpy.language.decidable import parse_in_model

MOST_COUNTS = 60
"""The maximal number of mutants of a formula that are counted."""
_COMPUTED = ("deals", "share", "worlds")

Counted = tuple[str, Callable[[], Fraction]]
"""A misconception, and the number that results from it."""


def misconception_in_number(exercise: Exercise, answer: str) -> str:
    """The misconception that the first wrong number shows, or ""."""
    rows = exercise.file.rows(exercise.table, "step")
    first, given = numbers_of(answer, len(rows))
    for place, value in enumerate(given, first):
        if not is_right_number(exercise, rows[place], place, value):
            return _of_step(exercise, rows[place], place, value)
    return ""


def _of_step(exercise: Exercise, row: Table, place: int, value: Fraction) -> str:
    if set(_COMPUTED) & set(row):
        return simplest(_matching(wrong_counts(exercise, row), value))
    if exercise.key is None:
        return sealed_misconception(exercise, place + 1, str(value))
    given = given_mistakes(exercise, place + 1)
    return simplest(name for name, text in given if Fraction(text) == value)


def mistaken_numbers(exercise: Exercise) -> dict[str, str]:
    """The wrong numbers that a key gives, with their misconceptions."""
    rows = exercise.file.rows(exercise.table, "step")
    return {
        f"{step}:{Fraction(text)}": name
        for step in range(1, len(rows) + 1)
        for name, text in given_mistakes(exercise, step)
    }


def _matching(counts: Iterator[Counted], value: Fraction) -> Iterator[str]:
    """Yield the misconceptions that lead to this number."""
    for name, count in counts:
        try:
            if count() == value:
                yield name
        except (MystError, ZeroDivisionError):
            continue  # the wrong assumption leaves nothing that can be counted


def wrong_counts(exercise: Exercise, row: Table) -> Iterator[Counted]:
    """Yield the counts under each wrong assumption."""
    right = computed(exercise, row)
    yield "off-by-one", lambda: right + 1
    yield "off-by-one", lambda: right - 1
    if "worlds" in row:
        yield from _in_models(exercise, row)
    else:
        yield from _of_deals(exercise, row, right)
    if "worlds" in row or lists_deals(exercise.game):
        yield from _of_mutants(exercise, row)


def _changed(
    exercise: Exercise, row: Table, **values: object
) -> Callable[[], Fraction]:
    """Return the number of a step in an exercise with other given facts."""
    for key, value in values.items():
        exercise = exercise.with_value(key, value)
    return lambda: computed(exercise, row)


def _in_models(exercise: Exercise, row: Table) -> Iterator[Counted]:
    model = exercise.file.inner(exercise.table, "model")
    steps = list(exercise.file.rows(model, "step"))
    text = str(row["worlds"])
    yield "opposite-counted", _changed(exercise, {**row, "worlds": f"~({text})"})
    if "law" in model:
        lawless = {k: x for k, x in model.items() if k != "law"}
        yield "one-round-too-few", _changed(exercise, row, model=lawless)
    if steps:
        yield "precondition-forgotten", lambda: _pairs(exercise, model, steps)
        fewer = {**model, "step": steps[:-1]}
        more = {**model, "step": [*steps, steps[-1]]}
        yield "one-round-too-few", _changed(exercise, row, model=fewer)
        yield "one-round-too-many", _changed(exercise, row, model=more)


def _pairs(exercise: Exercise, model: Table, steps: Sequence[Table]) -> Fraction:
    """How many pairs of a world and an event of the last action there are."""
    from mystpy.kripke.files.given_steps import GivenSteps
    from mystpy.kripke.update.product import ActionStep

    before = model_state(exercise.with_value("model", {**model, "step": steps[:-1]}))
    found = GivenSteps(exercise.file, before.model.words).planned(steps[-1]).step
    events = (
        len(found.action(before.model).frame.events)
        if isinstance(found, ActionStep)
        else 1
    )
    return Fraction(len(before.model) * events)


def _of_deals(exercise: Exercise, row: Table, right: Fraction) -> Iterator[Counted]:
    key = "deals" if "deals" in row else "share"
    text, history = str(row[key]), exercise.history
    other = "share" if key == "deals" else "deals"
    swapped = {**{k: x for k, x in row.items() if k != key}, other: text}
    name = "share-for-count" if key == "deals" else "count-for-share"
    yield name, _changed(exercise, swapped)
    opposite = {**row, key: f"~({text})"}
    if key == "deals" and text != "true":
        yield "opposite-counted", _changed(exercise, opposite)
    elif key == "share":
        yield "opposite-counted", lambda: 1 - right
    if history.actions:
        fewer = history.prefix(len(history) - 1).text()
        yield "answers-forgotten", _changed(exercise, row, history="")
        yield "one-round-too-few", _changed(exercise, row, history=fewer)
    yield from _of_hands(exercise, row, key, right)


def _of_hands(
    exercise: Exercise, row: Table, key: str, right: Fraction
) -> Iterator[Counted]:
    """Yield the counts under wrong assumptions on hands: forgotten, or ordered."""
    history, game = exercise.history, exercise.game
    unseen = {k: x for k, x in row.items() if k != "player"}
    if "player" in row and lists_deals(game):
        yield "own-hand-forgotten", _changed(exercise, unseen, hands={})
    sizes = [n for n, hand in zip(game.sizes, history.hands, strict=True) if not hand]
    if key == "deals":
        yield from _of_orders(sizes, right, pile=not history.hands[0])
    asked = [a for a in history.actions if isinstance(a, Asks)]
    if asked and lists_deals(game):
        none = " & ".join(f"~h({a.player},{x})" for a in asked for x in sorted(a.cards))
        yield "asker-has-none", _given(exercise, row, key, none)


def _of_orders(
    sizes: Sequence[int], right: Fraction, *, pile: bool
) -> Iterator[Counted]:
    """Yield the counts of ordered hands, exchanged hands, or of the pile only.

    `sizes` are those of the hands that are not known, and first of the pile.
    """
    orders = [factorial(size) for size in sizes]
    for times in dict.fromkeys((prod(orders), *orders)):
        yield "orders-counted", lambda times=times: right * times  # type: ignore[misc]
    hands = sizes[1:] if pile else sizes
    yield "orders-not-counted", lambda: right / factorial(len(hands))
    ways = factorial(sum(hands)) // prod(map(factorial, hands))
    yield "hands-not-counted", lambda: right / ways


def _given(
    exercise: Exercise, row: Table, key: str, condition: str
) -> Callable[[], Fraction]:
    """The number among the deals in which a condition holds."""
    base = {k: x for k, x in row.items() if k not in _COMPUTED}
    counted = {**base, "deals": f"({row[key]}) & {condition}"}
    whole = {**base, "deals": condition}
    if key == "deals":
        return lambda: computed(exercise, counted)
    return lambda: computed(exercise, counted) / computed(exercise, whole)


def _of_mutants(exercise: Exercise, row: Table) -> Iterator[Counted]:
    """The number with a mutant of the formula that is counted."""
    key = next(key for key in _COMPUTED if key in row)
    if key == "worlds":
        model = model_state(exercise).model
        words = MutationWords(tuple(model.agents), tuple(model.atoms))
        formula = parse_in_model(str(row[key]), model.words)
    else:
        words = MutationWords(tuple(range(1, exercise.game.p + 1)))
        formula = read_formula(str(row[key]), exercise.game)
    for mutant in islice(mutants_of(formula, words), MOST_COUNTS):
        changed = {**row, key: str(mutant.formula)}
        yield mutant.misconception, _changed(exercise, changed)
