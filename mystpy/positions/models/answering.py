"""Questions to a language model, one at a time, and its answers in a file.

In the field: an evaluation harness.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.files.append_only import Log
from mystpy.files.json_text import json_line
from mystpy.positions.record import PositionQuestion, json_lines
from mystpy.protocol.chat.chat_answer import ChatAnswer, ChatOptions
from mystpy.protocol.chat.endpoint import ChatEndpoint
from mystpy.protocol.chat.endpoint_fault import EndpointFault

MOST_FAILURES = 5
"""The number of failures in a row after which no more questions are asked."""


class ModelAnswers(NamedTuple):
    """How many questions were answered before, were answered now, and failed."""

    before: int
    answered: int
    failed: int
    last_fault: str = ""


def answers_of(
    prompts: Iterable[str],
    endpoint: ChatEndpoint,
    options: ChatOptions,
    seconds: float,
) -> Iterator[ChatAnswer | EndpointFault]:
    """Yield the answer to each prompt, a conversation of its own, or its failure.

    After `MOST_FAILURES` failures in a row the next one is raised.
    """
    failures = 0
    for prompt in prompts:
        messages = [{"role": "user", "content": prompt}]
        try:
            yield endpoint.complete(messages, options, seconds)
            failures = 0
        except EndpointFault as fault:
            failures += 1
            if failures > MOST_FAILURES:
                raise
            yield fault


def answer_questions(
    questions: Sequence[PositionQuestion],
    path: Path,
    endpoint: ChatEndpoint,
    options: ChatOptions,
    seconds: float,
) -> ModelAnswers:
    """Ask a model the questions that a file does not answer yet, and add its answers.

    Each line has the `id` and the `answer`, with the `model` and its tokens. Raises
    QueryError for a file with answers of another model, and EndpointFault if questions
    fail again and again; earlier answers are kept.
    """
    known = _known(path, options.model)
    left = [one for one in questions if one.id not in known]
    log, answered, fault = Log(path), 0, ""
    prompts = (one.prompt for one in left)
    try:
        found = answers_of(prompts, endpoint, options, seconds)
        for question, answer in zip(left, found, strict=True):
            if isinstance(answer, EndpointFault):
                fault = str(answer)
                continue
            log.note(_line(question, answer, options.model))
            answered += 1
    finally:
        log.close()
    before = len(questions) - len(left)
    return ModelAnswers(before, answered, len(left) - answered, fault)


def _known(path: Path, model: str) -> set[str]:
    """Return the questions that are answered in a file, which may not exist."""
    if not path.exists():
        return set()
    found = set()
    for place, value in json_lines(path):
        if value.get("model", model) != model:
            other = str(value["model"])[:60]
            hint = "write each model's answers into a file of its own"
            raise QueryError(f"{place}: this answer is of {other}", hint=hint)
        found.add(str(value.get("id")))
    return found


def _line(question: PositionQuestion, answer: ChatAnswer, model: str) -> bytes:
    line = json_line(
        {
            "id": question.id,
            "answer": answer.text,
            "model": model,
            "prompt_tokens": answer.prompt_tokens,
            "completion_tokens": answer.completion_tokens,
        }
    )
    return f"{line}\n".encode()
