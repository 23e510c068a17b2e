"""An axiom with a clause to fill in, compared with the real one in all situations.

The situations are those of a small game, up to a number of actions, in every deal. A
student's answer is treated as hostile: it is read, and checked against lists of the
names allowed, before any of it is run, and it is run in a process with limits.
"""

from __future__ import annotations

import re
from itertools import islice

from mystpy.axioms import blocks
from mystpy.exercises.exercise import AnswerError, Exercise, ExerciseWitness, Mark
from mystpy.exercises.tasks.comparison_contexts import deal_text, facts_of
from mystpy.exercises.tasks.gap import FLUENTS, LETTERS, Difference, Gap, situations_of
from mystpy.history.history import History

KEYS = ("game", "language", "label", "head", "depth", "may")
LANGUAGES = ("prolog", "asp")
MOST_CASES = 3_000
"""The maximal number of situations, each with its deal, that are compared."""


def mark(exercise: Exercise, answer: str) -> Mark:
    """The mark of a clause; the witness is a situation in which it differs."""
    exercise.only(*KEYS, needed=("game", "language", "label", "head"))
    gap = _gap(exercise, answer)
    depth = exercise.file.number(exercise.table, "depth") or 5
    cases: list[History] = []
    if gap.game.deal_count() <= MOST_CASES:
        cases += islice(situations_of(gap.game, depth), MOST_CASES + 1)
    if not 0 < len(cases) <= MOST_CASES:
        message = f"there are more than {MOST_CASES:,} situations: too many"
        raise exercise.file.fault(
            message, "choose a smaller game or depth", word="depth"
        )
    found = _compared(gap, cases)
    if found is None:
        message = f"the same in all {len(cases)} situations of up to {depth} actions"
        return exercise.mark(None, message)
    return exercise.mark(_witness(found))


def _gap(exercise: Exercise, answer: str) -> Gap:
    language = exercise.file.choice(exercise.table["language"], LANGUAGES, "language")
    known, label = blocks(language), exercise.needed("label")
    exercise.file.choice(label, known, "label")
    if not answer.strip():
        raise AnswerError("there is no clause in your answer")
    may = exercise.file.strings(exercise.table, "may") or FLUENTS
    head = exercise.needed("head")
    _require_letters(exercise, head)
    return Gap(exercise.game, language, known[label], head, may, answer)


def _require_letters(exercise: Exercise, head: str) -> None:
    """Raise QueryError for a letter without a meaning."""
    for letter in re.findall(r"\b[A-Z_]\w*", head):
        if letter not in LETTERS:
            message = f"its letters are {', '.join(LETTERS)}"
            raise exercise.file.fault(
                f"head has a letter {letter}", message, word="head"
            )


def _compared(gap: Gap, cases: list[History]) -> Difference | None:
    """The first difference between the clauses that are given and the real ones."""
    if gap.language == "asp":
        from mystpy.exercises.tasks.asp_clause import first_difference
    else:
        from mystpy.exercises.tasks.prolog_clause import first_difference
    return first_difference(gap, cases)


def _witness(found: Difference) -> ExerciseWitness:
    if found.history is None:
        return ExerciseWitness(found.fault)
    done = found.history.text().replace("\n", " ")
    where = f"after {done}" if done else "in init0"
    parts = [found.fault] if found.fault else []
    if found.missing:
        parts.append(f"the axiom gives {', '.join(found.missing)}, and yours does not")
    if found.extra:
        parts.append(f"yours gives {', '.join(found.extra)}, and the axiom does not")
    words = f"{where}, in the deal {deal_text(found.history)}: {'; '.join(parts)}"
    facts = {"missing": list(found.missing), "extra": list(found.extra)}
    return ExerciseWitness(
        words, {**facts, **facts_of(found.history)}, None, found.history
    )
