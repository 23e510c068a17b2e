"""A formula that must be equivalent to a hidden one in given situations or models."""

from __future__ import annotations

from mystpy.errors import ParseError, QueryError
from mystpy.exercises.exercise import Exercise, Mark, reading_answer
from mystpy.exercises.sealing import first_unlike, seal_of_bits
from mystpy.exercises.tasks.comparison_contexts import ComparisonContext, contexts

KEYS = ("game", "hands", "histories", "model")


def mark(exercise: Exercise, answer: str) -> Mark:
    """The mark of a formula; the witness is a world in which the two differ."""
    exercise.only(*KEYS)
    found = contexts(exercise)
    with reading_answer((ParseError, QueryError)):
        places = [
            (context, world, bit)
            for context in found
            for world, bit in enumerate(context.truth(answer))
        ]
    bits = [bit for _, _, bit in places]
    if exercise.key is None:
        sealed = exercise.sealed
        at = first_unlike(str(sealed["salt"]), str(sealed["worlds"]), bits)
    else:
        pairs = zip(_solution(exercise, found), bits, strict=True)
        at = next((k for k, (one, other) in enumerate(pairs) if one != other), None)
    if at is None:
        return exercise.mark(None, f"the same in all {len(bits)} worlds")
    context, world, bit = places[at]
    said = "your formula is true, and the right one false,"
    if not bit:
        said = "your formula is false, and the right one true,"
    return exercise.mark(context.witness(world, said))


def _solution(exercise: Exercise, found: list[ComparisonContext]) -> list[bool]:
    """The truth value of the key's formula in each world. Raises MystError."""
    file = exercise.file
    text = file.needed(exercise.key or {}, "solution", "[key]")
    return [bit for context in found for bit in file.with_location(context.truth, text)]


def sealed(exercise: Exercise, salt: str) -> dict[str, object]:
    """Return the seal of the key: of the truth values of the solution."""
    assert exercise.key is not None, "only a key is sealed"
    return {"worlds": seal_of_bits(salt, _solution(exercise, contexts(exercise)))}
