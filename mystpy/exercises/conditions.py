"""Conditions on the parameters of an exercise, such as `a != b` and `n + 1 < 5`.

Terms are parameters, whole numbers, words in quotation marks, and their sums,
differences and products. Comparisons may be chained; `distinct(a, b, c)` says that all
differ.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from itertools import pairwise

from mystpy.compilation import pattern
from mystpy.errors import ParseError, QueryError, did_you_mean

Value = str | int
Values = Mapping[str, Value]
Condition = Callable[[Values], bool]
Term = Callable[[Values], Value]

LONGEST = 200
"""How many characters a condition has at most."""
_TOKEN = pattern(
    r"\s*(?:(?P<number>[0-9]{1,9})|(?P<name>[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)"
    r"|'(?P<word>[^']*)'|(?P<sign>==|!=|<=|>=|[<>+\-*(),]))",
    re.ASCII,
)
_COMPARED: dict[str, Callable[..., bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_COMPUTED: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}
_HINT = "such as  a != b,  n + 1 < 5,  card == 's1'  or  distinct(a, b, c)"


def read_condition(text: str) -> Condition:
    """The condition in a text. Raises ParseError."""
    if len(text) > LONGEST:
        raise QueryError(f"a condition of more than {LONGEST} characters is not read")
    return _Reader(text).condition()


class _Reader:
    """Reads one condition from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def condition(self) -> Condition:
        if self.text.strip().startswith("distinct"):
            self._next()
            terms = self._list()
            found: Condition = lambda values: _all_differ([t(values) for t in terms])  # noqa: E731
        else:
            found = self._comparison()
        if self.text[self.at :].strip():
            raise self._fault("nothing more belongs here")
        return found

    def _list(self) -> list[Term]:
        """The terms in parentheses, with commas between them."""
        self._expect("(")
        terms = [self._sum()]
        while self._peek() == ",":
            self._next()
            terms.append(self._sum())
        self._expect(")")
        return terms

    def _comparison(self) -> Condition:
        terms, signs = [self._sum()], []
        while (sign := self._peek()) in _COMPARED:
            self._next()
            signs.append(_COMPARED[sign])
            terms.append(self._sum())
        if not signs:
            raise self._fault("a comparison is missing")

        def found(values: Values) -> bool:
            pairs = pairwise([term(values) for term in terms])
            return all(
                _compared(sign, *pair) for sign, pair in zip(signs, pairs, strict=True)
            )

        return found

    def _sum(self) -> Term:
        found = self._product()
        while (sign := self._peek()) in ("+", "-"):
            self._next()
            found = _computed(sign, found, self._product())
        return found

    def _product(self) -> Term:
        found = self._atom()
        while self._peek() == "*":
            self._next()
            found = _computed("*", found, self._atom())
        return found

    def _atom(self) -> Term:
        found = self._next()
        if found is None:
            raise self._fault("a parameter, a number or a word is missing")
        if found["number"] is not None:
            number = int(found["number"])
            return lambda _: number
        if found["word"] is not None:
            word = str(found["word"])
            return lambda _: word
        if found["name"] is None:
            self.at = found.start("sign")
            raise self._fault("a parameter, a number or a word is missing")
        name = str(found["name"])
        return lambda values: _value(values, name)

    def _next(self) -> re.Match[str] | None:
        found: re.Match[str] | None = _TOKEN.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def _peek(self) -> str:
        found = _TOKEN.match(self.text, self.at)
        return "" if found is None else str(found["sign"] or "")

    def _expect(self, sign: str) -> None:
        if self._peek() != sign:
            raise self._fault(f"{sign} is missing")
        self._next()

    def _fault(self, message: str) -> ParseError:
        at = min(self.at, len(self.text))
        return ParseError(message, text=self.text, position=at, hint=_HINT)


def _value(values: Values, name: str) -> Value:
    if name not in values:
        hint = did_you_mean(name, values) or f"a word has quotation marks: '{name}'"
        raise QueryError(f"where: there is no parameter {name!r}", hint=hint)
    return values[name]


def _computed(sign: str, one: Term, other: Term) -> Term:
    def found(values: Values) -> Value:
        left, right = one(values), other(values)
        if isinstance(left, str) or isinstance(right, str):
            raise QueryError(f"where: {left!r} {sign} {right!r} is no number")
        return _COMPUTED[sign](left, right)

    return found


def _compared(compare: Callable[..., bool], left: Value, right: Value) -> bool:
    if type(left) is type(right):
        return compare(left, right)
    if compare in (operator.eq, operator.ne):
        return compare(str(left), str(right))
    raise QueryError(f"where: {left!r} and {right!r} have no order")


def _all_differ(values: list[Value]) -> bool:
    return len(set(values)) == len(values)
