"""Work on a cluster: nothing is lost with a worker, and nothing is found twice."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from threading import Thread

import pytest

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.schedule import run_tournament
from mystpy.errors import EngineFailed, QueryError
from mystpy.game.game import Game
from mystpy.processes import cluster
from mystpy.processes.cluster import spread_over
from mystpy.solve.commands.many_games import solved_range, value_line
from mystpy.solve.extensive.action_space import GameVariant
from mystpy.solve.runs.run import Run
from tests.processes.tasks import opens_nothing, refused, with_process
from tests.programs import begun, comes_true

ROOT = Path(__file__).parents[1]


def program(name: str, *words: str) -> subprocess.Popen[str]:
    """Start a scheduler or a worker."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    main = f"from distributed.cli.dask_{name} import main; main()"
    call = [sys.executable, "-W", "ignore", "-c", main, *words, "--no-dashboard"]
    return begun(call, env=environment, cwd=ROOT, **silent)


def worker(address: str) -> subprocess.Popen[str]:
    return program("worker", address, "--nthreads", "1", "--no-nanny")


SCHEDULERS: dict[str, subprocess.Popen[str]] = {}
"""The schedulers by their addresses."""


def scheduler_of(address: str) -> subprocess.Popen[str]:
    return SCHEDULERS[address]


@contextmanager
def begun_scheduler(folder: Path) -> Iterator[str]:
    """Start a scheduler, yield its address, and end it."""
    told = folder / "scheduler.json"
    where = ["--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told)]
    scheduler = program("scheduler", *where)
    assert comes_true(lambda: told.exists() and bool(told.read_text()))
    where = json.loads(told.read_text())["address"]
    SCHEDULERS[where] = scheduler
    try:
        yield where
    finally:
        scheduler.kill()
        scheduler.wait()


@contextmanager
def two_workers(address: str) -> Iterator[list[subprocess.Popen[str]]]:
    """Start two workers of a cluster, yield their processes, and end them."""
    found = [worker(address), worker(address)]
    try:
        yield found
    finally:
        for one in found:
            one.kill()
            one.wait()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Return the address of a cluster without workers."""
    with begun_scheduler(tmp_path) as address:
        yield address


@pytest.fixture
def workers(address: str) -> Iterator[list[subprocess.Popen[str]]]:
    """Return two workers, which the test may end."""
    with two_workers(address) as found:
        yield found


class Cluster:
    """A cluster with two workers, which is restarted after its processes were ended.

    Each of its processes takes a second to start.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[subprocess.Popen[str]] = []
        self.address = ""
        self.whole = False
        self.running = ExitStack()

    def begin(self) -> None:
        """Start it, and check the error before it has workers."""
        self.end()
        self.address = self.running.enter_context(begun_scheduler(self.folder))
        check_told_without_workers(self.address)
        self.workers = self.running.enter_context(two_workers(self.address))
        begins(self.address, 2)
        self.whole = True

    def end(self) -> None:
        """End its processes."""
        self.whole = False
        self.running.close()
        (self.folder / "scheduler.json").unlink(missing_ok=True)


@pytest.fixture(scope="module")
def kept_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    yield found
    found.end()


@pytest.fixture
def whole_cluster(kept_cluster: Cluster) -> Cluster:
    """Return a cluster of which no process was ended."""
    if not kept_cluster.whole:
        kept_cluster.begin()
    return kept_cluster


@pytest.fixture
def shared_cluster(whole_cluster: Cluster) -> str:
    """Return the address of a cluster, for tests that end none of its processes."""
    return whole_cluster.address


def check_told_without_workers(address: str) -> None:
    with pytest.raises(EngineFailed, match="has no workers") as caught:
        list(spread_over(address, with_process, numbered(1)))
    assert f"dask worker {address}" in str(caught.value.hint)


def numbered(count: int) -> Iterator[tuple[str, int]]:
    return ((str(k), k) for k in range(count))


def begins(address: str, count: int) -> None:
    """Wait until there are this many workers."""
    from distributed import Client

    with Client(address) as client:
        assert comes_true(lambda: len(client.nthreads()) == count)


@pytest.mark.slow  # a quick one is of a tournament
def test_a_worker_is_killed_and_nothing_is_lost_or_found_twice(
    address: str, workers: list[subprocess.Popen[str]]
) -> None:
    begins(address, 2)
    found, by = list[tuple[str, int]](), list[int]()
    for name, (number, pid) in spread_over(address, with_process, numbered(120)):
        found.append((name, number))
        by.append(pid)
        if len(by) == 1:  # who was first has more in hand
            (first,) = (one for one in workers if one.pid == pid)
            first.send_signal(signal.SIGKILL)
    assert sorted(found) == sorted(numbered(120))
    assert set(by) == {one.pid for one in workers}


def test_what_the_work_raises_is_raised(shared_cluster: str) -> None:
    with pytest.raises(QueryError, match="there is no 0"):
        list(spread_over(shared_cluster, refused, numbered(1)))


def test_workers_of_another_version_are_told(
    shared_cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "_identity", lambda: ("0.0.0", "other axioms"))
    with pytest.raises(EngineFailed, match="a worker has mystpy") as caught:
        list(spread_over(shared_cluster, with_process, numbered(1)))
    assert "same version" in str(caught.value.hint)


@pytest.mark.parametrize("where", ["tcp://127.0.0.1:{free}", "nowhere", "what://x:1"])
def test_a_cluster_that_is_not_there_is_told(where: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    where = where.format(free=port)
    with pytest.raises(EngineFailed, match="there is no cluster") as caught:
        list(spread_over(where, with_process, numbered(1), connect=1))
    assert "dask scheduler" in str(caught.value.hint)


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n",
        b"\0" * 8,
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"abc",
        b"",
    ],
)
def test_another_server_at_the_address_is_told(said: bytes) -> None:
    """Its text would be the length of an enormous message."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            taken, _ = server.accept()
            with taken:
                taken.sendall(said)

        thread = Thread(target=serve)
        thread.start()
        where = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(EngineFailed, match="there is no cluster") as caught:
            list(spread_over(where, with_process, numbered(1)))
        thread.join()
    assert "dask scheduler" in str(caught.value.hint)


def test_a_server_that_is_silent_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        where = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(EngineFailed, match="there is no cluster"):
            list(spread_over(where, with_process, numbered(1), connect=0.2))


def test_an_error_of_the_system_in_the_work_is_raised_as_it_is(
    shared_cluster: str,
) -> None:
    with pytest.raises(FileNotFoundError):
        list(spread_over(shared_cluster, opens_nothing, numbered(1)))


def check_same_without_worker(address: str, first: subprocess.Popen[str]) -> None:
    """Play a tournament on a cluster, one of whose workers is killed meanwhile."""
    entrants = Entrant("exact", "exact"), Entrant("others", "random", copies=2)
    tournament = Tournament((Game.myst(1, 1, 3, 2),), entrants)
    here, there = list[object](), list[object]()

    def write(line: object) -> None:
        there.append(line)
        if len(there) == 10:
            first.send_signal(signal.SIGKILL)

    alone = run_tournament(tournament, (), here.append, games=60)
    found = run_tournament(tournament, (), write, games=60, cluster=address)
    assert there == here
    assert len(here) == 60
    assert found.as_object() == alone.as_object()


def check_told_without_scheduler(address: str) -> None:
    found = spread_over(address, with_process, numbered(10**9))
    next(found)
    scheduler_of(address).kill()
    with pytest.raises(EngineFailed, match="has ended") as caught:
        list(found)
    assert "start another one" in str(caught.value.hint)


def check_solved(
    games: list[Game], address: str, path: Path, disturb: Callable[[], None]
) -> None:
    """Solve games on a cluster, with a disturbance after the first one."""
    begins(address, 2)
    run = Run(GameVariant(questions="useful"), turns=4)
    here = {value_line(told) for told in solved_range(games, run, jobs=1)}
    there = list[str]()
    for told in solved_range(games, run, None, address, str(path)):
        there.append(value_line(told))
        if len(there) == 1:
            disturb()
    assert sorted(there) == sorted(here)
    head, *kept = map(json.loads, path.read_text().splitlines())
    assert head == run.head() | {"journal": 2}
    found = [Game.from_dict(told["game"]) for told in kept]
    assert len(found) == len(games)
    assert set(found) == set(games)
    again = [value_line(told) for told in solved_range(games, run, 1, None, str(path))]
    assert sorted(again) == sorted(here)


def test_games_are_solved_on_a_cluster(shared_cluster: str, tmp_path: Path) -> None:
    games = [Game.myst(m, 1, 2, 1) for m in (1, 2, 3)]
    check_solved(games, shared_cluster, tmp_path / "games.jsonl", lambda: None)


@pytest.mark.slow  # the quick one that loses a worker is of a tournament
def test_games_are_solved_on_a_cluster_though_one_of_its_workers_is_lost(
    address: str, workers: list[subprocess.Popen[str]], tmp_path: Path
) -> None:
    games = [Game.myst(m, n, 2, 1) for n in (1, 2) for m in (1, 2, 3)]
    lost = partial(workers[0].send_signal, signal.SIGKILL)
    check_solved(games, address, tmp_path / "games.jsonl", lost)


def test_a_cluster_loses_a_worker_and_then_its_scheduler(
    whole_cluster: Cluster,
) -> None:
    """It is the last test, because later tests would have to restart the cluster."""
    whole_cluster.whole = False
    check_same_without_worker(whole_cluster.address, whole_cluster.workers[0])
    check_told_without_scheduler(whole_cluster.address)
