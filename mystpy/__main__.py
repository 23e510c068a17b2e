"""`python -m mystpy` is the program `mystpy`."""

from __future__ import annotations

import gc


def main() -> None:
    """Start the command line."""
    # A start makes many values and drops few: to look for garbage meanwhile is in vain,
    # and so it is at the end, when all memory is given back at once.
    gc.set_threshold(100_000)
    from mystpy.cli import main as command_line

    try:
        command_line()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
