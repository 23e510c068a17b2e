"""The text of a conjecture cut into words, each with its position."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mystpy.errors import ParseError

_WORD = re.compile(
    r"\s*(?:(?P<sign><->|->|!=|>=|<=|[~&|(){}\[\],:=])|(?P<name>\w+)|(?P<bad>\S))",
    re.ASCII,
)
_UNICODE = {
    "¬": "~",
    "∧": "&",
    "∨": "|",
    "→": "->",
    "⊃": "->",
    "↔": "<->",
    "≡": "<->",
    "≠": "!=",
    "∀": " forall ",
    "∃": " exists ",
    "∈": " in ",
    "⊤": " true ",
    "⊥": " false ",
}


class Token(NamedTuple):
    """A word of the text and where it begins; the last one is the empty word."""

    text: str
    start: int


def tokens(text: str, source: str | None) -> list[Token]:
    """The words of a text. Raises ParseError at a sign that begins none."""
    found = []
    position = 0
    while position < len(text):
        sign = text[position]
        if sign in _UNICODE:
            found.append(Token(_UNICODE[sign].strip(), position))
            position += 1
            continue
        match = _WORD.match(text, position)
        if match is None or match.end() == position:
            break
        kind = match.lastgroup or "bad"
        start = match.start(kind)
        if start > position:
            position = start
            continue
        if kind == "bad":
            raise fault(f"unexpected {match[kind]!r}", text, start, source)
        found.append(Token(match[kind], start))
        position = match.end()
    found.append(Token("", len(text.rstrip())))
    return found


def fault(
    message: str,
    text: str,
    position: int,
    source: str | None,
    *,
    hint: str | None = None,
    expected: Sequence[str] = (),
) -> ParseError:
    """The error at a position of a text."""
    return ParseError(
        message,
        text=text,
        position=position,
        source=source,
        hint=hint,
        expected=expected,
    )
