"""Which misconception a wrong verdict or a wrong history shows.

The statement, or the goal, is replaced by a mutant: if the answer is right then, its
author has read the one as the other. A history may also lack an action, or have one too
many.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice

from mystpy.compilation import replace
from mystpy.conjectures.truth import holds
from mystpy.engines.base import Value, Verdict
from mystpy.errors import MystError
from mystpy.exercises.exercise import Exercise
from mystpy.exercises.misconceptions.mutations.formula_mutants import Mutant, mutants_of
from mystpy.exercises.misconceptions.mutations.rules import MutationWords
from mystpy.exercises.tasks import disproof
from mystpy.exercises.tasks.comparison_contexts import (
    engine_for,
    lists_deals,
    read_formula,
)
from mystpy.exercises.tasks.planning import shortest
from mystpy.history.actions import Action, EndTurn, Guess, No, NoGuess, Shows, Yes
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask
from mystpy.questions.legality import legal
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.explore import events, steps

MOST_STATEMENTS = 40
"""How many mutants of a statement or a goal are asked for."""

_OPPOSITE = "negation-lost"
"""Each wrong verdict is right for the opposite: that says nothing of the student."""

MOST_SITUATIONS = 400
"""The number of situations in which a mutant is compared with the statement."""


def misconception_in_verdict(exercise: Exercise, answer: str) -> str:
    """The misconception that a wrong verdict shows, or ""."""
    text = exercise.needed("statement")
    formula = read_formula(text, exercise.game)
    if answer.strip().lower() == "true" and "history" not in exercise.table:
        return _taken_for_true(exercise, formula)
    for mutant in _mutants(exercise, formula):
        changed = exercise.with_value("statement", str(mutant.formula))
        if _is_right(changed, answer):
            return mutant.misconception
    return ""


def _is_right(exercise: Exercise, answer: str) -> bool:
    try:
        return disproof.mark(exercise, answer).right
    except MystError:  # the mutant cannot be settled
        return False


def _taken_for_true(exercise: Exercise, formula: Formula) -> str:
    """The first mutant that is true in the first situations, where the formula is not.

    A mutant is not settled in all situations: a hint is worth no long proof.
    """
    states = list(islice(_situations(exercise), MOST_SITUATIONS))
    if not states or _holds_in_all(formula, states):
        return ""
    return next(
        (
            mutant.misconception
            for mutant in _mutants(exercise, formula)
            if _holds_in_all(mutant.formula, states)
        ),
        "",
    )


def _situations(exercise: Exercise) -> Iterator[EpistemicState]:
    """The situations of a game up to the depth of an exercise, shorter ones first."""
    if not lists_deals(exercise.game):
        return
    depth = exercise.file.number(exercise.table, "depth") or MOST_SITUATIONS
    waiting = deque([(EpistemicState.start(exercise.game), 0)])
    while waiting:
        state, length = waiting.popleft()
        yield state
        if length < depth:
            found = (x for event in events(state) for x, _ in steps(state, event))
            waiting.extend((x.state, length + 1) for x in found)


def _holds_in_all(formula: Formula, states: Iterable[EpistemicState]) -> bool:
    try:
        return all(holds(formula, x, {}) & x.full == x.full for x in states)
    except MystError:
        return False


def _mutants(exercise: Exercise, formula: Formula) -> Iterator[Mutant]:
    """The mutants of a formula of a game that are another sentence, not its denial."""
    words = MutationWords(tuple(range(1, exercise.game.p + 1)))
    found = mutants_of(formula, words)
    said = (mutant for mutant in found if mutant.misconception != _OPPOSITE)
    return islice(said, MOST_STATEMENTS)


def misconception_in_history(exercise: Exercise, answer: str) -> str:
    """The misconception that a wrong history shows, or ""."""
    start = exercise.history
    history = start.then(answer)
    goal = parse_formula(exercise.needed("goal"), start.game)
    judged = legal(history, engine_for(start.game))
    if judged.verdict is not Verdict.LEGAL:
        return _of_illegal(history, judged.step or 0)
    if len(history) > len(start) and _holds(history.prefix(len(history) - 1), goal):
        return "goes-one-action-too-far"
    if lists_deals(start.game) and None not in history.hands:
        found, _ = shortest(history, goal, 1)
        if found is not None and not isinstance(found.actions[-1], Guess):
            return "stops-one-action-early"
    for mutant in _mutants(exercise, goal):
        if _holds(history, mutant.formula) and not _holds(start, mutant.formula):
            return mutant.misconception
    return ""


def _holds(history: History, formula: Formula) -> bool:
    try:
        return ask(history, formula, engine_for(history.game)).value is Value.TRUE
    except MystError:
        return False


def _of_illegal(history: History, step: int) -> str:
    """Why a history cannot be: the answer that it should have, or what is missing."""
    before, action = history.prefix(step), history.actions[step]
    other = _other_answer(action)
    if other is not None and _is_legal(before, other):
        return "answer-against-the-hand"
    for forgotten in _between(before):
        if _is_legal(before, *forgotten, action):
            return "phases-forgotten"
    return ""


def _other_answer(action: Action) -> Action | None:
    """Yes in the place of no, and no in the place of yes."""
    if isinstance(action, No | Yes):
        return (Yes if isinstance(action, No) else No)(action.player)
    return None


def _between(history: History) -> Iterator[tuple[Action, ...]]:
    """Actions that may have been forgotten at the end of a history."""
    game = history.game
    for player in range(1, game.p + 1):
        yield (EndTurn(player),)
        yield (NoGuess(player),)
        yield NoGuess(player), EndTurn(player)
        yield (Yes(player),)
        yield (No(player),)
    for responder in range(1, game.p + 1):
        hand = history.hands[responder] or ()
        for poser in range(1, game.p + 1):
            for card in sorted(hand):
                show = Shows(responder, poser, card)
                yield (show,)
                yield show, NoGuess(poser), EndTurn(poser)
                yield Yes(responder), show


def _is_legal(history: History, *actions: Action) -> bool:
    try:
        longer = replace(history, actions=(*history.actions, *actions))
        return legal(longer, engine_for(history.game)).verdict is Verdict.LEGAL
    except MystError:
        return False
