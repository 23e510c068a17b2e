"""The submissions of a class: the files of each student, and their exercises.

Links are not followed, hidden files are left out, and of several files for one exercise
at most one counts. Editors, browsers and students change names: capitals, blanks,
`(1)`, `copy`. A file is for an exercise if their names are the same without such
changes. One whose name is only like that of an exercise, or has it as a part, is taken
to mean it, but is not marked.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterator
from difflib import get_close_matches
from itertools import islice
from pathlib import Path

from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import QueryError

RESULT_NAME, RESULT_FILE = "result", "result.json"
MAX_FILES = 1_000
"""The maximal number of files of a student that are examined."""
_MAX_FOLDERS = 5
"""The maximal depth of folders within a student's folder."""
_ENDING = pattern(r"(?:[-(]*\b(?:copy|kopie|copie|copia)\b\)?|\(\d{1,3}\))$")
_BEGINNING = pattern(r"^(?:copy|kopie|copie|copia)-(?:of|von|de|di)-|^(?:kopie|copy)-")
_LIKE = 0.85
"""The least similarity of two names, from 0 to 1, that differ only by a slip."""


class SubmittedFile(NamedTuple):
    """A file that a student has handed in."""

    student: str
    exercise: str
    path: Path
    other: str = ""
    """Another file for the same exercise, if it is that one that counts, or neither."""
    named: str = ""
    """Its name in the student's folder, if that is not the exercise's."""
    is_certain: bool = True
    """Whether its name leaves no doubt which exercise is meant."""
    fault: str = ""
    """Why it is for no exercise at all."""


def handed_in(folder: Path, exercises: Collection[str] = ()) -> list[SubmittedFile]:
    """The submissions of a folder: a folder for each student, a file for an exercise.

    A file whose name is nearly that of an exercise is for it, also in a folder within
    the student's. A link is not followed: it is listed, and reported when it is read; a
    link in place of a student's folder is a submission for no exercise. Raises
    QueryError if there is no such folder.
    """
    if not folder.is_dir():
        raise QueryError(f"there is no folder {folder}")
    found: list[SubmittedFile] = []
    for student in students_in(folder):
        if student.is_symlink():
            fault = "this is a link, and no folder of a student"
            found.append(SubmittedFile(student.name, "", student, fault=fault))
        else:
            found += _of_student(student, exercises)
    return found


def _of_student(student: Path, exercises: Collection[str]) -> Iterator[SubmittedFile]:
    """The submissions of a student, each with a file that counts in its place."""
    by_exercise: dict[str, list[tuple[int, str, SubmittedFile]]] = defaultdict(list)
    files = list(islice(_files(student), MAX_FILES + 1))
    for path in files[:MAX_FILES]:
        if path.name == RESULT_FILE and RESULT_NAME not in exercises:
            continue  # what the page writes beside the answers
        inner = path.relative_to(student)
        within = inner.parent.name
        meant = exercise_meant(path.name, exercises, within)
        named = "" if meant.is_exact else inner.as_posix()
        rank = 0 if meant.is_exact else 1 if meant.is_certain else 2
        handed = SubmittedFile(
            student.name, meant.name, path, "", named, meant.is_certain
        )
        by_exercise[meant.name].append((rank, inner.as_posix(), handed))
    for each in by_exercise.values():
        yield from _one_for_each(sorted(each, key=lambda x: x[:2]))
    if files[MAX_FILES:]:
        fault = f"there are more than {MAX_FILES:,} files: the others are not marked"
        yield SubmittedFile(student.name, "", student, fault=fault)


def _one_for_each(
    ranked: list[tuple[int, str, SubmittedFile]],
) -> Iterator[SubmittedFile]:
    """Files for one exercise, the best name first: one counts, or none if in doubt."""
    (rank, name, first), *others = ranked
    is_in_doubt = rank == 1 and any(each[0] == 1 for each in others)
    yield first._replace(other=others[0][1]) if is_in_doubt else first
    for at, _, handed in others:
        yield handed if rank == at == 2 else handed._replace(other=name)


def _files(folder: Path, depth: int = 0) -> Iterator[Path]:
    """Yield the files in a student's folder and its subfolders, but no hidden ones."""
    try:
        inner = sorted(folder.iterdir())
    except OSError:  # it may not be read: it is handed in as it is
        yield folder
        return
    for path in inner:
        if path.name.startswith("."):
            continue
        if depth < _MAX_FOLDERS and is_folder(path) and not path.is_symlink():
            yield from _files(path, depth + 1)
        else:
            yield path


def students_in(folder: Path) -> list[Path]:
    """The folders of students, and links in their place, but no plain files."""
    each = (path for path in sorted(folder.iterdir()) if path.name[0] != ".")
    return [path for path in each if path.is_symlink() or is_folder(path)]


def is_folder(path: Path) -> bool:
    """Whether a path is a folder; False if the system does not say so."""
    try:
        return path.is_dir()
    except OSError:  # the folder above it may be listed only
        return False


def paths_in(folder: Path) -> list[Path]:
    """Return the entries of a folder; none if it cannot be listed or is no folder."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def loose_files(folder: Path) -> list[str]:
    """The names of files outside the folders of students, which are not marked."""
    aside = {path.name for path in students_in(folder)}
    names = sorted(path.name for path in folder.iterdir())
    return [printable(name) for name in names if name not in aside and name[0] != "."]


def printable(text: str) -> str:
    """A text without control characters and halves of characters."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return "".join(sign if sign.isprintable() else " " for sign in whole)


# --- Names --------------------------------------------------------------------


class MeantExercise(NamedTuple):
    """The exercise that a file is for, as its name says.

    `name` is what is written before the first full stop if there is no such exercise.
    `is_exact` is true of the exercise's own name; `is_certain` of one that means it.
    """

    name: str
    is_exact: bool = True
    is_certain: bool = True


def exercise_meant(
    file: str, exercises: Collection[str], folder: str = ""
) -> MeantExercise:
    """The exercise that a file is for; that of its folder if its own name says none."""
    parts = file.split(".")
    for count in range(len(parts), 0, -1):
        if (name := ".".join(parts[:count])) in exercises:
            return MeantExercise(name, not folder)
    written = parts[0]
    by_form: dict[str, list[str]] = {}
    for name in exercises:
        by_form.setdefault(_normal(name), []).append(name)
    for given, is_certain in ((written, True), (folder, False)):
        named = by_form.get(_normal(given), [])
        if len(named) == 1:
            return MeantExercise(named[0], False, is_certain)
    return _likely(written, by_form)


def _normal(name: str) -> str:
    """A name in small letters, words joined by hyphens, without marks of a copy."""
    found = unicodedata.normalize("NFKC", name).casefold().strip()
    found = re.sub(r"[\s_\u2010-\u2015\u2212-]+", "-", found).strip("-")
    before = ""
    while before != found:
        before = found
        found = _ENDING.sub("", _BEGINNING.sub("", found)).strip("-")
    return found


def _likely(written: str, by_form: dict[str, list[str]]) -> MeantExercise:
    """The exercise that a name has as a part, or is like; the name itself if none."""
    normal = _normal(written)
    parts = [form for form in by_form if form and f"-{form}-" in f"-{normal}-"]
    likely = [form for form in parts if len(form) == max(map(len, parts))]
    likely = likely or get_close_matches(normal, by_form, n=2, cutoff=_LIKE)
    names = [name for form in likely[:1] for name in by_form[form]]
    if len(names) != 1:
        return MeantExercise(written)
    return MeantExercise(names[0], False, False)
