"""A worksheet to print: a page of HTML with space for answers, without scripts."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from datetime import datetime

from mystpy.exercises.exercise import Exercise, load_exercise
from mystpy.exercises.worksheets.variants import student_texts
from mystpy.exercises.worksheets.worksheet import Worksheet
from mystpy.files.toml import toml_rows

_GIVEN = (
    *("histories", "history", "goal", "statement", "agents", "atoms", "kinds"),
    *("pointed", "depth", "language", "label", "head", "may"),
    *("theory", "constants", "actions", "given", "formula", "agent"),
    *("game", "hands", "model", "like", "require"),
)
"""The keys of an exercise besides its text, in the order in which they are shown."""
_LINES = {"model": 10, "action": 7, "clause": 7, "verdict": 3, "history": 3, "plan": 3}
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body{{font:11pt/1.45 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem}}
h1{{font-size:1.4rem;margin:0 0 .4rem}}
h2{{font-size:1.05rem;margin:1.4rem 0 .3rem;display:flex;justify-content:space-between}}
h2 span{{font-weight:400}}
p{{white-space:pre-line;margin:.5rem 0}}
pre{{font:9pt/1.4 ui-monospace,monospace;white-space:pre-wrap;margin:.4rem 0;
border-inline-start:2px solid #999;padding-inline-start:.6rem}}
.head{{display:flex;flex-wrap:wrap;gap:.3rem 2rem;border-block-end:1px solid #333;
padding-block-end:.5rem}}
.line{{border-block-end:1px solid #888;block-size:1.9rem}}
section.task{{break-inside:avoid}}
article+article{{break-before:page;margin-block-start:3rem}}
@media print{{body{{margin:0;max-width:none}}}}
</style></head><body>
{parts}
</body></html>
"""


def given_text(exercise: Exercise) -> str:
    """Return the given data of an exercise besides its text, as lines of its file."""
    table = exercise.table
    return "\n".join(toml_rows({key: table[key] for key in _GIVEN if key in table}))


def printed_page(sheet: Worksheet, students: Sequence[str] = ()) -> str:
    """A worksheet to print: for each student one, or one without a name."""
    parts = "\n".join(_article(sheet, name) for name in students or [""])
    return _PAGE.format(title=html.escape(sheet.title), parts=parts)


def when(deadline: datetime) -> str:
    """A deadline as people read it, with its zone."""
    zone = deadline.isoformat(timespec="minutes")[16:]
    return f"{deadline:%Y-%m-%d %H:%M} (UTC{zone})"


def _article(sheet: Worksheet, student: str) -> str:
    texts = {task.name: task.text for task in sheet.tasks}
    if student:
        texts = student_texts(sheet, student)
    tasks = [load_exercise(texts[task.name], task.name) for task in sheet.tasks]
    due = "" if sheet.deadline is None else f"<span>due {when(sheet.deadline)}</span>"
    name = html.escape(student) if student else "_" * 30
    head = f"<span>name: {name}</span>{due}<span>of {sheet.points} points: ____</span>"
    text = "".join(f"<p>{html.escape(part)}</p>" for part in _paragraphs(sheet.text))
    each = "\n".join(_task(number, one) for number, one in enumerate(tasks, 1))
    title = html.escape(sheet.title)
    top = f'<h1>{title}</h1><div class="head">{head}</div>'
    return f"<article>{top}{text}\n{each}</article>"


def _task(number: int, exercise: Exercise) -> str:
    """An exercise with lines to write on."""
    points = f"{exercise.points} point{'s' * (exercise.points != 1)}"
    body = "".join(f"<p>{html.escape(part)}</p>" for part in _paragraphs(exercise.text))
    if given := html.escape(given_text(exercise)):
        body += f"<pre>{given}</pre>"
    steps = [str(row.get("ask")) for row in exercise.file.rows(exercise.table, "step")]
    if steps:
        rows = "".join(
            f'<li>{html.escape(step)}<div class="line"></div></li>' for step in steps
        )
        body += f"<ol>{rows}</ol>"
    count = 0 if steps else _LINES.get(exercise.kind, 2)
    lines = '<div class="line"></div>' * count
    head = f"<h2>{number}. {html.escape(exercise.title)}<span>{points}</span></h2>"
    return f'<section class="task">{head}{body}{lines}</section>'


def _paragraphs(text: str) -> Iterator[str]:
    yield from (part for part in text.split("\n\n") if part.strip())
