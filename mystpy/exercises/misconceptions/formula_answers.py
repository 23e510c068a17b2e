"""Which misconception a wrong formula shows: the mutant that it is equivalent to.

Formulas are compared by their truth values in the worlds of the exercise, as they are
marked. In a student's file the truth values of the mutants are sealed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mystpy.errors import MystError
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.misconceptions.given_mistakes import (
    Mistake,
    given_mistakes,
    misconception_of,
    sealed_misconception,
    values_of_mistakes,
)
from mystpy.exercises.misconceptions.mutations.formula_mutants import RANK, mutants_of
from mystpy.exercises.misconceptions.mutations.rules import MutationWords
from mystpy.exercises.tasks.comparison_contexts import (
    ComparisonContext,
    SituationContext,
    contexts,
    read_formula,
)
from mystpy.language.decidable import parse_in_model
from mystpy.language.nodes import Formula
from mystpy.language.subformulas import modal_depth


def misconception_in_formula(exercise: Exercise, answer: str) -> str:
    """The misconception that a wrong formula shows, or ""; errors as it is marked."""
    found = contexts(exercise)
    bits, depth = _bits(found, answer), modal_depth(_read(found[0], answer))
    if exercise.key is None:
        return sealed_misconception(exercise, depth, bits)
    return misconception_of(mistaken_truths(exercise, found), depth, bits)


def mistaken_truths(
    exercise: Exercise, found: Sequence[ComparisonContext] = ()
) -> dict[str, str]:
    """The truth values of the mutants of the key, each with its misconception.

    Raises MystError for a key that cannot be read, and QueryError for one of its
    formulas `also` that is not equivalent to the solution.
    """
    found = found or contexts(exercise)
    file, key = exercise.file, exercise.key or {}
    texts = [file.needed(key, "solution", "[key]"), *file.strings(key, "also")]
    right, *others = [file.with_location(_bits, found, text) for text in texts]
    for text, other in zip(texts[1:], others, strict=True):
        if other != right:
            raise file.fault("this is not equivalent to the solution", word=text)
    return values_of_mistakes(
        each
        for each in _mistakes(
            found, (*given_mistakes(exercise), *_mutants(found[0], texts))
        )
        if each.value != right
    )


def _mistakes(
    found: Sequence[ComparisonContext], named: Iterable[tuple[str, str]]
) -> Iterator[Mistake]:
    """The mistakes of formulas as texts, with their misconceptions."""
    for name, text in named:
        try:
            depth = modal_depth(_read(found[0], text))
            yield Mistake(name, depth, _bits(found, text))
        except MystError:  # a mutant may say what cannot be asked here
            continue


def _mutants(
    context: ComparisonContext, texts: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The mutants of formulas as texts, with the misconceptions."""
    words = words_of(context)
    found = [x for text in texts for x in mutants_of(_read(context, text), words)]
    for mutant in sorted(found, key=lambda x: RANK[x.misconception]):
        yield mutant.misconception, str(mutant.formula)


def words_of(context: ComparisonContext) -> MutationWords:
    """The names that a mutant may use in a situation or a model."""
    if isinstance(context, SituationContext):
        return MutationWords(tuple(range(1, context.state.game.p + 1)))
    model = context.state.model
    return MutationWords(tuple(model.agents), tuple(model.atoms))


def _read(context: ComparisonContext, text: str) -> Formula:
    if isinstance(context, SituationContext):
        return read_formula(text, context.state.game)
    return parse_in_model(text, context.state.model.words)


def _bits(found: Sequence[ComparisonContext], text: str) -> str:
    """The truth values of a formula in all worlds, as digits."""
    return "".join(str(int(bit)) for each in found for bit in each.truth(text))
