"""The games of a tournament as a table by columns, for programs that read Parquet."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from mystpy.errors import EngineMissing

ROWS = 100_000
"""How many games are held in memory at once."""


def require_pyarrow() -> tuple[ModuleType, ModuleType]:
    """The library and its part for Parquet. Raises EngineMissing if it is not there."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise EngineMissing(
            "Parquet needs pyarrow, which is not installed",
            hint="install it: pip install 'mystpy[parquet]'",
        ) from None
    return pyarrow, pyarrow.parquet


def write_parquet(results: Path, table: Path) -> int:
    """Write the games of a file of results as Parquet; how many they are."""
    arrow, parquet = require_pyarrow()
    schema = _schema(arrow)
    written = 0
    with (
        results.open(encoding="utf-8") as lines,
        parquet.ParquetWriter(table, schema) as writer,
    ):
        next(lines)  # the line that says which tournament it is
        games = (row for row in map(json.loads, lines) if "number" in row)
        while rows := list(islice(games, ROWS)):
            rows = list(map(_flat, rows))
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema))
            written += len(rows)
    return written


def _schema(arrow: Any) -> Any:
    number, numbers = arrow.int32(), arrow.list_(arrow.int32())
    return arrow.schema(
        {
            "number": arrow.int64(),
            "seats": arrow.list_(arrow.string()),
            "winner": number,
            "out": numbers,
            "turns": number,
            "actions": number,
            "known": numbers,
            "fault_seat": number,
            "fault_why": arrow.string(),
            "fault_axiom": arrow.string(),
        }
    )


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    """A game without tables within it."""
    fault = row.pop("fault", None) or {}
    return {**row, **{f"fault_{key}": value for key, value in fault.items()}}
