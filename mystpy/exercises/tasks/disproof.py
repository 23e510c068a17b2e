"""A verdict on a statement, with a counterexample that is replayed on an engine.

The answer is `true`, or `false` with a deal and a history: `false; 1=s1 2=s2; no(2)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from mystpy.compilation import pattern, replace
from mystpy.conjectures.budget import Budget
from mystpy.conjectures.conjecture import Conjecture
from mystpy.conjectures.settle import settle
from mystpy.conjectures.verdict import Result
from mystpy.conjectures.verdict import Verdict as Found
from mystpy.engines.base import Value, Verdict
from mystpy.errors import EngineFailed
from mystpy.exercises.exercise import (
    AnswerError,
    Exercise,
    ExerciseWitness,
    Mark,
    reading_answer,
)
from mystpy.exercises.tasks.comparison_contexts import (
    deal_text,
    drawn_deal,
    engine_for,
    facts_of,
)
from mystpy.game.game import Game
from mystpy.history.actions import Shows
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.questions.knowledge import ask
from mystpy.questions.legality import legal

KEYS = ("game", "hands", "history", "statement", "depth")
_HAND = pattern(r"(\w+)\s*=\s*(\{[^{}]*\}|[\w,]*)", re.ASCII)


def mark(exercise: Exercise, answer: str) -> Mark:
    """The mark of a verdict; without `history` it is about all situations."""
    exercise.only(*KEYS, needed=("statement", "game"))
    parts = [part.strip() for part in re.split(r"[;\n]", answer) if part.strip()]
    word = parts[0].lower() if parts else ""
    if word not in ("true", "false"):
        raise AnswerError(
            "an answer begins with true or false",
            hint="such as  true  or  false; 0=s3 1=s1 2=s2; asks(1,{s2}) yes(2)",
        )
    if word == "true":
        return _of_true(exercise)
    if len(parts) == 1:
        raise AnswerError("false needs a counterexample", hint="a deal and a history")
    return _of_counterexample(exercise, _counterexample(exercise, parts[1:]))


def _of_true(exercise: Exercise) -> Mark:
    """The mark of `true`: the history of a counterexample is the witness."""
    if "history" in exercise.table:
        history, statement = exercise.history, _statement(exercise)
        value = ask(history, statement, engine_for(history.game)).value
        if value is Value.TRUE:
            return exercise.mark(None, "it holds in every deal that fits")
        words = "it is false in some deal that fits: find one"
        return exercise.mark(ExerciseWitness(words, facts_of(history), None, history))
    found = result(exercise)
    if found.verdict is Found.OPEN:
        raise EngineFailed(f"the statement is not settled: {found.note}")
    if found.verdict is not Found.FALSE:
        message = f"{found.verdict}: {found.method}, {found.instances} instances"
        return exercise.mark(None, message)
    return exercise.mark(_falsified(exercise.game, found.counterexample or {}))


def _falsified(game: Game, query: Mapping[str, Any]) -> ExerciseWitness:
    """The history of a counterexample; its hands are left to be found."""
    done = " ".join(query.get("history", ()))
    words = f"it is false in some deal {f'after {done}' if done else 'at the start'}"
    hands = query.get("hands", {})
    pile = {holder: hands[holder] for holder in hands if holder == "0"}  # of guesses
    history = History.make(game, pile, done)
    return ExerciseWitness(words, {"history": done}, None, history)


def result(exercise: Exercise) -> Result:
    """Return the result of checking the statement in all situations of the game."""
    depth = exercise.file.number(exercise.table, "depth")
    text, name = exercise.needed("statement"), exercise.name
    games = (exercise.game,)
    conjecture = Conjecture(name, "always", text, games, depth)
    return exercise.file.with_location(settle, conjecture, Budget(processes=1))


def _statement(exercise: Exercise) -> Formula:
    text = exercise.needed("statement")
    return exercise.file.with_location(parse_formula, text, exercise.game)


def _counterexample(exercise: Exercise, parts: list[str]) -> History:
    """The deal and the history of an answer. Raises AnswerError."""
    hands: dict[str, str] = {}
    actions: list[str] = []
    for part in parts:
        if "(" not in part and not _HAND.sub("", part).strip():
            hands |= {who: f"{{{x.strip('{}')}}}" for who, x in _HAND.findall(part)}
        else:
            actions.append(part)
    with reading_answer():
        history = History.make(exercise.game, hands, " ".join(actions))
        if not actions and "history" in exercise.table:
            history = replace(history, actions=exercise.history.actions)
    given = sum(hand is not None for hand in history.hands)
    if given < len(history.hands) - 1:
        raise AnswerError(
            "a counterexample gives all hands", hint="such as 0=s3 1=s1 2=s2"
        )
    return history


def _of_counterexample(exercise: Exercise, history: History) -> Mark:
    """The mark of a counterexample: it is replayed."""
    engine = engine_for(history.game)
    if (fault := _strays(exercise, history)) is not None:
        return exercise.mark(fault)
    judged = legal(history, engine)
    facts = facts_of(history)
    if judged.verdict is Verdict.ILLEGAL:
        failed = "; ".join(judged.failed)
        words = f"your history cannot be: {judged.place}, by ({judged.axiom}): {failed}"
        facts["axiom"] = judged.axiom
        before = history.prefix(judged.step or 0)
        return exercise.mark(ExerciseWitness(words, facts, None, before))
    value = ask(history, _statement(exercise), engine).value
    if value is Value.FALSE:
        return exercise.mark(None, f"the engine {engine.name} says so too")
    done = history.text().replace("\n", " ")
    where = f"after {done}" if done else "at the start"
    words = f"{where}, in the deal {deal_text(history)}, the statement is {value}"
    return exercise.mark(ExerciseWitness(words, facts, drawn_deal(history), history))


def _strays(exercise: Exercise, history: History) -> ExerciseWitness | None:
    """How a counterexample departs from what the exercise gives."""
    if "history" not in exercise.table:
        return None
    given = exercise.history
    pairs = zip(given.hands, history.hands, strict=True)
    for holder, (wanted, hand) in enumerate(pairs):
        if wanted is not None and hand is not None and wanted != hand:
            who = history.game.owner(holder)
            return ExerciseWitness(f"the hand of {who} is another one", {})
    same = len(given) == len(history) and all(
        one == other or (isinstance(one, Shows) and one.card is None)
        for one, other in zip(given.actions, history.actions, strict=True)
    )
    return None if same else ExerciseWitness("the history is another one", {})
