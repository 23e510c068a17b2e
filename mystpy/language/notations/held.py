"""Rules for atoms: `h2s1`, `s1_2`, `holds(2,s1)`, and `muddy1` in models."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mystpy.axiom_folder.signature import DEAL
from mystpy.errors import QueryError
from mystpy.language.notations.foreign_formula import ForeignFormula, Found
from mystpy.language.notations.rows import rows_of
from mystpy.language.reading.tokens import is_word
from mystpy.language.vocabulary import ModelWords, Vocabulary


def atom(formula: ForeignFormula, place: int) -> Found | None:
    """`holds(2,s1)`, `h2s1`, `h_{2,s1}` and `s1_2`; in models `muddy1` as well."""
    word, behind = formula.word(place), formula.word(place + 1)
    if behind == "(":
        return _called(formula, place)
    if word + behind == f"{DEAL.written}_{{" and formula.word(place + 3) == ",":
        pair = formula.word(place + 2), formula.word(place + 4)
        found = holding_atom(*pair, formula.words)
        closed = formula.word(place + 5) == "}"
        return (found, place + 6) if found and closed else None
    if found := _has(formula, place):
        return found, place + 3
    found = atom_in(word, formula.words)
    return (found, place + 1) if found else None


def _called(formula: ForeignFormula, place: int) -> Found | None:
    """`holds(2,s1)`, `h(s1,2)`, and `h(2,{s1,s2})`."""
    word = formula.word(place)
    if isinstance(formula.words, ModelWords):
        return None
    if word in rows_of("holds"):
        inside, end = formula.copied(place + 1)
        return f"{rows_of('holds')[word].ours[0]}{inside}", end
    if word != DEAL.written:
        return None
    words = [formula.word(place + k) for k in range(2, 6)]
    if words[1::2] == [",", ")"]:
        holder, card = words[2], words[0]
        if card in formula.bound or holder in formula.bound:
            return None
        if formula.is_player(card):  # h(2,1): the card s1
            holder, card = (card, holder) if holder.isdigit() else ("", "")
        found = holding_atom(holder, card, formula.words)
        return (found, place + 6) if found else None
    return _hand(formula, place)


def _hand(formula: ForeignFormula, place: int) -> Found | None:
    """`h(2,{s1,s2})`: that several cards are held."""
    holder, mark = formula.word(place + 2), formula.word(place + 4)
    closing = {"{": "}", "[": "]"}.get(mark)
    if formula.word(place + 3) != "," or closing is None:
        return None
    cards, end = formula.formulas(place + 5, closing)
    atoms = [holding_atom(holder, card, formula.words) for card in cards]
    if formula.word(end) != ")" or not all(atoms):
        return None
    (row,) = rows_of("hand").values()
    options = [
        (f"({sign.join(map(str, atoms))})", when)
        for sign, when in zip(row.ours, row.when, strict=True)
    ]
    return formula.choice(options), end + 1


def _has(formula: ForeignFormula, place: int) -> str | None:
    """`2 has s1`."""
    if formula.word(place) == DEAL.written:  # h 2 s1
        return holding_atom(
            formula.word(place + 1), formula.word(place + 2), formula.words
        )
    if formula.word(place + 1) not in rows_of("has"):
        return None
    return holding_atom(formula.word(place), formula.word(place + 2), formula.words)


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
    """Return the atom that somebody holds a card, or None; 3 is the card s3."""
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


RULES = (atom,)
"""The rules of this module, in the order in which they are tried."""
