"""Reading a line by the sentences of a package: names may be cut short.

A line is compared word by word with each sentence; where an argument is expected, a
value of its sort has to follow. All ways to read it are found: two are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from mystpy.compilation import NamedTuple
from mystpy.errors import ParseError, QueryError, did_you_mean
from mystpy.names.lookup import matching_names
from mystpy.packages.action_terms import UNSEEN
from mystpy.packages.note_lines.line_patterns import (
    LinePattern,
    tokens_of,
)
from mystpy.packages.package import ActionSymbol, Symbol
from mystpy.packages.value_sorts import Element, PackageSort, Value

MAX_TOKENS = 400
"""A line with more words is not read."""

MAX_TRIED = 100_000
"""The maximal number of places in sentences that are compared with a line."""

_ARTICLES = frozenset(("the", "a", "an"))
_JOINTS = frozenset(("and",))
_UNKNOWN = (
    (UNSEEN,),
    ("something",),
    ("someone",),
    ("somebody",),
    ("one", "of", "them"),
)
"""The words for a private argument that is not known."""


class SaidSymbol(NamedTuple):
    """An action or a fluent in a line; None is an argument not known."""

    symbol: Symbol
    arguments: tuple[Value | None, ...]


class _Stop(NamedTuple):
    """The length to which a sentence agrees with a line, and its next piece."""

    place: int
    pattern: LinePattern
    piece: str | int | None


class LineReading:
    """One line, compared with sentences."""

    def __init__(self, line: str, patterns: Sequence[LinePattern]) -> None:
        self.line, self.patterns = line, patterns
        self.tokens = tokens_of(line)
        self._tried, self._whole = 0, True
        self._stops: list[_Stop] = []
        if len(self.tokens) > MAX_TOKENS:
            raise ParseError(
                f"the line has more than {MAX_TOKENS} words", text=line, position=0
            )

    def readings(self) -> list[SaidSymbol]:
        """Return the possible readings of the line: none, one, or several.

        If the line is no whole sentence, it may be one whose last words, or private
        arguments, are omitted.
        """
        return self._read() or self._read(whole=False)

    def _read(self, *, whole: bool = True) -> list[SaidSymbol]:
        self._whole = whole
        found = {
            SaidSymbol(
                sentence.symbol,
                tuple(map(arguments.get, range(len(sentence.symbol.sorts)))),
            ): None
            for sentence in self.patterns
            for arguments in self._ways(sentence, 0, 0)
        }
        return list(found)

    def _ways(
        self, sentence: LinePattern, piece: int, place: int
    ) -> Iterator[dict[int, Value | None]]:
        """The arguments with which the rest of a sentence is the rest of the line."""
        self._tried += 1
        if self._tried > MAX_TRIED:
            raise self.fault("the line can be read in too many ways", 0)
        before = self._tried
        if piece == len(sentence.pieces) or self._may_end(sentence, piece, place):
            if place == len(self.tokens):
                yield {}
        elif isinstance(sentence.pieces[piece], int):
            yield from self._argument_ways(sentence, piece, place)
        elif self._word(place) == sentence.pieces[piece]:
            yield from self._ways(sentence, piece + 1, place + 1)
        elif sentence.pieces[piece] in _ARTICLES:
            yield from self._ways(sentence, piece + 1, place)
        if self._word(place) in _ARTICLES:
            yield from self._ways(sentence, piece, place + 1)
        elif self._tried == before:
            rest = sentence.pieces[piece : piece + 1]
            self._stops.append(_Stop(place, sentence, rest[0] if rest else None))

    def _may_end(self, sentence: LinePattern, piece: int, place: int) -> bool:
        """Whether the line ends, and what is left out are words or private."""
        if place < len(self.tokens) or self._whole or piece < 2:
            return False
        private = getattr(sentence.symbol, "private", ())
        rest = sentence.pieces[piece:]
        return all(isinstance(each, str) or each in private for each in rest)

    def _argument_ways(
        self, sentence: LinePattern, piece: int, place: int
    ) -> Iterator[dict[int, Value | None]]:
        """The same where the rest of the sentence begins with an argument."""
        wanted = sentence.pieces[piece]
        assert isinstance(wanted, int)
        for value, end in self._values(sentence, wanted, place):
            for rest in self._ways(sentence, piece + 1, end):
                if wanted not in rest or rest[wanted] == value:
                    yield rest | {wanted: value}

    def _word(self, place: int) -> str:
        return self.tokens[place].folded if place < len(self.tokens) else ""

    def _values(
        self, sentence: LinePattern, argument: int, place: int
    ) -> Iterator[tuple[Value | None, int]]:
        """The values of an argument that are said at a place, and where they end."""
        sort = sentence.symbol.sorts[argument]
        if sort.sizes is not None:
            yield from self._sets(sentence, argument, place)
        elif place < len(self.tokens):
            found = element_meant(self.tokens[place].word, sort)
            if len(found) == 1:
                yield found[0], place + 1
        action = sentence.symbol
        if isinstance(action, ActionSymbol) and argument in action.private:
            for words in (*_UNKNOWN, ("some", sort.name), ("a", sort.name)):
                end = place + len(words)
                if tuple(x.folded for x in self.tokens[place:end]) == words:
                    yield None, end

    def _sets(
        self, sentence: LinePattern, argument: int, place: int
    ) -> Iterator[tuple[Value, int]]:
        """The sets that are said at a place, in braces or without."""
        sort = sentence.symbol.sorts[argument]
        braced = self._word(place) == "{"
        found: list[Element] = []
        place += braced
        while True:
            if braced:
                if self._word(place) == "}":
                    yield from self._set(sort, found, place + 1)
                    return
            else:
                yield from self._set(sort, found, place)
            place += bool(found) and self._word(place) in _JOINTS
            if place >= len(self.tokens):
                return
            meant_here = element_meant(self.tokens[place].word, sort)
            if len(meant_here) != 1 or meant_here[0] in found:
                self._stops.append(_Stop(place, sentence, argument))
                return
            found.append(meant_here[0])
            place += 1

    def _set(
        self, sort: PackageSort, found: Sequence[Element], end: int
    ) -> Iterator[tuple[Value, int]]:
        if len(found) in (sort.sizes or ()):
            yield tuple(sorted(found, key=sort.elements.index)), end

    def refuse(self, what: str) -> NoReturn:
        """Raise ParseError where the sentence that agrees furthest ends to agree."""
        if not self._stops:
            lines = "; or ".join(each.shown for each in self.patterns[:6])
            raise self.fault(what, 0, f"write for example: {lines}")
        furthest = max(stop.place for stop in self._stops)
        stops = [stop for stop in self._stops if stop.place == furthest]
        word = self.tokens[furthest].word if furthest < len(self.tokens) else ""
        for stop in stops:
            if isinstance(stop.piece, int):
                self._refuse_value(stop.pattern, stop.piece, furthest)
        pieces = {str(stop.piece) for stop in stops if stop.piece is not None}
        near = did_you_mean(word, pieces) if word else None
        shown = dict.fromkeys(stop.pattern.shown for stop in stops)
        lines = "; or ".join([*shown][:4])
        raise self.fault(what, furthest, near or f"write for example: {lines}")

    def _refuse_value(
        self, sentence: LinePattern, argument: int, place: int
    ) -> NoReturn:
        """Raise ParseError: no value of the argument's sort is said at a place."""
        sort = sentence.symbol.sorts[argument]
        if place >= len(self.tokens):
            raise self.fault(
                f"the line ends where a {sort.name} is expected",
                place,
                f"write for example: {sentence.shown}",
            )
        word = self.tokens[place].word
        found = element_meant(word, sort)
        if len(found) > 1:
            few = " or ".join(map(str, found[:4]))
            raise self.fault(f"{word} may be {few}", place, "write more of the name")
        if found or (sort.sizes is not None and word in "{}"):
            raise self.fault(
                f"a {sort.name} is expected, such as {sort.example()}", place
            )
        try:
            PackageSort(sort.name, sort.elements).value(word)
        except QueryError as error:
            what = str(error) if sort.sizes is None else f"{word} is in no {sort.name}"
            raise self.fault(what, place, error.hint) from None
        raise self.fault(f"a {sort.name} is expected", place)

    def fault(self, message: str, place: int, hint: str | None = None) -> ParseError:
        """Return an error at the place of a word."""
        ends = len(self.line)
        at = self.tokens[place].at if place < len(self.tokens) else ends
        return ParseError(message, text=self.line, position=at, hint=hint)


def element_meant(word: str, sort: PackageSort) -> list[Element]:
    """Return the values that a word may mean: that of this name, or those it begins."""
    by_text = {str(each): each for each in sort.elements}
    if word in by_text:
        return [by_text[word]]
    if word.isdecimal():
        return [each for each in sort.elements if str(each) == word.lstrip("0")]
    return [by_text[each] for each in matching_names(word, tuple(by_text))]
