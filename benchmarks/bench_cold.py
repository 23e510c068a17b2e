"""What a person waits for: the commands from a cold start, as whole processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

from harness import medians, milliseconds, table

FILE = "queries/fifteen-cards.toml"
COMMANDS: dict[str, list[str]] = {
    "python, nothing imported": ["-c", "pass"],
    "import mystpy": ["-c", "import mystpy"],
    "mystpy --help": ["-m", "mystpy", "--help"],
    "mystpy legal FILE": ["-m", "mystpy", "legal", FILE],
    "mystpy ask FILE FORMULA": ["-m", "mystpy", "ask", FILE, "K(3, ~h(2,s5))"],
    "mystpy know 3 FILE": ["-m", "mystpy", "know", "3", FILE],
    "mystpy legal FILE --engine prolog": [
        "-m",
        "mystpy",
        "legal",
        FILE,
        "--engine",
        "prolog",
    ],
}


def runner(arguments: list[str]) -> Callable[[], object]:
    """Return the work of running Python with these arguments."""
    command = [sys.executable, *arguments]
    return lambda: subprocess.run(command, capture_output=True, check=False)


def main() -> str:
    """Return the table."""
    taken = medians([runner(arguments) for arguments in COMMANDS.values()], 7)
    bare = taken[0]
    rows = [
        [name, milliseconds(time), time / bare]
        for name, time in zip(COMMANDS, taken, strict=True)
    ]
    return table(["command", "median", "times bare Python"], rows)


if __name__ == "__main__":
    print(main())
