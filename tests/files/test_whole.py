"""Files that are written as a whole: the old content, or the new, and nothing else."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mystpy.errors import MystError, QueryError
from mystpy.files.append_only import Log
from mystpy.files.whole import (
    make_folder,
    require_replaceable,
    whole_file,
    write_new,
    write_whole,
)
from tests.files.faults import Faults, failing
from tests.programs import ran

OLD, NEW = "old\n" * 10, "new: \u00e4\n" * 1000


def not_permitted(_: str) -> int:
    """The answer of the system, which root is not given."""
    raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_created_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    write_whole(path, OLD)
    assert path.read_text("utf-8") == OLD
    write_whole(str(path), NEW.encode())
    assert path.read_text("utf-8") == NEW
    with whole_file(path) as file:
        file.write(b"1")
        file.write(b"2")
        assert path.read_text("utf-8") == NEW
    assert path.read_bytes() == b"12"
    assert names(tmp_path) == ["a.svg"]


def test_a_new_file_takes_the_place_of_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert write_new(path, NEW)
    assert not write_new(path, OLD)
    assert path.read_text("utf-8") == NEW
    with pytest.raises(QueryError, match="there is no folder"):
        write_new(tmp_path / "none" / "a.svg", NEW)


@pytest.mark.parametrize("reason", [PermissionError, AttributeError])
def test_a_new_file_needs_no_hard_links(
    reason: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(_new: Path, _path: Path) -> None:
        if taken:
            path.write_text(OLD, "utf-8")  # by another process, meanwhile
        raise reason

    path, taken = tmp_path / "a.svg", False
    if reason is AttributeError:  # Python in a browser has no such function
        monkeypatch.delattr(os, "link")
    else:
        monkeypatch.setattr(os, "link", no_links)
    assert write_new(path, NEW)
    assert path.read_text("utf-8") == NEW
    assert names(tmp_path) == ["a.svg"]
    if reason is PermissionError:
        path.unlink()
        taken = True
        assert not write_new(path, NEW)
        assert path.read_text("utf-8") == OLD
        assert names(tmp_path) == ["a.svg"]


@pytest.mark.parametrize("call", ["write", "short", "fsync"])
def test_nothing_is_left_of_a_new_file_that_cannot_be_written(
    call: str, tmp_path: Path
) -> None:
    with failing(Faults(call, 1)), pytest.raises(QueryError, match="cannot be written"):
        write_new(tmp_path / "a.svg", NEW)
    assert names(tmp_path) == []


def test_what_is_broken_off_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    write_whole(path, OLD)

    def break_off() -> None:
        with whole_file(path) as file:
            file.write(b"1" * 100_000)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()
    assert path.read_text("utf-8") == OLD
    assert names(tmp_path) == ["a.svg"]


def test_the_mode_is_kept_and_a_new_one_is_that_of_the_user(tmp_path: Path) -> None:
    path, new = tmp_path / "a.svg", tmp_path / "b.svg"
    write_whole(path, OLD)
    path.chmod(0o640)
    write_whole(path, NEW)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    before = os.umask(0o027)
    try:
        write_whole(new, NEW)
    finally:
        os.umask(before)
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


def test_what_can_be_written_is_known_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, pipe = tmp_path / "a.svg", tmp_path / "pipe"
    os.mkfifo(pipe)
    assert require_replaceable(path)
    write_whole(path, OLD)
    assert require_replaceable(path)
    assert not require_replaceable(pipe)
    assert not require_replaceable(Path(os.devnull))
    with pytest.raises(QueryError, match="it is a folder"):
        require_replaceable(tmp_path)
    monkeypatch.setattr("mystpy.files.disk.opened_stream", not_permitted)
    with pytest.raises(
        QueryError, match=r"a\.svg cannot be written: permission denied"
    ):
        require_replaceable(path)


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    path, link = tmp_path / "real" / "a.svg", tmp_path / "link.svg"
    link.symlink_to(path)
    for text in (OLD, NEW):  # at first nothing is there
        write_whole(link, text)
        assert link.is_symlink()
        assert path.read_text("utf-8") == text
    assert names(tmp_path / "real") == ["a.svg"]


def test_devices_and_pipes_are_written_to(tmp_path: Path) -> None:
    write_whole(os.devnull, NEW)
    assert not Path(os.devnull).is_file()
    pipe, read = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, NEW)
    reader.join()
    assert read == [NEW.encode()]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize(
    ("to", "piped"),
    [
        (to, piped)
        for to in ("/dev/stdout", "/dev/fd/1", "OUT", "LINK")
        for piped in (True, False)
        if not (piped and to == "OUT")  # a pipe has no name
    ],
)
def test_the_own_output_is_written_to(tmp_path: Path, to: str, piped: bool) -> None:
    """It goes where other output goes, in the order in which it was written."""
    out = tmp_path / "out.txt"
    (tmp_path / "link").symlink_to("/dev/stdout")
    path = {"OUT": str(out), "LINK": str(tmp_path / "link")}.get(to, to)
    script = (
        "from mystpy.files.whole import write_whole\n"
        f"print('before'); write_whole({path!r}, 'whole\\n'); print('after')"
    )
    words = [sys.executable, "-c", script]
    if piped:
        assert ran(words, check=True).stdout == "before\nwhole\nafter\n"
        return
    with out.open("wb") as file:
        ran(
            words, check=True, stdout=file, stderr=subprocess.PIPE, capture_output=False
        )
    assert out.read_text() == "before\nwhole\nafter\n"


def test_a_full_device_is_told() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full on this system")
    with pytest.raises(QueryError, match="/dev/full cannot be written: no space left"):
        write_whole("/dev/full", NEW)


def test_every_error_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path, said in (
        (tmp_path, "it is a folder"),
        (tmp_path / "no" / "a.svg", f"there is no folder {tmp_path / 'no'}"),
        (tmp_path / "file" / "a.svg", "not a directory"),
        (tmp_path / ("x" * 300), "file name too long"),
        (Path("/proc/nothing.svg"), "cannot be written"),
    ):
        with pytest.raises(QueryError) as caught:
            write_whole(path, NEW)
        assert str(caught.value).startswith(f"{path} cannot be written: ")
        assert said in str(caught.value)
        assert "[Errno" not in str(caught.value)
    with pytest.raises(QueryError, match=f"{tmp_path / 'file'}.* cannot be written"):
        make_folder(tmp_path / "file" / "b")
    assert names(tmp_path) == ["file"]


def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.svg"
    write_whole(path, OLD)
    monkeypatch.setattr("mystpy.files.disk.opened_stream", not_permitted)
    with pytest.raises(
        QueryError, match=r"a\.svg cannot be written: permission denied"
    ):
        write_whole(path, NEW)
    assert path.read_text("utf-8") == OLD


@pytest.mark.parametrize("call", ["open", "write", "short", "fsync", "replace"])
@pytest.mark.parametrize("old", [True, False])
def test_whichever_call_fails_there_is_the_old_content_or_the_new(
    tmp_path: Path, call: str, old: bool
) -> None:
    for number in range(1, 99):
        path = tmp_path / f"{number}.svg"
        if old:
            write_whole(path, OLD)
        with failing(Faults(call, number)) as faults:
            try:
                write_whole(path, NEW)
                said = ""
            except MystError as error:
                said = str(error)
        text = path.read_text("utf-8") if path.exists() else None
        if not said:
            assert text == NEW
        elif text != NEW:
            assert text == (OLD if old else None)
        else:  # its new name may not be on the disk
            assert call == "fsync"
        assert path.name in said or not said
        assert all(name.endswith(".svg") for name in names(tmp_path))
        if not faults.met:
            break
    assert number > 1


def test_a_log_is_appended_to_and_errors_name_it(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for fresh, text in ((False, b"1\n"), (False, b"1\n2\n"), (True, b"3\n")):
        log = Log(path, fresh=fresh)
        log.write(text[-2:])
        assert path.read_bytes() == text
        log.close()
        log.close()
    with pytest.raises(QueryError, match="it is a folder"):
        Log(tmp_path)
    for call in ("write", "short", "fsync"):
        log = Log(path)
        with failing(Faults(call, 1)), pytest.raises(QueryError, match=r"a\.jsonl"):
            log.close() if call == "fsync" else log.write(b"4\n")
        log.close()


def test_what_a_log_cannot_note_is_told_at_its_end(tmp_path: Path) -> None:
    log = Log(tmp_path / "a.jsonl")
    with failing(Faults("short", 1)):
        log.note(b"12\n")
    log.note(b"3\n")
    with pytest.raises(QueryError, match=r"a\.jsonl cannot be written: no space"):
        log.close()
    assert (tmp_path / "a.jsonl").read_bytes() == b"1"
