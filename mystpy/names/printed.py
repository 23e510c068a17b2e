"""Names of several words, as they are printed on cards: `Lead Pipe`, `Mrs. White`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from mystpy.names.lookup import FULL_NAMES
from mystpy.names.written import plain, written_key

MOST_WORDS = 6
"""A name has no more words, marks in it included."""


class PrintedNames:
    """The names of cards and players that have several words, to be found in a text."""

    def __init__(
        self, names: Iterable[str], shown: Mapping[str, str], deck: Collection[str]
    ) -> None:
        full = (name for name, card in FULL_NAMES.items() if card in deck)
        listed = [name for name in (*names, *full) if "_" in name]
        listed += [text for text in shown.values() if not text.isalnum()]
        self._keys = {_key(name) for name in listed}
        self._first = {written_key(re.split(r"[\W_]+", name)[0]) for name in listed}

    def joined(
        self, text: str, words: Sequence[tuple[str, int]]
    ) -> list[tuple[str, int]]:
        """The words, those of a name as one; each is a text and its place in `text`.

        Between the words of a name are spaces, stops, hyphens and apostrophes only.
        """
        found, place = list[tuple[str, int]](), 0
        while place < len(words):
            number = self._length(text, words, place)
            start, (last, at) = words[place][1], words[place + number - 1]
            found.append((text[start : at + len(last)], start))
            place += number
        return found

    def _length(self, text: str, words: Sequence[tuple[str, int]], place: int) -> int:
        if written_key(words[place][0]) not in self._first:
            return 1
        start = words[place][1]
        for number in range(min(MOST_WORDS, len(words) - place), 1, -1):
            last, at = words[place + number - 1]
            if _key(text[start : at + len(last)]) in self._keys:
                return number
        return 1


def _key(name: str) -> str:
    """A name without marks, accents and capitals, its words apart."""
    found = plain(" ".join(name.split()))
    return found.replace("_", " ") if found.isascii() else written_key(name)
