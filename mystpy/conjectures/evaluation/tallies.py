"""What a number is in each world of a stage: the worlds by its value."""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable
from operator import add, mul, sub
from typing import Self

from mystpy.conjectures.values import Binding, domain
from mystpy.game.game import Game
from mystpy.language.counting.domains import count_in
from mystpy.language.nodes import Formula
from mystpy.language.numbers import (
    Arithmetic,
    Cardinality,
    Comparison,
    NumberTerm,
    Numeral,
    Parameter,
    compare,
)
from mystpy.language.truth import Algebra, evaluate

Tally = dict[int, int]
"""The worlds, as a mask, in which a number has each of its values."""

_OPERATIONS = {"+": add, "-": sub, "*": mul}


class BoundSets(Algebra[int]):
    """Sets of worlds as masks, and what the variables of a formula stand for."""

    game: Game
    binding: Binding
    full: int

    @abstractmethod
    def bound(self, binding: Binding) -> Self:
        """The same sets with other values of the variables."""


def compare_numbers(node: Comparison, sets: BoundSets) -> int:
    """The worlds in which two numbers compare so.

    Raises QueryError for m and n of a game that is not MYST.
    """
    found = _joined(tally(node.left, sets), tally(node.right, sets), sub)
    return sum(worlds for value, worlds in found.items() if compare(value, node.sign))


def tally(term: NumberTerm | Formula, sets: BoundSets) -> Tally:
    """The worlds by the value of a number; of a formula it is 1 where it holds."""
    match term:
        case Numeral(value):
            return {value: sets.full}
        case Parameter(letter):
            return {count_in(letter, sets.game): sets.full}
        case Arithmetic(left, sign, right):
            return _joined(tally(left, sets), tally(right, sets), _OPERATIONS[sign])
        case Cardinality(body=body):
            found = {0: sets.full}
            for x in domain(term, sets.game, sets.binding):
                one = tally(body, sets.bound({**sets.binding, term.var: x}))
                found = _joined(found, one, add)
            return found
    holds = evaluate(term, sets)
    return {1: holds, 0: sets.full & ~holds}


def _joined(left: Tally, right: Tally, operation: Callable[[int, int], int]) -> Tally:
    found: Tally = defaultdict(int)
    for one, here in left.items():
        for other, there in right.items():
            if both := here & there:
                found[operation(one, other)] |= both
    return dict(found)
