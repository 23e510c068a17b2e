"""Files that one process at a time writes to."""

from __future__ import annotations

from pathlib import Path

from mystpy.errors import QueryError
from mystpy.files import disk


def require_lock(descriptor: int, path: Path, otherwise: str) -> None:
    """Lock an open file until it is closed.

    Raises QueryError if another process has locked it; `otherwise` is what to do then,
    besides waiting.
    """
    if disk.lock(descriptor):
        return
    holder = disk.lock_holder(descriptor)
    process = "another process" if holder is None else f"process {holder}"
    raise QueryError(
        f"{path} is in use: {process} is writing to it",
        hint=f"wait until it has ended, or {otherwise}",
    )
