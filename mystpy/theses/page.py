"""The page of all statements: a table of verdicts, and the result of each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mystpy.conjectures.scopes.domain import Domain
from mystpy.conjectures.scopes.words import scope_words
from mystpy.conjectures.verdict import Verdict, is_unbounded
from mystpy.coq.record import assumed
from mystpy.theses.basis.notes import sentence
from mystpy.theses.basis.parts import NO, PARTS, YES, part_of
from mystpy.theses.basis.trust_base import ARGUED
from mystpy.theses.statement import KINDS, OWN, QUESTION, SENTENCE

Row = Mapping[str, Any]
"""A settled statement, as in theorems.json."""


BY_COQ = "Coq: "
"""The beginning of the method of a verdict by a theorem of Coq."""


def page(rows: Sequence[Row]) -> list[str]:
    """Return the lines of the page of all settled statements."""
    lines = [
        "# The statements of the thesis, settled",
        "",
        "`make theorems` recomputes every verdict and writes this page;"
        " `mystpy theorem ID` recomputes one verdict.",
        "",
        tally(rows),
        "",
        *_by_part(rows),
        "",
        "PROVED: proved by a program, or by the named Coq theorem (see"
        " [coq.md](explanation/coq.md)), for everything that the sentence refers to,"
        " and for histories of any length unless a depth is named. HOLDS: true"
        " within the named scope, which is smaller. FALSE: the smallest"
        " counterexample is given. MISPRINTED: ill-formed or false as printed, but"
        " another reading of the same words is true. ANSWERED: the source asks a"
        " question, and this is the answer. OPEN: not settled; the note says what is"
        " known. Readings have verdicts of their own. An argument in words is not"
        " part of a verdict; a separate column says what it covers."
        " [verdicts.md](explanation/verdicts.md) explains what each verdict rests"
        " on.",
        "",
        *_by_base(rows),
        "",
        "| id | place | verdict | speaks of | scope | method | rests on"
        " | argued, not checked | seconds |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    lines += map(_cells, rows)
    for row in rows:
        lines += ["", *_section(row)]
    return lines


def _cells(row: Row) -> str:
    """Return the line of a statement in the table."""
    cells = [
        f"[{row['id']}](#{row['id'].replace('.', '')})",
        row["place"],
        short_verdict(row),
        domain_words(row),
        scope_words(row["scope"]),
        row["method"],
        "; ".join(row.get("rests_on", ())),
        row.get("argued", ""),
        f"{row['seconds']:.1f}",
    ]
    # A | in a cell, as in the sizes 1|1|1, would end it.
    escaped = (cell.replace("|", "\\|") for cell in cells)
    return "| " + " | ".join(escaped) + " |"


def tally(rows: Sequence[Row]) -> str:
    """Return how many statements have each verdict, and what is not checked.

    Questions, and statements that are in no source, are counted separately.
    """
    by_kind: dict[str, list[Row]] = {kind: [] for kind in KINDS}
    for row in rows:
        by_kind[row.get("kind", SENTENCE)].append(row)
    counted = ((_HEADINGS[kind], each) for kind, each in by_kind.items() if each)
    text = " ".join(f"{_heading(*said)}: {_counts(said[1])}." for said in counted)
    argued = sum("argument" in row for row in rows)
    if argued:
        text += f" For {argued} an argument in words goes further,"
        text += " not checked by a program."
    return text


_HEADINGS = {
    SENTENCE: ("statement", ""),
    QUESTION: ("question", " of the sources"),
    OWN: ("statement", " of our own"),
}


def _heading(noun: tuple[str, str], rows: Sequence[Row]) -> str:
    return f"{len(rows)} {noun[0]}{'s' * (len(rows) != 1)}{noun[1]}"


def _counts(rows: Sequence[Row]) -> str:
    """Return how many of these rows have each verdict."""
    counts = Counter(row["verdict"] for row in rows)
    proved = [row for row in rows if row["verdict"] == Verdict.PROVED]
    everywhere = sum(is_unbounded(row["scope"]) for row in proved)
    vacuous = sum(row.get("vacuous", False) for row in proved)
    words = f"{everywhere} of them for all sizes, by a program"
    words += f"; {vacuous} vacuously" if vacuous else ""
    answers = Counter(row["answer"] for row in rows if row.get("answer"))
    answered = ", ".join(f"{answers[word]} with {word}" for word in (YES, NO))
    apart = {Verdict.PROVED: f" ({words})", Verdict.ANSWERED: f" ({answered})"}
    return ", ".join(
        f"{counts[verdict]} {verdict}{apart.get(verdict, '')}"
        for verdict in Verdict
        if counts[verdict]
    )


def _by_part(rows: Sequence[Row]) -> list[str]:
    """Return how many statements of each source have each verdict."""
    counts = Counter((part_of(row), row["verdict"]) for row in rows)
    kinds = [str(kind) for kind in Verdict]
    lines = [f"| of | {' | '.join(kinds)} |", "|---|" + "---|" * len(kinds)]
    present = {part for part, _ in counts}
    for part in (each for each in PARTS if each in present):
        cells = (str(counts[part, kind] or "") for kind in kinds)
        lines.append(f"| {part} | {' | '.join(cells)} |")
    return lines


def _by_base(rows: Sequence[Row]) -> list[str]:
    """Return the number of verdicts by the first part of their trust bases."""
    counts = Counter(
        (row["rests_on"][0], row["verdict"]) for row in rows if row.get("rests_on")
    )
    kinds = [str(kind) for kind in Verdict if kind is not Verdict.OPEN]
    lines = [f"| rests on | {' | '.join(kinds)} |", "|---|" + "---|" * len(kinds)]
    bases = Counter(row["rests_on"][0] for row in rows if row.get("rests_on"))
    for base, _ in bases.most_common():
        cells = (str(counts[base, kind] or "") for kind in kinds)
        lines.append(f"| {base} | {' | '.join(cells)} |")
    return lines


def domain_words(row: Row) -> str:
    """Return the domain of the sentence, in words."""
    return str(Domain(row["speaks_of"])) if "speaks_of" in row else ""


def by_argument(result: Row) -> str:
    """Return what an argument in words says beyond the scope."""
    return f"For {result['argued']} by argument, not checked: {result['argument']}"


def verdict_words(result: Row) -> str:
    """Return a verdict, with its theorem of Coq: `PROVED (Coq: ...)`.

    A statement that is PROVED because its premises are never true is PROVED, vacuously.
    A question has its answer.
    """
    proof = result["method"] if result["method"].startswith(BY_COQ) else ""
    proof += "; some steps are argued" if ARGUED in result.get("rests_on", ()) else ""
    proof = f" ({proof})" if proof else ""
    return f"{short_verdict(result)}{proof}"


def short_verdict(result: Row) -> str:
    """Return a verdict with its answer, if it is one, and whether it is vacuous."""
    if result.get("answer"):
        return f"{result['verdict']}: {result['answer']}"
    vacuously = ", vacuously" if result.get("vacuous") else ""
    return f"{result['verdict']}{vacuously}"


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
        name = result["method"].removeprefix(BY_COQ).strip()
        line += f" ({scope}; assumptions: {assumed(name)})"
    elif result["instances"]:
        looked_at = "; ".join(filter(None, (scope, instances(result["instances"]))))
        line += f" by {result['method']} ({looked_at})"
    lines = [f"{line}."]
    lines += bases_and_domain(result)
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


def bases_and_domain(result: Row) -> list[str]:
    """Return the domain of the sentence, and the trust base of the verdict."""
    lines = [f"Speaks of: {domain_words(result)}."] if "speaks_of" in result else []
    bases = result.get("rests_on")
    return [*lines, *([f"Rests on: {'; '.join(bases)}."] if bases else [])]


def instances(count: int) -> str:
    """Return a number of instances in words."""
    return "1 instance" if count == 1 else f"{count} instances"
