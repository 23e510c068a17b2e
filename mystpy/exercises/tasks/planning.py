"""A history after which a formula holds: any is right, and the shortest is named.

The method is planning by breadth-first search.
"""

from __future__ import annotations

from mystpy.bits import members
from mystpy.conjectures.truth import holds
from mystpy.engines.base import Value, Verdict
from mystpy.errors import QueryError
from mystpy.exercises.exercise import Exercise, ExerciseWitness, Mark, reading_answer
from mystpy.exercises.tasks.comparison_contexts import (
    deal_text,
    drawn_deal,
    engine_for,
    facts_of,
    fitting_state,
    lists_deals,
    public_state,
    read_formula,
)
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask
from mystpy.questions.legality import legal
from mystpy.situations.epistemic_state import EpistemicState
from mystpy.situations.explore import events, steps

KEYS = ("game", "hands", "history", "goal", "depth")
WORK = 4_000
"""The maximal number of situations examined for the shortest history."""


def mark(exercise: Exercise, answer: str) -> Mark:
    """The mark of a history, which goes on where that of the exercise ends."""
    exercise.only(*KEYS, needed=("goal",))
    start, goal = exercise.history, exercise.needed("goal")
    with reading_answer():
        history = start.then(answer)
    engine = engine_for(start.game)
    judged = legal(history, engine)
    if judged.verdict is not Verdict.LEGAL:
        failed = "; ".join(judged.failed)
        step = f"{judged.action} at {judged.place}" if judged.action else "an action"
        words = f"{step} is {judged.verdict} by ({judged.axiom}): {failed}"
        facts = {"step": judged.step, "axiom": judged.axiom, **facts_of(history)}
        before = history.prefix(judged.step or 0)
        return exercise.mark(ExerciseWitness(words, facts, None, before))
    formula = exercise.file.with_location(parse_formula, goal, history.game)
    if ask(history, formula, engine).value is not Value.TRUE:
        return exercise.mark(_missed(history, goal))
    return exercise.mark(None, _compared(exercise, start, len(history) - len(start)))


def _missed(history: History, goal: str) -> ExerciseWitness:
    """How a history misses its goal: the worlds that are left."""
    words = f"after your history {goal} is not true"
    if not lists_deals(history.game):
        return ExerciseWitness(words, facts_of(history), None, history)
    fits, deal = public_state(history), deal_text(history)
    left = len({fits.worlds[w] for w in members(fits.full)})
    still = "1 deal is" if left == 1 else f"{left} deals are"
    words += f" in the deal {deal}; {still} still possible"
    return ExerciseWitness(words, facts_of(history), drawn_deal(history), history)


def _compared(exercise: Exercise, start: History, length: int) -> str:
    """Return a remark on the length of a right history."""
    depth = exercise.file.number(exercise.table, "depth") or length
    if not lists_deals(start.game):
        return f"it takes {length} actions; no shorter one was sought"
    node = exercise.file.with_location(
        read_formula, exercise.needed("goal"), start.game
    )
    found, looked = shortest(start, node, min(depth, length))
    if found is None:
        message = f"it takes {length} actions; "
        if looked >= length - 1:
            return f"{message}no shorter one would do"
        return f"{message}up to {looked} actions no shorter one was found"
    text = found.text().replace("\n", " ")
    if len(found) - len(start) == length:
        return f"it takes {length} actions, and no shorter one would do"
    return f"it takes {length} actions; {len(found) - len(start)} would do: {text}"


def shortest(start: History, goal: Formula, depth: int) -> tuple[History | None, int]:
    """A shortest history in the deal of another after which a formula is true.

    None if none was found, with the number of actions up to which all were looked at.
    Raises QueryError if a hand is not given.
    """
    if any(hand is None for hand in start.hands):
        raise QueryError("the exercise has to give the pile and all hands")
    whole = public_state(start)
    (here,) = members(fitting_state(start).full)
    level, left = [(whole, here)], WORK
    for looked in range(depth + 1):
        for state, world in level:
            if holds(goal, state, {}) >> world & 1:
                actions = state.history(world).actions
                return History(start.game, start.hands, actions), looked
        ahead = []
        for state, world in level:
            for found in _ahead(state, world):
                left -= 1
                if left < 0:
                    return None, looked
                ahead.append(found)
        level = ahead
    return None, depth


def _ahead(state: EpistemicState, world: int) -> list[tuple[EpistemicState, int]]:
    """The states that actions in a world lead to, with the world that it becomes."""
    found: list[tuple[EpistemicState, int]] = []
    for event in events(state):
        for reached, meant in steps(state, event):
            parents = reached.parents
            if isinstance(parents, range):
                found += [(reached.state, world)] * (meant >> world & 1)
            else:
                images = (w for w in members(meant) if parents[w] == world)
                found += [(reached.state, w) for w in images]
    return found
