"""The work of a class as folders of students, however it was packed.

A folder of students' folders is used as it is. A zip archive, a folder with archives in
it, and files with a platform's names are copied into a temporary folder first, which is
removed in the end; nothing is written beside the submissions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.exercises.classroom import plain_bytes
from mystpy.exercises.classwork.archives import (
    MAX_FILE_BYTES,
    MAX_INNER_BYTES,
    ArchiveEntry,
    UnpackingBounds,
    archive_entries,
    class_bounds,
    is_archive,
    is_clutter,
)
from mystpy.exercises.classwork.students import (
    Student,
    are_of_ilias,
    says_platform,
    student_of_file,
    student_of_folder,
)
from mystpy.exercises.exercise import AnswerError
from mystpy.exercises.submissions import (
    MAX_FILES,
    is_folder,
    paths_in,
    printable,
    students_in,
)
from mystpy.files.whole import make_folder, write_scratch

_INNER_BYTES = 16 * 2**20
"""The maximal size of one student's archive when it is unpacked."""
_LEVELS = 8


class StagedClass(NamedTuple):
    """A folder of students' folders, the students by folder names, and remarks."""

    folder: Path
    students: Mapping[str, Student]
    late: frozenset[str] = frozenset()
    notes: tuple[str, ...] = ()
    is_copy: bool = False


@contextmanager
def staged_class(path: Path, exercises: Collection[str]) -> Iterator[StagedClass]:
    """The work of a class, as long as the block lasts. Raises QueryError."""
    if path.is_dir() and not _is_packed(path):
        students = {each.name: Student(each.name) for each in students_in(path)}
        yield StagedClass(path, students)
        return
    bounds = class_bounds()
    if path.is_dir():
        entries = list(_folder_entries(path, (), bounds))
    elif path.is_file():
        entries = list(archive_entries(path, str(path), bounds))
    else:
        raise QueryError(f"there is no folder {path}")
    with TemporaryDirectory(prefix="mystpy-class-") as name:
        folder = Path(name) / (path.stem or "class")
        make_folder(folder)
        yield stage(entries, folder, exercises, bounds)


def _is_packed(folder: Path) -> bool:
    """Whether a folder has archives in it, or names that a platform has made."""
    names = [each.name for each in folder.iterdir() if not each.name.startswith(".")]
    folders = [each.name for each in students_in(folder) if not each.is_symlink()]
    if any(map(says_platform, folders)) or are_of_ilias(folders):
        return True
    if any(student_of_file(name) or name.lower().endswith(".zip") for name in names):
        return True
    return any(
        inner.suffix.lower() == ".zip"
        for name in folders
        for inner in paths_in(folder / name)
    )


def _folder_entries(
    folder: Path, above: tuple[str, ...], bounds: UnpackingBounds
) -> Iterator[ArchiveEntry]:
    """The files in a folder; a link is listed and not followed."""
    try:
        inner = sorted(folder.iterdir())
    except OSError as error:
        bounds.note("/".join(above), f"it cannot be read ({error.strerror})")
        return
    for path in inner:
        parts = (*above, path.name)
        if is_clutter(parts):
            continue
        if path.is_symlink():
            yield ArchiveEntry(parts, b"", is_link=True)
        elif is_folder(path) and len(parts) < _LEVELS:
            yield from _folder_entries(path, parts, bounds)
        else:
            is_zip = path.suffix.lower() == ".zip"
            limit = MAX_INNER_BYTES if is_zip else MAX_FILE_BYTES
            try:
                content = plain_bytes(path, limit)
            except AnswerError as error:
                bounds.note("/".join(parts), str(error))
                continue
            bounds.take(len(content))
            yield ArchiveEntry(parts, content)


def stage(
    entries: Iterable[ArchiveEntry],
    folder: Path,
    exercises: Collection[str],
    bounds: UnpackingBounds,
) -> StagedClass:
    """Write files into a folder, those of each student into a folder of the student."""
    sorted_out = _SortedFiles(list(entries), exercises, bounds)
    by_student, late = sorted_out.by_student, sorted_out.late
    names = [student.name for student in by_student]
    students, is_late = {}, set()
    for student, files in by_student.items():
        shown = printable(student.name).strip() or "_"
        if names.count(student.name) > 1 and student.number:
            shown = f"{shown} ({student.number})"
        while shown in students:
            shown = f"{shown} (again)"
        students[shown] = student
        if student in late:
            is_late.add(shown)
        _write(folder / shown, files)
    notes = list(dict.fromkeys(bounds.notes))
    return StagedClass(folder, students, frozenset(is_late), tuple(notes), is_copy=True)


def _write(folder: Path, files: Iterable[ArchiveEntry]) -> None:
    """Write the files of a student; a second one of a name gets a number."""
    make_folder(folder)
    met: set[tuple[str, ...]] = set()
    for each in files:
        parts, count = each.parts, 1
        while tuple(map(str.casefold, parts)) in met:
            count += 1
            last = PurePath(each.parts[-1])
            parts = (*each.parts[:-1], f"{last.stem} ({count}){last.suffix}")
        met.add(tuple(map(str.casefold, parts)))
        path = folder.joinpath(*parts)
        if any(above.is_file() for above in path.parents if above != folder):
            continue  # a file and a folder of one name: the first one counts
        if path.is_dir():
            continue
        if each.is_link:
            make_folder(path.parent)
            path.symlink_to("nowhere")  # it is reported as a link, and leads nowhere
        else:
            write_scratch(path, each.content)


class _SortedFiles:
    """Files sorted by their students."""

    def __init__(
        self,
        entries: list[ArchiveEntry],
        exercises: Collection[str],
        bounds: UnpackingBounds,
    ) -> None:
        self._exercises, self._bounds = exercises, bounds
        self.by_student: dict[Student, list[ArchiveEntry]] = defaultdict(list)
        self.late: set[Student] = set()
        self._loose: list[str] = []
        entries = _without_common_folder(entries)
        folders = {each.parts[0] for each in entries if len(each.parts) > 1}
        self._ilias = are_of_ilias(folders)
        for each in entries:
            self._sort(each)
        if self._loose:
            listing = ", ".join(self._loose[:5]) + (
                "" if len(self._loose) <= 5 else ", ..."
            )
            bounds.notes.append(
                f"files beside the folders of students are not marked: {listing}"
            )

    def _sort(self, each: ArchiveEntry) -> None:
        first, *rest = each.parts
        if rest:
            student = student_of_folder(first, ilias=self._ilias)
            self._add(student, each._replace(parts=tuple(rest)))
            return
        named = student_of_file(first, self._exercises)
        if named is not None:
            self._add(named.student, each._replace(parts=(named.name,)))
            if named.is_late:
                self.late.add(named.student)
        elif is_archive(first, each.content):
            self._add(Student(PurePath(first).stem), each)
        else:
            self._loose.append(printable(first))

    def _add(self, student: Student, each: ArchiveEntry) -> None:
        """Give a student a file, or the files of an archive."""
        if not is_archive(each.parts[-1], each.content):
            self.by_student[student].append(each)
            return
        name, above = "/".join((student.name, *each.parts)), each.parts[:-1]
        bounds = self._bounds.within(MAX_FILES, _INNER_BYTES)
        files, size = bounds.files, bounds.size
        own = self.by_student[student]
        try:
            for inner in archive_entries(each.content, name, bounds):
                own.append(inner._replace(parts=(*above, *inner.parts)))
        except QueryError as error:
            self._bounds.notes.append(str(error))
        self._bounds.files -= files - max(bounds.files, 0)
        self._bounds.size -= size - max(bounds.size, 0)


def _without_common_folder(entries: list[ArchiveEntry]) -> list[ArchiveEntry]:
    """Files without a folder that has all of them, and is not a student's own."""
    while entries:
        first = entries[0].parts[0]
        inner = {each.parts[1] for each in entries if len(each.parts) > 2}
        is_common = all(len(e.parts) > 1 and e.parts[0] == first for e in entries)
        many = len(inner) > 1 or any(map(says_platform, inner)) or are_of_ilias(inner)
        flat = any(student_of_file(e.parts[1]) for e in entries if len(e.parts) == 2)
        if not is_common or says_platform(first) or not (many or flat):
            break
        entries = [each._replace(parts=each.parts[1:]) for each in entries]
    return entries
