"""Which exercise a file is for, also where its name is not quite the exercise's.

Editors, browsers and students change names: capitals, blanks, `(1)`, `copy`. A file is
for an exercise if their names are the same without such changes. One whose name is only
like that of an exercise, or has it as a part, is taken to mean it, but is not marked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from difflib import get_close_matches

from mystpy.compilation import NamedTuple, pattern

_ENDING = pattern(r"(?:[-(]*\b(?:copy|kopie|copie|copia)\b\)?|\(\d{1,3}\))$")
_BEGINNING = pattern(r"^(?:copy|kopie|copie|copia)-(?:of|von|de|di)-|^(?:kopie|copy)-")
_LIKE = 0.85
"""How like two names are, from 0 to 1, that only a slip makes different."""


class MeantExercise(NamedTuple):
    """The exercise that a file is for, as its name says.

    `name` is what is written before the first full stop if there is no such exercise.
    `is_exact` is true of the exercise's own name; `is_certain` of one that means it.
    """

    name: str
    is_exact: bool = True
    is_certain: bool = True


def exercise_meant(
    file: str, exercises: Collection[str], folder: str = ""
) -> MeantExercise:
    """The exercise that a file is for; that of its folder if its own name says none."""
    parts = file.split(".")
    for count in range(len(parts), 0, -1):
        if (name := ".".join(parts[:count])) in exercises:
            return MeantExercise(name, not folder)
    written = parts[0]
    by_form: dict[str, list[str]] = {}
    for name in exercises:
        by_form.setdefault(_normal(name), []).append(name)
    for given, is_certain in ((written, True), (folder, False)):
        named = by_form.get(_normal(given), [])
        if len(named) == 1:
            return MeantExercise(named[0], False, is_certain)
    return _likely(written, by_form)


def _normal(name: str) -> str:
    """A name in small letters, words joined by hyphens, without marks of a copy."""
    found = unicodedata.normalize("NFKC", name).casefold().strip()
    found = re.sub(r"[\s_\u2010-\u2015\u2212-]+", "-", found).strip("-")
    before = ""
    while before != found:
        before = found
        found = _ENDING.sub("", _BEGINNING.sub("", found)).strip("-")
    return found


def _likely(written: str, by_form: dict[str, list[str]]) -> MeantExercise:
    """The exercise that a name has as a part, or is like; the name itself if none."""
    normal = _normal(written)
    parts = [form for form in by_form if form and f"-{form}-" in f"-{normal}-"]
    likely = [form for form in parts if len(form) == max(map(len, parts))]
    likely = likely or get_close_matches(normal, by_form, n=2, cutoff=_LIKE)
    names = [name for form in likely[:1] for name in by_form[form]]
    if len(names) != 1:
        return MeantExercise(written)
    return MeantExercise(names[0], False, False)
