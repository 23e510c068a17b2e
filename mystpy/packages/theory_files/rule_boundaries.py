"""Whether rules end where a label begins, in answer set programs and in Prolog."""

from __future__ import annotations

from pathlib import Path

from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.packages.labelled_blocks import label_of

_STRING = r'"(?:\\.|[^"\\])*"'
_TOKENS = {
    False: pattern(
        rf"(?s)%\*.*?(?:\*%|\Z)|%[^\n]*|{_STRING}|\.\.|(?P<end>#end\.|\.)|\s+|\w+|."
    ),
    True: pattern(
        rf"(?s)/\*.*?(?:\*/|\Z)|%[^\n]*|{_STRING}|0'(?:\\.|''|.)|'(?:\\.|[^'\\])*'"
        r"|(?P<end>\.(?=[\s%]|\Z))|[-+*/\\^<>=~:.?@#&$]+|\s+|\w+|."
    ),
}


def require_whole_rules(path: Path, text: str) -> None:
    """Raise QueryError, with file and line, if a rule goes on across a label.

    It could not be said to which axiom the rule belongs.
    """
    line = rule_across_label(text, prolog=path.suffix == ".pl")
    if line is not None:
        raise QueryError(
            f"{path}:{line}: this label is inside of a rule or a comment, so that the"
            " axioms cannot be replaced one by one",
            hint="end the rule above with a full stop",
        )


def rule_across_label(text: str, *, prolog: bool) -> int | None:
    """Return the line of the first label that is inside of a rule or a comment."""
    within, line = False, 1
    for token in _TOKENS[prolog].finditer(text):
        part, rows = token[0], token[0].split("\n")
        if part.startswith(("%", "/*")) or part.isspace():
            at_margin = text[token.start() - 1 : token.start()] == "\n"
            if within and at_margin and label_of(rows[0]):
                return line
        else:
            within = token.lastgroup != "end"
        for number, row in enumerate(rows[1:], line + 1):
            if not part.isspace() and label_of(row):
                return number
        line += len(rows) - 1
    return None
