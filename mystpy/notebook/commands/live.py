"""Lines typed into a terminal above a live grid: by prompt_toolkit, an extra."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from mystpy.cli.running.lines import LineInput
from mystpy.errors import QueryError

Styled = list[Any]
"""Pieces of text, each after its style."""

_STYLES = {"yes": "bold fg:ansigreen", "no": "fg:ansibrightblack", "?": "fg:ansiyellow"}
"""Known cells are green, open ones yellow, and those known to be false are dim."""

_WORD = r"[^\s,(){}\[\]:;|&~<>=#+-]+"


class LiveInput(LineInput):
    """Lines from a terminal, with completion as they are typed and a grid below them.

    Where NO_COLOR is set the grid has no colours. Raises QueryError if prompt_toolkit
    is not installed.
    """

    def __init__(self, grid: Callable[[], Iterable[str]]) -> None:
        super().__init__()
        try:
            import prompt_toolkit
            from prompt_toolkit.history import InMemoryHistory
        except ModuleNotFoundError:
            raise QueryError(
                "a live grid needs prompt_toolkit",
                hint="pip install 'mystpy[table]', or leave out --live",
            ) from None
        self._toolkit = prompt_toolkit
        self._grid = grid
        self._words: Callable[[], Sequence[str]] = tuple
        self._history = InMemoryHistory()

    def complete(self, words: Callable[[], Sequence[str]]) -> None:
        """Let these words be completed."""
        self._words = words

    def line(self, prompt: str) -> str | None:
        """Return the next line, None if there is none; Ctrl-C discards a line."""
        self.number += 1
        while True:
            try:
                return self._typed(prompt)
            except KeyboardInterrupt:
                click.echo()
            except EOFError:
                return None

    def completer(self) -> Any:
        """Return the completer of the words that are known now."""
        from prompt_toolkit.completion import WordCompleter

        return WordCompleter(
            list(self._words()), pattern=re.compile(_WORD), ignore_case=True
        )

    def _typed(self, prompt: str) -> str:
        from prompt_toolkit.formatted_text import FormattedText
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.styles import Style

        plain = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
        session: Any = self._toolkit.PromptSession(history=self._history)
        found: str = session.prompt(
            prompt,
            completer=self.completer(),
            complete_while_typing=True,
            bottom_toolbar=FormattedText(style_lines(self._grid())),
            color_depth=plain,
            style=Style.from_dict({"bottom-toolbar": "noreverse"}),
        )
        return found


def style_lines(lines: Iterable[str]) -> Styled:
    """The lines of a grid, each cell in the style of what it means."""
    found: Styled = []
    for line in lines:
        for piece in re.split(r"(\byes\b|\bno\b|\?)", line):
            found.append((_STYLES.get(piece, ""), piece))
        found.append(("", "\n"))
    return found[:-1]
