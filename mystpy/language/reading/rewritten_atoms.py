"""Atoms in another notation: `h2s1`, `s1_2`, `holds(2,s1)`, and `muddy1` in models."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mystpy.axiom_folder.signature import DEAL
from mystpy.errors import QueryError
from mystpy.language.reading.tokens import is_word
from mystpy.language.vocabulary import ModelWords, Vocabulary

HOLDS = ("holds", "has", "owns", "hold", "H", "Holds", "Has")
"""Words that stand for `h`."""


def atom_in(word: str, words: Vocabulary) -> str | None:
    """The atom that a word by itself is meant to be, in the shared syntax."""
    if isinstance(words, ModelWords):
        flat = _flat(word)
        same = [atom for atom in words.atoms if flat and _flat(atom) == flat]
        return same[0] if word not in words.heads and len(same) == 1 else None
    if not is_word(word):
        return None
    return next(
        filter(None, (holding_atom(*pair, words) for pair in _pairs(word))), None
    )


def holding_atom(holder: str, card: str, words: Vocabulary) -> str | None:
    """That somebody holds a card, if these are names of both; 3 is the card s3."""
    name = f"s{card}" if card.isdigit() else card
    try:
        words.player(holder, pile=True)
        words.card(name)
    except QueryError:
        return None
    return f"{DEAL.written}({holder},{name})"


def _flat(name: str) -> str:
    return re.sub(r"\W|_", "", name, flags=re.ASCII)


def _pairs(word: str) -> Iterator[tuple[str, str]]:
    """The holders and cards that a word may be made of, such as `h2s1` or `s1_2`."""
    if found := re.fullmatch(
        rf"{DEAL.written}_?([0-9]+)_?([A-Za-z]\w*)", word, re.ASCII
    ):
        yield found[1], found[2]
    parts = word.split("_")
    if parts[0] == DEAL.written:
        parts = parts[1:]
    if len(parts) == 2 and all(parts):
        one, other = parts
        yield one, other
        yield other, one
