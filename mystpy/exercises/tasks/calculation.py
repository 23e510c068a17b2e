"""A number with its derivation: each step is a number, computed or sealed.

A count is the number of deals that fit, or that a player considers possible; a share is
a fraction of these, which are equally likely. The witness is a deal that was left out,
or one that was counted and should not have been.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from mystpy.bits import members
from mystpy.compilation import pattern
from mystpy.conjectures.truth import holds
from mystpy.engines import get_engine
from mystpy.exercises.exercise import AnswerError, Exercise, ExerciseWitness, Mark
from mystpy.exercises.sealing import seal
from mystpy.exercises.tasks.comparison_contexts import (
    deal_text,
    drawn_world,
    facts_of,
    fitting_state,
    lists_deals,
    model_state,
    picture_of,
    read_formula,
)
from mystpy.files.table import Table
from mystpy.language.atoms import H, Truth
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import know
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.views import seen_by

KEYS = ("game", "hands", "history", "model", "step")
_STEP = ("ask", "deals", "share", "worlds", "player")
_COMPUTED = {"deals", "share", "worlds"}
_NUMBER = pattern(r"-?[0-9]{1,40}(?:\s*/\s*[0-9]{1,40}|\.[0-9]{1,20})?", re.ASCII)


def mark(exercise: Exercise, answer: str) -> Mark:
    """The mark of numbers, one for each step, on lines or with a ; between.

    If only the last is given, the steps before it are not required. The points are
    those of the right steps, up to the first wrong one.
    """
    exercise.only(*KEYS, needed=("step",))
    rows = exercise.file.rows(exercise.table, "step")
    first, given = numbers_of(answer, len(rows))
    for place, value in enumerate(given, first):
        witness = _wrong(exercise, rows[place], place, value)
        if witness is not None:
            won = 0 if first else exercise.points * place // len(rows)
            return Mark(False, won, exercise.points, witness)
    return exercise.mark(None)


def numbers_of(answer: str, steps: int) -> tuple[int, list[Fraction]]:
    """The numbers of an answer, and the place of the step that the first is for.

    Raises AnswerError unless there is one for each step, or one for the last.
    """
    given = [_number(part) for part in re.split(r"[;\n]", answer) if part.strip()]
    if len(given) == 1 < steps:
        return steps - 1, given
    if len(given) != steps:
        raise AnswerError(
            f"there are {steps} steps, and your answer has {len(given)} numbers",
            hint="one for each step, with ; between, or the last one alone",
        )
    return 0, given


def is_right_number(
    exercise: Exercise, row: Table, place: int, value: Fraction
) -> bool:
    """Whether a number is that of a step. Raises MystError for a faulty exercise."""
    if _COMPUTED & set(row):
        return value == computed(exercise, row)
    return _sealed_value(exercise, place, value)


def _number(text: str) -> Fraction:
    """The number that a text says. Raises AnswerError."""
    said = text.strip()
    if not _NUMBER.fullmatch(said):
        raise AnswerError(
            f"your answer: {said[:40]!r} is no number",
            hint="such as 12, 5/12 or 0.25; several have ; between",
        )
    try:
        return Fraction("".join(said.split()))
    except ZeroDivisionError:
        raise AnswerError("your answer: nothing is divided by 0") from None


def _wrong(
    exercise: Exercise, row: Table, place: int, value: Fraction
) -> ExerciseWitness | None:
    """Return a witness that the number of a step is wrong, if it is."""
    exercise.file.only(row, _STEP, "[[step]]", ("ask",))
    asked = f"step {place + 1}, {exercise.file.needed(row, 'ask', '[[step]]')}"
    facts: dict[str, object] = {"step": place + 1, "given": str(value)}
    if _COMPUTED & set(row):
        right = computed(exercise, row)
        if value == right:
            return None
        many = "deals" in row or "worlds" in row
        low, high = ("too few", "too many") if many else ("too low", "too high")
        words = f"{asked}: {value} is {low if value < right else high}"
        return _with_deal(exercise, row, words, facts, low=value < right)
    if _sealed_value(exercise, place, value):
        return None
    return ExerciseWitness(f"{asked}: it is not {value}", facts)


def _sealed_value(exercise: Exercise, place: int, value: Fraction) -> bool:
    number, file = str(place + 1), exercise.file
    if exercise.key is not None:
        solutions = file.inner(exercise.key, "values")
        return _solution(exercise, solutions, number) == value
    given = exercise.sealed
    key_values = file.needed(file.inner(given, "values"), number, "[sealed.values]")
    return seal(str(given["salt"]), str(value)) == key_values


def _solution(exercise: Exercise, solutions: Table, number: str) -> Fraction:
    """The number of a step in the key. Raises QueryError if there is none."""
    key_values = exercise.file.needed(solutions, number, "[key.values]")
    try:
        return _number(key_values)
    except AnswerError:
        raise exercise.file.fault(
            f"{key_values!r} is no number", word=key_values
        ) from None


def sealed(exercise: Exercise, salt: str) -> dict[str, object]:
    """Return the seals of the values of the key."""
    assert exercise.key is not None, "only a key is sealed"
    solutions = exercise.file.inner(exercise.key, "values")
    numbers = {k: str(_solution(exercise, solutions, k)) for k in solutions}
    return {"values": {k: seal(salt, number) for k, number in numbers.items()}}


def computed(exercise: Exercise, row: Table) -> Fraction:
    """Return the number that an engine computes for a step."""
    file = exercise.file
    if "worlds" in row:
        mask = model_state(exercise).model.truth(file.needed(row, "worlds", "[[step]]"))
        return Fraction(int(mask.sum()))
    if not lists_deals(exercise.game):
        return _at_large(exercise, row)
    deals = [true for _, true in _each(exercise, row)]
    return Fraction(sum(deals), 1 if "deals" in row else len(deals))


def _each(
    exercise: Exercise, row: Table
) -> Iterator[tuple[tuple[tuple[int, ...], int], bool]]:
    """The deals with a world of each, and whether the formula holds there."""
    state = _looked_at(exercise, row)
    file = exercise.file
    text = file.needed(row, "deals" if "deals" in row else "share", "[[step]]")
    true = holds(file.with_location(read_formula, text, state.game), state, {})
    met = set()
    for w in members(state.full):
        deal = state.worlds[w]
        if deal not in met:
            met.add(deal)
            yield (deal, w), bool(true >> w & 1)


def _looked_at(exercise: Exercise, row: Table) -> EpistemicState:
    """The worlds that fit, or that the player of a step holds possible."""
    history = exercise.history
    player = exercise.file.number(row, "player")
    asked = history if player is None else seen_by(history, player)
    return exercise.file.with_location(fitting_state, asked)


def _at_large(exercise: Exercise, row: Table) -> Fraction:
    """A number of deals, or the share of a cell, where deals cannot be listed."""
    file, history = exercise.file, exercise.history
    player = file.number(row, "player")
    if player is None:
        raise file.fault("in so large a game the deals are those of a player")
    text = file.needed(row, "deals" if "deals" in row else "share", "[[step]]")
    phi = file.with_location(parse_formula, text, history.game)
    known = know(history, player, get_engine(), odds=True)
    assert known.deals is not None, "what is given says what the player knows"
    assert known.odds is not None, "odds were asked for"
    if isinstance(phi, Truth):
        return Fraction(known.deals)
    if not isinstance(phi, H):
        raise file.fault("in so large a game only true and cells are counted")
    share = known.odds[history.game.holder(str(phi.holder))][str(phi.card)]
    return share * known.deals if "deals" in row else share


def _with_deal(
    exercise: Exercise, row: Table, words: str, facts: dict[str, object], *, low: bool
) -> ExerciseWitness:
    """The witness with a deal that counts, if it was too low, or one that does not."""
    if "worlds" in row:
        return _with_world(exercise, row, words, facts, low=low)
    if not lists_deals(exercise.game):
        return ExerciseWitness(words, facts, None, exercise.history)
    state = _looked_at(exercise, row)
    found = next((w for (_, w), true in _each(exercise, row) if true is low), None)
    if found is None:
        deal = "" if low else "; each deal that is possible counts, but there are fewer"
        return ExerciseWitness(words + deal, facts)
    history = state.history(found)
    counts = "counts" if low else "is possible, but does not count"
    return ExerciseWitness(
        f"{words}; this deal {counts}: {deal_text(history)}",
        {**facts, **facts_of(history)},
        picture_of(state, found),
        history,
    )


def _with_world(
    exercise: Exercise, row: Table, words: str, facts: dict[str, object], *, low: bool
) -> ExerciseWitness:
    """Return the witness with a world, without a picture in which one could count."""
    state = model_state(exercise)
    true = state.model.truth(str(row["worlds"])).tolist()
    if low not in true:
        return ExerciseWitness(words, facts)
    world = true.index(low)
    name = state.model.names[world]
    counts = "counts" if low else "does not count"
    return ExerciseWitness(
        f"{words}; this world {counts}: {name}",
        {**facts, "world": name},
        None if all(true) else drawn_world(state, world),
    )
