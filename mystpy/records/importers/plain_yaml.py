"""The part of YAML in simple files: mappings, lists, texts in one line.

Anchors, tags, texts over several lines and the like are refused, with the line.
"""

from __future__ import annotations

import re
from typing import Any

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError

MAX_DEPTH = 30
"""The most mappings and lists within each other."""

_KEY = r"""("[^"]*"|'[^']*'|[^\s:#\[\]{},&*!|>%@`"'-][^:#]*?)\s*:(?:\s+(.*))?$"""


class Marked(dict[str, Any]):
    """A mapping that knows the line on which it begins."""

    line: int = 0


class _Line(NamedTuple):
    number: int
    indent: int
    text: str


def yaml_value(text: str, name: str) -> Any:
    """Return the value of a text. Raises QueryError, with the line, for other YAML."""
    return _Yaml(text, name).whole()


class _Yaml:
    """One reading of a text, line by line."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.lines = [
            _Line(number, len(line) - len(line.lstrip(" ")), line.strip())
            for number, raw in enumerate(text.split("\n"), 1)
            if (line := _without_comment(raw)).strip() and line.strip() != "---"
        ]
        self.at = 0
        tabs = re.search(r"(?m)^ *\t+ *[^\s#]", text)
        if tabs:
            number = text.count("\n", 0, tabs.start()) + 1
            hint = "YAML is indented by spaces"
            raise QueryError(f"{name}, line {number}: a tab indents it", hint=hint)

    def whole(self) -> Any:
        found = self._block(0, 0) if self.lines else {}
        if self.at < len(self.lines):
            raise self._fault("this line is indented differently from those before it")
        return found

    def _fault(self, message: str) -> QueryError:
        line = self.lines[min(self.at, len(self.lines) - 1)]
        hint = "read are mappings, lists and texts in one line"
        return QueryError(f"{self.name}, line {line.number}: {message}", hint=hint)

    def _block(self, indent: int, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise self._fault(f"it is nested more than {MAX_DEPTH} deep")
        line = self.lines[self.at]
        if line.text == "-" or line.text.startswith("- "):
            return self._list(line.indent, depth)
        return self._mapping(line.indent, depth)

    def _list(self, indent: int, depth: int) -> list[Any]:
        found = []
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.indent != indent or not (line.text + " ").startswith("- "):
                break
            rest = line.text[1:].strip()
            if not rest:
                self.at += 1
                found.append(self._inner(indent, depth))
            elif re.match(_KEY, rest):
                inner = line.indent + len(line.text) - len(rest)
                self.lines[self.at] = _Line(line.number, inner, rest)
                found.append(self._mapping(inner, depth + 1))
            else:
                self.at += 1
                found.append(self._scalar(rest))
        return found

    def _mapping(self, indent: int, depth: int) -> Marked:
        found = Marked()
        found.line = self.lines[self.at].number
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.indent != indent or (line.text + " ").startswith("- "):
                break
            match = re.match(_KEY, line.text)
            if match is None:
                raise self._fault("this is no key with a value")
            key = match[1].strip("\"'")
            if key in found:
                raise self._fault(f"the key {key!r} is there twice")
            value = (match[2] or "").strip()
            if value:
                found[key] = self._scalar(value)
                self.at += 1
            else:
                self.at += 1
                found[key] = self._inner(indent, depth)
        if not found:
            raise self._fault("this is no key with a value")
        return found

    def _inner(self, indent: int, depth: int) -> Any:
        """Return the value below a key, or a list that begins in the key's column."""
        if self.at < len(self.lines):
            line = self.lines[self.at]
            is_list = (line.text + " ").startswith("- ")
            if line.indent > indent or (line.indent == indent and is_list):
                return self._block(line.indent, depth + 1)
        return None

    def _scalar(self, text: str) -> Any:
        if text[0] == "[":
            if text[-1] != "]" or "[" in text[1:]:
                raise self._fault("a list in brackets has to end in its line")
            inner = text[1:-1].strip()
            parts = re.split(r"\s*,\s*", inner) if inner else []
            return [self._scalar(part) for part in parts if part]
        if text[0] in "\"'":
            if len(text) < 2 or text[-1] != text[0] or text[0] in text[1:-1]:
                raise self._fault("a text in quotes has to end in its line")
            return text[1:-1]
        if text[0] in "{&*!|>%@`":
            raise self._fault(f"values that begin with {text[0]} are not read")
        return text


def _without_comment(line: str) -> str:
    """Return a line without its comment; # in quotes begins none."""
    quoted = None
    for place, sign in enumerate(line):
        if quoted:
            quoted = None if sign == quoted else quoted
        elif sign in "\"'" and (not place or line[place - 1] in " [,:"):
            quoted = sign
        elif sign == "#" and (not place or line[place - 1] in " \t"):
            return line[:place].rstrip()
    return line.rstrip()
