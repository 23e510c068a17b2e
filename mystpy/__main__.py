"""`python -m mystpy` is the program `mystpy`.

With `-m`, Python puts the current folder first on the path. This module takes it off
before it imports anything else, but Python itself may have imported modules from there.
In a folder that you do not trust, use the program `mystpy` or `python -P -m mystpy`.
"""

from __future__ import annotations

import gc
import os
import sys


def main() -> None:
    """Start the command line."""
    # A start makes many values and drops few: to look for garbage meanwhile is in vain,
    # and so it is at the end, when all memory is given back at once.
    gc.set_threshold(100_000)
    from mystpy.compilation.lazy_modules import late_modules

    with late_modules("inspect", "uuid", "gettext"):
        from mystpy.cli import main as command_line
    from mystpy.cli.running.signals import end_at_once

    try:
        command_line()
    except SystemExit as end:
        end_at_once(end.code)
        raise
    finally:
        gc.freeze()


def _leave_current_folder() -> None:
    """Take the current folder off the path, where `python -m` has put it."""
    try:
        here = os.getcwd()  # noqa: PTH109 (pathlib would be looked for there)
    except OSError:  # it was removed
        here = ""
    if not sys.flags.safe_path and sys.path[:1] in ([here], [""]):
        del sys.path[0]


if __name__ == "__main__":
    _leave_current_folder()
    main()
