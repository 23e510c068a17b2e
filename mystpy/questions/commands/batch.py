"""`mystpy batch`: JSON lines in, JSON lines out, in order, in one process."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache
from typing import Any

import click

from mystpy.axiom_folder import is_trusted
from mystpy.cli.answers import error_object
from mystpy.cli.options import engine_option, seconds_option
from mystpy.cli.running.limit import TimeLimitReached, within
from mystpy.cli.running.signals import piped_in
from mystpy.cli.status import YES
from mystpy.compilation import replace
from mystpy.engines import get_engine
from mystpy.engines.base import Engine, Odds
from mystpy.errors import MystError, QueryError, did_you_mean
from mystpy.files.bounded import bounded_lines
from mystpy.files.json_text import Object, json_line, json_value
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.language.nodes import Formula
from mystpy.language.read import parse_formula
from mystpy.packages.commands.answering.time_limit import TriedWork, undecided_error
from mystpy.progress import heard_by
from mystpy.questions import reason_text as reasons
from mystpy.questions.knowledge import ask, know, know_common, know_that
from mystpy.questions.legality import ending, expand_patterns, legal, possible
from mystpy.questions.why import why
from mystpy.questions.written import require_notes_as_seen, with_writer
from mystpy.show import json
from mystpy.theories import theory_in, theory_keys

Question = Mapping[str, Any]

KEYS = (
    *("id", "do", "game", "hands", "history", "formula", "player"),
    *("odds", "weigh", "that", "count", "limit", "all", "smallest", "announce"),
    *("theory", "writer", "record", "turn"),
)

_MAX_KEPT_LENGTH = 10_000
"""The longest text of a history, in characters, that is kept once it was read."""


@click.command("batch")
@engine_option
@seconds_option(
    "Limit the time of each answer: after it, the answer of the line is an error."
)
def command(engine: str, seconds: float | None) -> int:
    """Answer questions given as JSON, one object on each line of standard input.

    The answers are JSON objects on standard output, in the same order. If a line cannot
    be answered, its answer has error and hint, and the next line is read. A line has at
    most 16 MB.

    A question has these keys:

    \b
      id                    returned with the answer
      do                    legal, poss, ask, know or why
      game, hands, history  the situation
      writer                the player whose notes the history is, if several
                            hands are given
      record, turn          instead of game, hands and history: the text of a
                            record, and the turn after which the question is asked
      theory                a folder of axioms, or a package; then game has its
                            constants, and given the known facts of its start
      formula               for ask and why
      announce              for ask: a list of formulas
      smallest              for why
      player                for know; a list asks for common knowledge
      odds, weigh, that, count, limit    for know
      all                   for poss

    \b
    Examples:
      $ echo '{"do": "legal", "game": {"rules": "clue", "p": 3}}' | mystpy batch
      $ echo '{"do": "poss", "theory": "black-vienna"}' | mystpy batch
    """
    get_engine(engine)  # refuse one that is missing before any line is read
    for line in bounded_lines(piped_in(), "standard input"):
        if isinstance(line, QueryError):
            click.echo(json_line({"id": None, **error_object(line)}))
        elif line.strip():
            click.echo(json_line(answer_line(line, engine, seconds)))
    return YES


def answer_line(line: bytes, engine: str, seconds: float | None = None) -> Object:
    """The answer to one line, with its `id`; an error is an answer too."""

    def last_word(error: MystError) -> None:
        click.echo(
            json_line({"id": question.get("id"), **error_object(error), **under})
        )

    question: Question = {}
    under: Object = {}
    tried = TriedWork()
    try:
        under = theory_keys()
        question = _question(line)
        with _theory(question):
            under = theory_keys()
            with heard_by(tried), within(seconds, last_word):
                answer = _answer(question, get_engine(engine))
    except TimeLimitReached as error:
        late = _is_about_package(question) and seconds is not None
        answer = error_object(undecided_error(seconds or 0, tried) if late else error)
    except MystError as error:
        answer = error_object(error)
    except Exception as error:
        # One line must not end the others; the trace on stderr is for us.
        traceback.print_exc()
        answer = error_object(MystError(f"a fault in mystpy itself: {error!r}"))
    under = {} if "theory" in answer else under
    return {"id": question.get("id"), **answer, **under}


def _theory(question: Question) -> AbstractContextManager[object]:
    """The axioms that a line names; those of the whole command if it names none."""
    named = question.get("theory")
    if named is None or _is_about_package(question):
        return nullcontext()
    if not isinstance(named, str):
        raise QueryError(f"theory is {named!r}, not a text")
    return theory_in(named, trust=is_trusted())


def _question(line: bytes) -> Question:
    try:
        question = json_value(line)
    except ValueError as error:
        raise QueryError(f"the line is not JSON: {error}") from None
    if not isinstance(question, dict):
        raise QueryError(
            "the line is not a JSON object", hint="write {...} on one line"
        )
    return question


def _answer(question: Question, engine: Engine) -> Object:
    if _is_about_package(question):
        from mystpy.packages.commands.answering.batch_line import package_answer

        return package_answer(question)
    for key in question:
        if key not in KEYS:
            near = did_you_mean(key, KEYS) or f"the keys are {', '.join(KEYS)}"
            raise QueryError(f"there is no key {key!r}", hint=near)
    do = _needed(question, "do")
    if not isinstance(do, str) or do not in _ANSWERS:
        near = did_you_mean(str(do), _ANSWERS) or f"do is one of {', '.join(_ANSWERS)}"
        raise QueryError(f"there is nothing to do called {do!r}", hint=near)
    return _ANSWERS[do](question, _history_of(question), engine)


def _history_of(question: Question) -> History:
    """The history of a line: of its game, hands and history, or of its record."""
    if "record" in question:
        return _recorded(question)
    if "turn" in question:
        raise QueryError("turn needs record", hint="leave out turn")
    game = Game.from_dict(_needed(question, "game"))
    written = question.get("history", ())
    history = _history(game, question.get("hands"), written)
    history = with_writer(history, question.get("writer"))
    require_notes_as_seen(history, written, len(history))
    return history


def _recorded(question: Question) -> History:
    """The history of a record, the text of a file, up to a turn."""
    from mystpy.records.format.reader import read_record  # few lines have records

    for key in ("game", "hands", "history", "writer"):
        if key in question:
            message = f"the record has its own {key}"
            raise QueryError(message, hint=f"leave out {key}")
    text, turn = question["record"], question.get("turn")
    if not isinstance(text, str):
        raise QueryError("record must be the text of a record")
    record = read_record(text, "record")
    if turn is None:
        return record.history
    if type(turn) is not int:
        raise QueryError(f"turn is {turn!r}, not a whole number")
    return record.after_turn(turn)


def _is_about_package(question: Question) -> bool:
    """Return whether a line names a package, and not a folder of axioms."""
    if "theory" not in question:
        return False
    from mystpy.packages.commands.answering.batch_line import names_package

    return names_package(question)


def _history(game: Game, hands: Any, written: Any) -> History:
    """The history that a line gives; recent texts are not read again."""
    if not isinstance(written, str) or len(written) > _MAX_KEPT_LENGTH:
        return History.make(game, hands, written)
    dealt = History.make(game, hands)
    read = _read(game, written)
    return replace(dealt, actions=read.actions, places=read.places)


@lru_cache(maxsize=256)
def _read(game: Game, text: str) -> History:
    return History.make(game, None, text)


def _needed(question: Question, key: str) -> Any:
    if key not in question:
        raise QueryError(
            f"the line has no {key!r}", hint=f"the keys are {', '.join(KEYS)}"
        )
    return question[key]


def _legal(_question: Question, history: History, engine: Engine) -> Object:
    return json.legality(legal(history, engine), history.game)


def _poss(question: Question, history: History, engine: Engine) -> Object:
    found = possible(history, engine)
    every = expand_patterns(found, history.game) if _flag(question, "all") else found
    over = None if found else ending(history, engine)
    return json.possible(every, history.game, over)


def _ask(question: Question, history: History, engine: Engine) -> Object:
    announcements = question.get("announce", [])
    if not isinstance(announcements, list):
        raise QueryError(f"announce is {announcements!r}, not a list of formulas")
    announced = [_formula(text, history, "announce") for text in announcements]
    formula = _formula(_needed(question, "formula"), history)
    return json.ask_result(ask(history, formula, engine, announced), history.game)


def _formula(text: object, history: History, key: str = "formula") -> Formula:
    if not isinstance(text, str):
        raise QueryError(f"{key} is {text!r}, not a text")
    return parse_formula(text, history.game)


def _flag(question: Question, key: str, default: bool = False) -> bool:
    value = question.get(key, default)
    if not isinstance(value, bool):
        raise QueryError(f"{key} is {value!r}", hint="write true or false")
    return value


def _know(question: Question, history: History, engine: Engine) -> Object:
    player, that = _needed(question, "player"), question.get("that")
    several = isinstance(player, list)
    counted = [key for key in ("odds", "weigh", "limit") if question.get(key)]
    if (several or that) and counted:
        raise QueryError(
            f"{counted[0]} is for one player, not for what several know",
            hint=f"leave out {counted[0]}, or ask for one player",
        )
    if several:
        return json.knowledge(know_common(history, player, engine))
    if that:
        chain = [player, *(that if isinstance(that, list) else [that])]
        return json.knowledge(know_that(history, chain, engine))
    return json.knowledge(know(history, player, engine, **_counting(question)))


def _counting(question: Question) -> dict[str, Any]:
    """Return the keys about counting deals."""
    model, limit = question.get("weigh", "equal"), question.get("limit")
    if model not in list(Odds):
        raise QueryError(f"weigh is {model!r}", hint=f"write one of {', '.join(Odds)}")
    whole = isinstance(limit, int) and not isinstance(limit, bool) and limit > 0
    if limit is not None and not whole:
        raise QueryError(f"limit is {limit!r}, not a whole number above 0")
    odds = _flag(question, "odds") or "weigh" in question
    count = _flag(question, "count", True)
    return {"odds": Odds(model) if odds else False, "count": count, "limit": limit}


def _why(question: Question, history: History, engine: Engine) -> Object:
    formula = _formula(_needed(question, "formula"), history)
    smallest = _flag(question, "smallest")
    found = why(history, formula, engine, smallest=smallest)
    return reasons.json(found, history.game)


_ANSWERS: dict[str, Callable[[Question, History, Engine], Object]] = {
    "legal": _legal,
    "poss": _poss,
    "ask": _ask,
    "know": _know,
    "why": _why,
}
