"""`mystpy positions`: questions about positions, made, verified and scored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mystpy.cli.answers import print_answer
from mystpy.cli.options import EngineChoice, format_option, path_option
from mystpy.cli.running.progress import progress_shown
from mystpy.cli.running.theory import require_shipped
from mystpy.cli.status import DISAGREE, YES
from mystpy.errors import QueryError, did_you_mean, one_of
from mystpy.positions.commands.models import answer, compare, model_options
from mystpy.positions.record import (
    DEDUCTION,
    FULL,
    MIND,
    SHIPPED,
    PositionQuestion,
    read_questions,
)
from mystpy.theories import result_keys

if TYPE_CHECKING:
    from mystpy.files.json_text import Object
    from mystpy.intervals import Interval
    from mystpy.positions.answers.scoring import ScoreRow

MOST_QUESTIONS = 1_000_000
"""The greatest number of questions that one call makes."""

_DEFAULT_COUNT = {DEDUCTION: 500, FULL: 120, MIND: 1000}
_ACTIONS = ("make", "prompts", "answer", "score", "compare", "verify", "baselines")
_SECOND_ENGINES = ("prolog", "asp", "sat", "auto")


@click.command("positions")
@click.argument("action", type=click.Choice(_ACTIONS))
@click.argument("names", nargs=-1, metavar="[SET|FILE] [ANSWERS...]")
@click.option(
    "--count",
    type=click.IntRange(1, MOST_QUESTIONS),
    metavar="N",
    help="With make: the number of questions (deduction 500, full 120, tom 1000).",
)
@click.option(
    "--seed",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    help="With make: the same seed makes the same questions on every system.",
)
@path_option(
    "--out", "With make and answer: write the questions, or answers, into this file."
)
@click.option(
    "--prompts", is_flag=True, help="With make: add its whole prompt to each question."
)
@click.option(
    "--engine",
    type=EngineChoice(_SECOND_ENGINES),
    default="asp",
    show_default=True,
    help="With verify: the engine that computes the answers again.",
)
@model_options
@format_option("text", "json")
def command(
    action: str,
    names: tuple[str, ...],
    out: Path | None,
    form: str,
    **given: Any,
) -> int:
    """Generate questions about positions, and score answers to them.

    The set deduction asks what a player of Clue can conclude: the holder of a card, the
    number of deals left, the turns that are a reason, the most informative question.
    The set full asks the same with all 21 cards, without the questions about reasons.
    The set tom asks what players know of each other, in pairs of stories that differ in
    one detail and in the answer.

    FILE has questions as JSON lines; `deduction` and `full` come with mystpy. ANSWERS
    has lines such as {"id":"...","answer":"yes"}. The action answer asks a language
    model at a chat endpoint, and continues its file; the exit status is 1 if questions
    are left. The action compare prints a table of answers and won games beside a
    published number. The action verify answers the questions with a second engine; the
    exit status is 4 if an answer differs.

    \b
    Examples:
      $ mystpy positions prompts deduction
      $ mystpy positions make tom --count 1000 --seed 7 --out tom.jsonl
      $ mystpy positions answer deduction --model NAME --out answers.jsonl
      $ mystpy positions score deduction answers.jsonl
      $ mystpy positions compare deduction answers.jsonl games.jsonl
      $ mystpy positions verify tom.jsonl --engine prolog
      $ mystpy positions baselines tom.jsonl
    """
    require_shipped("the questions about positions")
    if action == "make":
        wanted = given["count"], given["seed"]
        return _make(_only(action, names), *wanted, out, prompts=given["prompts"])
    if action == "score":
        return _score(*_two_files(names), form)
    if action == "compare":
        return compare(_file(names[0] if names else DEDUCTION), names[1:], form)
    questions = read_questions(_file(_only(action, names)))
    return _about(questions, action, out, {**given, "form": form})


def _about(
    questions: Sequence[PositionQuestion],
    action: str,
    out: Path | None,
    given: dict[str, Any],
) -> int:
    """Run an action that needs only a file of questions."""
    if action == "answer":
        return answer(questions, out, given)
    if action == "verify":
        return _verify(questions, given["engine"], given["form"])
    return (_prompts if action == "prompts" else _baselines)(questions, given["form"])


def _only(action: str, names: tuple[str, ...]) -> str:
    if len(names) == 1:
        return names[0]
    said = (
        "a set: deduction, full or tom" if action == "make" else "a file of questions"
    )
    raise QueryError(f"positions {action} needs {said}", hint="give one name")


def _two_files(names: tuple[str, ...]) -> tuple[Path, Path]:
    """Return the files of questions and answers. Raises QueryError unless two."""
    if len(names) != 2:
        raise QueryError(
            "positions score needs a file of questions and one of answers",
            hint="mystpy positions score deduction answers.jsonl",
        )
    return _file(names[0]), Path(names[1])


def _file(name: str) -> Path:
    """Return the file of a name; those of two sets are part of mystpy.

    Raises QueryError if there is none.
    """
    if name in SHIPPED:
        from mystpy.axioms import queries_dir

        return queries_dir() / "positions" / f"{name}.jsonl"
    path = Path(name)
    if path.is_file():
        return path
    hint = "mystpy positions make SET --out FILE writes one"
    raise QueryError(f"there is no file {name}", hint=hint)


def _make(
    name: str, count: int | None, seed: int, out: Path | None, *, prompts: bool
) -> int:
    """Make questions; a file is replaced only when all are made."""
    if name not in _DEFAULT_COUNT:
        near = did_you_mean(name, list(_DEFAULT_COUNT))
        raise QueryError(
            f"there is no set {name!r}",
            hint=near or "the sets are deduction, full and tom",
        )
    number = count or _DEFAULT_COUNT[name]
    made = _maker(name)(number, seed)
    lines = (one.line(prompt=prompts) for one in made)
    with progress_shown():
        if out is None:
            for line in lines:
                click.echo(line)
            return YES
        from mystpy.files.whole import write_whole

        write_whole(out, "".join(f"{line}\n" for line in lines))
    click.echo(f"{number:,} questions in {out}", err=True)
    return YES


def _maker(name: str) -> Callable[[int, int], Iterator[PositionQuestion]]:
    if name == MIND:
        from mystpy.positions.mind_pairs import make_pairs

        return make_pairs
    if name == FULL:
        from mystpy.positions.full_deck.full_questions import make_full

        return make_full
    from mystpy.positions.deductions import make_deductions

    return make_deductions


def _score(questions: Path, answers: Path, form: str) -> int:
    from mystpy.positions.answers.scoring import (
        grouped,
        pairs_right,
        score_answers,
        score_row,
    )

    scored = score_answers(read_questions(questions), answers)
    whole, groups, pairs = score_row(scored), grouped(scored), pairs_right(scored)
    answer: Object = {**_row_object(whole)}
    answer["by"] = {
        name: {value: _row_object(row) for value, row in rows.items()}
        for name, rows in groups.items()
    }
    answer["pairs"] = None if pairs is None else {"right": pairs[0], "of": pairs[1]}
    answer |= result_keys()
    print_answer(form, answer, _score_lines(whole, groups, pairs))
    return YES


def _score_lines(
    whole: ScoreRow,
    groups: dict[str, dict[str, ScoreRow]],
    pairs: tuple[int, int] | None,
) -> Iterator[str]:
    yield _row_text("all", whole)
    for name, rows in groups.items():
        for value, row in rows.items():
            yield _row_text(f"{name} {value}", row)
    if pairs:
        yield f"pairs with both answers right: {pairs[0]:,} of {pairs[1]:,}"
    if missing := whole.questions - whole.answered:
        yield f"not answered, and counted as wrong: {missing:,}"
    if whole.unreadable:
        yield f"not understood, and counted as wrong: {whole.unreadable:,}"


def _row_text(name: str, row: ScoreRow) -> str:
    number = f"{row.right:,} of {row.questions:,}"
    return f"{name:<16} {number:>15}  {_interval(row.share)}"


def _interval(share: Interval) -> str:
    return f"{share.value:.3f}  [{share.lower:.3f}, {share.upper:.3f}]"


def _row_object(row: ScoreRow) -> Object:
    share = row.share
    return {
        "questions": row.questions,
        "answered": row.answered,
        "unreadable": row.unreadable,
        "right": row.right,
        "share": share.value,
        "low": share.lower,
        "high": share.upper,
    }


def _prompts(questions: Sequence[PositionQuestion], form: str) -> int:
    for one in questions:
        answer = {"id": one.id, "prompt": one.prompt}
        print_answer(form, answer, f"{one.id}\n{one.prompt}\n")
    return YES


def _verify(questions: Sequence[PositionQuestion], engine: str, form: str) -> int:
    """Compute all answers again, and print those that differ."""
    from mystpy.positions.answers.verification import (
        method_of,
        second_answer,
        second_engine,
    )
    from mystpy.progress import count_progress

    judge, differing = second_engine(engine), 0
    methods: dict[str, int] = {}
    with progress_shown():
        for one in count_progress("answers", questions):
            found, method = second_answer(one, judge), method_of(one, judge)
            methods[method] = methods.get(method, 0) + 1
            if found == one.answer:
                continue
            differing += 1
            answer = {"id": one.id, "answer": one.answer, "found": found}
            said = f"{one.id}: the answer is {one.answer}, and {engine} finds {found}"
            print_answer(form, answer, said)
    counts = {"questions": len(questions), "engine": engine, "differing": differing}
    total: Object = {**counts, "methods": methods, **result_keys()}
    by = one_of([f"{name} ({number:,})" for name, number in methods.items()], "and")
    said = f"{len(questions):,} answers, computed again by {by}: "
    print_answer(form, total, f"{said}{differing:,} differ")
    return DISAGREE if differing else YES


def _baselines(questions: Sequence[PositionQuestion], form: str) -> int:
    if any(one.set != MIND for one in questions):
        raise QueryError(
            "baselines are for the questions of the set tom",
            hint="mystpy positions make tom --out tom.jsonl",
        )
    from mystpy.positions.heuristics import baselines

    for name, share in baselines(questions).items():
        row = {"share": share.value, "low": share.lower, "high": share.upper}
        print_answer(form, {"baseline": name, **row}, f"{name:<28} {_interval(share)}")
    return YES
