"""Marking a class while students, platforms and other processes change its files."""

from __future__ import annotations

import base64
import io
import json
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from click.testing import Result as Done
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import MystError, QueryError
from mystpy.exercises.classroom import SubmissionResult, plain_bytes
from mystpy.exercises.classwork.archives import archive_entries, class_bounds
from mystpy.exercises.classwork.exports import checked_exports
from mystpy.exercises.classwork.mark_table import mark_table
from mystpy.exercises.classwork.roster import names_of_class
from mystpy.exercises.classwork.staging import staged_class
from mystpy.exercises.classwork.students import Student
from mystpy.exercises.commands.class_watch import tables
from mystpy.exercises.commands.grade import write_outputs
from mystpy.exercises.submissions import handed_in, students_in
from mystpy.exercises.supervision import Limits
from mystpy.exercises.worksheets.links import ROOM, _sum, text_of_link
from mystpy.exercises.worksheets.result_file import (
    HandedAnswer,
    changed_answers,
    read_result,
    result_text,
)
from mystpy.exercises.worksheets.worksheet import read_worksheet
from mystpy.files.append_only import Log
from mystpy.files.whole import write_whole
from tests.exercises.shelf import text_of
from tests.files.faults import Faults, failing

T = TypeVar("T")
Run = Callable[..., Done]
NAME = "hexa-own-card"
FILE = f"{NAME}.txt"
OUTPUTS = ("marks.csv", "table.csv", "errors.html", "misconceptions.json")
STAGING = "mystpy.exercises.classwork.staging"
COMMANDS = "mystpy.exercises.commands"
METHODS = (
    *(zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED),
    *(zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA),
)
HEAD = {"worksheet": "a", "title": "b", "seed": "c"}
TIME = "2026-12-04T20:00:00+01:00"
ROWS = [HandedAnswer("x", "", "h(1,r)", "right", 1, 1)]
SHEET = Path("queries/worksheets/week-1.toml").read_text("utf-8")


def archive_by(method: int) -> bytes:
    """An archive whose files are packed by a method."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for student in ("ann", "bob"):
            archive.writestr(f"{student}/{FILE}", "h(1,r)\n" * 40)
    return out.getvalue()


def attempt(work: Callable[[], T]) -> tuple[T | None, str]:
    """Return the result, or None and the text of the error."""
    try:
        return work(), ""
    except MystError as error:
        return None, str(error)


@pytest.fixture
def pupils(tmp_path: Path) -> Path:
    """A folder with the work of two students."""
    folder = tmp_path / "class"
    for student, answer in (("ann", "h(1,r)"), ("bob", "~h(2,r)")):
        (folder / student).mkdir(parents=True)
        (folder / student / FILE).write_text(answer, encoding="utf-8")
    return folder


# --- Archives -----------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_an_archive_cut_anywhere_is_refused_with_what_to_do(method: int) -> None:
    data = archive_by(method)
    for size in range(len(data) - 1):
        with pytest.raises(QueryError, match=r"class\.zip") as raised:
            list(archive_entries(data[:size], "class.zip", class_bounds()))
        assert "download an incomplete one again" in (raised.value.hint or "")


@given(
    st.sampled_from(METHODS),
    st.lists(st.tuples(st.integers(0), st.integers(0, 255)), min_size=1, max_size=4),
)
def test_a_damaged_archive_of_each_method_gives_files_or_words(
    method: int, changes: list[tuple[int, int]]
) -> None:
    data = bytearray(archive_by(method))
    for place, byte in changes:
        data[place % len(data)] = byte
    bounds = class_bounds()
    found, fault = attempt(
        lambda: list(archive_entries(bytes(data), "class.zip", bounds))
    )
    assert "class.zip" in fault if found is None else len(found) <= 2


def test_an_archive_of_a_later_version_is_refused() -> None:
    data = bytearray(archive_by(zipfile.ZIP_STORED))
    data[data.find(b"PK\x01\x02") + 6] = 200
    with pytest.raises(QueryError, match="cannot be read as a zip archive"):
        list(archive_entries(bytes(data), "class.zip", class_bounds()))


def test_a_file_with_damaged_lzma_data_is_left_out_alone() -> None:
    data = bytearray(archive_by(zipfile.ZIP_LZMA))
    start = data.find(FILE.encode()) + len(FILE) + 9
    data[start : start + 8] = b"\xff" * 8
    bounds = class_bounds()
    found = list(archive_entries(bytes(data), "class.zip", bounds))
    assert [each.parts[0] for each in found] == ["bob"]
    assert any("cannot be unpacked" in note for note in bounds.notes)


# --- Folders that change ------------------------------------------------------


def test_a_file_that_vanishes_among_archives_is_told(
    pupils: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (pupils / "cid.zip").write_bytes(archive_by(zipfile.ZIP_STORED))
    read, gone = plain_bytes, pupils / "ann" / FILE

    def after_removal(path: Path, limit: int) -> bytes:
        gone.unlink(missing_ok=True)
        return read(path, limit)

    monkeypatch.setattr(f"{STAGING}.plain_bytes", after_removal)
    with staged_class(pupils, [NAME]) as work:
        assert {"bob", "cid"} <= set(work.students)
        assert any(f"ann/{FILE}: the file cannot be read" in x for x in work.notes)


def test_a_folder_that_may_only_be_listed_is_no_crash(
    pupils: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_dir = Path.is_dir

    def refused(path: Path) -> bool:
        if path.name == FILE and path.parent.name == "ann":
            raise PermissionError(13, "Permission denied", str(path))
        return is_dir(path)

    monkeypatch.setattr(Path, "is_dir", refused)
    found = handed_in(pupils, [NAME])
    assert [each.student for each in found] == ["ann", "bob"]


def test_watching_goes_on_after_an_error_of_the_system(
    pupils: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exercises, limits = {NAME: text_of(NAME)}, Limits(20, 800)
    calls = iter([True])

    def vanished(folder: Path) -> list[Path]:
        if next(calls, False):
            raise FileNotFoundError(2, "No such file or directory", str(folder))
        return students_in(folder)

    monkeypatch.setattr(f"{STAGING}.students_in", vanished)

    def ticks() -> Iterator[None]:
        yield None
        (pupils / "ann" / FILE).write_text("h(1,r) ", encoding="utf-8")
        yield None
        yield None

    first, second = tables(pupils, exercises, None, limits, 1, ticks())
    assert first == [
        f"mystpy: {pupils} cannot be read or written: no such file or directory"
    ]
    assert any(line.startswith("ann      1") for line in second)


# --- Result files, links, lists and worksheets changed by hand ------------------


def test_what_is_in_a_result_file_reaches_no_terminal(pupils: Path) -> None:
    row = dict.fromkeys(("variant", "file", "sha256", "result", "points", "of"), "")
    rows = [{**row, "exercise": "\x1b[31m" + "x" * 500, "chain": "0"}] * 200
    head = {"result": 1, **HEAD, "name": "=\x1b[2J", "time": "x", "chain": ""}
    path = pupils / "ann" / "result.json"
    path.write_text(json.dumps({**head, "answers": rows}), encoding="utf-8")
    students = {"ann": Student("ann")}
    (found,) = checked_exports(pupils, students, handed_in(pupils, [NAME]), None)
    assert found.note.isprintable()
    assert "197 more rows were changed" in found.note
    assert len(found.note) < 1_200


def test_a_link_to_what_is_no_text_is_refused() -> None:
    packer, text = zlib.compressobj(9, zlib.DEFLATED, -15), b"\xff\xfe"
    packed = packer.compress(text) + packer.flush()
    data = base64.urlsafe_b64encode(packed).decode()
    with pytest.raises(QueryError, match="cut or changed"):
        text_of_link(f"{ROOM}{_sum(text)}{data}")


CHANGES = st.lists(
    st.tuples(st.integers(0), st.sampled_from(["", '"', "=", "[", "\n", "\0", "9"])),
    min_size=1,
    max_size=3,
)


def changed(text: str, changes: list[tuple[int, str]]) -> str:
    signs = list(text)
    for place, sign in changes:
        signs[place % len(signs)] = sign
    return "".join(signs)


@given(CHANGES)
def test_a_changed_result_file_has_faults_or_is_refused(
    changes: list[tuple[int, str]],
) -> None:
    whole = result_text(HEAD, "Ann", TIME, ROWS)
    text = changed(whole, changes)
    found, fault = attempt(lambda: read_result(text))
    if found is None:
        assert "result.json" in fault
        return
    same = json.loads(text) == json.loads(whole)
    assert same or found.faults or changed_answers(found, {"x": "h(1,r)"})


@given(CHANGES)
def test_a_changed_worksheet_is_read_or_refused_with_its_name(
    changes: list[tuple[int, str]],
) -> None:
    text = changed(SHEET, changes)
    found, fault = attempt(lambda: read_worksheet(text, "week-1.toml").hash)
    assert found or "week-1" in fault


@pytest.mark.parametrize(
    "deadline", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"]
)
def test_a_deadline_at_the_end_of_time_is_refused(deadline: str) -> None:
    text = f'worksheet = 1\ntitle = "x"\ndeadline = {deadline}\n'
    with pytest.raises(QueryError, match="the deadline is not a time"):
        read_worksheet(f'{text}[[exercise]]\nname = "find-the-pile"\n', "week.toml")


@pytest.mark.parametrize(
    "text",
    [
        "sep=;\nStudent;ID\nAnn Lee;1\n",
        "sep=\t\nStudent\tID\nAnn Lee\t1\n",
        "Nom de famille,Prénom,Groupe\nLee,Ann,a\n",
        "Identifiant,Nom complet,Statut\nx 1,Ann Lee,-\n",
        "Identificador,Nombre completo,Estado\nx 1,Ann Lee,-\n",
        "Vorname,Nachname,E-Mail\nAnn,Lee,a@b\n",
        "Teilnehmer/in,Vollständiger Name,Status\nx 1,Ann Lee,-\n",
        "update;usr_id;login;Nachname;Vorname\n1;11;alee;Lee;Ann\n",
    ],
)
def test_gradebooks_in_other_languages_have_the_same_names(text: str) -> None:
    assert names_of_class(text) == ["Ann Lee"]


@pytest.mark.parametrize(
    ("text", "words", "hint"),
    [
        ("Cognome;Matricola;Voto\nLee;1;2\n", "no column is known", "'full name'"),
        ('Student,ID\n"' + "x" * 200_000, "cannot be read as a table", "export it"),
    ],
)
def test_a_table_without_names_is_refused_with_its_name(
    run: Run, tmp_path: Path, text: str, words: str, hint: str
) -> None:
    path = tmp_path / "class.csv"
    path.write_text(text, encoding="utf-8")
    done = run("worksheet", "example:worksheets/week-1", "--variants", str(path))
    assert done.exit_code == 2
    assert f"{path}: it" in done.stderr
    assert words in done.stderr
    assert hint in done.stderr


def test_a_list_in_another_encoding_is_refused_with_what_to_do(
    run: Run, tmp_path: Path
) -> None:
    path = tmp_path / "class.txt"
    path.write_bytes("Zoë\n".encode("cp1252"))
    done = run("worksheet", "example:worksheets/week-1", "--variants", str(path))
    assert f"{path} is not text in UTF-8" in done.stderr
    assert "hint: save it as text in UTF-8" in done.stderr


def test_what_students_get_replaces_no_file(run: Run, tmp_path: Path) -> None:
    words = ("worksheet", "example:worksheets/week-1", "--split", str(tmp_path))
    assert run(*words).exit_code == 0
    path = tmp_path / "week-1.student.toml"
    path.write_text("mine", encoding="utf-8")
    again = run(*words)
    assert f"{path} exists already" in again.stderr
    assert "hint: remove it" in again.stderr
    assert path.read_text("utf-8") == "mine"
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


# --- Outputs ------------------------------------------------------------------


def test_numbers_of_a_platform_are_required_before_marking(
    run: Run, tmp_path: Path, pupils: Path
) -> None:
    out = tmp_path / "out"
    done = run("grade", str(pupils), "--out", str(out), "--gradebook", "canvas")
    assert "nobody has a number of canvas" in done.stderr
    assert not out.exists(), "nothing was marked"


def test_two_threads_and_a_second_run_do_not_mix_their_outputs(
    run: Run, tmp_path: Path, pupils: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, refused = tmp_path / "out", []
    written = write_whole

    def meanwhile(path: Path, text: str) -> None:
        def second() -> None:
            try:
                Log(out / "grade.jsonl").close()
            except QueryError as error:
                refused.append(str(error))

        thread = threading.Thread(target=second)
        thread.start()
        thread.join()
        written(path, text)

    monkeypatch.setattr(f"{COMMANDS}.grade.write_whole", meanwhile)
    assert run("grade", str(pupils), "--out", str(out)).exit_code == 0
    assert len(refused) == len(OUTPUTS)
    assert all("is in use" in each for each in refused)


@pytest.mark.parametrize("call", ["open", "write", "short", "fsync", "replace"])
def test_whichever_output_fails_it_is_named_and_the_old_one_stays(
    tmp_path: Path, call: str
) -> None:
    exercises = {NAME: text_of(NAME)}
    results = [SubmissionResult("ann", NAME, "right", 1, 1, "that is right")]
    table = mark_table(results, {NAME: 1})

    def contents() -> dict[str, bytes]:
        return {name: (tmp_path / name).read_bytes() for name in OUTPUTS}

    write_outputs(tmp_path, results, table, exercises)
    whole, failed = contents(), 0
    for number in range(1, 30):
        for name in OUTPUTS:
            (tmp_path / name).write_bytes(b"old")
        faults = Faults(call, number)
        with failing(faults):
            _, fault = attempt(
                lambda: write_outputs(tmp_path, results, table, exercises)
            )
        if fault:
            failed += 1
            assert any(f"{tmp_path / name} cannot be" in fault for name in OUTPUTS)
        else:
            assert contents() == whole, "success is said of complete files only"
        assert all(found in (b"old", whole[name]) for name, found in contents().items())
        assert sorted(each.name for each in tmp_path.iterdir()) == sorted(OUTPUTS)
        if not faults.met:
            break
    assert not faults.met
    assert failed >= len(OUTPUTS)
