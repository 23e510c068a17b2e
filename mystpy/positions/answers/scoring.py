"""Answers to questions about positions, compared with the exact ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError, did_you_mean
from mystpy.intervals import Interval, Mean, share_interval, wilson
from mystpy.positions.answers.answer_reading import read_answer
from mystpy.positions.record import MIND, PositionQuestion, json_lines


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
