"""Link theorems to lines of Coq files, for docs/reference/coq-theorems.md."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

PROOFS = Path(__file__).parents[1] / "proofs"


class Place(NamedTuple):
    """The file of a theorem, its own name there, and the line of that."""

    stem: str
    word: str
    line: int


@cache
def _lines(stem: str) -> tuple[str, ...]:
    return tuple((PROOFS / f"{stem}.v").read_text("utf-8").splitlines())


def place(name: str) -> Place:
    """Return where `Fluents.ax_2_16`, which is `poss_no` there, is stated."""
    stem, _, word = name.partition(".")
    alias = re.compile(rf"Notation {word} := (\w+) \(only parsing\)\.")
    own = next((found[1] for x in _lines(stem) if (found := alias.match(x))), word)
    stated = re.compile(rf" *(?:Definition|Fixpoint|Inductive|Lemma|Theorem) {own}\b")
    for number, line in enumerate(_lines(stem), 1):
        if stated.match(line):
            return Place(stem, own, number)
    raise SystemExit(f"{stem}.v has no {word}")


def link(name: str) -> str:
    """Return a link in Markdown to the line, with the theorem's own name as title.

    The site leads to the page that coqdoc makes instead: tools/docs_pages.py.
    """
    stem, word, line = place(name)
    return f'[`{name}`](../../proofs/{stem}.v#L{line} "{word}")'
