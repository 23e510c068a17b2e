"""Files of results: what is written counts, and nothing else does."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mystpy.errors import MystError, QueryError
from mystpy.files import journal, rows
from mystpy.files.journal import Journal
from mystpy.files.rows import NotWritten, RowFault, is_count, is_text, require
from tests.files.faults import Faults, calls_of, failing
from tests.programs import begun

HEAD = {"kind": "test"}


def content(path: Path) -> list[dict[str, Any]]:
    """The rows of a journal that count."""
    with closing(Journal(path, HEAD)) as file:
        return [row for _, row in file.rows()]


def written(path: Path, *numbers: int) -> None:
    """Write rows with these numbers."""
    with closing(Journal(path, HEAD)) as file:
        for number in numbers:
            file.write({"number": number})


def test_rows_are_there_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    written(path, 1, 2)
    written(path, 3)
    assert content(path) == [{"number": 1}, {"number": 2}, {"number": 3}]
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0] == {"kind": "test", "journal": 2}
    assert [list(line) for line in lines[1:]] == [["number", "hash"]] * 3


@pytest.mark.parametrize("size", range(1, 140, 7))
def test_a_torn_line_does_not_count_wherever_it_was_torn(
    tmp_path: Path, size: int
) -> None:
    path = tmp_path / "results.jsonl"
    written(path, 1, 2)
    whole = path.read_bytes()
    path.write_bytes(whole[:-size])
    with closing(Journal(path, HEAD)) as file:
        assert file.torn is (whole[:-size][-1:] not in (b"", b"\n"))
        found = [row["number"] for _, row in file.rows()]
        assert found == [1, 2][: max(0, whole[:-size].count(b"\n") - 1)]
        for number in [1, 2][len(found) :]:
            file.write({"number": number})
    assert path.read_bytes() == whole


def changed_anywhere(line: bytes) -> Iterator[bytes]:
    """A row with each of its bytes changed, taken out, or doubled."""
    for k in range(len(line) - 1):
        yield line[:k] + bytes([line[k] ^ 1]) + line[k + 1 :]
        yield line[:k] + line[k + 1 :]
        yield line[:k] + line[k : k + 1] + line[k:]


def test_a_change_of_any_byte_is_noticed_and_nothing_else_is_lost(
    tmp_path: Path,
) -> None:
    path = tmp_path / "results.jsonl"
    written(path, 1, 12, 3)
    head, one, two, three = path.read_bytes().splitlines(keepends=True)
    for changed in changed_anywhere(two):
        if changed == two:  # one of two equal digits was taken for the other
            continue
        path.write_bytes(b"".join((head, one, changed, three)))
        with closing(Journal(path, HEAD)) as file:
            found = [row for _, row in file.rows()]
            assert {"number": 1} in found
            assert {"number": 3} in found or changed.count(b"\n") != 1
            assert {"number": 12} not in found
            assert file.damaged
            assert file.damaged[0].line == 3


def test_a_row_of_another_file_does_not_count(tmp_path: Path) -> None:
    path, other = tmp_path / "results.jsonl", tmp_path / "other.jsonl"
    with closing(Journal(other, {"kind": "other"})) as file:
        file.write({"number": 7})
    written(path, 1)
    with path.open("ab") as lines:
        lines.write(other.read_bytes().splitlines(keepends=True)[1])
        lines.write(b'{"number":8}\n[1]\n\xff\n')
    with closing(Journal(path, HEAD)) as file:
        assert [row for _, row in file.rows()] == [{"number": 1}]
        assert [row.line for row in file.damaged] == [3, 4, 5, 6]


def test_a_file_of_other_work_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    for text, said in (
        ("mine\n", r"results\.jsonl:1: this is not the line of a run's results"),
        ("mine", r"results\.jsonl:1"),
        ("{}\n", "has results of another run"),
        ('{"kind":"other"}\n{"cut', "has results of another run"),
        ('{"kind":"test"}\n{"number":1}\n', "an earlier version of mystpy"),
    ):
        path.write_text(text)
        with pytest.raises(QueryError, match=said):
            Journal(path, HEAD)
        assert path.read_text() == text


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (Path(os.devnull), tmp_path / "pipe"):
        with pytest.raises(QueryError, match="it is no file"):
            Journal(path, HEAD)
    for path, said in (
        (tmp_path, "it is a folder"),
        (tmp_path / "a" / "b", "no such file"),
        (tmp_path / ("x" * 300), "name too long"),
    ):
        with pytest.raises(QueryError, match=f"cannot be written: .*{said}") as caught:
            Journal(path, HEAD)
        assert str(path) in str(caught.value)


def test_a_journal_is_open_once_and_the_other_process_is_named(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with closing(Journal(path, HEAD)) as file:
        file.write({"number": 1})
        before = path.read_bytes()
        with pytest.raises(QueryError, match=r"results\.jsonl is in use") as caught:
            Journal(path, HEAD)
        if sys.platform == "linux":
            assert f"process {os.getpid()} is writing to it" in str(caught.value)
        assert path.read_bytes() == before
    assert content(path) == [{"number": 1}]


def test_the_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    script = (
        "import os, signal; from pathlib import Path\n"
        "from mystpy.files.journal import Journal\n"
        f"file = Journal(Path({str(path)!r}), {HEAD!r})\n"
        "file.write({'number': 1}); print('locked', flush=True); input()"
    )
    with begun([sys.executable, "-c", script], stdin=-1) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "locked\n"
        with pytest.raises(QueryError, match="is in use"):
            Journal(path, HEAD)
        program.kill()
    assert content(path) == [{"number": 1}]


def test_rows_of_other_processes_of_the_run_are_kept_apart(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with closing(Journal(path, HEAD)) as file:
        append = file.appender()
        append({"number": 1})
        with path.open("ab") as torn:
            torn.write(b'{"numb')  # a process was killed while it wrote
        append({"number": 2})
        assert [row for _, row in file.rows()] == [{"number": 1}, {"number": 2}]
        assert [row.line for row in file.damaged] == [3]


@pytest.mark.parametrize("done", ["removed", "changed"])
def test_a_file_that_another_program_takes_away_is_noticed(
    tmp_path: Path, done: str
) -> None:
    path = tmp_path / "results.jsonl"
    file = Journal(path, HEAD)
    file.write({"number": 1})
    if done == "removed":
        path.unlink()
    else:
        path.write_text("mine\n")
    with pytest.raises(NotWritten, match=f"was {done}"):
        file.write({"number": 2})
    with pytest.raises(NotWritten, match=f"was {done}"):  # the run cannot end well
        file.close()
    with closing(Journal(tmp_path / "other.jsonl", HEAD)):
        assert path.exists() is (done == "changed")


def test_rows_have_their_keys_and_values() -> None:
    kinds = {"name": is_text, "number": is_count}
    require({"name": "ann", "number": 0}, kinds)
    require({"name": "ann", "number": 0, "more": 1}, kinds, {"more": is_count})
    for row, said in (
        ({"name": "ann"}, "no 'number'"),
        ({"name": "ann", "number": True}, "'number' cannot be True"),
        ({"name": "ann", "number": -1}, "cannot be -1"),
        ({"name": None, "number": 1}, "cannot be None"),
        ({"name": "ann", "number": 1, "Name": ""}, "a key 'Name'"),
    ):
        with pytest.raises(RowFault, match=said):
            require(row, kinds)


@contextmanager
def held(open_journal: Callable[[], Journal]) -> Iterator[Journal]:
    """A journal that is closed at the end, whatever closing it meets."""
    journal = open_journal()
    try:
        yield journal
    finally:
        journal.close()


@pytest.mark.parametrize("call", ["open", "write", "short", "ftruncate", "fsync"])
@pytest.mark.parametrize("seconds", [0.0, 1e9])
def test_whichever_call_fails_no_row_is_lost_that_was_acknowledged(
    tmp_path: Path, call: str, seconds: float
) -> None:
    """Fail the first call, the second, and so on, until none fails."""
    tried = 0
    for number in range(1, 99):
        path = tmp_path / f"{number}.jsonl"
        written(path, 0)
        with path.open("ab") as torn:
            torn.write(b'{"num')
        acknowledged, faults = [0], Faults(call, number)
        with failing(faults):
            try:
                with held(partial(Journal, path, HEAD, sync_every=seconds)) as file:
                    for row in (1, 2, 3):
                        file.write({"number": row})
                        acknowledged.append(row)
            except MystError as error:
                said = str(error)
            else:
                said = path.name
        assert path.name in said
        found = [row["number"] for row in content(path)]
        assert found[: len(acknowledged)] == acknowledged
        assert found == [0, 1, 2, 3][: len(found)]
        if not faults.met:
            break
        tried += 1
    least = {"ftruncate": 1, "open": 1}
    assert tried >= least.get(call, 1 if seconds and call == "fsync" else 3)


def test_no_result_depends_on_the_clock_of_the_day() -> None:
    """It may be set back: only times that pass are measured, to sync less often."""
    root = Path(journal.__file__).parents[1]
    files = [*(root / "files").glob("*.py"), root / "arena" / "scorebook.py"]
    files += [root / "exercises" / "gradebook.py", root / "conjectures" / "results.py"]
    files += [root / "solve" / "runs" / "run.py", root / "notebook" / "file.py"]
    for path in files:
        text = path.read_text("utf-8")
        assert not re.search(r"datetime|time\.time|st_mtime|localtime", text), path


def test_the_calls_of_a_journal_are_all_seen(tmp_path: Path) -> None:
    with calls_of() as calls:
        written(tmp_path / "results.jsonl", 1)
    assert {"open", "write", "fsync", "flock"} <= calls.keys()


LONG = 40
"""The largest line in the tests below."""

NO_ROWS = (
    (b'{"number":%s}' % (b"9" * 1_000_000), "digits"),
    (b'{"number":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested"),
    (b'{"number":NaN}', "finite"),
    (b'{"number":1e400}', "finite"),
    (b'{"number":"\xff"}', "no JSON object"),
    (b'["number"]', "no JSON object"),
)


@pytest.mark.parametrize(("body", "why"), NO_ROWS, ids=lambda case: str(case)[:20])
def test_a_row_that_is_no_plain_json_is_damaged_though_its_hash_is_right(
    tmp_path: Path, body: bytes, why: str
) -> None:
    path = tmp_path / "results.jsonl"
    written(path, 1)
    key = rows.key_of(path.read_bytes().splitlines(keepends=True)[0])
    row = rows.seal_row({"number": 2}, key)
    tail = rows._hash(body[:-1], key).join((rows._SIGN, b'"}\n'))
    assert row.endswith(b'"}\n')
    path.write_bytes(path.read_bytes() + body[:-1] + tail + row)
    with closing(Journal(path, HEAD)) as file:
        assert [found["number"] for _, found in file.rows()] == [1, 2]
        (damaged,) = file.damaged
    assert damaged.line == 3
    assert why in damaged.why


@pytest.mark.parametrize("size", [LONG - 1, LONG, LONG + 1, 3 * LONG, 5_000])
@pytest.mark.parametrize("chunk", [7, LONG, 1 << 16])
def test_of_a_line_that_is_too_long_only_the_beginning_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int, chunk: int
) -> None:
    path = tmp_path / "results.jsonl"
    written(path, 1)
    head, row = path.read_bytes().splitlines(keepends=True)
    limit = len(row)
    path.write_bytes(head + b"x" * (size + limit) + b"\n" + row + b"y" * size)
    monkeypatch.setattr(journal, "MAX_LINE_BYTES", limit)
    monkeypatch.setattr(journal, "CHUNK", chunk)
    with closing(Journal(path, HEAD)) as file:
        assert file.torn
        assert [found["number"] for _, found in file.rows()] == [1]
        lines = list(file._lines())
        (damaged,) = file.damaged
    assert max(len(line) for _, line in lines) <= max(limit + 1, len(head))
    assert [place for place, _ in lines] == [0, len(head), len(head) + size + limit + 1]
    assert damaged.line == 2
    assert f"more than {limit} bytes" in damaged.why


def test_a_line_that_never_ends_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "MAX_SKIPPED_BYTES", 10_000)
    monkeypatch.setattr(journal, "CHUNK", 1_000)
    path = tmp_path / "results.jsonl"
    written(path, 1)
    begun = path.read_bytes()
    for after in (b"", b"\n"):
        path.write_bytes(begun + b"\0" * 20_000 + after)
        with pytest.raises(
            QueryError, match=r"a line of .*results\.jsonl does not end"
        ):
            content(path)
    path.write_bytes(b"\0" * 20_000)
    with pytest.raises(QueryError, match="does not end"):
        content(path)
