"""The file that a student hands in beside the answers: their exercises and hashes.

The file says for which worksheet and name the answers are, which marks the page gave,
and a hash of each answer; each row has a hash of all before it. So a change by hand is
detected. It is no signature: anyone can make such a file with some effort.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.exercises.submissions import RESULT_FILE
from mystpy.files.json_text import json_value

FORMAT = 1
MAX_CHARACTERS = 1_000_000
_TEXTS = ("worksheet", "title", "seed", "name", "time", "chain")
_ROW = ("exercise", "variant", "file", "sha256", "result", "points", "of", "chain")


class HandedAnswer(NamedTuple):
    """An answer that is handed in, and the page's mark for it."""

    exercise: str
    variant: str
    answer: str
    result: str
    points: int
    of: int

    @property
    def file(self) -> str:
        """The name of the file that has the answer."""
        return f"{self.exercise}.txt"


class ResultFile(NamedTuple):
    """A result file that was read; `faults` say how it was changed by hand."""

    worksheet: str
    name: str
    time: str
    rows: tuple[Mapping[str, Any], ...]
    faults: tuple[str, ...]


def answer_hash(answer: str) -> str:
    """The hash of an answer; ends of lines and blanks at its end do not count."""
    lines = answer.replace("\r\n", "\n").replace("\r", "\n").rstrip()
    return sha256(lines.encode()).hexdigest()


def result_text(
    worksheet: Mapping[str, str], name: str, time: str, answers: Sequence[HandedAnswer]
) -> str:
    """The result file of a student; `worksheet` has its hash, title and seed."""
    head = {"result": FORMAT, **worksheet, "name": name, "time": time}
    chain = _link("", head)
    rows = []
    for each in answers:
        row: dict[str, object] = {
            "exercise": each.exercise,
            "variant": each.variant,
            "file": each.file,
            "sha256": answer_hash(each.answer),
            "result": each.result,
            "points": each.points,
            "of": each.of,
        }
        chain = _link(chain, row)
        rows.append({**row, "chain": chain})
    whole = {**head, "answers": rows, "chain": _link(chain, {"end": len(rows)})}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def read_result(text: str) -> ResultFile:
    """The result file in a text, with what its hashes show.

    Raises QueryError for a text that is no result file.
    """
    found = _table(text)
    head = {
        key: value for key, value in found.items() if key not in ("answers", "chain")
    }
    faults, chain = [], _link("", head)
    for row in found["answers"]:
        inner = {key: value for key, value in row.items() if key != "chain"}
        chain = _link(chain, inner)
        if row["chain"] != chain:
            faults.append(f"the row of {row['exercise']} was changed by hand")
            chain = row["chain"]
    if not faults and found["chain"] != _link(chain, {"end": len(found["answers"])}):
        faults.append("its hashes do not fit: rows were added or taken out")
    return ResultFile(
        found["worksheet"],
        found["name"],
        found["time"],
        tuple(found["answers"]),
        tuple(faults),
    )


def changed_answers(result: ResultFile, answers: Mapping[str, str]) -> list[str]:
    """The exercises whose answers are not those that were exported, by their names.

    An answer that is not handed in any more is one of them.
    """
    return [
        row["exercise"]
        for row in result.rows
        if answer_hash(answers.get(row["exercise"], "")) != row["sha256"]
    ]


def _table(text: str) -> dict[str, Any]:
    """Return the object in a text, if it has the keys of a result file."""
    if len(text) > MAX_CHARACTERS:
        raise QueryError(f"{RESULT_FILE} is too large")
    try:
        found = json_value(text)
    except ValueError as error:
        raise QueryError(f"{RESULT_FILE} is not JSON: {error}") from None
    rows = found.get("answers") if isinstance(found, dict) else None
    is_whole = (
        isinstance(found, dict)
        and found.get("result") == FORMAT
        and all(isinstance(found.get(key), str) for key in _TEXTS)
        and isinstance(rows, list)
        and all(isinstance(row, dict) and set(_ROW) <= set(row) for row in rows)
        and all(isinstance(row["exercise"], str) for row in rows)
    )
    if not is_whole:
        raise QueryError(f"{RESULT_FILE} is no result file of the page")
    return dict(found)


def _link(before: str, row: Mapping[str, object]) -> str:
    """The next hash of a chain."""
    text = json.dumps(row, sort_keys=True, separators=(",", ":"))
    return sha256(f"{before}\n{text}".encode()).hexdigest()
