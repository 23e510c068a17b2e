"""Which misconception a wrong answer about a package shows: that of another round.

In the field: the last round of the muddy children. The answer is marked as one to the
same exercise with the last action left out, or done once more.
"""

from __future__ import annotations

from mystpy.errors import MystError
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.package_tasks.package_marks import mark_package_exercise


def misconception_in_package_answer(exercise: Exercise, answer: str) -> str:
    """The misconception that a wrong answer about a package shows, or ""."""
    actions = exercise.file.strings(exercise.table, "actions")
    if exercise.kind not in ("agents", "runs") or not actions:
        return ""
    rounds = (
        ("one-round-too-few", actions[:-1]),
        ("one-round-too-many", (*actions, actions[-1])),
    )
    for name, done in rounds:
        try:
            changed = exercise.with_value("actions", list(done))
            if mark_package_exercise(changed, answer).right:
                return name
        except MystError:  # the last action cannot be done again
            continue
    return ""
