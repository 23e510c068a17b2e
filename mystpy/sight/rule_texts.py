"""The rules of the axiom files as texts, to compare one folder with another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from mystpy.axioms import SUFFIXES, blocks
from mystpy.compilation import pattern

_INCLUDE = pattern(r"""(?:#include\s*"|:-\s*include\('?)([\w./]+)""")
_BLOCK_COMMENT = pattern(r"%\*.*?\*%|/\*.*?\*/", re.DOTALL)
_RULE_END = pattern(r"\.(?=\s|$)")
_NAME = pattern(r"\b([a-z]\w*)\(")
_HEAD = pattern(r"[\d\s{]*([a-z]\w*)")


def head_of(rule: str) -> str | None:
    """Return the predicate that a rule derives, if it derives one."""
    head = _HEAD.match(rule)
    return head and head[1]


def named_in(rule: str) -> set[str]:
    """What the body of a rule names, with arguments behind it."""
    return set(_NAME.findall(rule.partition(":-")[2]))


def rules_read(folder: Path, rules: str, language: str) -> tuple[str, ...]:
    """The rules in the files for games of these rules."""
    texts = (path.read_text("utf-8") for path in _files(folder, rules, language))
    return tuple(rule for text in texts for rule in rules_of(text))


def _files(folder: Path, rules: str, language: str) -> Iterable[Path]:
    """The file that is the entry for these rules, and what it includes."""
    found: dict[Path, None] = {}
    ahead = [folder / f"{rules}{SUFFIXES[language]}"]
    while ahead:
        path = ahead.pop()
        if path in found or not path.exists():
            continue
        found[path] = None
        for name in _INCLUDE.findall(_bare(path.read_text("utf-8"))):
            ahead.append((path.parent / name).with_suffix(SUFFIXES[language]).resolve())
    return found


def rules_of(text: str) -> Iterator[str]:
    """The rules of a file without comments, each in one line."""
    for rule in _RULE_END.split(_bare(text)):
        if words := " ".join(rule.split()):
            yield words


def _bare(text: str) -> str:
    """A text without comments: of a block, as in clingo, what follows it stays."""
    return re.sub(r"%.*", "", _BLOCK_COMMENT.sub(" ", text))


def label_of(rule: str, folder: Path, language: str) -> str:
    """The label of the axiom that has a rule, with brackets, or nothing."""
    for label, block in blocks(language, folder).items():
        if rule in rules_of(block.text):
            return f"({label}): "
    return ""
