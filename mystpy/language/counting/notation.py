"""How numbers are printed: brackets only where the reading needs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mystpy.language.nodes import Formula
from mystpy.language.numbers import (
    Arithmetic,
    Cardinality,
    NumberTerm,
    Numeral,
    Parameter,
)


def number_text(
    f: NumberTerm,
    signs: Mapping[str, str],
    head: Callable[[Cardinality], str],
    counted: Callable[[Formula], str],
    level: int = 0,
) -> str:
    """The text of a number, as an operand of + at level 0 or 1, of * at 1 or 2.

    `signs` are those that are printed in another way, `head` and `counted` what a
    count ranges over and what it counts.
    """
    match f:
        case Arithmetic(left, sign, right):
            own = int(sign == "*")
            one = number_text(left, signs, head, counted, own)
            other = number_text(right, signs, head, counted, own + 1)
            shown = f"{one} {signs.get(sign, sign)} {other}"
            return f"({shown})" if own < level else shown
        case Cardinality():
            heads = [head(f)]
            while isinstance(f.body, Cardinality):
                f = f.body
                heads.append(head(f))
            over = f"{', '.join(heads)}{counted(f.body)}"
            return f"{signs.get('#', '#')}({over})"
        case Numeral(value):
            return str(value)
        case Parameter(letter):
            return letter
