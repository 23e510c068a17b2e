"""The misconceptions of a class, with their students and their exercises."""

from __future__ import annotations

import html
import json
from collections import defaultdict
from collections.abc import Iterable

from mystpy.compilation import dataclass
from mystpy.exercises.classroom import SubmissionResult
from mystpy.exercises.misconceptions.catalogue import Misconception, find_misconception


@dataclass(frozen=True, slots=True)
class ClassMisconception:
    """A misconception that wrong answers of a class show."""

    misconception: Misconception
    students: tuple[str, ...]
    exercises: tuple[str, ...]

    def as_object(self) -> dict[str, object]:
        """The misconception, its students and its exercises, as JSON."""
        found: dict[str, object] = {**self.misconception.as_object()}
        return found | {"students": self.students, "exercises": self.exercises}


def class_misconceptions(
    results: Iterable[SubmissionResult],
) -> list[ClassMisconception]:
    """The misconceptions of a class, those of most students first."""
    by_name: dict[str, list[SubmissionResult]] = defaultdict(list)
    for each in results:
        by_name[each.misconception].append(each)
    found = [
        ClassMisconception(
            known,
            tuple(sorted({each.student for each in rows})),
            tuple(sorted({each.exercise for each in rows})),
        )
        for name, rows in by_name.items()
        if (known := find_misconception(name)) is not None
    ]
    return sorted(found, key=lambda x: (-len(x.students), x.misconception.id))


def misconceptions_json(results: Iterable[SubmissionResult]) -> str:
    """The misconceptions of a class as a file of JSON."""
    rows = [each.as_object() for each in class_misconceptions(results)]
    return json.dumps({"misconceptions": rows}, ensure_ascii=False, indent=1) + "\n"


def misconceptions_section(results: Iterable[SubmissionResult]) -> str:
    """The misconceptions of a class as a part of a page; "" if there are none."""
    rows = "\n".join(map(_row, class_misconceptions(results)))
    if not rows:
        return ""
    heads = "".join(
        f"<th>{head}</th>"
        for head in ("students", "misconception", "what they seem to think", "where")
    )
    return f"<h2>Misconceptions</h2>\n<table><tr>{heads}</tr>\n{rows}</table>\n"


def _row(each: ClassMisconception) -> str:
    said = each.misconception
    cells = (
        f'<td title="{html.escape(", ".join(each.students))}">'
        f"{len(each.students)}</td>",
        f"<td>{html.escape(said.title)}</td>",
        f"<td>{html.escape(said.belief)}</td>",
        f"<td>{html.escape(', '.join(each.exercises))}</td>",
    )
    return f'<tr id="{html.escape(said.id)}">{"".join(cells)}</tr>'
