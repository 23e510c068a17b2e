"""Classes and regular expressions that are compiled when they are first used.

`dataclasses.dataclass` and `typing.NamedTuple` compile the methods of a class when it
is defined, and modules compile their regular expressions when they are imported. That
took half of the time of a short command, which uses few of them. The replacements here
are used in the same way and behave alike, also in `dataclasses.fields` and
`dataclasses.asdict`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # type checkers see the classes of the standard library
    from dataclasses import dataclass, field, replace
    from re import compile as pattern
    from typing import NamedTuple
else:
    from mystpy.compilation.data_class import data_class as dataclass
    from mystpy.compilation.data_class import field, replace
    from mystpy.compilation.named_tuple import RecordTuple as NamedTuple

_METHODS = ("finditer", "findall", "fullmatch", "match", "search", "split", "sub")


class LazyPattern:
    """A regular expression with the methods of `re.Pattern`, compiled on first use."""

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


if not TYPE_CHECKING:
    pattern = LazyPattern

__all__ = ["NamedTuple", "dataclass", "field", "pattern", "replace"]
