"""Results as output: an object, a query file, the pages of all statements."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mystpy.compilation import dataclass
from mystpy.conjectures.verdict import Result
from mystpy.files.toml import toml_rows, toml_value
from mystpy.files.whole import make_folder, write_whole
from mystpy.theories import theory_lines
from mystpy.theses.basis.parts import NO, YES
from mystpy.theses.errata import errata
from mystpy.theses.page import page
from mystpy.theses.statement import SENTENCE


@dataclass(frozen=True, slots=True)
class SettledStatement:
    """A statement or a conjecture with its present result.

    `kept` counts the prover runs whose outcomes come from earlier runs.
    """

    id: str
    place: str
    says: str
    formal: str
    result: Result
    seconds: float
    chapter: str = ""
    weight: int = 0
    kept: int = 0
    kind: str = SENTENCE


def result_object(result: Result) -> dict[str, object]:
    """Return a result as a JSON object."""
    found: dict[str, object] = {
        "verdict": str(result.verdict),
        "statement": result.statement,
        "reading": result.reading,
        "scope": dict(result.scope),
        "method": result.method,
        "instances": result.instances,
        "counterexample": result.counterexample,
        "note": result.note,
        "rests_on": list(result.rests_on),
    }
    if result.example is not None:
        found["example"] = result.example
    if result.argument is not None:
        found |= {"argument": result.argument, "argued": result.argued}
    if result.speaks_of is not None:
        found["speaks_of"] = dict(result.speaks_of)
    if result.vacuous:
        found["vacuous"] = True
    if result.answer is not None:
        found["answer"] = YES if result.answer else NO
    if result.readings:
        found["readings"] = [
            result_object(read) | {"reading": words} for words, read in result.readings
        ]
    return found


def settled_object(settled: SettledStatement) -> dict[str, object]:
    """Return a settled statement as a JSON object."""
    return (
        {"id": settled.id}
        | result_object(settled.result)
        | {
            "seconds": round(settled.seconds, 2),
            "place": settled.place,
            "says": settled.says,
            "formal": settled.formal,
        }
        | (
            {
                "chapter": settled.chapter,
                "weight": settled.weight,
                "kind": settled.kind,
            }
            if settled.chapter
            else {}
        )
        | ({"kept": settled.kept} if settled.kept else {})
    )


def queries(settled: SettledStatement) -> dict[str, Mapping[str, object]]:
    """Return the replayable counterexamples and examples, by a name for a file."""
    found: dict[str, Mapping[str, object]] = {}
    results = [("", settled.result)]
    results += [
        (f"-reading-{k}", read)
        for k, (_, read) in enumerate(settled.result.readings, 1)
    ]
    for suffix, result in results:
        for query in (result.counterexample, result.example):
            if query is not None and _replays(query):
                found.setdefault(f"{settled.id}{suffix}", query)
    return found


def _replays(query: Mapping[str, object]) -> bool:
    return "deal" in query or {"game", "history", "formula", "value"} <= set(query)


def case_file(name: str, case: Mapping[str, Any]) -> str:
    """Return a model file that `mystpy update` and `mystpy check` replay.

    Its checks are those of the claim, and they fail: the file expects this.
    """
    lines = [
        f"# {key}: {toml_value(value)}" for key, value in case.get("values", {}).items()
    ]
    lines.append(f"title = {toml_value(name)}")
    if case.get("contract"):
        lines.append("contract = true")
    lines += ["", "[deal]", *_rows(case["deal"])]
    for step in case.get("step", ()):
        lines += ["", "[[step]]", *_rows(step)]
    for check in case.get("check", ()):
        other = {"true": "false", "false": "true"}[check["expect"]]
        lines += ["", "[[check]]", *_rows({**check, "expect": other})]
    return "\n".join(lines) + "\n"


def query_file(name: str, query: Mapping[str, object]) -> str:
    """Return a query file that `mystpy ask` replays.

    It has the whole instance of the statement, unless that is false before some
    actions: then it has what is false after them.
    """
    formula, value = query["formula"], query["value"]
    if "instance" in query and not query.get("taken"):
        formula, value = query["instance"], str(query["parts"][0]["value"])  # type: ignore[index]
    lines = [
        *(f"# {key}: {query[key]}" for key in ("where", "then") if key in query),
        f"title = {toml_value(name)}",
        *theory_lines(),
        f"history = {toml_value(query.get('history', []))}",
        "",
        "[game]",
        *_rows(query["game"]),
        "",
        "[hands]",
        *_rows(query.get("hands", {})),
        "",
        "[[ask]]",
        f"formula = {toml_value(formula)}",
        f"expect = {toml_value(value)}",
    ]
    return "\n".join(lines) + "\n"


def _rows(given: object) -> list[str]:
    assert isinstance(given, Mapping)
    return toml_rows(given)


def write_queries(folder: Path, settled: SettledStatement) -> list[Path]:
    """Write the replayable counterexamples as files, and return their paths."""
    make_folder(folder)
    paths = []
    for name, query in queries(settled).items():
        path = folder / f"{name}.toml"
        text = case_file if "deal" in query else query_file
        write_whole(path, text(f"{name}: {settled.says}", query))
        paths.append(path)
    return paths


def write_report(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write theorems.json, theorems.md and errata.md, from all settled statements."""
    text = json.dumps(rows, indent=1, ensure_ascii=False) + "\n"
    write_whole(folder / "theorems.json", text)
    for name, lines in (("theorems", page(rows)), ("errata", errata(rows))):
        write_whole(folder / f"{name}.md", "\n".join(lines) + "\n")
