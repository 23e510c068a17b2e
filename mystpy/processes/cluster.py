"""Work distributed over many machines: those of a running dask cluster.

`dask scheduler` starts a cluster; `dask worker tcp://HOST:8786` joins it, once on each
machine. The workers need the same version of the package and of the axioms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import islice
from socket import create_connection, socket
from struct import Struct
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import urlsplit

from mystpy import __version__
from mystpy.axioms import fingerprint
from mystpy.errors import EngineFailed, EngineMissing, MystError

K = TypeVar("K")
T = TypeVar("T")
R = TypeVar("R")

_IN_HAND = 4
"""The number of items for each thread of a worker that are sent in advance."""
_PATIENCE = 0.5
"""Seconds between two checks whether to continue."""
_CONNECT = 10
"""Seconds after which a cluster that does not answer is considered missing."""
_LENGTH = Struct("<Q")
"""How a scheduler writes the length of a message."""
_MAX_GREETING_BYTES = 100_000
"""A scheduler greets with some hundred bytes; other servers send text."""


def spread_over(
    address: str,
    work: Callable[[T], R],
    items: Iterable[tuple[K, T]],
    *,
    go_on: Callable[[], None] = lambda: None,
    connect: float = _CONNECT,
) -> Iterator[tuple[K, R]]:
    """Yield the result of `work` for each item, under its name, as soon as it is ready.

    The items are taken as they are needed, a few for each worker. If a worker is lost,
    another one repeats its items, and no result is reported twice. Workers may join at
    any time.

    Raises EngineMissing if the library is not installed. Raises EngineFailed if there
    is no cluster at the address, if it has no workers, if they have another version, or
    if each of several workers is lost with the same item. Errors of the work and of
    `go_on` are raised as they are.
    """
    with _client(address, connect) as client:
        pieces = iter(items)
        waiting = dict[Any, K]()
        try:
            while True:
                room = _IN_HAND * _threads(client, address) - len(waiting)
                for name, item in islice(pieces, max(room, 0)):
                    sent = (_identity(), work, item)
                    waiting[client.submit(_there, sent, pure=False)] = name
                if not waiting:
                    return
                for future in _ready(waiting):
                    yield waiting.pop(future), _found(future)
                go_on()
        finally:
            client.cancel(list(waiting), force=True)


class _VersionMismatch(Exception):
    """The version of a worker, if it differs from the one that was sent."""


def _identity() -> tuple[str, str]:
    return __version__, fingerprint()


def _there(sent: tuple[tuple[str, str], Callable[[T], R], T]) -> R:
    """Return the result of a worker; raises _VersionMismatch if its rules differ."""
    identity, work, item = sent
    if identity != _identity():
        raise _VersionMismatch(_identity()[0])
    return work(item)


@contextmanager
def _client(address: str, connect: float) -> Iterator[Any]:
    try:
        from distributed import Client
        from distributed.comm import CommClosedError
    except ModuleNotFoundError as error:
        raise EngineMissing(
            "work on a cluster needs the library distributed",
            hint='python -m pip install "mystpy[cluster]"',
        ) from error
    try:
        _knock(address, connect)
        client = Client(address, timeout=connect)
    except (OSError, ValueError, MemoryError, RuntimeError) as error:
        raise EngineFailed(
            f"there is no cluster at {address}",
            hint="dask scheduler  prints the address, such as tcp://127.0.0.1:8786",
        ) from error
    with client:
        try:
            yield client
        except (CancelledError, CommClosedError) as error:  # its status changes later
            raise _lost(address) from error
        except Exception as error:
            if isinstance(error, MystError) or client.status == "running":
                raise
            raise _lost(address) from error


def _lost(address: str) -> EngineFailed:
    return EngineFailed(
        f"the scheduler of the cluster at {address} has ended",
        hint="start another one; --resume and --out have kept the results",
    )


def _knock(address: str, connect: float) -> None:
    """Raise ValueError or OSError if no scheduler is at the address.

    A client that finds nobody leaves threads behind, which keep trying. One that finds
    another server interprets its output as the length of a message, and allocates that
    much memory. A scheduler sends the length of its greeting first.
    """
    place = urlsplit(address)
    if place.scheme not in ("tcp", "tls") or not place.hostname or not place.port:
        raise ValueError(address)
    with create_connection((place.hostname, place.port), timeout=connect) as sock:
        if place.scheme == "tcp":
            _require_greeting(sock, connect)


def _require_greeting(sock: socket, seconds: float) -> None:
    """Raise OSError unless the server greets as a scheduler does."""
    end, came = monotonic() + seconds, b""
    while len(came) < _LENGTH.size:
        sock.settimeout(max(0.01, end - monotonic()))
        data = sock.recv(_LENGTH.size - len(came))
        if not data or monotonic() > end:
            raise ConnectionError("it does not answer as a scheduler does")
        came += data
    (length,) = _LENGTH.unpack(came)
    if not 0 < length <= _MAX_GREETING_BYTES:
        raise ConnectionError("it is another server")


def _threads(client: Any, address: str) -> int:
    found = sum(client.nthreads().values())
    if not found:
        raise EngineFailed(
            f"the cluster at {address} has no workers",
            hint=f"start some:  dask worker {address}",
        )
    return int(found)


def _ready(waiting: Iterable[Any]) -> list[Any]:
    """Return the finished pieces; none if nothing is ready for a while."""
    from distributed import wait

    try:
        return list(wait(list(waiting), _PATIENCE, "FIRST_COMPLETED").done)
    except TimeoutError:
        return []


def _found(future: Any) -> Any:
    from distributed.scheduler import KilledWorker

    try:
        return future.result()
    except _VersionMismatch as error:
        raise EngineFailed(
            f"a worker has mystpy {error}, or other axioms, and not {__version__}",
            hint="install the same version for all workers",
        ) from error
    except ModuleNotFoundError as error:
        raise EngineFailed(
            f"a worker has no module {error.name}",
            hint="install the same version of mystpy for all workers",
        ) from error
    except KilledWorker as error:
        raise EngineFailed(
            "several workers were lost one after the other at the same work",
            hint="perhaps they have too little memory",
        ) from error
