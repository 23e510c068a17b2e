"""The games of a tournament as a table by columns, for programs that read Parquet."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

from mystpy.arena.score import Score
from mystpy.errors import EngineMissing
from mystpy.files.json_text import json_line
from mystpy.files.whole import whole_file

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


def write_parquet(games: Iterable[Score], table: Path) -> int:
    """Write games as Parquet, and return how many they are.

    Raises QueryError if the file cannot be written: it is then as it was before.
    """
    arrow, parquet = require_pyarrow()
    schema = _schema(arrow)
    left, written = iter(games), 0
    with whole_file(table) as file, parquet.ParquetWriter(file, schema) as writer:
        while rows := [_flat(game.as_object()) for game in islice(left, ROWS)]:
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
            "fault_how": arrow.string(),
            "history": arrow.list_(arrow.string()),
            "usage": arrow.string(),
        }
    )


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    fault = row.pop("fault", None) or {}
    if usage := row.get("usage"):
        row["usage"] = json_line(usage)
    return {**row, **{f"fault_{key}": value for key, value in fault.items()}}
