"""Questions about positions as a taskset of `verifiers`, for evaluation and training.

In the field: tasks with a verifiable reward. Made for the interface `verifiers.v1`.

A taskset has an id: the name of a package that exports it; positions.md has an example
in two lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import verifiers.v1 as vf

from mystpy.errors import QueryError, one_of
from mystpy.files.json_text import json_value
from mystpy.positions.answers.answer_reading import read_answer
from mystpy.positions.answers.scoring import is_right
from mystpy.positions.deductions import make_deductions
from mystpy.positions.full_deck.full_questions import make_full
from mystpy.positions.mind_pairs import make_pairs
from mystpy.positions.record import (
    DEDUCTION,
    FULL,
    MIND,
    PositionQuestion,
    question_of,
    read_questions,
)

__all__ = ["PositionTaskset"]

_MAKERS: dict[str, Callable[[int, int], Iterator[PositionQuestion]]] = {
    MIND: make_pairs,
    DEDUCTION: make_deductions,
    FULL: make_full,
}


class PositionTaskData(vf.TaskData):  # type: ignore[misc]
    """The prompt of a question, and its line of JSON, which has the exact answer."""

    question: str


class PositionTask(vf.Task[PositionTaskData, vf.State, vf.TaskConfig]):  # type: ignore[misc]
    """A question: the right answer scores 1, and any other answer 0."""

    @vf.reward  # type: ignore[untyped-decorator]
    async def right(self, trace: vf.Trace) -> float:
        """Return 1 if the answer is right; a reply ends with a line "Answer: ..."."""
        return self.score_reply(trace.last_reply)

    @vf.metric  # type: ignore[untyped-decorator]
    async def understood(self, trace: vf.Trace) -> float:
        """Return 1 if the reply has an answer that can be parsed."""
        return float(read_answer(self.position, trace.last_reply) is not None)

    @property
    def position(self) -> PositionQuestion:
        """Return the question with its answer."""
        return question_of(json_value(self.data.question), "the task")

    def score_reply(self, reply: str) -> float:
        """Return the score of a reply."""
        answer = read_answer(self.position, reply)
        return float(answer is not None and is_right(self.position, answer))


class PositionTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]
    """The choice of questions: a number of them from a seed, or those of a file."""

    questions: str = MIND
    count: int = 1000
    seed: int = 1
    file: Path | None = None


class PositionTaskset(vf.Taskset[PositionTask, PositionTasksetConfig]):  # type: ignore[misc]
    """The questions of a file, or questions made from a seed."""

    def load(self) -> Iterator[PositionTask]:
        """Make the tasks. Raises QueryError for an unknown set, and an empty file."""
        for one in self._questions():
            data = PositionTaskData(
                id=one.id, name=one.id, prompt=one.prompt, question=one.line()
            )
            yield PositionTask(data, self.config.task)

    def _questions(self) -> Iterable[PositionQuestion]:
        config = self.config
        if config.file:
            return read_questions(config.file)
        if config.questions not in _MAKERS:
            raise QueryError(
                f"there is no set of questions {config.questions[:40]!r}",
                hint=f"the sets are {one_of(list(_MAKERS), 'and')}",
            )
        return _MAKERS[config.questions](config.count, config.seed)
