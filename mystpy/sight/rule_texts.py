"""The rules of the axiom files as texts, to compare one folder with another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

from mystpy.axiom_folder import file_stamp
from mystpy.axioms import SUFFIXES, blocks
from mystpy.compilation import NamedTuple, pattern

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
    """Return the predicates with arguments in the body of a rule."""
    return set(_NAME.findall(rule.partition(":-")[2]))


def rules_read(folder: Path, rules: str, language: str) -> tuple[str, ...]:
    """The rules in the files for games of these rules."""
    read = _files(folder, rules, language)
    return tuple(rule for each in read for rule in each.rules)


class _File(NamedTuple):
    """The rules of a file, and the files that it includes, as it names them."""

    rules: tuple[str, ...]
    included: tuple[str, ...]


def _files(folder: Path, rules: str, language: str) -> Iterable[_File]:
    """The file that is the entry for these rules, and what it includes."""
    found: dict[Path, _File] = {}
    ahead = [folder / f"{rules}{SUFFIXES[language]}"]
    while ahead:
        path = ahead.pop()
        if path not in found and path.exists():
            found[path] = _read(path, file_stamp(str(path)))
            names = (path.parent / name for name in found[path].included)
            ahead += (x.with_suffix(SUFFIXES[language]).resolve() for x in names)
    return found.values()


@lru_cache(maxsize=512)
def _read(path: Path, _stamp: tuple[int, ...]) -> _File:
    """Read a file; it is read again when its stamp has changed."""
    return _parsed(path.read_text("utf-8"))


@lru_cache(maxsize=512)
def _parsed(text: str) -> _File:
    """The rules of a text: most files of an edited folder are the shipped ones."""
    return _File(tuple(rules_of(text)), tuple(_INCLUDE.findall(_bare(text))))


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
