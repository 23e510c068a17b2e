"""A check that a file of ASP does nothing but define predicates.

`plain` returns the text that is passed to clingo: it has no comments, and only a few
directives are allowed in it. So nothing depends on how clingo reads comments.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from mystpy.axiom_folder import is_trusted
from mystpy.axiom_folder.untrusted import refuse
from mystpy.compilation import pattern

_TOKEN = pattern(
    r'(?P<block>%\*)|(?P<comment>%[^\n]*)|(?P<text>"(?:[^"\\\n]|\\["\\n])*")'
    r'|(?P<directive>#\w*)|(?P<quote>")|(?P<other>[^%"#]+)'
)
_FUNCTION = pattern(r"@\s*[_'a-z]")
_WEAK = pattern(r":~")
_INCLUDE = pattern(r'#include\s*"([^"\n]*)"\s*\.')
_PLACE = pattern(r"<block>:(\d+):[\d:-]+ (?:error: |info: )*((?s:.*))")
_STATEMENTS = {"include", "show", "const", "external", "defined"}
_TERMS = {"count", "sum", "min", "max", "true", "false", "inf", "sup"}
_REASONS = {
    "script": "#script runs a program",
    "program": "#program opens a part that is never grounded",
    "theory": "#theory defines atoms that no propagator interprets",
}


def plain(text: str, path: object) -> str:
    """Return the text without comments, with each rule in its line.

    Raises Untrusted for a script, a call of an external function, or a directive that
    does not define predicates.
    """
    bare = "".join(_without_comments(text, path))
    for known, reason in (
        (_FUNCTION, "@ calls a function of a script"),
        (_WEAK, ":~ is optimization, and every answer set counts here"),
    ):
        if found := known.search(_without_texts(bare)):
            refuse(path, bare.count("\n", 0, found.start()) + 1, reason)
    return bare


def _without_comments(text: str, path: object) -> Iterator[str]:
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None, "every character begins a token"
        line, kind = text.count("\n", 0, at) + 1, found.lastgroup
        at = found.end()
        if kind == "block":
            end = text.find("*%", at)
            if end < 0 or "%" in text[at:end]:
                refuse(path, line, "a block comment without an end, or with % in it")
            yield " " + "\n" * text.count("\n", at, end)
            at = end + 2
        elif kind == "quote":
            refuse(path, line, "a text that does not end in its line")
        elif kind == "directive":
            _require_known(found[0][1:], path, line)
            yield found[0]
        elif kind != "comment":
            yield found[0]


def _require_known(name: str, path: object, line: int) -> None:
    if name not in _STATEMENTS | _TERMS:
        reason = _REASONS.get(name, f"the directive #{name} is not read here")
        refuse(path, line, reason)


def _without_texts(bare: str) -> str:
    """Return the same text, with blanks in place of the quoted texts."""
    return "".join(
        " " * len(found[0]) if found.lastgroup == "text" else found[0]
        for found in _TOKEN.finditer(bare)
    )


def included_files(bare: str, path: object) -> Iterator[tuple[int, str]]:
    """Yield the line and the name of each included file."""
    found = list(_INCLUDE.finditer(bare))
    for each in found:
        yield bare.count("\n", 0, each.start()) + 1, each[1]
    if bare.count("#include") != len(found):
        lines = enumerate(bare.split("\n"), 1)
        line = next(n for n, row in lines if "#include" in _INCLUDE.sub("", row))
        refuse(path, line, '#include is read as #include "FILE". only')


def without_includes(bare: str) -> str:
    """Return the text without its includes."""
    return _INCLUDE.sub("", bare)


def program_text(paths: Iterable[Path]) -> str:
    """Return the texts of these files and of their includes as one program."""
    return "\n".join(text for _, text in _each_text(paths))


def locate_complaint(complaint: str, paths: Iterable[Path]) -> str:
    """Return clingo's message about such a program, with the file and its line."""
    found = _PLACE.match(complaint)
    if found is None:
        return complaint
    line = int(found[1])
    for path, text in _each_text(paths):
        length = text.count("\n") + 1
        if line <= length:
            what = " ".join(found[2].partition("\n<block>")[0].split())
            return f"{os.path.normpath(path)}:{line}: {what}"
        line -= length
    return complaint


def _each_text(paths: Iterable[Path]) -> Iterator[tuple[Path, str]]:
    seen: set[Path] = set()
    for path in paths:
        yield from _program_texts(path, seen)


def _program_texts(path: Path, seen: set[Path]) -> Iterator[tuple[Path, str]]:
    """Yield the texts of a file and of its includes, each once, with their files.

    An included file is looked up beside the file that includes it. Clingo itself would
    look in the current folder first, which has nothing to do with these axioms. Unless
    the files are trusted, raises Untrusted as `plain` does.
    """
    if (real := path.resolve()) in seen:
        return
    seen.add(real)
    text = path.read_text("utf-8")
    bare = text if is_trusted() else plain(text, path)
    for _, name in included_files(bare, path):
        yield from _program_texts(path.parent / name, seen)
    yield path, without_includes(bare)
