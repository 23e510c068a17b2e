"""The marks of a class as a table (CSV), and the page of common errors (HTML)."""

from __future__ import annotations

import csv
import html
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO

from mystpy.compilation import pattern
from mystpy.exercises.classroom import COLUMNS, SubmissionResult
from mystpy.exercises.submissions import printable

_FORMULA = pattern(
    r"(^|[,;|])([\s\"'\u2018-\u201f]*)"
    r"([=+@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b\u2212-])"
)
"""What a spreadsheet takes for a formula, where it divides cells, too.

The signs are = + - @, as wide and small characters of Unicode, too, and the minus.
"""
_FILE_NAME = pattern(r'^the file is named "[^"]*": ')


def as_csv(results: Iterable[SubmissionResult]) -> str:
    """Results as a table of comma separated values, by student and exercise.

    An apostrophe is put before what a spreadsheet would take for a formula, also if it
    divides cells at commas, semicolons or bars. Tabs and line ends become blanks.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for each in sorted(results, key=lambda x: tuple(x.row().values())):
        writer.writerow([_cell(value) for value in each.marks().values()])
    return text.getvalue()


def _cell(value: object) -> object:
    """A cell of the table; a text with an apostrophe before each sign of a formula."""
    if not isinstance(value, str):
        return value
    return _FORMULA.sub(r"\1\2'\3", printable(value))


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; \
style-src 'unsafe-inline'">
<title>Common errors</title>
<style>body{{font:1rem/1.5 sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}}
table{{border-collapse:collapse}}td,th{{border:1px solid #888;padding:.2rem .6rem;
text-align:left;vertical-align:top}}</style></head><body>
<h1>Common errors</h1>
<p>{summary}</p>
{parts}
</body></html>
"""


def errors_page(results: Sequence[SubmissionResult], titles: Mapping[str, str]) -> str:
    """The errors that several submissions have in common, as a page of HTML."""
    by_exercise: dict[str, list[SubmissionResult]] = defaultdict(list)
    for each in results:
        by_exercise[each.exercise].append(each)
    parts = "\n".join(
        _part(name, titles.get(name, ""), found)
        for name, found in sorted(by_exercise.items())
    )
    students = len({each.student for each in results})
    count = sum(each.result != "missing" for each in results)
    summary = f"{count} submissions of {students} students."
    return _PAGE.format(summary=summary, parts=parts)


def _part(name: str, title: str, found: Sequence[SubmissionResult]) -> str:
    """What is said of one exercise: how many were right, and what went wrong."""
    right = sum(each.result == "right" for each in found)
    feedback_counts = Counter(
        (each.result, _FILE_NAME.sub("", each.feedback)) for each in found
    )
    del_right = [(n, key) for key, n in feedback_counts.items() if key[0] != "right"]
    rows = "\n".join(
        f"<tr><td>{n}</td><td>{html.escape(key[0])}</td><td>{html.escape(key[1])}</td></tr>"
        for n, key in sorted(del_right, key=lambda x: (-x[0], x[1]))
    )
    head = (
        f"<h2>{html.escape(name or 'no exercise')}</h2>\n<p>{html.escape(title)}</p>\n"
    )
    head += f"<p>{right} of {len(found)} right.</p>\n"
    if not rows:
        return head
    heads = "<tr><th>how many</th><th>result</th><th>feedback</th></tr>"
    return f"{head}<table>{heads}\n{rows}</table>\n"
