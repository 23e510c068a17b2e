"""Commands that store results, and are killed, or meet a full disk, at any moment.

After each try the command is called again, and must give the result that it would have
given. No row may be lost that it considered stored. SQLite's crash tests are the model.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from mystpy.files import disk
from tests.files.faults import KILLED, REASONS
from tests.files.workloads import (
    EVENTS,
    NOTEBOOK,
    WORKS,
    Answer,
    CrashServer,
    Work,
    crash_server,
    noted,
)
from tests.programs import ran
from tests.sampling import by_day, cases, is_nightly

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="there are no forks on this system"
)

EVERY = sorted(WORKS)
EVERY_BY_DAY = sorted(WORKS.keys() - {"solve-many"})  # it writes as solve does
FAILING = ("open", "write", "short", "ftruncate", "fsync", "replace")


@pytest.fixture(scope="module")
def server() -> Iterator[CrashServer]:
    with crash_server() as made:
        yield made


@pytest.fixture(scope="module")
def whole(
    server: CrashServer, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], tuple[object, int]]:
    """Return a command's result, and the number of its rows, without any faults."""

    @cache
    def found(name: str) -> tuple[object, int]:
        folder, work = tmp_path_factory.mktemp(name), WORKS[name]
        work.prepare(folder)
        done = work.run(server, folder)
        assert done.status in (0, 5), done.err
        assert len(work.rows(folder)) == done.kept > 2
        return work.outcome(folder, done), done.kept

    return found


class Tries:
    """Tries of a command, each in a folder of its own."""

    def __init__(
        self, work: Work, server: CrashServer, whole: tuple[object, int], root: Path
    ) -> None:
        self.work, self.server = work, server
        self.outcome, self.rows = whole
        self._root, self.number = root, 0

    def folder(self) -> Path:
        """Return a new folder, with what the command needs."""
        self.number += 1
        folder = self._root / f"{self.work.name}-{self.number}"
        folder.mkdir()
        self.work.prepare(folder)
        return folder

    def assert_resumed(self, folder: Path, kept: int) -> None:
        """Continue, and check that the outcome is right and no stored row was lost."""
        there = len(self.work.rows(folder))
        assert there >= kept, "a row that was taken for kept is lost"
        done = self.work.run(self.server, folder)
        assert done.status in (0, 5), done.err
        assert "does not count: it" not in done.err
        assert self.work.outcome(folder, done) == self.outcome
        assert len(self.work.rows(folder)) == self.rows
        summary = self.work.name == "tournament"  # it is cut off, and written again
        assert done.kept <= self.rows - there + summary, "what was kept is done again"

    def check_kill(self, chance: random.Random) -> None:
        """Kill it at a system call, or from outside at a size of its file."""
        folder, fault = self.folder(), dict[str, Any]()
        if chance.random() < 0.3:
            path = self.work.path(folder)
            fault |= {"watch": str(path), "size": chance.randrange(1, 900)}
        else:
            fault["call"] = chance.choice(["write", "write", "fsync", "open"])
            most = 3 if fault["call"] == "open" else self.rows + 2
            fault |= {"number": chance.randint(1, most), "kill": chance.choice(KILLED)}
        done = self.work.run(self.server, folder, **fault)
        assert done.status in (-9, 0, 5), done.err
        self.assert_resumed(folder, done.kept)
        shutil.rmtree(folder)

    def failed(self, call: str, number: int) -> bool:
        """Let a system call fail; return whether it was made so often."""
        folder = self.folder()
        if call == "ftruncate":
            self.work.run(self.server, folder, call="write", number=3, kill="amid")
        done = self.work.run(self.server, folder, call=call, number=number)
        if done.status in (0, 5):
            assert self.work.outcome(folder, done) == self.outcome
            return False
        assert_named(done, folder)
        self.assert_resumed(folder, done.kept)
        assert not list(folder.rglob(".mystpy-*")), "a temporary file was left"
        shutil.rmtree(folder)
        return True


def assert_named(done: Answer, folder: Path) -> None:
    """Check that an error, which is no fault of mystpy, names a file of the folder."""
    assert done.status == 2, done.err
    assert str(folder) in done.err
    assert "[Errno" not in done.err
    assert "Traceback" not in done.err


@pytest.fixture(params=cases(EVERY, *EVERY_BY_DAY))
def tries(
    request: pytest.FixtureRequest,
    server: CrashServer,
    whole: Callable[[str], tuple[object, int]],
    tmp_path: Path,
) -> Tries:
    name = request.param
    return Tries(WORKS[name], server, whole(name), tmp_path)


def test_what_is_killed_goes_on_and_loses_nothing(tries: Tries) -> None:
    chance = random.Random(8)
    for _ in range(by_day(8, 8)):
        tries.check_kill(chance)


@pytest.mark.slow
def test_what_is_killed_200_times_goes_on_and_loses_nothing(tries: Tries) -> None:
    chance = random.Random(200)
    for _ in range(200):
        tries.check_kill(chance)


@pytest.mark.alike(8)
@pytest.mark.parametrize("call", FAILING)
def test_a_call_that_fails_is_told_and_nothing_is_lost(tries: Tries, call: str) -> None:
    """The first call of each kind fails, and one in the middle."""
    assert {name for name in FAILING if name != "short"} < set(REASONS)
    if call == "replace" and tries.work.name != "grade":
        pytest.skip("this command replaces no file")
    assert tries.failed(call, 1)
    tries.failed(call, 4)


@pytest.mark.slow
@pytest.mark.parametrize("call", FAILING)
def test_whichever_call_fails_it_is_told_and_nothing_is_lost(
    tries: Tries, call: str
) -> None:
    """The n-th call of each kind fails, for each n."""
    number = 1
    while tries.failed(call, number):
        number += 1
    assert number > 1 or (call == "replace" and tries.work.name != "grade")


@pytest.mark.alike(4)
@pytest.mark.parametrize("size", [1, 150, 700])
def test_a_limit_on_the_size_of_files_is_told(tries: Tries, size: int) -> None:
    """In the field: `ulimit -f`, which first shows as a short write."""
    folder = tries.folder()
    done = tries.work.run(tries.server, folder, limit=size)
    if done.status in (0, 5):
        assert tries.work.name == "grade"
        assert tries.work.outcome(folder, done) == tries.outcome
        return
    assert_named(done, folder)
    assert "file too large" in done.err
    tries.assert_resumed(folder, done.kept)


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[Path]:
    """Yield a separate file system in a folder, if that is allowed."""
    folder.mkdir(exist_ok=True)
    made = ["mount", "-t", "tmpfs", *options, "none", str(folder)]
    done = ran(made)
    if done.returncode:
        pytest.skip(f"only root may mount a file system here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        ran(["umount", "-l", str(folder)], check=True)


linux = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("mount"), reason="mounts need Linux"
)


@linux
@pytest.mark.alike(3)
def test_a_full_disk_is_told_and_nothing_is_lost(tries: Tries, tmp_path: Path) -> None:
    folder = tmp_path / "small"
    with mounted(folder, "-o", "size=64k"):
        tries.work.prepare(folder)
        filler = folder / "filler"
        with filler.open("wb", 0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        done = tries.work.run(tries.server, folder)
        assert_named(done, folder)
        assert "no space left" in done.err
        assert done.kept == 0
        filler.unlink()
        tries.assert_resumed(folder, done.kept)


@linux
@pytest.mark.alike(3)
def test_a_folder_that_is_read_only_is_told(tries: Tries, tmp_path: Path) -> None:
    folder = tmp_path / "fixed"
    with mounted(folder, "-o", "size=512k"):
        tries.work.prepare(folder)
        half = tries.work.run(tries.server, folder, call="write", number=4, kill="amid")
        assert half.status == -9
        before = tries.work.path(folder).read_bytes()
        ran(["mount", "-o", "remount,ro", str(folder)], check=True)
        done = tries.work.run(tries.server, folder)
        assert_named(done, folder)
        assert "read-only" in done.err
        assert tries.work.path(folder).read_bytes() == before
        ran(["mount", "-o", "remount,rw", str(folder)], check=True)
        tries.assert_resumed(folder, half.kept)


@pytest.mark.alike(3)
def test_a_second_process_is_refused_and_changes_nothing(tries: Tries) -> None:
    folder = tries.folder()
    half = tries.work.run(tries.server, folder, call="write", number=4, kill="amid")
    path = tries.work.path(folder)
    before = path.read_bytes()
    descriptor = disk.opened_to_append(path, create=False)
    with closing(os.fdopen(descriptor, "rb")):
        assert disk.lock(descriptor)
        done = tries.work.run(tries.server, folder)
        assert_named(done, folder)
        assert f"{path} is in use: " in done.err
        if sys.platform == "linux":
            assert f"process {os.getpid()} is writing to it" in done.err
        assert path.read_bytes() == before
    tries.assert_resumed(folder, half.kept)


def mutated(line: str, chance: random.Random) -> str:
    """Return a line that was damaged, or changed by somebody."""
    place = chance.randrange(len(line))
    return chance.choice(
        [
            "{}",
            '{"axioms":"..."}',
            "[1,2]",
            "null",
            '"Others"',
            line[:place],
            line[:place] + line[place + 1 :],
            line[:place] + chance.choice('0a{]",\x01\u00e9') + line[place + 1 :],
            line.replace("1", "99"),
            line.replace("others", "Others").replace("right", "Right"),
            line[:place] + line,
        ]
    )


SEEDS = cases(range(200), 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_damaged_rows_are_told_and_done_again(tries: Tries, seed: int) -> None:
    folder, chance = tries.folder(), random.Random(seed)
    assert tries.work.run(tries.server, folder).status in (0, 5)
    path = tries.work.path(folder)
    head, *rows = path.read_text("utf-8").splitlines()
    at = chance.randrange(len(rows))
    changed = mutated(rows[at], chance)
    text = "\n".join([head, *rows[:at], changed, *rows[at + 1 :], ""])
    path.write_text(text, "utf-8")
    done = tries.work.run(tries.server, folder)
    assert done.status in (0, 5), done.err
    same = changed == rows[at]
    assert (f"{path}:{at + 2} does not count" in done.err) is not same
    if tries.work.name != "tournament":  # whose file has the damaged row, too
        assert tries.work.outcome(folder, done) == tries.outcome
    again = tries.work.run(tries.server, folder)
    assert again.kept <= (tries.work.name == "tournament"), "it is done once again"
    assert again.out == done.out or tries.work.name == "theorem"


@pytest.mark.alike(6)
@pytest.mark.parametrize("head", ["{}", '{"axioms":"..."}', "mine", "null", "[]", ""])
def test_a_foreign_first_line_is_refused_and_stays(tries: Tries, head: str) -> None:
    folder = tries.folder()
    path = tries.work.path(folder)
    path.parent.mkdir(exist_ok=True)
    text = f'{head}\n{{"number":0}}\n'
    path.write_text(text, "utf-8")
    done = tries.work.run(tries.server, folder)
    assert_named(done, folder)
    assert path.read_text("utf-8") == text


def noted_with(server: CrashServer, folder: Path, **fault: Any) -> Answer:
    """Write a notebook, and check that exactly the stored part is there."""
    path = NOTEBOOK.path(folder)
    before = noted(path)
    done = NOTEBOOK.run(server, folder, **fault)
    lines = noted(path)
    events = [line for line in lines if line in EVENTS.splitlines()]
    assert events == EVENTS.splitlines()[: len(events)]
    assert lines[: len(before)] == before
    # The first row is the start, in several lines.
    assert len(events) >= done.kept - 1
    return done


def noted_again(server: CrashServer, folder: Path) -> None:
    """Write the missing events again."""
    path = NOTEBOOK.path(folder)
    events = [line for line in noted(path) if line in EVENTS.splitlines()]
    left = EVENTS.splitlines()[len(events) :]
    text = "\n".join([*left, ""])
    done = server.attempt(NOTEBOOK.words(folder), input=text)
    assert done.status == 0, done.err
    assert noted(path)[-len(EVENTS.splitlines()) :] == EVENTS.splitlines()


@pytest.mark.parametrize("call", ["open", "write", "short", "fsync"])
def test_a_notebook_loses_no_event_whichever_call_fails(
    server: CrashServer, tmp_path: Path, call: str
) -> None:
    number, failed = 1, True
    while failed:
        folder = tmp_path / str(number)
        folder.mkdir()
        done = noted_with(server, folder, call=call, number=number)
        failed = done.status != 0
        if failed:
            assert str(folder) in done.err
            assert "Traceback" not in done.err
            assert done.status == 2
        noted_again(server, folder)
        number += 1 if is_nightly() else 3
    assert number > 2


@pytest.mark.parametrize(
    "times", [3, *(pytest.param(x, marks=pytest.mark.slow) for x in (5, 200))], ids=str
)
def test_a_notebook_that_is_killed_loses_no_event(
    server: CrashServer, tmp_path: Path, times: int
) -> None:
    chance = random.Random(times)
    for number in range(times):
        folder = tmp_path / str(number)
        folder.mkdir()
        call = chance.choice(["write", "fsync"])
        fault = {"call": call, "number": chance.randint(1, 7)}
        done = noted_with(server, folder, **fault, kill=chance.choice(KILLED))
        assert done.status in (0, -9), done.err
        noted_again(server, folder)
        shutil.rmtree(folder)
