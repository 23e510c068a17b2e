"""Archives that a class hands in: as platforms pack them, and as nobody should."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result as Done
from hypothesis import given
from hypothesis import strategies as st

from mystpy.errors import QueryError
from mystpy.exercises.classwork import archives
from mystpy.exercises.classwork.archives import (
    ArchiveEntry,
    UnpackingBounds,
    archive_entries,
    class_bounds,
    safe_parts,
)
from mystpy.exercises.classwork.staging import StagedClass, stage, staged_class
from mystpy.exercises.classwork.students import (
    are_of_ilias,
    student_of_file,
    student_of_folder,
)
from mystpy.exercises.submissions import handed_in

Run = Callable[..., Done]
RIGHT = "h(1,r)"
FILE = "hexa-own-card.txt"


def packed(files: dict[str, str | bytes]) -> bytes:
    """A zip archive of these files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()


def read(data: bytes) -> tuple[list[ArchiveEntry], list[str]]:
    bounds = class_bounds()
    return list(archive_entries(data, "class.zip", bounds)), bounds.notes


def content(path: Path) -> str:
    return path.read_text("utf-8", errors="replace")


def staged(path: Path) -> tuple[dict[str, dict[str, str]], StagedClass]:
    """The texts of each student's files, and the class."""
    with staged_class(path, ["hexa-own-card", "find-the-pile"]) as work:
        found = {
            name: {
                each.relative_to(work.folder / name).as_posix(): content(each)
                for each in sorted((work.folder / name).rglob("*"))
                if each.is_file()
            }
            for name in work.students
        }
        assert not work.is_copy or work.folder != path
    assert not work.is_copy or not work.folder.exists(), "a copy is removed"
    return found, work


def test_moodle_folders_are_students_with_numbers(tmp_path: Path) -> None:
    path = tmp_path / "Week 3.zip"
    path.write_bytes(
        packed(
            {
                f"Ann Lee_12345_assignsubmission_file_/{FILE}": RIGHT,
                "Ann Lee_12345_assignsubmission_onlinetext_/onlinetext.html": "<p>",
                f"Zoë_Ünal_777_assignsubmission_file_/{FILE}": "h(2,r)",
                f"Ann Lee_99_assignsubmission_file_/{FILE}": "x",
            }
        )
    )
    found, work = staged(path)
    assert found == {
        "Ann Lee (12345)": {FILE: RIGHT, "onlinetext.html": "<p>"},
        "Zoë_Ünal": {FILE: "h(2,r)"},
        "Ann Lee (99)": {FILE: "x"},
    }
    numbers = {one.number for one in work.students.values()}
    assert numbers == {"12345", "777", "99"}


def test_moodle_without_folders_and_canvas_put_students_into_names(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.zip"
    moodle: dict[str, str | bytes] = {
        f"Ann Lee_12345_assignsubmission_file_{FILE}": RIGHT
    }
    path.write_bytes(packed(moodle))
    assert staged(path)[0] == {"Ann Lee": {FILE: RIGHT}}
    canvas: dict[str, str | bytes] = {
        f"leeann_111_222_{FILE}": RIGHT,
        "smithbob_LATE_333_444_hexa-own-card-1.txt": "h(2,r)",
        "doejohn_555_666_John.zip": packed({f"John Doe/{FILE}": "h(3,r)"}),
    }
    path.write_bytes(packed(canvas))
    found, work = staged(path)
    assert found == {
        "leeann": {FILE: RIGHT},
        "smithbob": {FILE: "h(2,r)"},
        "doejohn": {f"John Doe/{FILE}": "h(3,r)"},
    }
    assert work.late == {"smithbob"}


def test_ilias_folders_within_one_folder(tmp_path: Path) -> None:
    path = tmp_path / "exercise.zip"
    path.write_bytes(
        packed(
            {
                f"Uebung_1/Lee_Ann_alee_4711/{FILE}": RIGHT,
                f"Uebung_1/von Doe_John_j_doe_4712/{FILE}": "h(2,r)",
                "Uebung_1/status.csv": "update",
            }
        )
    )
    found, work = staged(path)
    assert found == {"Ann Lee": {FILE: RIGHT}, "John von Doe": {FILE: "h(2,r)"}}
    john = work.students["John von Doe"]
    assert (john.number, john.login) == ("4712", "j_doe")
    assert any("status.csv" in note for note in work.notes)


def test_a_plain_folder_is_taken_as_it_is_and_one_with_archives_is_not(
    tmp_path: Path,
) -> None:
    (tmp_path / "class" / "ann").mkdir(parents=True)
    (tmp_path / "class" / "ann" / FILE).write_text(RIGHT, encoding="utf-8")
    found, work = staged(tmp_path / "class")
    assert (found, work.is_copy) == ({"ann": {FILE: RIGHT}}, False)
    bob = packed({f"Bob/{FILE}": "h(2,r)"})
    (tmp_path / "class" / "Bob.zip").write_bytes(bob)
    (tmp_path / "class" / "ann" / "link.txt").symlink_to("/etc/passwd")
    found, work = staged(tmp_path / "class")
    assert work.is_copy
    assert found == {"ann": {FILE: RIGHT}, "Bob": {f"Bob/{FILE}": "h(2,r)"}}
    with staged_class(tmp_path / "class", ["link"]) as work:
        links = [x for x in handed_in(work.folder, ["link"]) if x.path.is_symlink()]
        assert [x.exercise for x in links] == ["link"]
        assert not links[0].path.exists(), "the link is reported, and leads nowhere"


@pytest.mark.parametrize(
    "name",
    [
        "../evil.txt",
        "ann/../../evil.txt",
        "/etc/evil.txt",
        "\\\\server\\evil.txt",
        "..\\..\\evil.txt",
        "C:\\evil.txt",
        "C:evil.txt",
        "ann/..",
    ],
)
def test_names_that_lead_elsewhere_are_left_out(tmp_path: Path, name: str) -> None:
    found, notes = read(packed({name: "x", f"ann/{FILE}": RIGHT}))
    assert [each.parts for each in found] == [("ann", FILE)]
    assert len(notes) == 1
    assert "leads out of the folder" in notes[0]
    folder = tmp_path / "inner"
    stage(found, folder, [], class_bounds())
    assert not (tmp_path / "evil.txt").exists()


@given(
    st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), max_size=6)
)
def test_whatever_names_say_parts_are_plain(names: list[str]) -> None:
    found = safe_parts("/".join(names), class_bounds())
    for part in found or ():
        assert part not in ("", ".", "..")
        assert not set(part) & set('/\\\0<>:"|?*\n\r')
        assert len(part) <= 120


def test_links_encrypted_files_and_clutter_are_left_out() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        link = zipfile.ZipInfo("ann/link.txt")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("ann/secret.txt", "x")
        archive.writestr("__MACOSX/ann/._a.txt", "x")
        archive.writestr("ann/.DS_Store", "x")
    data = bytearray(out.getvalue())
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):  # secret.txt says that it is encrypted
        place = data.find(mark, data.find(mark) + 4)
        data[place + (6 if mark[2] == 3 else 8)] |= 1
    found, notes = read(bytes(data))
    assert found == []
    assert sorted(note.split(": ")[1] for note in notes) == [
        "it is encrypted",
        "this is a link",
    ]


def test_names_in_cp437_utf8_without_its_mark_and_an_extra_name() -> None:
    def named(written: bytes, extra: bytes = b"") -> str:
        info = zipfile.ZipInfo("x")
        info.orig_filename = written.decode("cp437")
        info.flag_bits, info.extra = 0, extra
        return archives.entry_name(info)

    assert named("Zoë.txt".encode()) == "Zoë.txt"
    assert named("Zoë.txt".encode("cp437")) == "Zoë.txt"
    body = b"\1" + struct.pack("<L", zlib.crc32(b"Zo_.txt")) + "小明.txt".encode()
    extra = struct.pack("<HH", 0x7075, len(body)) + body
    assert named(b"Zo_.txt", extra) == "小明.txt"
    assert named(b"Other.txt", extra) == "Other.txt"
    assert named(b"a.txt", b"\x75\x70\xff\xff") == "a.txt"


def test_a_zip_bomb_ends_at_the_bounds() -> None:
    bomb = packed({f"ann/{k}.txt": b"\0" * 3_000_000 for k in range(20)})
    assert len(bomb) < 100_000
    found, _ = read(bomb)
    assert all(len(each.content) == archives.MAX_FILE_BYTES + 1 for each in found)
    small = UnpackingBounds(50, 1_000_000, [])
    with pytest.raises(QueryError, match="zip bomb"):
        list(archive_entries(bomb, "a.zip", small))
    few = UnpackingBounds(5, 10**9, [])
    with pytest.raises(QueryError, match="too many files"):
        list(archive_entries(bomb, "a.zip", few))


def test_a_bomb_within_an_archive_is_its_students_alone(tmp_path: Path) -> None:
    bomb = packed({f"{k}.txt": b"\0" * 3_000_000 for k in range(100)})
    path = tmp_path / "class.zip"
    files: dict[str, str | bytes] = {"eve/x.zip": bomb, f"ann/{FILE}": RIGHT}
    path.write_bytes(packed(files))
    found, work = staged(path)
    assert found["ann"] == {FILE: RIGHT}
    assert any("zip bomb" in note for note in work.notes)
    deep = packed({"a.zip": packed({"b.zip": packed({"c.txt": "x"})})})
    path.write_bytes(packed({"eve/x.zip": deep, f"ann/{FILE}": RIGHT}))
    assert "a.zip" in " ".join(staged(path)[0]["eve"]), "no further archive is opened"


def test_an_archive_that_lists_too_much_is_not_read() -> None:
    data = bytearray(packed({"a.txt": "x"}))
    at = data.rfind(b"PK\x05\x06")
    struct.pack_into("<L", data, at + 12, 50 * 2**20)
    with pytest.raises(QueryError, match="lists too many"):
        read(bytes(data))


@pytest.mark.parametrize("data", [b"", b"PK", b"x" * 1_000, b"PK\x05\x06" + b"\0" * 9])
def test_what_is_no_archive_is_refused(data: bytes) -> None:
    with pytest.raises(QueryError, match="zip archive"):
        read(data)


@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=4))
def test_a_damaged_archive_gives_files_or_words(at: int, junk: bytes) -> None:
    data = bytearray(packed({f"ann/{FILE}": RIGHT * 50, "bob/x.txt": "y"}))
    place = at % len(data)
    data[place : place + len(junk)] = junk
    try:
        found, _ = read(bytes(data))
    except QueryError:
        return
    assert len(found) <= 2


def test_files_of_one_name_are_both_kept_and_long_names_cut(tmp_path: Path) -> None:
    entries = [
        ArchiveEntry(("ann", FILE), b"1"),
        ArchiveEntry(("ann", FILE.upper()), b"2"),
        ArchiveEntry(("ann", FILE), b"3"),
        ArchiveEntry(("ann", "a"), b"file"),
        ArchiveEntry(("ann", "a", "b"), b"below a file"),
    ]
    stage(entries, tmp_path / "class", [], class_bounds())
    names = sorted(x.name for x in (tmp_path / "class" / "ann").iterdir())
    assert len(names) == 4
    parts = safe_parts(f"ann/{'x' * 5_000}.txt", class_bounds())
    assert parts is not None
    assert len(parts[1]) == 120
    assert parts[1].endswith(".txt")
    bounds = class_bounds()
    assert safe_parts("a/" * 100 + "b", bounds) is None
    assert "too many folders" in bounds.notes[0]


def test_names_say_whose_a_file_is() -> None:
    assert student_of_folder("ann_lee_group_7", ilias=False).name == "ann_lee_group_7"
    assert not are_of_ilias(["ann", "Lee_Ann_alee_7"])
    assert student_of_file("notes.txt") is None
    assert student_of_file("a_b.txt") is None
    named = student_of_file("leeann_1_2_turn-1.txt", ["turn-1"])
    assert named is not None
    assert named.name == "turn-1.txt", "an exercise is called so"


def test_a_class_is_marked_from_an_archive_and_written_for_platforms(
    run: Run, tmp_path: Path
) -> None:
    path, out = tmp_path / "Week 3.zip", tmp_path / "out"
    path.write_bytes(
        packed(
            {
                f"=Ann Lee_12345_assignsubmission_file_/{FILE}": RIGHT,
                f"Bob_777_assignsubmission_file_/{FILE}": "h(2,r)",
            }
        )
    )
    words = ["grade", str(path), "--jobs", "1", "--out", str(out)]
    done = run(*words, "--gradebook", "moodle", "--format", "wide")
    assert done.exit_code == 0, done.stderr
    assert "=Ann Lee  1    1" in done.stdout
    rows = (out / "moodle.csv").read_text("utf-8").splitlines()
    assert rows[0].startswith("Identifier,Full name,Grade,Maximum Grade,Last modified")
    assert rows[1].startswith("Participant 12345,'=Ann Lee,1,1,,")
    assert rows[2].startswith("Participant 777,Bob,0,1,,")
    table = (out / "table.csv").read_text("utf-8").splitlines()
    assert table[:2] == ["student,hexa-own-card,sum,note", "of,1,1,"]
    again = run(*words, "--gradebook", "canvas", "--resume")
    assert again.exit_code == 2
    assert "nobody has a number of canvas" in again.stderr
    assert run("grade", str(path), "--gradebook", "moodle").exit_code == 2


def test_canvas_and_ilias_get_their_columns(run: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "Week 3.zip", tmp_path / "out"
    path.write_bytes(packed({f"leeann_111_222_{FILE}": RIGHT}))
    words = ["grade", str(path), "--jobs", "1", "--out", str(out)]
    assert run(*words, "--gradebook", "canvas").exit_code == 0
    assert (out / "canvas.csv").read_text("utf-8").splitlines() == [
        "Student,ID,SIS User ID,SIS Login ID,Section,Week 3",
        "    Points Possible,,,,,1",
        "leeann,111,,,,1",
    ]
    path.write_bytes(packed({f"E/Lee_Ann_alee_4711/{FILE}": RIGHT}))
    words[-1] = str(tmp_path / "other")
    assert run(*words, "--gradebook", "ilias").exit_code == 0
    rows = (tmp_path / "other" / "status.csv").read_text("utf-8").splitlines()
    assert rows[0].startswith("update,usr_id,login,lastname,firstname,status,mark")
    assert rows[1].startswith("1,4711,alee,Lee,Ann,notgraded,1,,hexa-own-card: 1 of 1")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes")
def test_a_pipe_among_archives_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "ann").mkdir()
    os.mkfifo(tmp_path / "ann" / "pipe.txt")
    (tmp_path / "bob.zip").write_bytes(packed({FILE: RIGHT}))
    found, work = staged(tmp_path)
    assert found["bob"] == {FILE: RIGHT}
    assert any("no plain file" in note for note in work.notes)
