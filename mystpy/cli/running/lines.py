"""Read the lines for a notebook from a terminal or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from mystpy.cli.running.signals import interrupt_python, piped_in
from mystpy.errors import QueryError
from mystpy.files.bounded import bounded_lines

_BREAKS = " \t\n,(){}[]:;|&~<>-=#"
"""The characters that separate the words for completion."""


class LineInput:
    """Lines from standard input; in a terminal with a prompt, completion and history.

    `number` counts the lines read, from 1.
    """

    def __init__(self) -> None:
        self.piped = piped_in()
        self.interactive = self.piped.isatty()
        self.number = 0
        if self.interactive:
            interrupt_python()

    def line(self, prompt: str) -> str | None:
        """Return the next line, or None if there is none; Ctrl-C clears the line.

        Raises QueryError if the line is too long.
        """
        self.number += 1
        if not self.interactive:
            return self._piped_line()
        while True:
            try:
                return input(prompt if sys.stdout.isatty() else "")
            except KeyboardInterrupt:
                click.echo()
            except EOFError:
                click.echo()
                return None

    def _piped_line(self) -> str | None:
        raw = next(bounded_lines(self.piped, "standard input"), b"")
        if isinstance(raw, QueryError):
            raise raw
        return raw.decode(errors="replace").strip("\ufeff\r\n") if raw else None

    def complete(self, words: Callable[[], Sequence[str]]) -> None:
        """Let the Tab key complete these words, if lines are typed here."""
        if not self.interactive:
            return
        try:
            import readline
        except ImportError:
            return  # there are systems without

        def completion(begun: str, state: int) -> str | None:
            small = begun.casefold()
            fits = [w for w in words() if w.casefold().startswith(small)]
            return next(iter(fits[state:]), None)

        readline.set_completer(completion)
        readline.set_completer_delims(_BREAKS)
        on_mac = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if on_mac else "tab: complete")
