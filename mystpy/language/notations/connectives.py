"""Rules for connectives, announcements, actions and time in other notations."""

from __future__ import annotations

from functools import partial
from itertools import islice

from mystpy.axiom_folder.signature import ACTIONS
from mystpy.language.notations.foreign_formula import ForeignFormula, Found
from mystpy.language.notations.knowledge import filled
from mystpy.language.notations.rows import rows_of
from mystpy.language.reading.tokens import END, is_word

_ACTIONS = frozenset(row.name for row in ACTIONS.values())


def joined(
    formula: ForeignFormula, place: int, left: str, closing: tuple[str, ...]
) -> Found | None:
    """`F xor G` and the like, where this is all that the row has."""
    row = rows_of("infix").get(formula.raw[min(place, len(formula.raw) - 1)])
    if row is None or not left.strip():
        return None
    words = formula.tokens[place:]
    right, end = formula.deeper(partial(formula.row, place + 1, closing))
    inner = {token.text for token in words[: end - place]} & {"&", "|", "->", "<->"}
    if not right.strip() or inner:
        return None
    formula.spans.append((formula.tokens[place].start, formula.end(place + 1)))
    return filled(formula, row, F=left.strip(), G=right.strip()), end


def prefixed(formula: ForeignFormula, place: int) -> Found | None:
    """`AG F`, `eventually F`, `Ng F`, `-F`."""
    row = rows_of("prefix").get(formula.word(place))
    if row is None or formula.word(place) in formula.words.words:
        return None
    if not (is_word(formula.word(place + 1)) or formula.word(place + 1) in ("(", "~")):
        return None
    if formula.word(place + 1) == END:
        return None
    body, end = formula.bracketed(place + 1)
    return filled(formula, row, F=body), end


def listed(formula: ForeignFormula, place: int) -> Found | None:
    """`AND(F,G)`, `Conj [F,G]`, `ONEOF(F,G)`."""
    row = rows_of("list").get(formula.word(place))
    closing = {"(": ")", "[": "]", "{": "}"}.get(formula.word(place + 1))
    if row is None or closing is None:
        return None
    parts, end = formula.formulas(place + 2, closing)
    if "{L}" in row.ours[0]:
        return filled(formula, row, L=", ".join(parts)), end
    return row.ours[0].join(f"({part})" for part in parts), end


def conditional(formula: ForeignFormula, place: int) -> Found | None:
    """`if F then G`."""
    if formula.word(place) not in rows_of("conditional"):
        return None
    first, end = formula.deeper(partial(formula.row, place + 1, ("then", ")", "]")))
    if formula.word(end) != "then" or not first:
        return None
    second, end = formula.deeper(partial(formula.row, end + 1, (")", "]", ",")))
    if not second:
        return None
    row = rows_of("conditional")[formula.word(place)]
    return filled(formula, row, F=first, G=second), end


def constant(formula: ForeignFormula, place: int) -> Found | None:
    """`Top`, `Bot`, `TRUE`."""
    row = rows_of("constant").get(formula.word(place))
    if row is None or formula.word(place + 1) == "(":
        return None
    return row.ours[0], place + 1


def called(formula: ForeignFormula, place: int) -> Found | None:
    """`Poss(A)`: another name for `possible(A)` and similar words."""
    row = rows_of("call").get(formula.word(place))
    if row is None or formula.word(place + 1) != "(":
        return None
    inside, end = formula.copied(place + 1)
    return f"{row.ours[0]}{inside}", end


def acted(formula: ForeignFormula, place: int) -> Found | None:
    """`[no(2)]F` and `<no(2)>F`."""
    word, closing = formula.word(place), {"[": "]", "<": ">"}.get(formula.word(place))
    if closing is None or formula.word(place + 1) not in _ACTIONS:
        return None
    if formula.word(place + 2) != "(":
        return None
    inside, end = formula.copied(place + 2)
    if formula.word(end) != closing:
        return None
    action = f"{formula.raw[place + 1]}{inside}"
    body, last = formula.bracketed(end + 1)
    text = filled(formula, rows_of("action")[f"{word}A{closing}F"], A=action, F=body)
    alone = place == 0 and formula.word(last) == END
    return (text if alone else f"({text})"), last


def announced(formula: ForeignFormula, place: int) -> Found | None:
    """`[F]G`, `<F>G` and `[?!F]G`: announcements without the mark `!`."""
    word, closing = formula.word(place), {"[": "]", "<": ">"}.get(formula.word(place))
    if closing is None:
        return None
    whether = [formula.word(place + k) for k in (1, 2)] == ["?", "!"]
    start = place + (3 if whether else 1)
    inner, end = formula.deeper(partial(formula.row, start, (closing, "!", ",")))
    if not inner or formula.word(end) != closing or formula.is_player(inner):
        return None
    if formula.word(end + 1) in (END, ")", ",", "=", "!=", "]"):
        return None
    if not any(formula.reads(text) for text, _ in islice(formula.chosen(inner), 8)):
        return None
    body, last = formula.bracketed(end + 1)
    kind = "[?!F]G" if whether else f"{word}F{closing}G"
    row = rows_of("announced").get(kind)
    return None if row is None else (filled(formula, row, F=inner, G=body), last)


RULES = (prefixed, listed, conditional, constant, called, acted, announced)
"""The rules of this module, in the order in which they are tried."""
