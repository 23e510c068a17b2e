"""Finished pieces of work in a file, so that a check that was stopped can go on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from mystpy.axioms import fingerprint
from mystpy.errors import QueryError


class Results(dict[str, object]):
    """Results by key, each written to a file of JSON lines as soon as it is there.

    The first line names the axioms with which they were found. Raises QueryError for a
    file of another kind, or made with other axioms.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        head: dict[str, object] = {"axioms": fingerprint()}
        found = self._read(path, head) if path.exists() else {}
        # What was read is written anew: the last line may have been cut short.
        self._file = path.open("w", encoding="utf-8")
        self._write(head)
        self.update(found)

    def update(self, found: Mapping[str, object]) -> None:  # type: ignore[override]
        """Add results."""
        for key, result in found.items():
            self[key] = result

    def __setitem__(self, key: str, result: object) -> None:
        super().__setitem__(key, result)
        self._write({"key": key, "result": result})

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, line: dict[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def _read(self, path: Path, head: dict[str, object]) -> dict[str, object]:
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            read = [json.loads(line) for line in lines[:-1]]
            read += [json.loads(line) for line in lines[-1:] if line.endswith("}")]
        except (OSError, ValueError) as error:
            raise QueryError(f"{path} has no results to go on from: {error}") from None
        if not read or read[0] != head:
            raise QueryError(
                f"{path} has results of other axioms or of another program",
                hint="give the name of a new file, or remove this one",
            )
        return {line["key"]: line["result"] for line in read[1:]}
