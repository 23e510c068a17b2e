"""The server of students' processes: it forks one for each request.

It is a fork server, as multiprocessing has one.

`python -m mystpy.exercises.sandbox.server NUMBER LAYERS MODULES` is this program. It
loads the modules once for all requests. NUMBER is a socket: it receives other sockets,
one for each request, and a request over each of these. Three processes serve a request.
The first ends all when nobody waits for the answer any more. The second is number 1 of
a namespace, if there is one, so that all processes in it end with it; it waits for the
third, which does the work.

This process has nothing of the user's environment, since a program can read that of its
parents.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from mystpy.exercises.sandbox.layers import available, readable_paths
from mystpy.exercises.sandbox.worker import work_off
from mystpy.processes.confinement.landlock import AllowedPath, readable
from mystpy.processes.confinement.syscalls import call, enter_namespaces

LONGEST = 1 << 26
"""The maximal number of bytes of an answer."""
_PARENT_ENDS = 1
_CHUNK = 1 << 16


def main(number: int, wanted: Sequence[str], modules: Sequence[str]) -> None:
    """Serve requests until the other end of the socket is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control = socket.socket(fileno=number)
    for name in modules:
        with suppress(ImportError):  # a library may be missing
            import_module(name)
    found = available(wanted)
    places = readable(readable_paths()) if found.files else []
    gc.collect()
    gc.freeze()
    about = {"layers": found.layers, "signals_scoped": found.signals_scoped}
    control.sendall(json.dumps(about).encode() + b"\n")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        sign, lines, _, _ = socket.recv_fds(control, 1, 1)
        if not sign:
            return
        if os.fork() == 0:
            control.close()
            _alone(lines[0], found.layers, places)
        os.close(lines[0])


def _alone(number: int, layers: Sequence[str], places: Sequence[AllowedPath]) -> None:
    """Serve one request, and end this process with all of its group."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        with socket.socket(fileno=number) as line:
            _serve(line, layers, places)
    finally:
        if os.getpgrp() == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(1)


def _serve(
    line: socket.socket, layers: Sequence[str], places: Sequence[AllowedPath]
) -> None:
    request = _message(line)
    answers, answer = os.pipe()
    endings, ending = os.pipe()
    if "namespaces" in layers:
        enter_namespaces()
    first = os.fork()
    if first == 0:
        try:
            for number in (line.fileno(), answers, endings):
                os.close(number)
            _wait_for_worker(request, layers, places, answer, ending)
        finally:
            os._exit(1)
    os.close(answer)
    os.close(ending)
    found = _gathered(line, answers, endings)
    if found is not None:
        ended, reply = found
        with suppress(OSError):  # nobody waits any more
            line.sendall(ended + b"\n" + reply)
    os.kill(first, signal.SIGKILL)
    os.waitpid(first, 0)


def _message(line: socket.socket) -> bytes:
    """A request: its length in eight bytes, and then it."""
    with line.makefile("rb") as file:
        length = int.from_bytes(file.read(8), "big")
        return file.read(length)


def _wait_for_worker(
    request: bytes,
    layers: Sequence[str],
    places: Sequence[AllowedPath],
    answer: int,
    ending: int,
) -> None:
    """Have a process do the work, and say how it ended: as JSON."""
    if sys.platform == "linux":
        with suppress(OSError):
            call("prctl", _PARENT_ENDS, signal.SIGKILL, 0, 0, 0)
    worker = os.fork()
    if worker == 0:
        try:
            os.close(ending)
            work_off(request, layers, places, answer)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(answer)
    found = 0
    while found != worker:
        found, status, usage = os.wait4(-1, 0)
    code = os.waitstatus_to_exitcode(status)
    seconds = usage.ru_utime + usage.ru_stime
    reply = {"signal": max(0, -code), "seconds": seconds}
    os.write(ending, json.dumps(reply).encode())
    os._exit(0)


def _gathered(
    line: socket.socket, answers: int, endings: int
) -> tuple[bytes, bytes] | None:
    """How the work ended, and its answer; None if nobody waits any more."""
    reply, ended = bytearray(), bytearray()
    open_ones = {answers: reply, endings: ended}
    while endings in open_ones and len(reply) <= LONGEST:
        ready, _, _ = select.select([line.fileno(), *open_ones], [], [])
        if line.fileno() in ready:
            return None
        for number in ready:
            data = os.read(number, _CHUNK)
            open_ones[number].extend(data)
            if not data:
                del open_ones[number]
    return bytes(ended), _rest(answers, reply)


def _rest(number: int, reply: bytearray) -> bytes:
    """An answer with what of it is still in the pipe."""
    os.set_blocking(number, False)
    with suppress(BlockingIOError):
        while (data := os.read(number, _CHUNK)) and len(reply) <= LONGEST:
            reply += data
    return bytes(reply)


if __name__ == "__main__":
    main(int(sys.argv[1]), *(words.split(",") for words in sys.argv[2:]))
