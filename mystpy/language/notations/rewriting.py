"""Rewrite formulas of other notations, for the hint of their error.

`K_1 p`, `[1]p`, `forall x. p`, `C(p)`, `E{1,2} p` and `h2s1` are not read, since they
mean different things in different programs. Here they are written in the shared syntax,
with the arguments that they have. The notations are rows of `notations.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from mystpy.errors import MystError, ParseError
from mystpy.language.notations import connectives, held, knowledge, quantifiers
from mystpy.language.notations.foreign_formula import ForeignFormula, UnknownNotation
from mystpy.language.vocabulary import Vocabulary

MOST_READINGS = 64
"""How many choices of meanings are tried."""
MOST_SHOWN = 3
"""How many of those that can be read are shown."""

_RULES = (*quantifiers.RULES, *knowledge.RULES, *connectives.RULES, *held.RULES)

_Chosen = tuple[str, tuple[int, ...]]


def with_hint(
    error: ParseError, words: Vocabulary, reads: Callable[[str], object]
) -> ParseError:
    """The error of a formula, with a hint if it is written in another notation."""
    formula = ForeignFormula(
        error.text, words, _RULES, connectives.joined, partial(_is_read, reads)
    )
    try:
        template = formula.whole()
    except UnknownNotation:
        return error
    if not formula.spans:
        return error
    found = islice(formula.chosen(template), MOST_READINGS)
    texts = [(_bare(text), chosen) for text, chosen in found]
    good = [each for each in texts if formula.reads(each[0])]
    here = any(start <= error.position <= end for start, end in formula.spans)
    if good or (here and texts):
        error.hint = f"write {_alternatives(formula, good or texts[:1])}"
    return error


def _alternatives(formula: ForeignFormula, found: Sequence[_Chosen]) -> str:
    """The texts to write; if there are several, each with when it is meant."""
    shown = list(found[:MOST_SHOWN])
    if len(shown) == 1:
        return shown[0][0]
    differing = [
        k for k in range(len(formula.options)) if len({x[k] for _, x in shown}) > 1
    ]
    listed = []
    for text, chosen in shown:
        when = " and ".join(formula.options[k][chosen[k]][1] for k in differing)
        listed.append(f"{text} if {when}")
    return ", or ".join(listed)


def _bare(text: str) -> str:
    """The text without brackets around the whole."""
    depth, text = 0, text.strip()
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if not depth:
            alone = text[:1] == "(" and place == len(text) - 1
            return _bare(text[1:-1]) if alone else text
    return text


def _is_read(reads: Callable[[str], object], text: str) -> bool:
    try:
        reads(text)
    except MystError:
        return False
    return True
