"""Finished pieces of work in a file, so that a check that was stopped can go on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mystpy import __version__
from mystpy.axioms import fingerprint
from mystpy.conjectures.shapes import require_result
from mystpy.files.journal import Journal
from mystpy.files.rows import is_text, require

SYNC_SECONDS = 1.0
"""Pieces are brought to the disk at most so often: some take less than a sync."""


class PieceJournal(Journal):
    """The file of results of a check: a row has the key of a piece, and its result."""

    kind = "check"
    same = "the axioms and the version of mystpy must be those it began with"

    def __init__(self, path: Path) -> None:
        head = {"theorem": __version__, "axioms": fingerprint()}
        super().__init__(path, head, sync_every=SYNC_SECONDS)

    def check(self, row: Mapping[str, Any]) -> None:
        """Raise RowFault for a row that is not the result of a piece of work."""
        require(row, {"key": is_text, "result": lambda _: True})
        require_result(row["key"], row["result"])


class Results(dict[str, object]):
    """Results by key, each appended to a file as soon as it is there.

    Results in the file that are damaged do not count: `journal.damaged` has them.
    Raises as Journal does.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.journal = PieceJournal(path)
        for _, row in self.journal.rows():
            super().__setitem__(row["key"], row["result"])

    def __setitem__(self, key: str, result: object) -> None:
        self.journal.write({"key": key, "result": result})
        super().__setitem__(key, result)

    def close(self) -> None:
        """Close the file."""
        self.journal.close()
