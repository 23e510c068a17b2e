"""A worksheet file: exercises in order, points, a deadline, and a seed.

Exercises are named: those that come with mystpy, or files in the folder of the
worksheet. The students' file contains the texts of the latter, with seals in place of
keys. The hash of both is the same, since keys and seals are excluded from it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from mystpy.axioms import queries_dir
from mystpy.compilation import dataclass
from mystpy.errors import MystError, QueryError, did_you_mean
from mystpy.exercises.exercise import Exercise, load_exercise
from mystpy.exercises.marking import split_exercise
from mystpy.files.table import Table, TomlFile
from mystpy.files.toml import file_text, toml_rows

FORMAT = 1
"""The version of the keys in a worksheet."""
MAX_EXERCISES = 200
"""The maximal number of exercises of a worksheet."""
_KEYS = ("worksheet", "title", "text", "deadline", "seed", "exercise")
_ROW = ("name", "points", "source", "solution")
_ASIDE = ("key", "sealed", "points")
"""The parts of an exercise outside of its hash; its points count separately."""
_WHEN = 'with a zone, such as deadline = "2026-12-04T23:59:00+01:00"'


@dataclass(frozen=True, slots=True)
class WorksheetTask:
    """An exercise of a worksheet: its points here, its file's text, and a solution.

    `is_own` is true of one that does not come with mystpy. The solution is empty unless
    the teacher has put it into the worksheet.
    """

    name: str
    points: int
    source: str
    is_own: bool
    solution: str = ""

    @property
    def text(self) -> str:
        """The text of the exercise with the points that it has here."""
        table = TomlFile(self.source, f"{self.name}.toml", what="exercise").table()
        if table["points"] == self.points:
            return self.source
        return "\n".join(toml_rows({**table, "points": self.points})) + "\n"

    @property
    def exercise(self) -> Exercise:
        """The exercise, of its first variant."""
        return load_exercise(self.text, f"{self.name}.toml")


@dataclass(frozen=True, slots=True)
class Worksheet:
    """A worksheet; without a deadline it is never over."""

    title: str
    text: str
    seed: str
    deadline: datetime | None
    tasks: tuple[WorksheetTask, ...]

    @property
    def points(self) -> int:
        """All points that there are."""
        return sum(task.points for task in self.tasks)

    @property
    def hash(self) -> str:
        """A hash of all that a student sees, and of nothing that is hidden."""
        whole = {
            "worksheet": FORMAT,
            "title": self.title,
            "text": self.text,
            "seed": self.seed,
            "deadline": _utc(self.deadline),
            "exercises": [[t.name, t.points, _hash_of(t.source)] for t in self.tasks],
        }
        return _hash(whole)

    def is_over(self, now: datetime) -> bool:
        """Whether the deadline has passed at a time, which has a zone."""
        return self.deadline is not None and now > self.deadline

    def task(self, name: str) -> WorksheetTask:
        """The exercise of a name. Raises QueryError if there is none."""
        for task in self.tasks:
            if task.name == name:
                return task
        known = [task.name for task in self.tasks]
        hint = did_you_mean(name, known) or f"its exercises are {', '.join(known)}"
        raise QueryError(f"the worksheet has no exercise {name!r}", hint=hint)


def read_worksheet(text: str, name: str, folder: Path | None = None) -> Worksheet:
    """Return the worksheet in the text of a file; `folder` has the teacher's exercises.

    Raises QueryError, with the place, for a text that is no worksheet.
    """
    file = TomlFile(text, name, what="worksheet")
    table = file.table()
    if "worksheet" not in table:
        raise file.fault(
            "this is no worksheet: it has no key worksheet",
            f"a worksheet begins with  worksheet = {FORMAT}; mystpy worksheet "
            "example:worksheets/week-1 shows one",
        )
    if table["worksheet"] != FORMAT:
        message = f"this is a worksheet of the format {table['worksheet']!r}"
        hint = f"this version of mystpy reads the format {FORMAT}"
        raise file.fault(message, hint, word="worksheet")
    file.only(table, _KEYS, "a worksheet", ("title", "exercise"))
    rows = file.rows(table, "exercise")
    if not 0 < len(rows) <= MAX_EXERCISES:
        message = f"a worksheet has 1 to {MAX_EXERCISES} exercises, not {len(rows)}"
        raise file.fault(message, '[[exercise]] name = "find-the-pile"')
    tasks: list[WorksheetTask] = []
    for row in rows:
        task = _task(file, row, folder)
        if task.name in {each.name for each in tasks}:
            message = f"the exercise {task.name!r} is there twice"
            raise file.fault(message, "each exercise counts once", word=None)
        tasks.append(task)
    return Worksheet(
        title=file.needed(table, "title", "a worksheet"),
        text=(file.string(table, "text") or "").strip(),
        seed=file.word(table, "seed") or "",
        deadline=_deadline(file, table.get("deadline")),
        tasks=tuple(tasks),
    )


def _deadline(file: TomlFile, given: object) -> datetime | None:
    """The deadline. Raises QueryError for one that is no time, or has no zone."""
    if given is None:
        return None
    found = given
    if isinstance(given, str):
        try:
            found = datetime.fromisoformat(given.strip())
        except ValueError:
            message = f"the deadline {given[:40]!r} is not a time"
            raise file.fault(message, _WHEN, word="deadline") from None
    if not isinstance(found, datetime):
        raise file.fault("the deadline is not a time", _WHEN, word="deadline")
    if not 1 < found.year < 9999:  # beyond them it has no time in other zones
        raise file.fault("the deadline is not a time", _WHEN, word="deadline")
    if found.utcoffset() is None:
        message = "the deadline has no zone, so that it is not clear when it is"
        raise file.fault(message, _WHEN, word="deadline")
    return found


def read_time(text: str) -> datetime:
    """A time with its zone. Raises QueryError."""
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        hint = "such as 2026-12-05T08:00:00+01:00"
        raise QueryError(f"{text[:40]!r} is not a time", hint=hint) from None
    if found.utcoffset() is None:
        raise QueryError(f"{text[:40]!r} has no zone", hint="end it with +01:00 or Z")
    return found


def _task(file: TomlFile, row: Table, folder: Path | None) -> WorksheetTask:
    """An exercise of a worksheet. Raises QueryError if there is no such exercise."""
    file.only(row, _ROW, "[[exercise]]", ("name",))
    name = file.needed(row, "name", "[[exercise]]").removesuffix(".toml")
    points = row.get("points")
    if points is not None and (type(points) is not int or points < 0):
        message = f"{name}: points must be 0 or more, a whole number, not {points!r}"
        raise file.fault(message, "an exercise cannot take points away", word=None)
    source = file.string(row, "source")
    is_own = source is not None
    if source is None:
        source, is_own = _source(file, name, folder)
    try:
        own_points = load_exercise(source, f"{name}.toml").points
    except MystError as error:
        raise file.fault(f"the exercise {name}: {error}", error.hint) from None
    worth = own_points if points is None else points
    solution = file.string(row, "solution") or ""
    return WorksheetTask(name, worth, source, is_own, solution)


def _source(file: TomlFile, name: str, folder: Path | None) -> tuple[str, bool]:
    """The text of an exercise by its name, and whether it is the teacher's own."""
    if Path(name).name != name or "\\" in name:
        message = f"{name!r} is no name of an exercise"
        hint = "exercises are in the folder of the worksheet, or come with mystpy"
        raise file.fault(message, hint, word=None)
    own = [] if folder is None else [folder]
    for place in (*own, queries_dir() / "exercises"):
        path = place / f"{name}.toml"
        if path.is_file():
            return file_text(path), place in own
    known = [path.stem for place in own for path in place.glob("*.toml")]
    known += [path.stem for path in (queries_dir() / "exercises").glob("*.toml")]
    hint = (
        did_you_mean(name, known) or "mystpy examples exercises lists those there are"
    )
    raise file.fault(f"there is no exercise {name!r}", hint, word=name)


# --- What students get --------------------------------------------------------


def student_text(sheet: Worksheet, solutions: Mapping[str, str] | None = None) -> str:
    """Return the students' file: own exercises are in it, with seals for keys.

    With `solutions` it has these as well, by the names of exercises.
    """
    head: dict[str, object] = {"worksheet": FORMAT, "title": sheet.title}
    if sheet.text:
        head["text"] = sheet.text
    if sheet.deadline is not None:
        head["deadline"] = sheet.deadline.isoformat()
    if sheet.seed:
        head["seed"] = sheet.seed
    lines = toml_rows(head)
    for task in sheet.tasks:
        row: dict[str, object] = {"name": task.name, "points": task.points}
        if task.is_own:
            row["source"] = student_source(task)
        if found := (solutions or {}).get(task.name, ""):
            row["solution"] = found
        lines += ["", "[[exercise]]", *toml_rows(row)]
    return "\n".join(lines) + "\n"


def student_source(task: WorksheetTask) -> str:
    """The text of an exercise as students get it, without its key."""
    table = TomlFile(task.source, f"{task.name}.toml", what="exercise").table()
    if "key" not in table:
        return task.source
    return split_exercise(task.source, f"{task.name}.toml").student


def _hash_of(source: str) -> str:
    """A hash of an exercise, without what is hidden in it."""
    table = TomlFile(source, None, what="exercise").table()
    return _hash({key: value for key, value in table.items() if key not in _ASIDE})


def _hash(value: object) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return sha256(text.encode()).hexdigest()


def _utc(time: datetime | None) -> str:
    return "" if time is None else time.astimezone(UTC).isoformat()
