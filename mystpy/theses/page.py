"""The page of all statements: a table of verdicts, and what was found of each."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from mystpy.conjectures.verdict import Verdict, is_unbounded
from mystpy.theses.statement import sentence

Row = Mapping[str, Any]
"""A statement as it was settled, as in theorems.json."""


BY_COQ = "Coq: "
"""How the method of a verdict begins that rests on a theorem of Coq."""


def page(rows: Sequence[Row]) -> list[str]:
    """The lines of the page of all statements that were settled."""
    lines = [
        "# The statements of the thesis, settled",
        "",
        "Every verdict is recomputed by `make theorems`, which writes this page;"
        " `mystpy theorem ID` recomputes one of them.",
        "",
        tally(rows),
        "",
        "PROVED: by a program, or by a theorem of Coq that is named (see"
        " [coq.md](coq.md)), for the parameters named, and for histories of any"
        " length unless a depth is named. HOLDS: up to the bounds named. FALSE: the"
        " smallest counterexample stands below. MISPRINTED: ill-formed or false as"
        " printed, but another reading of the same words holds. OPEN: not settled; the"
        " note says what is known. Readings have verdicts of their own. An argument in"
        " words is no part of a verdict: what it is for stands in a column of its own."
        " [verdicts.md](verdicts.md) says what each verdict rests on.",
        "",
        "| id | place | verdict | method | scope | argued, not checked | seconds |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        cells = [
            f"[{row['id']}](#{row['id'].replace('.', '')})",
            row["place"],
            row["verdict"],
            row["method"],
            scope_words(row["scope"]),
            row.get("argued", ""),
            f"{row['seconds']:.1f}",
        ]
        # A | in a cell, as in the sizes 1|1|1, would end it.
        escaped = (cell.replace("|", "\\|") for cell in cells)
        lines.append("| " + " | ".join(escaped) + " |")
    for row in rows:
        lines += ["", *_section(row)]
    return lines


def tally(rows: Sequence[Row]) -> str:
    """How many statements have which verdict, and what programs have not checked."""
    counts = dict.fromkeys(map(str, Verdict), 0)
    for row in rows:
        counts[row["verdict"]] += 1
    proved = [row for row in rows if row["verdict"] == Verdict.PROVED]
    everywhere = sum(is_unbounded(row["scope"]) for row in proved)
    apart = {"PROVED": f" ({everywhere} of them for all sizes, by a program)"}
    line = ", ".join(
        f"{n} {verdict}{apart.get(verdict, '')}" for verdict, n in counts.items() if n
    )
    text = f"{len(rows)} statement{'s' * (len(rows) != 1)}: {line}."
    argued = sum("argument" in row for row in rows)
    if argued:
        text += f" For {argued} an argument in words goes further,"
        text += " not checked by a program."
    return text


def by_argument(result: Row) -> str:
    """What an argument in words says beyond the scope."""
    return f"For {result['argued']} by argument, not checked: {result['argument']}"


def verdict_words(result: Row) -> str:
    """A verdict, with the theorem of Coq that it rests on: `PROVED (Coq: ...)`."""
    proof = f" ({result['method']})" if result["method"].startswith(BY_COQ) else ""
    return f"{result['verdict']}{proof}"


def _section(row: Row) -> list[str]:
    lines = [
        f"## {row['id']}",
        "",
        f"{row['place']}. {row['says']}",
        "",
        "```",
        row["formal"],
        "```",
        "",
    ]
    if not _same(row["formal"], row["statement"]):
        lines += ["Checked:", "", "```", row["statement"], "```", ""]
    lines += _paragraphs(row)
    for read in row.get("readings", ()):
        lines += ["", f"Reading: {read['reading']}."]
        lines += ["", "```", read["statement"], "```", ""]
        lines += _paragraphs(read)
    return lines


def _same(one: str, other: str) -> bool:
    return one.split() == other.split()


def _paragraphs(result: Row) -> list[str]:
    scope = scope_words(result["scope"])
    line = f"**{verdict_words(result)}**"
    if result["method"].startswith(BY_COQ):
        line += f" ({scope}; assumptions: none)"
    elif result["instances"]:
        looked_at = "; ".join(filter(None, (scope, instances(result["instances"]))))
        line += f" by {result['method']} ({looked_at})"
    lines = [f"{line}."]
    if result["note"]:
        lines.append(f"Note: {sentence(result['note'])}")
    if "argument" in result:
        lines += ["", by_argument(result)]
    for name, query in (
        ("Counterexample", result["counterexample"]),
        ("Example", result.get("example")),
    ):
        if query is not None:
            lines += [
                "",
                f"{name}:",
                "",
                "```json",
                json.dumps(query, ensure_ascii=False),
                "```",
            ]
    return lines


def scope_words(scope: Mapping[str, object]) -> str:
    """A scope in words: `c <= 8, p <= 4, depth any`.

    A number of cards is an upper bound, and so is a number of players beside it.
    """
    return ", ".join(
        f"{key} <= {value}"
        if key in ("c", "p") and "c" in scope and isinstance(value, int)
        else ("" if value else "no ") + key
        if isinstance(value, bool)
        else f"{key} {_words(value)}"
        for key, value in scope.items()
    )


def _words(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {each}" for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return " and ".join(map(str, value))
    return str(value)


def instances(count: int) -> str:
    """A number of instances in words."""
    return "1 instance" if count == 1 else f"{count} instances"
