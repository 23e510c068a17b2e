"""What a person waits for: the commands from a cold start, as whole processes.

Times are processor time, user and system together, so that a busy machine does not
matter. The peer is what the engine asp cannot do without: loading clingo.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys

from harness import milliseconds, table

FILE = "queries/fifteen-cards.toml"
PEER = "import clingo"
COMMANDS: dict[str, list[str]] = {
    "python, nothing imported": ["-c", "pass"],
    PEER: ["-c", "import clingo"],
    "import mystpy": ["-c", "import mystpy"],
    "mystpy --help": ["-m", "mystpy", "--help"],
    "mystpy ask FILE": ["-m", "mystpy", "ask", FILE],
    "mystpy ask FILE FORMULA": ["-m", "mystpy", "ask", FILE, "K(3, ~h(2,s5))"],
    "mystpy know 3 FILE": ["-m", "mystpy", "know", "3", FILE],
    "mystpy legal FILE": ["-m", "mystpy", "legal", FILE],
    "mystpy legal FILE --engine prolog": [
        "-m",
        "mystpy",
        "legal",
        FILE,
        "--engine",
        "prolog",
    ],
}

RUNS = 15


def processor_time(arguments: list[str]) -> float:
    """Return the seconds that Python with these arguments computes, as a process."""
    # As installed: with the compiled files, which the first run writes.
    words = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-P", *arguments], capture_output=True, check=False, env=words
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode in (0, 1, 5), done.stderr.decode()
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> str:
    """Return the table."""
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for run in range(RUNS + 1):
        for name, arguments in COMMANDS.items():
            taken = processor_time(arguments)
            if run:  # the first one writes what is kept on disk
                times[name].append(taken)
    peer = times[PEER]
    rows = [
        [
            name,
            milliseconds(statistics.median(taken)),
            statistics.median(taken) / statistics.median(peer),
            min(taken) / min(peer),
        ]
        for name, taken in times.items()
    ]
    head = ["command", "median", f"times `{PEER}`", "least times least"]
    return table(head, rows)


if __name__ == "__main__":
    print(main())
