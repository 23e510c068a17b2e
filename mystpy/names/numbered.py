"""Names with a number of the thesis: which statement an unknown one may mean."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mystpy.errors import did_you_mean

_NUMBERED = r"(.*?)-?([0-9]+)\.([0-9]+)(.*)"
"""An identifier with a number of the thesis: a word, the chapter, the number in it."""

_FAR = 2
"""Numbers that differ by more are not near."""


def statement_hint(name: str, known: Sequence[str]) -> str:
    """Return the hint for an unknown identifier: the nearest one, or how to list them.

    Of `axiom-2.99` the word and the chapter count, not how its digits look: where no
    number of the chapter is near, the hint says how the chapter is listed.
    """
    if found := re.fullmatch(_NUMBERED, name):
        return _numbered_hint(found, known)
    listed = f"mystpy theorem --search {_word(name)} lists statements with this word"
    return did_you_mean(name, known) or listed


def _numbered_hint(wanted: re.Match[str], known: Sequence[str]) -> str:
    rows = [row for each in known if (row := re.fullmatch(_NUMBERED, each))]
    chapter = [row for row in rows if row[2] == wanted[2]]
    same = [row for row in chapter if row[1] == wanted[1]] or chapter
    distance = {row[0]: abs(int(row[3]) - int(wanted[3])) for row in same}
    nearest = min(distance, key=distance.__getitem__, default=None)
    if nearest is not None and distance[nearest] <= _FAR:
        return f"did you mean {nearest}?"
    if chapter:
        command = f"mystpy theorem --chapter {wanted[2]}"
        return f"{command} lists the statements of chapter {wanted[2]}"
    chapters = sorted({row[2] for row in rows}, key=int)
    return (
        f"no statement has a number of chapter {wanted[2]}: the chapters are"
        f" {', '.join(chapters)}; mystpy theorem --chapter {chapters[-1]} lists one"
    )


def _word(name: str) -> str:
    return next(iter(re.findall(r"[A-Za-z]{3,}", name)), "TEXT")
