"""Language models in `mystpy positions`: they answer, and are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.status import NO, YES
from mystpy.errors import QueryError
from mystpy.positions.record import PositionQuestion, read_questions

if TYPE_CHECKING:
    from mystpy.positions.models.published import WonGames

F = TypeVar("F", bound=Callable[..., Any])

SECONDS = 600.0
"""The seconds for an answer, with all retries."""


def model_options(command: F) -> F:
    """Add the options for a model that answers."""
    for option in (
        click.option(
            "--temperature",
            type=float,
            help="With answer: the temperature; sent only if it is given.",
        ),
        click.option(
            "--max-tokens",
            type=click.IntRange(1),
            help="With answer: the greatest number of tokens of an answer.",
        ),
        click.option(
            "--retries",
            type=click.IntRange(0, 100),
            default=5,
            show_default=True,
            help="With answer: the number of times that a failed request is sent"
            " again.",
        ),
        click.option(
            "--model",
            metavar="NAME",
            help="With answer: the model of the endpoint whose address is in"
            " OPENAI_BASE_URL, and its key in OPENAI_API_KEY.",
        ),
    ):
        command = option(command)
    return command


def answer(
    questions: Sequence[PositionQuestion], out: Path | None, given: dict[str, Any]
) -> int:
    """Put the questions to a model; the status is 1 if some have no answer."""
    from mystpy.protocol.chat.chat_answer import ChatOptions, ChatUsage
    from mystpy.protocol.chat.endpoint import endpoint_of

    if not given["model"] or out is None:
        raise QueryError(
            "positions answer needs a model and a file for its answers",
            hint="mystpy positions answer deduction --model NAME --out answers.jsonl",
        )
    from mystpy.positions.models.answering import answer_questions

    usage = ChatUsage()
    endpoint = endpoint_of(retries=given["retries"], usage=usage)
    options = ChatOptions(given["model"], given["temperature"], given["max_tokens"])
    found = answer_questions(questions, out, endpoint, options, SECONDS)
    counts = {**found._asdict(), **usage.as_object()}
    print_answer(given["form"], counts, _answer_lines(counts, out))
    return NO if found.failed else YES


def _answer_lines(counts: dict[str, Any], out: Path) -> Iterator[str]:
    before = f", {counts['before']:,} before" if counts["before"] else ""
    yield f"{counts['answered']:,} answers{before} in {out}"
    yield (
        f"{counts['requests']:,} requests, {counts['retries']:,} again;"
        f" {counts['prompt_tokens']:,} tokens sent,"
        f" {counts['completion_tokens']:,} received"
    )
    if counts["failed"]:
        fault = counts["last_fault"]
        yield f"without an answer: {counts['failed']:,}; the last: {fault}"


def compare(questions: Path, names: Sequence[str], form: str) -> int:
    """Print a table of the answers of models, and of games, beside what is published.

    Files with games are told by their first line.
    """
    from mystpy.positions.answers.scoring import score_answers, score_row
    from mystpy.positions.models.published import PUBLISHED, WonGames, games_won

    asked, games = read_questions(questions), list[WonGames]()
    for path in map(Path, names):
        if _is_results(path):
            games += games_won(path)
            continue
        row = score_row(score_answers(asked, path))
        found = {"right": row.right, "of": row.questions, **_interval(row.share)}
        said = f"{row.right:,} of {row.questions:,} questions  {_text(row.share)}"
        print_answer(form, {"answers": path.name, **found}, f"{path.name}: {said}")
    for one in [*games, PUBLISHED]:
        print_answer(form, _won_object(one), _won_text(one))
    return YES


def _is_results(path: Path) -> bool:
    from mystpy.positions.record import json_lines

    _, first = next(iter(json_lines(path)), ("", {}))
    return "tournament" in first


def _won_object(one: WonGames) -> dict[str, object]:
    counts = {"won": one.won, "games": one.games, **_interval(one.share)}
    return {"player": one.name, **counts, "setting": one.setting}


def _won_text(one: WonGames) -> str:
    won = f"{one.won:,} of {one.games:,} games  {_text(one.share)}"
    return f"{one.name}: {won}  ({one.setting})"


def _interval(share: Any) -> dict[str, float]:
    return {"share": share.value, "low": share.lower, "high": share.upper}


def _text(share: Any) -> str:
    return f"{share.value:.3f}  [{share.lower:.3f}, {share.upper:.3f}]"
