"""The sorts of a package: which values an argument may have, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from math import comb, prod

from mystpy.compilation import dataclass, pattern
from mystpy.errors import QueryError, did_you_mean

Element = int | str
Value = int | str | tuple[Element, ...]
"""A number, a name, or a set of them in the order of their sort."""

Constants = Mapping[str, int]

MAX_VALUES = 1_000_000
"""A sort with more values than this is refused where all of them are needed."""

MAX_EXPRESSION = 200
"""The maximal number of characters of an expression for a number in theory.toml."""

_RANGE = pattern(r"([a-z]\w*?)?(\d+|\w+(?=\.\.))\.\.(.+)")
_TOKEN = pattern(r"\s*(\d+|[A-Za-z_]\w*|[-+*()])")
_SET = pattern(r"\bset\(([^()]*)\)")
_MARK = pattern(r'"(?:\\.|[^"\\])*"|[(){}\[\],]')


def evaluate(text: str | int, constants: Constants) -> int:
    """Return the value of a sum, difference or product of numbers and constants.

    Raises QueryError for anything else.
    """
    if isinstance(text, int):
        return text
    if len(text) > MAX_EXPRESSION:
        raise QueryError(
            f"{text[:20]!r}... has more than {MAX_EXPRESSION} characters",
            hint="write a shorter number, such as 2 * players",
        )
    return _Sum(text, constants).value()


class _Sum:
    """One reading of an expression, from left to right."""

    def __init__(self, text: str, constants: Constants) -> None:
        self.text, self.constants = text, constants
        self.tokens = [found[1] for found in _TOKEN.finditer(text)]
        if "".join(self.tokens) != "".join(text.split()):
            raise self._fault()

    def value(self) -> int:
        found = self._sum()
        if self.tokens:
            raise self._fault()
        return found

    def _sum(self) -> int:
        found = self._product()
        while self.tokens and self.tokens[0] in "+-":
            sign = 1 if self.tokens.pop(0) == "+" else -1
            found += sign * self._product()
        return found

    def _product(self) -> int:
        found = self._factor()
        while self.tokens and self.tokens[0] == "*":
            self.tokens.pop(0)
            found *= self._factor()
        return found

    def _factor(self) -> int:
        if not self.tokens:
            raise self._fault()
        word = self.tokens.pop(0)
        if word.isdigit():
            return int(word)
        if word == "(":
            found = self._sum()
            if not self.tokens or self.tokens.pop(0) != ")":
                raise self._fault()
            return found
        if word in self.constants:
            return self.constants[word]
        near = did_you_mean(word, self.constants)
        known = ", ".join(self.constants) or "none"
        raise QueryError(
            f"there is no constant {word!r} in {self.text!r}",
            hint=near or f"the constants are {known}",
        )

    def _fault(self) -> QueryError:
        return QueryError(
            f"{self.text!r} is no number",
            hint="write numbers and constants with +, - and *, such as 2 * players",
        )


@dataclass(frozen=True, slots=True)
class PackageSort:
    """The values of a sort: listed, or the sets of some sizes of another sort's values.

    `elements` are the values, or those of the sets; `sizes` is None for a sort without
    sets. `parts` are the values of which a set has one each, if it has.
    """

    name: str
    elements: tuple[Element, ...]
    sizes: tuple[int, ...] | None = None
    parts: tuple[tuple[Element, ...], ...] = ()

    def __len__(self) -> int:
        if self.sizes is None:
            return len(self.elements)
        if self.parts:
            return prod(map(len, self.parts))
        return sum(comb(len(self.elements), size) for size in self.sizes)

    def values(self) -> Iterator[Value]:
        """Yield the values in order. Raises QueryError if there are too many."""
        if len(self) > MAX_VALUES:
            raise QueryError(
                f"the sort {self.name} has {len(self):,} values",
                hint="write the argument out",
            )
        if self.sizes is None:
            yield from self.elements
            return
        if self.parts:
            yield from product(*self.parts)
            return
        for size in self.sizes:
            yield from combinations(self.elements, size)

    def value(self, word: str | Sequence[str]) -> Value:
        """Return the value that a word, or the words of a set, stand for.

        Raises QueryError if it is none of this sort.
        """
        if isinstance(word, str):
            if self.sizes is not None:
                raise QueryError(
                    f"{word} is no set of the sort {self.name}",
                    hint=f"write a set in braces, such as {self.example()}",
                )
            return self._element(word)
        if self.sizes is None:
            raise QueryError(f"the sort {self.name} has no sets")
        found = [self._element(each) for each in word]
        for each in found:
            if found.count(each) > 1:
                raise QueryError(f"{each} is named twice")
        if len(found) not in self.sizes:
            sizes = " or ".join(map(str, self.sizes))
            raise QueryError(
                f"a set of the sort {self.name} has {sizes} elements, not {len(found)}"
            )
        self._require_one_of_each(found)
        return tuple(sorted(found, key=self.elements.index))

    def _require_one_of_each(self, values: Sequence[Element]) -> None:
        for part in self.parts:
            some = [str(value) for value in values if value in part]
            if len(some) > 1:
                raise QueryError(
                    f"a set of the sort {self.name} cannot have both"
                    f" {' and '.join(some)}",
                    hint=f"it has one of each sort, such as {self.example()}",
                )

    def _element(self, word: str) -> Element:
        value: Element = int(word) if word.isdecimal() and len(word) < 10 else word
        if value in self.elements:
            return value
        near = did_you_mean(word, map(str, self.elements))
        few = ", ".join(map(str, self.elements[:8]))
        more = ", ..." if len(self.elements) > 8 else ""
        raise QueryError(
            f"there is no {self.name} {word}", hint=near or f"there are {few}{more}"
        )

    def example(self) -> str:
        """Return the text of the first value."""
        return write_value(next(self.values()))


def write_value(value: Value) -> str:
    """Return a value as users write it: a set in braces."""
    if isinstance(value, tuple):
        return "{" + ",".join(map(str, value)) + "}"
    return str(value)


def apply_name(name: str, arguments: Iterable[str]) -> str:
    """Return a name with arguments as a term; without any, the name alone."""
    texts = ",".join(arguments)
    return f"{name}({texts})" if texts else name


def term(value: Value) -> str:
    """Return a value as the answer set program has it: a set is `set(a,b)`."""
    if isinstance(value, tuple):
        return applied_term("set", [*map(str, value)])
    return str(value)


def applied_term(name: str, arguments: Sequence[str]) -> str:
    """Return a term: a name with arguments, if there are any."""
    return f"{name}({','.join(arguments)})" if arguments else name


def in_braces(text: str) -> str:
    """Return a term with sets as users write them, `{a,b}` for `set(a,b)`."""
    return _SET.sub(r"{\1}", text)


def term_parts(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the name of a term, and its arguments as texts: `s(a,{b,c})` has two.

    A tuple has no name; a text without arguments is its own name.
    """
    name, opening, inner = text.partition("(")
    if not opening or not inner.endswith(")"):
        return text, ()
    found, depth, begun = [], 0, len(name) + 1
    for mark in _MARK.finditer(text, begun, len(text) - 1):
        depth += (mark[0] in "({[") - (mark[0] in ")}]")
        if mark[0] == "," and not depth:
            found.append(text[begun : mark.start()].strip())
            begun = mark.end()
    return name, (*found, text[begun:-1].strip())


def range_of(text: str, constants: Constants) -> tuple[Element, ...]:
    """Return the values of `1..n`, or of `s1..s9` written as `s1..9`.

    Raises QueryError if the text is no range, or names more than a million values.
    """
    found = _RANGE.fullmatch(text.strip())
    if not found:
        raise QueryError(
            f"{text!r} is no range", hint="write 1..players, or s1..9 for names"
        )
    prefix, first, last = found[1] or "", found[2], found[3]
    low, high = evaluate(first, constants), evaluate(last, constants)
    if high - low >= MAX_VALUES:
        raise QueryError(f"{text!r} has more than {MAX_VALUES:,} values")
    numbers = range(low, high + 1)
    return tuple(f"{prefix}{each}" for each in numbers) if prefix else tuple(numbers)
