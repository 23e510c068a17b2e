"""The sentences of a package as patterns: words, and places of arguments."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from mystpy.compilation import NamedTuple, pattern
from mystpy.packages.package import (
    ActionSymbol,
    Package,
    Symbol,
    fill_template,
    places_in,
)
from mystpy.packages.value_sorts import Element, PackageSort

_TOKEN = pattern(r"\{(\d+)\}|\w+|[{}]")
_SPACES = pattern(r"\s+")


class LineToken(NamedTuple):
    """A word of a line, or a brace, with its place in the text."""

    word: str
    at: int

    @property
    def folded(self) -> str:
        """The word in small letters, as words are compared."""
        return self.word.casefold()


class LinePattern(NamedTuple):
    """A sentence about a symbol: words in small letters, and places from 0."""

    symbol: Symbol
    pieces: tuple[str | int, ...]
    template: str

    @property
    def shown(self) -> str:
        """The sentence with the names of sorts for its arguments."""
        sorts = [sort.name.upper() for sort in self.symbol.sorts]
        return fill_template(_SPACES.sub(" ", self.template).strip(), sorts)

    def example(self) -> str:
        """The sentence with values as arguments, different ones where there are."""
        return fill_template(self.template, [*example_values(self.symbol)])


def tokens_of(line: str) -> list[LineToken]:
    """Return the words of a line and its braces; other signs only part words."""
    return [
        LineToken(word, found.start() + found[0].index(word))
        for found in _TOKEN.finditer(line)
        for word in ([*"{", found[1], "}"] if found[1] else [found[0]])
    ]


@lru_cache(maxsize=64)
def action_patterns(package: Package) -> tuple[LinePattern, ...]:
    """Return the sentences by which actions are read, the notes before the words."""
    return tuple(
        pattern_of(action, template)
        for action in package.actions.values()
        for template in dict.fromkeys((*action.notes, *_readable_words(action)))
    )


@lru_cache(maxsize=64)
def fluent_patterns(package: Package) -> tuple[LinePattern, ...]:
    """Return the sentences by which rigid fluents are read."""
    return tuple(
        pattern_of(fluent, fluent.words)
        for fluent in package.fluents.values()
        if fluent.rigid and _readable_words(fluent)
    )


def _readable_words(symbol: Symbol) -> tuple[str, ...]:
    """The words of a symbol if they say all arguments but private ones."""
    private = symbol.private if isinstance(symbol, ActionSymbol) else ()
    needed = {place + 1 for place in range(len(symbol.sorts)) if place not in private}
    named = places_in(symbol.words)
    known = set(range(1, len(symbol.sorts) + 1))
    said = any(letter.isalnum() for letter in symbol.words)
    return (symbol.words,) if said and needed <= named <= known else ()


def pattern_of(symbol: Symbol, template: str) -> LinePattern:
    """Return a sentence as a pattern; signs and braces in it do not count."""
    pieces = tuple(
        int(found[1]) - 1 if found[1] else found[0].casefold()
        for found in _TOKEN.finditer(template)
        if found[0] not in "{}"
    )
    return LinePattern(symbol, pieces, template)


def example_values(symbol: Symbol) -> Iterator[str]:
    """Yield the text of a value for each argument, different ones of one sort."""
    from mystpy.packages.value_sorts import write_value

    used: dict[str, int] = {}
    for sort in symbol.sorts:
        place = used.get(sort.name, 0)
        used[sort.name] = place + 1
        yield write_value(_value_at(sort, place))


def _value_at(sort: PackageSort, place: int) -> Element | tuple[Element, ...]:
    """A value of a sort by its place, the last one if there are fewer."""
    values = sort.values()
    value = next(values)
    for _ in range(place):
        value = next(values, value)
    return value
