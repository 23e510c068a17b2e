"""Measure commands from a cold start, as whole processes.

Times are processor time, user and system, so that a busy machine does not matter. The
unit is the time to load clingo, without which the engine asp cannot work. BENCH_BASE
may name the Python of an older checkout in which mystpy is installed: then each command
also runs there, in turn, and another column has its times.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path

from harness import BASE, milliseconds, table

ROOT = Path(__file__).parents[1]
FILE = "queries/fifteen-cards.toml"
UNIT = "import clingo"
MYSTPY = ["-m", "mystpy"]
COMPLETION = {"_MYSTPY_COMPLETE": "zsh_complete"}
COMMANDS: dict[str, list[str]] = {
    "python, nothing imported": ["-c", "pass"],
    UNIT: ["-c", "import clingo"],
    "import mystpy": ["-c", "import mystpy"],
    "import click": ["-c", "import click"],
    "mystpy --version": [*MYSTPY, "--version"],
    "mystpy --help": [*MYSTPY, "--help"],
    "mystpy ask --help": [*MYSTPY, "ask", "--help"],
    "mystpy aks (mistyped)": [*MYSTPY, "aks"],
    "mystpy a, completed": [*MYSTPY, "a"],
    "mystpy ask --en, completed": [*MYSTPY, "ask", "--en"],
    "mystpy ask FILE": [*MYSTPY, "ask", FILE],
    "mystpy ask FILE FORMULA": [*MYSTPY, "ask", FILE, "K(3, ~h(2,s5))"],
    "mystpy ask FILE --engine asp": [*MYSTPY, "ask", FILE, "--engine", "asp"],
    "mystpy know 3 FILE": [*MYSTPY, "know", "3", FILE],
    "mystpy legal FILE": [*MYSTPY, "legal", FILE],
    "mystpy legal FILE --engine asp": [*MYSTPY, "legal", FILE, "--engine", "asp"],
    "mystpy legal FILE --engine prolog": [*MYSTPY, "legal", FILE, "--engine", "prolog"],
    "mystpy poss FILE": [*MYSTPY, "poss", FILE],
    "mystpy why FILE FORMULA": [*MYSTPY, "why", FILE, "K(3, ~h(2,s5))"],
    "mystpy theorem": [*MYSTPY, "theorem"],
    "mystpy theorem NAME, outcomes kept": [*MYSTPY, "theorem", "axiom-2.32"],
    "mystpy theorem NAME --no-cross-check": [
        *(*MYSTPY, "theorem", "axiom-2.32", "--no-cross-check")
    ],
    "mystpy theorem NAME --show": [*MYSTPY, "theorem", "axiom-2.32", "--show"],
    "mystpy draw FILE": [*MYSTPY, "draw", "queries/full-deal.toml"],
}

NEW = {"mystpy theorem NAME --no-cross-check"}
"""The commands that older checkouts lack."""

RUNS = int(os.environ.get("BENCH_RUNS", "15"))


def processor_time(python: str, name: str) -> float:
    """Return the seconds that Python with a command computes, as a process."""
    arguments = COMMANDS[name]
    # As installed: with the compiled files, which the first run writes.
    words = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    if name.endswith("completed"):
        given = ["mystpy", *arguments[len(MYSTPY) :]]
        words |= COMPLETION
        words |= {"COMP_WORDS": " ".join(given), "COMP_CWORD": str(len(given) - 1)}
        arguments = ["-c", "import mystpy.__main__ as m; m.main()"]
    process = subprocess.Popen(
        [python, "-P", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=words,
        cwd=ROOT,
    )
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    expected = (2,) if "mistyped" in name else (0, 1, 5)
    assert process.returncode in expected, f"{name}: status {process.returncode}"
    return used.ru_utime + used.ru_stime


def main() -> str:
    """Return the table."""
    pythons = (sys.executable, BASE) if BASE else (sys.executable,)
    times: dict[tuple[str, str], list[float]] = {}
    for run in range(RUNS + 1):
        for name in COMMANDS:
            for python in pythons:
                if python == BASE and name in NEW:
                    continue
                taken = processor_time(python, name)
                if run:  # the first one writes what is kept on disk
                    times.setdefault((name, python), []).append(taken)
    rows = [
        [name, *(column for x in pythons for column in _columns(times, name, x))]
        for name in COMMANDS
    ]
    head = ["command", "median", f"times `{UNIT}`", "least times least"]
    if len(pythons) > 1:
        head += ["before: median", f"times `{UNIT}`", "least times least"]
    return table(head, rows)


def _columns(
    times: dict[tuple[str, str], list[float]], name: str, python: str
) -> list[str | float]:
    if (name, python) not in times:
        return ["", "", ""]
    unit, taken = times[UNIT, python], times[name, python]
    return [
        milliseconds(statistics.median(taken)),
        statistics.median(taken) / statistics.median(unit),
        min(taken) / min(unit),
    ]


if __name__ == "__main__":
    print(main())
