"""Numbers in formulas: sizes of the game, arithmetic, counts, and comparisons of them.

These are counting terms. A count of several variables is a sum of counts, one for each
value of the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from mystpy.compilation import dataclass, field
from mystpy.language.atoms import Domain, Node, Sort, sort_of

if TYPE_CHECKING:
    from mystpy.language.nodes import Formula

Letter = Literal["m", "n", "p", "q", "c"]
CONSTANTS: tuple[Letter, ...] = get_args(Letter)
"""The constants of a game, section 2.1, and c, the number of its cards."""

Number = int | Letter
"""A number, or a constant of the game by its letter."""

Relation = Literal["=", "!=", "<", "<=", ">", ">="]
RELATIONS: tuple[Relation, ...] = get_args(Relation)

Operation = Literal["+", "-", "*"]


class Binder(Node):
    """The base class of formulas that bind a variable, with the sort of its values."""

    __slots__ = ()
    var: str
    domain: Domain
    body: Formula
    sort: Sort

    def __post_init__(self) -> None:
        if self.sort == "any":
            object.__setattr__(self, "sort", sort_of(self.domain))


@dataclass(frozen=True, slots=True, repr=False)
class Numeral(Node):
    """`3`: a number, which may be negative."""

    value: int


@dataclass(frozen=True, slots=True, repr=False)
class Parameter(Node):
    """`m`, `n`, `p`, `q` or `c`: a constant of the game."""

    letter: Letter


@dataclass(frozen=True, slots=True, repr=False)
class Cardinality(Binder):
    """`#(x in D: F)`: the number of x in D for which the formula holds.

    `#(x in D, y in E: F)` has the count of y for its body: it is their sum.
    """

    var: str
    domain: Domain
    body: Formula | Cardinality  # type: ignore[assignment]
    sort: Sort = field(default="any", compare=False, repr=False)


@dataclass(frozen=True, slots=True, repr=False)
class Arithmetic(Node):
    """`a + b`, `a - b` or `a * b`."""

    left: NumberTerm
    sign: Operation
    right: NumberTerm


NumberTerm = Numeral | Parameter | Cardinality | Arithmetic
"""A side of a comparison; it is part of a formula, and no formula."""


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Node):
    """`a = b`, `a != b`, `a < b`, `a <= b`, `a > b` or `a >= b`, of numbers."""

    left: NumberTerm
    sign: Relation
    right: NumberTerm


def compare(difference: int, sign: Relation) -> bool:
    """Whether two numbers with this difference, left minus right, compare so."""
    match sign:
        case "=":
            return difference == 0
        case "!=":
            return difference != 0
        case "<":
            return difference < 0
        case "<=":
            return difference <= 0
        case ">":
            return difference > 0
    return difference >= 0
