"""A formula in another notation, and how parts of it are read and written again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

from mystpy.compilation import pattern
from mystpy.errors import QueryError
from mystpy.language.reading.names import CLOSING
from mystpy.language.reading.tokens import END, NEGATIONS, is_word, raw, tokens
from mystpy.language.vocabulary import ModelWords, Vocabulary

MOST_WORDS, MOST_LEVELS = 200, 30
"""Longer formulas, and those that are nested deeper, are not rewritten."""
MOST_LETTERS = 4_000
"""The largest number of letters of a formula that is rewritten."""

_MARK = pattern("\0([0-9]+)\0")
_CONNECTIVES = ("&", "|", "->", "<->")

Found = tuple[str, int]
"""A rewritten text, and the place behind what was read."""


class UnknownNotation(Exception):
    """The text is no formula in another notation that is known here."""


class ForeignFormula:
    """One text, and what of it is rewritten: `spans` are where that is.

    `rules` are tried at each place where a formula may begin; each returns what it has
    rewritten, or None. `joined` is such a rule for connectives, and `reads` tests
    whether a text is a formula of mystpy. If several meanings are possible, the text
    contains a mark, and `options` has the meanings of each mark with their conditions.
    """

    def __init__(
        self,
        text: str,
        words: Vocabulary,
        rules: Sequence[Callable[[ForeignFormula, int], Found | None]],
        joined: Callable[[ForeignFormula, int, str, tuple[str, ...]], Found | None],
        reads: Callable[[str], bool],
    ) -> None:
        self.joined = joined
        self.text, self.words, self.rules, self.reads = text, words, rules, reads
        self.tokens = tokens(text)
        self.raw = [raw(text, token) for token in self.tokens]
        self.spans: list[tuple[int, int]] = []
        self.options: list[list[tuple[str, str]]] = []
        self.bound: set[str] = set()
        self.level = 0

    def word(self, place: int) -> str:
        """The word at a place, as it is read."""
        return self.tokens[min(place, len(self.tokens) - 1)].text

    def whole(self) -> str:
        """The whole text, rewritten, with marks where several meanings are possible."""
        if len(self.tokens) > MOST_WORDS:
            raise UnknownNotation
        found, place = self.row(0, ())
        if self.word(place) != END:
            raise UnknownNotation
        return found

    def choice(self, options: Sequence[tuple[str, str]]) -> str:
        """The text of the only option, or a mark that stands for all."""
        if len(options) == 1:
            return options[0][0]
        self.options.append(list(options))
        return f"\0{len(self.options) - 1}\0"

    def chosen(self, template: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        """The rewritten text with each choice of meanings, and which that is."""
        for chosen in product(*(range(len(each)) for each in self.options)):
            text = template
            while (found := _MARK.search(text)) and len(text) < MOST_LETTERS:
                number = int(found[1])
                option = self.options[number][chosen[number]][0]
                text = text.replace(found[0], option)
            if "\0" not in text:
                yield text, chosen

    def row(self, place: int, closing: tuple[str, ...]) -> Found:
        """The text from a place up to a closing mark, and the place of that."""
        found, mixed = "", False
        while self.word(place) not in (*closing, END):
            if together := self.joined(self, place, found, closing):
                if mixed:
                    raise UnknownNotation  # how tight it binds is not known
                return together
            mixed = mixed or self.word(place) in _CONNECTIVES
            start = self.tokens[place].start
            space = " " if found and self.text[start - 1 : start].isspace() else ""
            part, place = self.foreign(place) or self.copied(place)
            found += space + part
        return found, place

    def copied(self, place: int) -> Found:
        """The text at a place as it is; a bracket up to where it closes."""
        word = self.word(place)
        if word not in CLOSING:
            return self.raw[place], place + 1
        inside, end = self.inside(place + 1, CLOSING[word])
        return f"{word}{inside}{CLOSING[word]}", end

    def inside(self, place: int, closing: str) -> Found:
        """The text up to a closing mark, and the place behind that."""
        inside, end = self.deeper(partial(self.row, place, (closing,)))
        if self.word(end) != closing:
            raise UnknownNotation
        return inside, end + 1

    def deeper(self, read: Callable[[], Found]) -> Found:
        """Call `read` one level deeper, and return its result."""
        self.level += 1
        if self.level > MOST_LEVELS:
            raise UnknownNotation
        found = read()
        self.level -= 1
        return found

    def foreign(self, place: int) -> Found | None:
        """Rewrite the part in another notation that begins here, and return its end."""
        for rule in self.rules:
            if found := rule(self, place):
                self.spans.append((self.tokens[place].start, self.end(found[1])))
                return found
        return None

    def end(self, place: int) -> int:
        """Where the word before a place ends in the text."""
        return self.tokens[place - 1].start + len(self.raw[place - 1])

    def operand(self, place: int) -> Found:
        """The operand that begins at a place, without brackets around the whole."""
        return self.deeper(partial(self._operand, place))

    def _operand(self, place: int) -> Found:
        word = self.word(place)
        if found := self.foreign(place):
            return found
        if word in NEGATIONS:
            body, end = self.bracketed(place + 1)
            return f"~{body}", end
        if word == "(":
            found = self.copied(place)
            return found[0][1:-1].strip(), found[1]
        if not is_word(word):
            raise UnknownNotation
        if self.word(place + 1) != "(":
            return self.raw[place], place + 1
        inside, end = self.copied(place + 1)
        return f"{self.raw[place]}{inside}", end

    def bracketed(self, place: int) -> Found:
        """The operand at a place, with its brackets if it has any."""
        body, end = self.operand(place)
        return (f"({body})" if self.word(place) == "(" else body), end

    def formulas(self, place: int, closing: str) -> tuple[list[str], int]:
        """The formulas with commas between them up to a closing mark."""
        parts = []
        while True:
            part, place = self.deeper(partial(self.row, place, (",", closing)))
            if not part:
                raise UnknownNotation
            parts.append(part.strip())
            if self.word(place) == closing:
                return parts, place + 1
            if self.word(place) != ",":
                raise UnknownNotation
            place += 1

    def is_player(self, word: str) -> bool:
        """Whether a word names a player or an agent, or is a variable."""
        if not is_word(word) or word in self.bound:
            return word in self.bound
        try:
            self.words.player(word)
        except QueryError:
            return False
        return True

    def somebody(self) -> str:
        """A player or an agent, to stand for any."""
        agents = self.words.agents if isinstance(self.words, ModelWords) else ("1",)
        if not agents:
            raise UnknownNotation
        return agents[0]

    def index(self, place: int) -> tuple[list[str], int] | None:
        """The players in `1`, `_1`, `{1,2}` or `_{1,2}`, and where that ends."""
        word = self.word(place)
        if self.is_player(word.removeprefix("_")):
            return [word.removeprefix("_")], place + 1
        place += word == "_"
        if self.word(place) not in ("{", "["):
            return None
        return self.members(place)

    def members(self, place: int) -> tuple[list[str], int] | None:
        """The players that a bracket has at a place, and where that ends."""
        closing, members = CLOSING[self.word(place)], []
        while self.word(place) != closing:
            if not self.is_player(self.word(place + 1)):
                return None
            members.append(self.word(place + 1))
            place += 2
            if self.word(place) not in (",", closing):
                return None
        return members, place + 1
