"""Game records: one game in one text, for people and programs (records.md).

In the field: game records, as PGN has them for chess and PHH for poker.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mystpy import name_loader

if TYPE_CHECKING:
    from mystpy.records.check import RecordFault, faults_of
    from mystpy.records.format.reader import read_record
    from mystpy.records.format.record import GameRecord
    from mystpy.records.view import view_of

_HOME = {
    "GameRecord": "format.record",
    "RecordFault": "check",
    "faults_of": "check",
    "read_record": "format.reader",
    "view_of": "view",
}

__all__ = [
    "GameRecord",
    "RecordFault",
    "faults_of",
    "read_record",
    "view_of",
]


if not TYPE_CHECKING:  # a type checker refuses names that are not here
    __getattr__ = name_loader(__name__, _HOME)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
