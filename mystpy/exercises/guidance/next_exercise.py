"""The next exercise for a student, and the reason for it.

The method is mastery learning with a queue of misconceptions, as in the LTL Tutor
(Prasad, Greenman, Nelson and Krishnamurthi 2024).

The order is: exercises against the last misconception; exercises begun and not solved;
the chapter of the last attempt, the easier exercises first; then the other chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from mystpy.compilation import NamedTuple, pattern
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.guidance.student_record import StudentRecord
from mystpy.exercises.misconceptions.catalogue import Misconception, catalogue

_NUMBER = pattern(r"[0-9]+")


class NextExercise(NamedTuple):
    """An exercise, the reason for it in words, and a misconception it is against."""

    exercise: Exercise
    reason: str
    misconception: str = ""


def next_exercise(
    record: StudentRecord, exercises: Iterable[Exercise]
) -> NextExercise | None:
    """The next exercise for a student; None if all are solved."""
    ordered = sorted(exercises, key=_place)
    known = {each.name: each for each in ordered}
    unsolved = [each for each in ordered if each.name not in record.solved]
    if not unsolved:
        return None
    for name in record.open_misconceptions(known):
        found = _against(record, catalogue()[name], known, unsolved)
        if found is not None:
            return found
    last = next(
        (x.exercise for x in reversed(record.attempts) if x.exercise in known), ""
    )
    begun = {each.exercise for each in record.attempts if each.exercise != last}
    again = next((each for each in unsolved if each.name in begun), None)
    chapter = known[last].chapter if last else unsolved[0].chapter
    here = [each for each in unsolved if each.chapter == chapter]
    for each in here:
        if each.name not in begun and each.name != last:
            return NextExercise(each, _reason_of_chapter(record, each, last))
    if again is not None:
        return NextExercise(
            again, "You have tried it before, and it is not solved yet."
        )
    if here:
        return NextExercise(here[0], "It is the last one of this chapter that is open.")
    first = min(unsolved, key=partial(_after, known[last]))
    return NextExercise(
        first, f"All exercises of chapter {chapter} are solved: this begins the next."
    )


def _against(
    record: StudentRecord,
    shown: Misconception,
    known: Mapping[str, Exercise],
    unsolved: Sequence[Exercise],
) -> NextExercise | None:
    """An unsolved exercise that practises a misconception, or shows it again."""
    where = record.shown_in(shown.id)
    title = known[where].title if where in known else where
    times = record.times(shown.id)
    often = "once" if times == 1 else "twice" if times == 2 else f"{times} times"
    reason = f'Your answers showed "{shown.title}" {often}, last in "{title}".'
    for each in unsolved:
        if shown.id in each.practises and each.name != where:
            said = f"{reason} This exercise practises it."
            return NextExercise(each, said, shown.id)
    for each in unsolved:
        if each.name == where:
            return NextExercise(each, f"{reason} Try it once more.", shown.id)
    return None


def _reason_of_chapter(record: StudentRecord, each: Exercise, last: str) -> str:
    if not record.attempts:
        return "It is the first one: begin here."
    if not last:
        return "None of these exercises was tried so far: begin here."
    points = "1 point" if each.points == 1 else f"{each.points} points"
    return f"It is the next one of chapter {each.chapter}, for {points}."


def _place(exercise: Exercise) -> tuple[int, str, int, str]:
    """Where an exercise is in the course: by chapter, then the easier first."""
    found = _NUMBER.match(exercise.chapter)
    number = int(found[0]) if found else 0
    return number, exercise.chapter, exercise.points, exercise.name


def _after(last: Exercise, each: Exercise) -> tuple[bool, tuple[int, str, int, str]]:
    """Return a sort key: exercises after the last one precede those before it."""
    return _place(each) < _place(last), _place(each)
