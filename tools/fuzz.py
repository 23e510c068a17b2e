"""Run mystpy on random changes of inputs: no traceback, and never status 70.

A campaign is determined by its seed, and ends after a number of seconds or inputs.
Inputs that fail are printed with their fault. With `--keep` the seeds and these inputs
are appended to seeds.jsonl and failed.jsonl in a folder. After a fault is corrected,
its input moves to tests/house/fuzzed.jsonl, which every run of the tests tries again.

    python tools/fuzz.py --seed 1 --seconds 60
    python tools/fuzz.py --again tests/house/fuzzed.jsonl
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.fuzz_inputs import KINDS, Input, inputs  # noqa: E402

ANSWERS = range(6)
"""The exit statuses that there are; 70 is a fault, whatever was typed."""
LONGEST = 10.0
"""Seconds that one input may take: longer ones are stopped, and counted."""


OF_STREAMS = ("serve", "join")
"""Commands that talk over the streams of their process, not those of Python."""


class TooLong(BaseException):
    """The time for one input is up; no handler of errors may catch it."""


def fault_of(given: Input) -> str | None:
    """Return the fault of the answer to an input, if there is one."""
    from click.testing import CliRunner

    from mystpy.cli import cli

    piped = given.piped.encode(errors="replace")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in given.files:
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode(errors="replace"))
        words = [word.replace("FOLDER", folder) for word in given.words]
        if words[0] in OF_STREAMS:
            return _fault_apart(words, piped)
        done = CliRunner().invoke(cli, words, input=piped)
    of_our_own = TooLong.__name__ in done.output  # printed where a destructor ran
    if done.exit_code in ANSWERS and ("Traceback" not in done.output or of_our_own):
        return _differing(done.stdout) if given.alike else None
    trace = traceback.format_exception(*done.exc_info) if done.exc_info else []
    return f"status {done.exit_code}\n{done.output}{''.join(trace)}"[-2_000:]


def _differing(answers: str) -> str | None:
    """Return the fault if JSON lines have different answers."""
    rows = [json.loads(line) for line in answers.splitlines()]
    values = {row.get("value", "an error") for row in rows}
    return None if len(values) <= 1 else f"the answers differ\n{answers}"


def _fault_apart(words: list[str], piped: bytes) -> str | None:
    """Return the same for a command that needs the streams of its own process."""
    if "PORT" in words:
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = str(server.getsockname()[1])
            Thread(target=_serve, args=(server, piped), daemon=True).start()
            return _fault_of_process([port if w == "PORT" else w for w in words], b"")
    return _fault_of_process(words, piped)


def _serve(server: socket.socket, said: bytes) -> None:
    """Say line after line to the first program that connects, each when it spoke."""
    with suppress(OSError):
        line, _ = server.accept()
        with line:
            line.settimeout(LONGEST)
            for each in said.splitlines():
                if not line.recv(4096):
                    return
                line.sendall(each + b"\n")


def _fault_of_process(words: list[str], piped: bytes) -> str | None:
    command = [sys.executable, "-P", "-W", "ignore", "-m", "mystpy", *words]
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(command, input=piped, check=False, **both)  # type: ignore[call-overload]
    output = done.stdout.decode(errors="replace")
    if done.returncode in ANSWERS and "Traceback" not in output:
        return None
    return f"status {done.returncode}\n{output}"[-2_000:]


def _stop(_number: int, _frame: object) -> None:
    raise TooLong


def timed(given: Input) -> str | None:
    """The fault of an input, "" if it takes too long, None if there is none."""
    signal.setitimer(signal.ITIMER_REAL, LONGEST)
    try:
        return fault_of(given)
    except TooLong:
        return ""
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def campaign(
    tried: Iterable[tuple[str, Input]], seconds: float
) -> list[tuple[Input, str]]:
    """Try inputs until the time is up, print how many, and return the faults."""
    signal.signal(signal.SIGALRM, _stop)
    started = time.monotonic()
    numbers: Counter[str] = Counter()
    long: Counter[str] = Counter()
    faults = []
    for kind, given in tried:
        if time.monotonic() - started > seconds:
            break
        fault = timed(given)
        numbers[kind] += 1
        long[kind] += fault == ""
        if fault:
            faults.append((given, fault))
    for kind, number in sorted(numbers.items()):
        print(f"{number:7,} {kind}" + (f", {long[kind]} too long" * bool(long[kind])))
    total = f"{sum(numbers.values()):,} inputs, {sum(long.values())} of them took"
    print(f"{total} longer than {LONGEST:g} s; {len(faults)} failed")
    return faults


def kept(path: Path) -> Iterator[tuple[str, Input]]:
    """The inputs that a file of JSON lines has."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        files = tuple((name, text) for name, text in row["files"])
        alike = row.get("alike", False)
        yield "kept", Input(tuple(row["words"]), row["piped"], files, alike)


def keep(folder: Path, seed: int, faults: Sequence[tuple[Input, str]]) -> None:
    """Append the seed of a campaign, and the inputs that failed, to files there."""
    folder.mkdir(parents=True, exist_ok=True)
    day = time.strftime("%Y-%m-%d")
    row = {"day": day, "seed": seed, "failed": len(faults)}
    with (folder / "seeds.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    with (folder / "failed.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(given._asdict()) + "\n" for given, _ in faults)


def main() -> int:
    """Run one campaign; the status is 1 if an input failed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seed", type=int, default=int(time.time()))
    options.add_argument("--seconds", type=float, default=60.0)
    options.add_argument("--inputs", type=int, default=1_000_000)
    options.add_argument("--kind", action="append", choices=list(KINDS))
    options.add_argument("--keep", type=Path, help="the folder for seeds and inputs")
    options.add_argument("--again", type=Path, help="try the inputs of this file")
    given = options.parse_args()
    if given.again:
        tried: Iterable[tuple[str, Input]] = kept(given.again)
    else:
        print(f"seed {given.seed}", flush=True)
        kinds = tuple(given.kind or KINDS)
        tried = islice(inputs(random.Random(given.seed), kinds), given.inputs)
    faults = campaign(tried, given.seconds)
    if given.keep:
        keep(given.keep, given.seed, faults)
    for found, fault in faults:
        print(json.dumps(found._asdict()))
        print(f"{fault}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    for child in multiprocessing.active_children():
        child.kill()
    os._exit(status)  # threads of inputs that were stopped may wait for ever
