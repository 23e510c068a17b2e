"""Answers to questions about positions, compared with the exact ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import MystError, QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.intervals import Interval, Mean, share_interval, wilson
from mystpy.positions.prose import ANSWER
from mystpy.positions.record import MIND, PositionQuestion, json_lines

_NUMBER = pattern(r"\d[\d,]*")
_PAIR = pattern(r"\s*(.+?)\s*[=:]\s*(.+?)\s*")
_WORD = pattern(r"[a-z]+")
_LETTER = pattern(r"\W*([A-Za-z])\W*")

_WORDS = {"cell": "yes no open", "others": "yes no open", "mind": "yes no"}
"""The words that answer questions of a kind."""

_MOST_DIGITS = 18


class ScoredAnswer(NamedTuple):
    """Whether the answer to a question is right; if not `read`, it is not understood.

    An answer that is not `given` counts as wrong.
    """

    question: PositionQuestion
    given: bool
    read: bool
    right: bool


class ScoreRow(NamedTuple):
    """How many of some questions were answered, and how many correctly."""

    questions: int
    answered: int
    unreadable: int
    right: int
    share: Interval


def read_answer(question: PositionQuestion, given: object) -> object | None:
    """Return an answer in the form of the exact one; None if it is unclear.

    A text may end with a line "Answer: ...", which then is the answer.
    """
    if isinstance(given, str):
        _, found, rest = given.rpartition(ANSWER)
        given = (rest.strip().splitlines() or [""])[0] if found else given.strip()
        given = given.strip(" .*`\"'")
    match question.kind:
        case "count":
            return _number(given)
        case "reason":
            return _turns(given)
        case "holders":
            return _holders(given, question.game)
        case "question":
            return _letter(given, question.ask["choices"])
    return _word(given, _WORDS[question.kind].split())


def is_right(question: PositionQuestion, answer: object) -> bool:
    """Return whether an answer is right; any smallest set of turns is."""
    if question.kind == "reason":
        return answer in question.answer
    return bool(answer == question.answer)


def score_answers(
    questions: Sequence[PositionQuestion], path: Path
) -> list[ScoredAnswer]:
    """Compare a file of answers, lines of JSON with `id` and `answer`.

    Raises QueryError for a line that is no answer, for an id that no question has, and
    for two answers to one question.
    """
    by_id = {question.id: question for question in questions}
    given: dict[str, object] = {}
    for place, value in json_lines(path):
        if "id" not in value or "answer" not in value:
            raise QueryError(
                f"{place}: an answer has the keys id and answer",
                hint='for example {"id":"deduction-1-0001","answer":"yes"}',
            )
        name = str(value["id"])
        if name not in by_id:
            raise QueryError(
                f"{place}: there is no question {name[:60]!r}",
                hint=did_you_mean(name, list(by_id)),
            )
        if name in given:
            raise QueryError(f"{place}: {name} was answered before")
        given[name] = value["answer"]
    return [_scored(question, given) for question in questions]


def _scored(question: PositionQuestion, given: Mapping[str, object]) -> ScoredAnswer:
    if question.id not in given:
        return ScoredAnswer(question, given=False, read=False, right=False)
    answer = read_answer(question, given[question.id])
    right = answer is not None and is_right(question, answer)
    return ScoredAnswer(question, given=True, read=answer is not None, right=right)


def score_row(scored: Sequence[ScoredAnswer]) -> ScoreRow:
    """Return the number of right answers, and the interval of their share.

    Two questions of a pair depend on each other: then pairs are the independent units.
    """
    right = sum(one.right for one in scored)
    blocks: dict[str, list[bool]] = defaultdict(list)
    for one in scored:
        blocks[_block(one.question)].append(one.right)
    if len(blocks) == len(scored):
        share = wilson(right / len(scored), len(scored))
    else:
        mean = Mean()
        for block in blocks.values():
            mean.add(sum(block) / len(block))
        share = share_interval(mean, len(scored) / len(blocks))
    answered = sum(one.given for one in scored)
    unclear = sum(one.given and not one.read for one in scored)
    return ScoreRow(len(scored), answered, unclear, right, share)


def grouped(scored: Sequence[ScoredAnswer]) -> dict[str, dict[str, ScoreRow]]:
    """Return the rows by kind, level, and for questions about knowledge by order."""
    keys: dict[str, Callable[[ScoredAnswer], object]] = {
        "kind": lambda one: one.question.kind,
        "level": lambda one: one.question.level,
        "order": lambda one: one.question.ask.get("order"),
    }
    found = {}
    for name, key in keys.items():
        groups: dict[str, list[ScoredAnswer]] = defaultdict(list)
        for one in scored:
            if (value := key(one)) is not None:
                groups[str(value)].append(one)
        found[name] = {value: score_row(groups[value]) for value in sorted(groups)}
    return found


def pairs_right(scored: Iterable[ScoredAnswer]) -> tuple[int, int] | None:
    """Return how many minimal pairs have both answers right, and how many there are."""
    pairs: dict[str, list[bool]] = defaultdict(list)
    for one in scored:
        if one.question.set == MIND:
            pairs[_block(one.question)].append(one.right)
    return (sum(map(all, pairs.values())), len(pairs)) if pairs else None


def _block(question: PositionQuestion) -> str:
    return str(question.ask.get("pair", question.id))


def _number(given: object) -> int | None:
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    numbers = _NUMBER.findall(given) if isinstance(given, str) else []
    digits = numbers[0].replace(",", "") if len(numbers) == 1 else ""
    return int(digits) if 0 < len(digits) <= _MOST_DIGITS else None


def _turns(given: object) -> list[int] | None:
    if isinstance(given, str):
        numbers = list(_NUMBER.findall(given.replace(",", " ")))
        if any(len(word) > _MOST_DIGITS for word in numbers):
            return None
        given = [int(word) for word in numbers]
    if not isinstance(given, list) or not given:
        return None
    if not all(isinstance(one, int) and not isinstance(one, bool) for one in given):
        return None
    return sorted(set(given))


def _holders(given: object, game: Game) -> dict[str, str] | None:
    if isinstance(given, str):
        if given.lower() == "none":
            return {}
        pairs = [_PAIR.fullmatch(part) for part in given.strip("{}[]").split(",")]
        if not all(pairs):
            return None
        given = {pair[1].strip("\"'"): pair[2].strip("\"'") for pair in pairs if pair}
    if not isinstance(given, Mapping):
        return None
    found = {}
    for card, holder in given.items():
        known = str(card).lower().removeprefix("the ").strip()
        try:
            found[known] = _holder(str(holder), game)
        except MystError:
            return None
        if known not in game.deck:
            return None
    return found


def _holder(name: str, game: Game) -> str:
    """Return the holder of a name. Raises QueryError if there is none."""
    if name.lower() in ("pile", "the pile"):
        return game.holder_names[0]
    return game.holder_names[game.player(name)]


def _letter(given: object, choices: Mapping[str, Any]) -> str | None:
    found = _LETTER.fullmatch(given) if isinstance(given, str) else None
    letter = found[1].upper() if found else ""
    return letter if letter in choices else None


def _word(given: object, words: Sequence[str]) -> str | None:
    if isinstance(given, bool):
        given = "yes" if given else "no"
    said = _WORD.findall(given.lower()) if isinstance(given, str) else []
    found = {word for word in said if word in words}
    return found.pop() if len(found) == 1 else None
