"""Class work: show a student's worksheet, and mark the submissions of a class.

A teacher's files are written into the folder of this worker's own memory, and read by
the same functions as those of `mystpy grade`.
"""

from __future__ import annotations

import base64
import shutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from mystpy.errors import EngineMissing, MystError, QueryError

Object = dict[str, Any]

FOLDER = Path("/tmp/mystpy-handed-in")


def _sheet(text: str) -> Any:
    from mystpy.exercises.worksheets.worksheet import read_worksheet

    return read_worksheet(text, "worksheet")


def worksheet_open(text: str) -> Object:
    """A worksheet: its title, deadline, points and exercises."""
    sheet = _sheet(text)
    deadline = sheet.deadline
    return {
        "title": sheet.title,
        "text": sheet.text,
        "hash": sheet.hash,
        "deadline": None if deadline is None else deadline.isoformat(),
        "points": sheet.points,
        "tasks": [{"exercise": t.name, "of": t.points} for t in sheet.tasks],
    }


def worksheet_tasks(text: str, student: str) -> list[Object]:
    """The exercises of a worksheet in the variant of a student."""
    from mystpy.exercises.exercise import load_exercise
    from mystpy.exercises.worksheets.variants import student_texts

    read_exercise = import_module("homework").read_exercise
    found = []
    for name, source in student_texts(_sheet(text), student).items():
        variant = load_exercise(source, name).variant
        found.append({**read_exercise(source, name), "variant": variant})
    return found


def worksheet_result(
    text: str, student: str, time: str, answers: list[list[Any]]
) -> str:
    """The result file of a student, for the answers that are handed in."""
    from mystpy.exercises.worksheets.result_file import HandedAnswer, result_text

    sheet = _sheet(text)
    head = {"worksheet": sheet.hash, "title": sheet.title, "seed": sheet.seed}
    return result_text(head, student, time, [HandedAnswer(*each) for each in answers])


def worksheet_solutions(text: str, student: str, now: str) -> list[Object]:
    """Right answers of a student's variant, once the deadline has passed."""
    from mystpy.exercises.exercise import load_exercise
    from mystpy.exercises.worksheets.solutions import solution_of
    from mystpy.exercises.worksheets.variants import student_texts
    from mystpy.exercises.worksheets.worksheet import read_time

    sheet = _sheet(text)
    if not sheet.is_over(read_time(now)):
        raise QueryError("the solutions are shown after the deadline")
    found = []
    for name, source in student_texts(sheet, student).items():
        given = sheet.task(name).solution
        if given:
            found.append({"exercise": name, "answer": given, "note": ""})
            continue
        solution = solution_of(load_exercise(source, name))
        row = {"exercise": name, "answer": solution.answer, "note": solution.note}
        found.append(row)
    return found


def worksheet_print(text: str, student: str) -> str:
    """A worksheet as a page of HTML to print."""
    from mystpy.exercises.worksheets.printed_sheet import printed_page

    return printed_page(_sheet(text), [student] if student else [])


# --- A class ------------------------------------------------------------------


def class_clear() -> bool:
    """Delete the submissions of a class."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    return True


def class_add(files: list[list[str]]) -> list[str]:
    """Store files, given as path and bytes in base64; return those left out."""
    from mystpy.exercises.classwork.archives import class_bounds, safe_parts
    from mystpy.files.whole import write_scratch

    bounds = class_bounds()
    for name, content in files:
        parts = safe_parts(name, bounds)
        if parts is None:
            continue
        path = FOLDER.joinpath(*parts)
        if path.exists():
            bounds.note(name, "there is a file of this name already")
            continue
        try:
            write_scratch(path, base64.b64decode(content))
        except QueryError as error:
            bounds.note(name, str(error))
    return bounds.notes


def class_read(worksheet: str) -> Object:
    """The students, the exercises, and each submission with the text that marks it."""
    from mystpy.axioms import queries_dir
    from mystpy.exercises.classroom import exercises_in
    from mystpy.exercises.classwork.exports import notes_of_exports
    from mystpy.exercises.classwork.staging import staged_class
    from mystpy.exercises.submissions import handed_in, printable
    from mystpy.exercises.worksheets.variants import VariantTexts

    sheet = _sheet(worksheet) if worksheet else None
    exercises: Any = exercises_in(queries_dir() / "exercises")
    if sheet is not None:
        exercises = VariantTexts(sheet)
    inner = [path for path in FOLDER.iterdir() if not path.name.startswith(".")]
    is_one = len(inner) == 1 and inner[0].suffix.lower() == ".zip"
    with staged_class(inner[0] if is_one else _top(FOLDER), exercises) as work:
        handed = handed_in(work.folder, exercises)
        notes = notes_of_exports(work, handed, exercises, sheet)
        texts: dict[str, str] = {}
        rows = [_submission(each, exercises, texts) for each in handed]
        return {
            "students": sorted(map(printable, work.students)),
            "exercises": _exercises(exercises, rows, every=sheet is not None),
            "notes": list(work.notes),
            "exports": notes,
            "submissions": rows,
            "texts": texts,
            "people": {printable(k): list(v) for k, v in work.students.items()},
            "title": work.folder.name if sheet is None else sheet.title,
        }


def _top(folder: Path) -> Path:
    """The folder of a class: the one that was chosen, if it holds folders."""
    inner = [path for path in folder.iterdir() if path.is_dir()]
    alone = len(inner) == 1 and len(list(folder.iterdir())) == 1
    within = inner[0].iterdir() if alone else []
    if any(path.is_dir() or path.suffix == ".zip" for path in within):
        return inner[0]
    return folder


def _exercises(exercises: Any, rows: list[Object], *, every: bool) -> list[Object]:
    from mystpy.exercises.exercise import load_exercise

    met = {row["exercise"] for row in rows}
    loaded = [load_exercise(t, k) for k, t in exercises.items() if every or k in met]
    return [{"exercise": x.name, "title": x.title, "of": x.points} for x in loaded]


def _submission(handed: Any, exercises: Any, texts: dict[str, str]) -> Object:
    """A submission: what is to be marked, or its result if it cannot be."""
    from mystpy.exercises.classroom import answer_in, refused, shown_as, texts_for
    from mystpy.exercises.exercise import AnswerError, load_exercise

    found = refused(handed, exercises)
    if found is not None:
        return found.row()
    student, exercise = shown_as(handed)
    text = texts_for(exercises, handed.student)[handed.exercise]
    of = load_exercise(text, handed.exercise).points
    row = {"student": student, "exercise": exercise, "points": 0, "of": of}
    try:
        answer = answer_in(handed.path)
    except AnswerError as error:
        return {**row, "result": "unreadable", "feedback": str(error)}
    key = next((k for k, known in texts.items() if known == text), "")
    if not key:
        key = str(len(texts))
        texts[key] = text
    return {**row, "text": key, "answer": answer, "named": handed.named}


def class_mark(text: str, name: str, answer: str) -> Object:
    """The mark of an answer as a row of a table has it; an error is a result, too.

    `misconception` is the one that a wrong answer shows, or null.
    """
    from mystpy.exercises.exercise import AnswerError, load_exercise
    from mystpy.exercises.marking import mark
    from mystpy.exercises.misconceptions.catalogue import find_misconception

    exercise = load_exercise(text, name)
    try:
        found = mark(exercise, answer)
    except AnswerError as error:
        return {"result": "unreadable", "points": 0, "feedback": str(error)}
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        return {"result": "failed", "points": 0, "feedback": f"{missing} is not here"}
    except (EngineMissing, MystError) as error:
        word = "limit" if type(error).__name__ == "LimitReached" else "failed"
        return {"result": word, "points": 0, "feedback": str(error)}
    feedback = found.note if found.witness is None else found.witness.words
    word = "right" if found.right else "wrong"
    shown = find_misconception(found.misconception)
    return {
        "result": word,
        "points": found.points,
        "feedback": feedback[:400],
        "misconception": shown and shown.as_object(),
    }


def class_tables(
    rows: list[Object], points: dict[str, int], notes: dict[str, str], about: Object
) -> Object:
    """The table of a class, and the files that can be saved, by their names."""
    from mystpy.exercises.classroom import COLUMNS, SubmissionResult
    from mystpy.exercises.classwork.mark_table import mark_table, table_csv
    from mystpy.exercises.classwork.platform_files import FILE_NAMES, gradebook_csv
    from mystpy.exercises.classwork.students import Student
    from mystpy.exercises.gradebook import as_csv

    results = [SubmissionResult(*(row[key] for key in COLUMNS)) for row in rows]
    table = mark_table(results, points, notes)
    files = {"table.csv": table_csv(table), "marks.csv": as_csv(results)}
    people = {name: Student(*given) for name, given in about["people"].items()}
    for platform in {student.platform for student in people.values()} & set(FILE_NAMES):
        title = str(about["title"])
        files[FILE_NAMES[platform]] = gradebook_csv(platform, table, people, title)
    return {
        "exercises": list(table.exercises),
        "of": list(table.of),
        "right": list(table.right),
        "rows": [row._asdict() for row in table.rows],
        "total": table.total,
        "files": files,
    }


ANSWERS: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        *(worksheet_open, worksheet_tasks, worksheet_result, worksheet_solutions),
        *(worksheet_print, class_clear, class_add, class_read, class_mark),
        class_tables,
    )
}
