"""The page of errata: what is false or misprinted, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mystpy.theses.counterexample import command, in_words
from mystpy.theses.page import Row
from mystpy.theses.statement import sentence

_HEAD = """# Errata

Statements that are false or misprinted, the most important first, each with its
smallest counterexample and the command that replays it. Written by `make theorems`
from the verdicts in [theorems.md](theorems.md), where more is said of each."""


def errata(rows: Sequence[Row]) -> list[str]:
    """The lines of the page, from the rows of all statements that were settled."""
    wrong = [row for row in rows if row["verdict"] in ("FALSE", "MISPRINTED")]
    wrong.sort(key=lambda row: -row["weight"])  # stable: else as in the text
    lines = [_HEAD]
    for title, of_paper in (("The thesis", False), ("Knowledge games", True)):
        part = [
            row for row in wrong if (row["chapter"] == "knowledge_games") is of_paper
        ]
        counts = [
            f"{sum(row['verdict'] == verdict for row in part)} {words}"
            for verdict, words in (("FALSE", "false"), ("MISPRINTED", "misprinted"))
        ]
        lines += ["", f"## {title}", "", f"{' and '.join(counts)}."]
        for row in part:
            lines += ["", *_erratum(row)]
    return lines


def _erratum(row: Row) -> Iterator[str]:
    name = row["id"]
    link = f"[{name}](theorems.md#{name.replace('.', '')})"
    yield f"- **{row['place']}** ({link}, {row['verdict']}): {row['says']}"
    case = row["counterexample"]
    words = [sentence(in_words(case))] if in_words(case) else []
    if row["note"]:
        words.append(_first(sentence(row["note"])))
    meant = next(_meant(row), None)
    if meant is not None:
        words.append(f"Read instead: {sentence(meant)}")
    yield f"  {' '.join(filter(None, words))}"
    yield f"  `{command(name, case)}`"


def _meant(row: Row) -> Iterator[str]:
    """The readings that hold, of a misprinted statement."""
    if row["verdict"] == "MISPRINTED":
        for reading in row.get("readings", ()):
            if reading["verdict"] in ("PROVED", "HOLDS"):
                rests = str(reading["verdict"])
                if "argued" in reading:
                    rests += f"; for {reading['argued']} by argument, not checked"
                yield f"{reading['reading']} ({rests})"


def _first(note: str) -> str:
    """The first sentence of a note, unless it tells of engines only."""
    if note.startswith("The engines "):
        return ""
    head, dot, _ = note.partition(". ")
    return head + dot.strip()
