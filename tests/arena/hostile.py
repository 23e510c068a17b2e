"""A program that plays by the JSON messages until it must act, and then misbehaves.

Its argument says how. It knows nothing of mystpy.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

SLEEP = "import time; time.sleep(3600)"


def write(data: bytes) -> None:
    os.write(1, data)


def say(**message: object) -> None:
    write(json.dumps(message).encode() + b"\n")


def wait() -> None:
    while True:
        time.sleep(3600)


def flood(data: bytes, number: int) -> None:
    while True:
        os.write(number, data)


def allocate() -> None:
    kept = []
    while True:
        kept.append(bytearray(1_000_000))


def fork(path: str) -> None:
    """Start processes that start others, in sessions of their own, and tell who."""
    code = f"import os, time; os.setsid(); os.fork(); {SLEEP}"
    found = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(3)]
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(" ".join(str(one.pid) for one in found))


def read_home() -> None:
    """Read a file of the user's home, and say what it contains."""
    path = os.path.join(os.environ["USER_HOME"], "diary.txt")  # noqa: PTH118
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        sys.exit(f"read: {file.read()}")


def connect() -> None:
    """Connect to a server of this machine, and say so."""
    import socket

    with socket.create_connection(("127.0.0.1", int(os.environ["SERVER_PORT"]))):
        sys.exit("connected")


def send_datagram() -> None:
    """Send a datagram, for which nobody has to listen."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"secret", ("127.0.0.1", int(os.environ["SERVER_PORT"])))
    sys.exit("sent")


def write_outside() -> None:
    """Write a file into another folder, and say so."""
    path = os.path.join(os.environ["USER_HOME"], "written.txt")  # noqa: PTH118
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write("x")
    sys.exit("it is in the file")


def write_at_home() -> None:
    """Write into the folder that is its home, and say so."""
    for name in ("HOME", "TMPDIR"):
        path = os.path.join(os.environ[name], "notes.txt")  # noqa: PTH118
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
            file.write("x")
    sys.exit(f"written in {os.environ['HOME']}")


def signal_parent() -> None:
    """Signal a process that is not its own, and say so."""
    os.kill(int(os.environ["SERVER_PID"]), 0)
    sys.exit("signalled")


def exit_after(data: bytes = b"", status: int = 0) -> None:
    write(data)
    sys.exit(status)


def stop_after(data: bytes) -> None:
    write(data)
    wait()


def close(number: int) -> None:
    os.close(number)
    wait()


def bomb() -> None:
    while True:
        subprocess.Popen([sys.executable, "-c", SLEEP])


HALF = b'{"type":"act","action":'
FAULTS: dict[str, Callable[[dict[str, Any]], object]] = {
    "floods": lambda _: flood(b'{"type":"act","action":"noguess(9)"}\n' * 999, 1),
    "floods without end of line": lambda _: flood(b"x" * 65_536, 1),
    "writes errors without end": lambda _: flood(b"all is well\n" * 999, 2),
    "stops in a line": lambda _: stop_after(HALF),
    "leaves in a line": lambda _: exit_after(HALF),
    "huge line": lambda _: write(HALF + b'"' + b"x" * 1_100_000 + b'"}\n'),
    "no UTF-8": lambda _: write(b'{"type":"act","action":"asks(1,{s1})\xff"}\n'),
    "reads the home": lambda _: read_home(),
    "connects": lambda _: connect(),
    "sends a datagram": lambda _: send_datagram(),
    "writes outside": lambda _: write_outside(),
    "writes at home": lambda _: write_at_home(),
    "signals": lambda _: signal_parent(),
    "exits": lambda _: sys.exit("Traceback: a card fell down"),
    "kills itself": lambda _: os.kill(os.getpid(), 9),
    "closes its output": lambda _: close(1),
    "sleeps": lambda _: wait(),
    "allocates": lambda _: allocate(),
    "bombs": lambda _: bomb(),
    "another game": lambda _: say(type="act", action="asks(1,{plum,rope,hall})"),
    "another step": lambda turn: say(
        type="act", action="asks(1,{s1,s2})", step=turn["step"] + 1
    ),
    "for another": lambda turn: say(
        type="act", action=f"noguess({turn['player'] % 3 + 1})"
    ),
}


def main(how: str, path: str = "") -> None:
    player = 0
    if how == "never speaks":
        wait()
    say(type="hello", version=1, name="hostile")
    if how == "never reads":
        wait()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            player = message["player"]
        elif message["type"] == "turn":
            if how == "forks":
                fork(path)
                sys.exit(0)
            FAULTS[how](message | {"player": player})


if __name__ == "__main__":
    main(*sys.argv[1:])
