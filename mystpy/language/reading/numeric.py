"""Comparisons of numbers in a formula's text: sizes, arithmetic, counts.

A comparison begins like a term or a bracket; the words ahead distinguish them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from mystpy.language.nodes import Formula
from mystpy.language.numbers import (
    CONSTANTS,
    RELATIONS,
    Arithmetic,
    Cardinality,
    Comparison,
    NumberTerm,
    Numeral,
    Operation,
    Parameter,
)
from mystpy.language.reading.names import TermReader
from mystpy.language.subformulas import depth
from mystpy.language.vocabulary import ConjectureWords, ModelWords

MOST_BRACKETS = 20
"""The maximal depth of brackets and counts within a number."""

_ORDERS = ("<", "<=", ">", ">=")
_OPERATIONS = ("+", "-", "*")
_SUMS: tuple[Operation, ...] = ("+", "-")


class NumberReader(TermReader):
    """A place in a text, and how comparisons of numbers are read from it."""

    counting = 0
    """How many brackets and counts are open around the number that is read."""

    def counted_formula(self) -> Formula:
        """The formula in the brackets of a count, up to the closing one."""
        raise NotImplementedError

    def is_constant(self, word: str) -> bool:
        """Whether a letter is a size of the game, and no name or variable."""
        if word not in CONSTANTS or word in self.scope:
            return False
        if isinstance(self.words, ModelWords):
            return False
        cards = self.words.cards if isinstance(self.words, ConjectureWords) else ()
        return not self.words.is_taken(word) and word not in cards

    def compares(self) -> bool:
        """Whether a comparison of numbers begins here, and not of players or cards.

        It does if one of its sides can be nothing but a number.
        """
        if self.word not in ("(", "#", "-") and not (
            self.word.isdigit() or self.is_constant(self.word)
        ):
            return False
        signs = (*RELATIONS, *_OPERATIONS)
        if self.word == "#" or (self.is_constant(self.word) and self.follows in signs):
            return True
        place, plainly = self._side(self.place)
        if place < 0:
            return False
        sign = self.tokens[place].text
        if sign in _ORDERS or plainly:
            return sign in RELATIONS
        return sign in RELATIONS and self._side(place + 1)[1]

    def _side(self, place: int) -> tuple[int, bool]:
        """Where a number that begins at a place ends, and whether it is plainly one.

        The place is -1 if none begins there.
        """
        open_, plainly, operand = 0, False, True
        while True:
            word = self.tokens[place].text
            if open_ > MOST_BRACKETS:
                return -1, False
            if operand and word in ("(", "-"):
                open_ += word == "("
                plainly |= word == "-"
            elif operand and word == "#":
                place, plainly, operand = self._behind(place + 1), True, False
                continue
            elif operand and (word.isdigit() or self.is_constant(word)):
                plainly |= not word.isdigit()
                operand = False
            elif operand:
                return -1, False
            elif word in _OPERATIONS:
                plainly = operand = True
            elif open_ and word == ")":
                open_ -= 1
            else:
                return (-1 if open_ else place), plainly
            place += 1

    def _behind(self, place: int) -> int:
        """Return the place after the bracket that matches this one, or the last one."""
        open_ = 0
        for at in range(place, len(self.tokens) - 1):
            open_ += {"(": 1, ")": -1}.get(self.tokens[at].text, 0)
            if not open_:
                return at + 1
        return len(self.tokens) - 1

    def compared(self) -> Comparison:
        """The comparison of two numbers that is here."""
        left = self.sum_of_numbers()
        sign = next((r for r in RELATIONS if r == self.word), None)
        if sign is None:
            self.unexpected(*RELATIONS)
        self.place += 1
        return Comparison(left, sign, self.sum_of_numbers())

    def sum_of_numbers(self) -> NumberTerm:
        """A sum or difference of products."""
        return self._row(_SUMS, partial(self._row, ("*",), self.one_number))

    def _row(
        self, signs: tuple[Operation, ...], operand: Callable[[], NumberTerm]
    ) -> NumberTerm:
        found = operand()
        length = 0
        while sign := next((s for s in signs if s == self.word), None):
            self.place += 1
            length += 1
            if length >= self.words.deepest:
                self.fail(f"a sum of more than {self.words.deepest} numbers")
            found = Arithmetic(found, sign, operand())
        return found

    def one_number(self) -> NumberTerm:
        """A numeral, a size, a count, or an operation in brackets."""
        word = self.word
        if self.take("-"):
            return Numeral(-self.number("a number"))
        if self.is_constant(word):
            self.place += 1
            return Parameter(next(letter for letter in CONSTANTS if letter == word))
        if word not in ("(", "#"):
            return Numeral(self.number("a number"))
        if self.counting >= MOST_BRACKETS:
            self.fail(f"numbers are nested deeper than {MOST_BRACKETS}")
        self.counting += 1
        self.place += 1
        found = self._count() if word == "#" else self.sum_of_numbers()
        self.need(")")
        self.counting -= 1
        return found

    def _count(self) -> Cardinality:
        """Return the count after `#`, up to the closing bracket."""
        self.need("(")
        outer = self.scope
        heads: list[Callable[..., Cardinality]] = []
        while not heads or self.take(","):
            name = self.variable()
            self.need("in")
            domain, bound = self.domain()
            heads.append(partial(Cardinality, name, domain, sort=bound.sort))
            self.scope = {**self.scope, name: bound}
        self.need(":", ",")
        found = self.counted_formula()
        self.scope = outer
        counted = heads.pop()(found)
        for head in reversed(heads):
            counted = head(counted)
        if depth(counted) > self.words.deepest:  # type: ignore[arg-type]
            self.fail(f"the formula is nested deeper than {self.words.deepest}")
        return counted
