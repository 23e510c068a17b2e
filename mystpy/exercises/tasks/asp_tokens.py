"""The tokens of a student's answer set program: what clingo is given of it.

Nothing but these tokens goes on, each after a blank, so that no comment, directive or
text can be read in another way by clingo than it was here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mystpy.compilation import pattern
from mystpy.exercises.exercise import AnswerError

MAX_RULES = 40
MAX_TOKENS = 1_000
"""How many tokens a rule has at most."""
MAX_DEPTH = 40
"""How deep parentheses are nested at most."""
_SPACE = pattern(r"[ \t\r\n]*")
_COMMENT = pattern(r"%[^\n]*")
_BLOCK_COMMENT = "%*"
_TOKEN = pattern(
    r":-|\.\.|!=|<=|>=|[=<>+\-*.,;:()]|_*[a-z][A-Za-z0-9_]*|_*[A-Z][A-Za-z0-9_]*|_|[0-9]+"
)
_PLAIN = "no directives, scripts, texts, theories, choices and constraints"


def rules_of(text: str) -> list[list[str]]:
    """The tokens of each rule, without its full stop.

    Raises AnswerError for what no plain rule has, and for too much of it.
    """
    rules, rule, depth = list[list[str]](), list[str](), 0
    for token in _tokens(text):
        depth += (token == "(") - (token == ")")
        if token == ".":
            rules.append(rule)
            rule, depth = [], 0
        else:
            rule.append(token)
        if depth > MAX_DEPTH or len(rule) > MAX_TOKENS:
            raise AnswerError(
                "your answer: a rule is too long or nested too deeply",
                hint=f"at most {MAX_TOKENS:,} signs, and {MAX_DEPTH} parentheses deep",
            )
    if rule:
        raise AnswerError("your answer: the last rule does not end with a full stop")
    if not 0 < len(rules) <= MAX_RULES:
        raise AnswerError(f"an answer has 1 to {MAX_RULES} rules, not {len(rules)}")
    return rules


def text_of(rules: list[list[str]]) -> str:
    """Rules as a program, a line for each."""
    return "\n".join(f"{' '.join(rule)} ." for rule in rules)


def _tokens(text: str) -> Iterator[str]:
    """The tokens of a text, comments left out. Raises AnswerError for other signs."""
    at = 0
    while True:
        at = _after(_SPACE, text, at)
        if at == len(text):
            return
        if text.startswith(_BLOCK_COMMENT, at):
            line = text.count("\n", 0, at) + 1
            raise AnswerError(
                f"your answer, line {line}: block comments (%* ... *%) are not read",
                hint="begin each line of a comment with % and a blank",
            )
        if text[at] == "%":
            at = _after(_COMMENT, text, at)
            continue
        found = _TOKEN.match(text, at)
        if found is None:
            line = text.count("\n", 0, at) + 1
            where = f"your answer, line {line}"
            raise AnswerError(
                f"{where}: {text[at]!r} does not belong in a plain rule", hint=_PLAIN
            )
        at = found.end()
        yield _checked(found[0])


def _after(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _checked(token: str) -> str:
    """A token that may stay. Raises AnswerError for a number that is too large."""
    if token.isdigit() and len(token) > 6:
        raise AnswerError(f"your answer: the number {token[:20]} is too large")
    return token
