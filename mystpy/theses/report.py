"""What findings are told as: an object, a query file, the table of all statements."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mystpy.conjectures.verdict import Finding, Verdict


@dataclass(frozen=True, slots=True)
class Settled:
    """A statement or a conjecture with what was found of it now."""

    id: str
    place: str
    says: str
    formal: str
    finding: Finding
    seconds: float


def finding_object(finding: Finding) -> dict[str, object]:
    """A finding as a JSON object."""
    found: dict[str, object] = {
        "verdict": str(finding.verdict),
        "statement": finding.statement,
        "reading": finding.reading,
        "scope": dict(finding.scope),
        "method": finding.method,
        "instances": finding.instances,
        "counterexample": finding.counterexample,
        "note": finding.note,
    }
    if finding.example is not None:
        found["example"] = finding.example
    if finding.readings:
        found["readings"] = [
            finding_object(read) | {"reading": words}
            for words, read in finding.readings
        ]
    return found


def settled_object(settled: Settled) -> dict[str, object]:
    """What was settled as a JSON object."""
    return (
        {"id": settled.id}
        | finding_object(settled.finding)
        | {
            "seconds": round(settled.seconds, 2),
            "place": settled.place,
            "says": settled.says,
            "formal": settled.formal,
        }
    )


def queries(settled: Settled) -> dict[str, Mapping[str, object]]:
    """The counterexamples and examples that replay, by a name for a file."""
    found: dict[str, Mapping[str, object]] = {}
    findings = [("", settled.finding)]
    findings += [
        (f"-reading-{k}", read)
        for k, (_, read) in enumerate(settled.finding.readings, 1)
    ]
    for suffix, finding in findings:
        for query in (finding.counterexample, finding.example):
            if query is not None and _replays(query):
                found.setdefault(f"{settled.id}{suffix}", query)
    return found


def _replays(query: Mapping[str, object]) -> bool:
    return {"game", "history", "formula", "value"} <= set(query)


def query_file(name: str, query: Mapping[str, object]) -> str:
    """A query file that `mystpy ask` replays."""
    lines = [
        *(f"# {key}: {query[key]}" for key in ("where", "then") if key in query),
        f"title = {_toml(name)}",
        f"history = {_toml(query.get('history', []))}",
        "",
        "[game]",
        *_table(query["game"]),
        "",
        "[hands]",
        *_table(query.get("hands", {})),
        "",
        "[[ask]]",
        f"formula = {_toml(query['formula'])}",
        f"expect = {_toml(query['value'])}",
    ]
    return "\n".join(lines) + "\n"


def _table(given: object) -> list[str]:
    assert isinstance(given, Mapping)
    return [f"{_key(str(key))} = {_toml(value)}" for key, value in given.items()]


def _key(key: str) -> str:
    return key if key.isidentifier() or key.isdigit() else json.dumps(key)


def _toml(value: object) -> str:
    """A value as TOML writes it: JSON, but for tables."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(_table(value)) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def write_queries(folder: Path, settled: Settled) -> list[Path]:
    """Write the counterexamples that replay as query files; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, query in queries(settled).items():
        path = folder / f"{name}.toml"
        path.write_text(query_file(f"{name}: {settled.says}", query), encoding="utf-8")
        paths.append(path)
    return paths


def write_report(folder: Path, all_settled: Sequence[Settled]) -> None:
    """Write theorems.json and theorems.md, the verdicts on all statements."""
    objects = [settled_object(settled) for settled in all_settled]
    text = json.dumps(objects, indent=1, ensure_ascii=False) + "\n"
    (folder / "theorems.json").write_text(text, encoding="utf-8")
    lines = list(_report(all_settled))
    (folder / "theorems.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _report(all_settled: Sequence[Settled]) -> list[str]:
    counts = dict.fromkeys(Verdict, 0)
    for settled in all_settled:
        counts[settled.finding.verdict] += 1
    summary = ", ".join(f"{n} {verdict}" for verdict, n in counts.items() if n)
    lines = [
        "# The statements of the thesis, settled",
        "",
        "Every verdict is recomputed by `make theorems`, which writes this page;"
        " `mystpy theorem ID` recomputes one of them.",
        "",
        f"{len(all_settled)} statements: {summary}.",
        "",
        "PROVED: for the parameters named, and for histories of any length unless a"
        " depth is named. HOLDS: up to the bounds named. FALSE: the smallest"
        " counterexample stands below. MISPRINTED: ill-formed or false as printed, but"
        " another reading of the same words holds. OPEN: not settled; the note says"
        " what is known. Readings have verdicts of their own.",
        "",
        "| id | place | verdict | method | scope | seconds |",
        "|---|---|---|---|---|---|",
    ]
    for settled in all_settled:
        finding = settled.finding
        cells = [
            f"[{settled.id}](#{settled.id.replace('.', '')})",
            settled.place,
            str(finding.verdict),
            finding.method,
            scope_words(finding.scope),
            f"{settled.seconds:.1f}",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    for settled in all_settled:
        lines += ["", *_section(settled)]
    return lines


def _section(settled: Settled) -> list[str]:
    lines = [
        f"## {settled.id}",
        "",
        f"{settled.place}. {settled.says}",
        "",
        "```",
        settled.formal,
        "```",
        "",
    ]
    if not _same(settled.formal, settled.finding.statement):
        lines += ["Checked:", "", "```", settled.finding.statement, "```", ""]
    lines += _paragraphs(settled.finding)
    for words, read in settled.finding.readings:
        lines += ["", f"Reading: {words}.", "", "```", read.statement, "```", ""]
        lines += _paragraphs(read)
    return lines


def _same(one: str, other: str) -> bool:
    return one.split() == other.split()


def _paragraphs(finding: Finding) -> list[str]:
    scope = scope_words(finding.scope)
    line = f"**{finding.verdict}**"
    if finding.instances:
        looked_at = "; ".join(filter(None, (scope, instances(finding.instances))))
        line += f" by {finding.method} ({looked_at})"
    lines = [f"{line}."]
    if finding.note:
        lines.append(f"Note: {_sentence(finding.note)}")
    for name, query in (
        ("Counterexample", finding.counterexample),
        ("Example", finding.example),
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


def _sentence(note: str) -> str:
    """A note with a full stop, and a capital letter unless a formula comes first."""
    first = note.split()[0]
    if first == "a" or (first.isalpha() and len(first) > 1):
        note = note[0].upper() + note[1:]
    return note.rstrip(".") + "."


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
