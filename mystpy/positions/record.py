"""A question about a position, with its exact answer, as one line of JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.errors import MystError, QueryError
from mystpy.files.json_text import distinct_keys, json_line, json_value
from mystpy.game.game import Game
from mystpy.history.history import History
from mystpy.positions.prose import prompt_of
from mystpy.positions.question_checks import is_question

DEDUCTION, FULL, MIND = "deduction", "full", "tom"
"""The sets of questions."""

SHIPPED = (DEDUCTION, FULL)
"""The sets of which a file is part of mystpy."""

_AS_WRITTEN = "lines are as `mystpy positions make` writes them"

_REQUIRED = (
    *(
        "id",
        "set",
        "kind",
        "level",
        "game",
        "history",
        "hands",
        "ask",
        "answer",
        "text",
    ),
)


_LINES = "a file of questions or answers has a JSON object in each line"


class PositionQuestion(NamedTuple):
    """A question about a position, its exact answer, and how difficult it is.

    `level` is the difficulty from 1 to 5, and `needs` the numbers that determine it.
    `ask` has the question in a form that programs read, and `text` has it in English.
    """

    id: str
    set: str
    kind: str
    level: int
    needs: dict[str, int]
    history: History
    player: int | None
    ask: dict[str, Any]
    answer: Any
    text: str

    @property
    def game(self) -> Game:
        """Return the game of the position."""
        return self.history.game

    @property
    def prompt(self) -> str:
        """Return the rules, observations, question, and form of the answer."""
        return prompt_of(self.history, self.player, self.text)

    def line(self, *, prompt: bool = False) -> str:
        """Return the question as a line of JSON, which may have the whole `prompt`."""
        hands = {
            str(holder): sorted(hand)
            for holder, hand in enumerate(self.history.hands)
            if hand is not None
        }
        whole = {"prompt": self.prompt} if prompt else {}
        return json_line(
            {
                "id": self.id,
                "set": self.set,
                "kind": self.kind,
                "level": self.level,
                "needs": self.needs,
                "game": self.game.to_dict(),
                "player": self.player,
                "hands": hands,
                "history": [str(action) for action in self.history.actions],
                "ask": self.ask,
                "answer": self.answer,
                "text": self.text,
                **whole,
            }
        )


def read_questions(path: Path) -> list[PositionQuestion]:
    """Return the questions of a file of JSON lines.

    Raises QueryError for a line that is no question, with its number, for two with the
    same id, and for a file without any.
    """
    found: dict[str, PositionQuestion] = {}
    for place, value in json_lines(path):
        question = question_of(value, place)
        if question.id in found:
            raise QueryError(f"{place}: the id {question.id} is there twice")
        found[question.id] = question
    if not found:
        raise QueryError(
            f"{path} has no questions",
            hint="mystpy positions make deduction --out FILE writes some",
        )
    return list(found.values())


def json_lines(path: Path) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """Yield the objects of a file of JSON lines, each with its place in words.

    Raises QueryError for a line that is no JSON object, and if there is no such file.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise QueryError(f"{path} cannot be read: {error}") from None
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        try:
            value = json_value(line, distinct_keys)
        except ValueError as error:
            why = f"{place}: this is no JSON object: {error}"
            raise QueryError(why, hint=_LINES) from None
        if not isinstance(value, Mapping):
            raise QueryError(f"{place}: this is no JSON object", hint=_LINES)
        yield place, value


def question_of(value: Mapping[str, Any], place: str) -> PositionQuestion:
    """Return the question that an object describes; `place` is its place in errors.

    Raises QueryError if the object is not a question.
    """
    missing = [key for key in _REQUIRED if key not in value]
    if missing:
        raise QueryError(f"{place}: the key {missing[0]} is missing", hint=_AS_WRITTEN)
    try:
        game = Game.from_dict(value["game"])
        hands = {int(holder): hand for holder, hand in value["hands"].items()}
        found = PositionQuestion(
            str(value["id"]),
            str(value["set"]),
            str(value["kind"]),
            int(value["level"]),
            dict(value.get("needs", {})),
            History.make(game, hands, " ".join(value["history"])),
            value.get("player"),
            dict(value["ask"]),
            value["answer"],
            str(value["text"]),
        )
        kind, history, player = found.kind, found.history, found.player
        whole = is_question(kind, history, player, found.ask, found.answer)
    except MystError as error:
        raise QueryError(f"{place}: {error}", hint=error.hint) from None
    except (AttributeError, KeyError, TypeError, ValueError):
        whole = False
    if not whole:
        raise QueryError(f"{place}: this is no question", hint=_AS_WRITTEN)
    return found
