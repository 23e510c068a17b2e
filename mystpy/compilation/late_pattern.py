"""Regular expressions that are compiled when they are first used.

The modules of mystpy define their expressions at the top, but a short command uses few
of them, and compiling one takes up to a millisecond.
"""

from __future__ import annotations

import re
from typing import Any

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub")


class LatePattern:
    """A regular expression with the methods of `re.Pattern`."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self._text = text
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Compile the expression; the methods are then found without this one."""
        if name.startswith("_"):  # what `copy` asks an object that is not yet made
            raise AttributeError(name)
        compiled = re.compile(self._text, self._flags)
        for each in _METHODS:
            setattr(self, each, getattr(compiled, each))
        return getattr(compiled, name)
