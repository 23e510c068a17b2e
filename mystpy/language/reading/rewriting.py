"""What to write instead of a formula in another notation: the hint of its error.

`K_1 p`, `[1]p`, `forall x. p`, `C(p)`, `E{1,2} p` and `h2s1` are not read, since they
mean different things in different programs. Here they are written in the shared syntax,
with the arguments that they have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product

from mystpy.axiom_folder.signature import DEAL
from mystpy.compilation import pattern
from mystpy.errors import MystError, ParseError, QueryError
from mystpy.language.reading.names import CLOSING
from mystpy.language.reading.rewritten_atoms import HOLDS, atom_in, holding_atom
from mystpy.language.reading.tokens import END, NEGATIONS, is_word, raw, tokens
from mystpy.language.vocabulary import ModelWords, Vocabulary

MOST_WORDS, MOST_LEVELS = 200, 30
"""Longer formulas, and those that are nested deeper, are not rewritten."""
MOST_READINGS = 64
"""How many choices of sets for the quantifiers are tried."""

_OF_PLAYER = ("K", "Kw", "B", "M")
_OF_GROUP = ("E", "C", "D")
_HEADED = pattern(r"(Kw|[KBMECD])(?:_(\w+)|([0-9]+))", re.ASCII)
_BOXES = {"□": "K", r"\Box": "K", r"\square": "K", "◇": "M", r"\Diamond": "M"}
_PREFERRED, _SETS = ("cards", "players", "agents"), "\0"


class _OtherText(Exception):
    """The text is no formula in another notation that is known here."""


def with_hint(
    error: ParseError, words: Vocabulary, reads: Callable[[str], object]
) -> ParseError:
    """The error of a formula, with a hint if it is written in another notation."""
    rewriting = _Rewriting(error.text, words)
    try:
        template = rewriting.whole()
    except _OtherText:
        return error
    if not rewriting.spans:
        return error
    texts = list(islice(rewriting.choices(template), MOST_READINGS))
    good = next((text for text in texts if _is_read(text, reads)), None)
    here = any(start <= error.position <= end for start, end in rewriting.spans)
    error.hint = f"write {good or texts[0]}" if good or here else error.hint
    return error


def _is_read(text: str, reads: Callable[[str], object]) -> bool:
    try:
        reads(text)
    except MystError:
        return False
    return True


class _Rewriting:
    """One text, and what of it is rewritten: `spans` are where that is."""

    def __init__(self, text: str, words: Vocabulary) -> None:
        self.text, self.words = text, words
        self.tokens = tokens(text)
        self.raw = [raw(text, token) for token in self.tokens]
        self.spans: list[tuple[int, int]] = []
        self.quantifiers = 0
        self.bound: set[str] = set()
        self.level = 0

    def word(self, place: int) -> str:
        """The word at a place, as it is read."""
        return self.tokens[min(place, len(self.tokens) - 1)].text

    def whole(self) -> str:
        """The whole text, rewritten, with marks for the sets of quantifiers."""
        if len(self.tokens) > MOST_WORDS:
            raise _OtherText
        found, place = self.row(0, ())
        if self.word(place) != END:
            raise _OtherText
        return found

    def choices(self, template: str) -> Iterator[str]:
        """The rewritten text with each choice of sets."""
        sets = sorted(self.words.sets(), key=lambda name: name not in _PREFERRED)
        for chosen in product(sets, repeat=self.quantifiers):
            named = iter(chosen)
            yield re.sub(_SETS, lambda _, named=named: next(named), template)  # type: ignore[misc]

    def row(self, place: int, closing: tuple[str, ...]) -> tuple[str, int]:
        """The text from a place up to a closing mark, and the place of that."""
        found = ""
        while self.word(place) not in (*closing, END):
            start = self.tokens[place].start
            space = " " if found and self.text[start - 1 : start].isspace() else ""
            part, place = self.foreign(place) or self.copied(place)
            found += space + part
        return found, place

    def copied(self, place: int) -> tuple[str, int]:
        """The text at a place as it is; a bracket up to where it closes."""
        word = self.word(place)
        if word not in CLOSING:
            return self.raw[place], place + 1
        inside, end = self.deeper(partial(self.row, place + 1, (CLOSING[word],)))
        if self.word(end) != CLOSING[word]:
            raise _OtherText
        return f"{word}{inside}{CLOSING[word]}", end + 1

    def deeper(self, read: Callable[[], tuple[str, int]]) -> tuple[str, int]:
        """What is read one level deeper."""
        self.level += 1
        if self.level > MOST_LEVELS:
            raise _OtherText
        found = read()
        self.level -= 1
        return found

    def foreign(self, place: int) -> tuple[str, int] | None:
        """What begins at a place in another notation, rewritten, and where it ends."""
        for rule in (self.quantified, self.boxed, self.indexed, self.grouped):
            if found := rule(place):
                self.spans.append((self.tokens[place].start, self.end(found[1])))
                return found
        if (atom := self.atom(place)) is not None:
            self.spans.append((self.tokens[place].start, self.end(atom[1])))
        return atom

    def end(self, place: int) -> int:
        """Where the word before a place ends in the text."""
        return self.tokens[place - 1].start + len(self.raw[place - 1])

    def operand(self, place: int) -> tuple[str, int]:
        """The operand that begins at a place, without brackets around the whole."""
        return self.deeper(partial(self._operand, place))

    def _operand(self, place: int) -> tuple[str, int]:
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
            raise _OtherText
        if self.word(place + 1) != "(":
            return self.raw[place], place + 1
        inside, end = self.copied(place + 1)
        return f"{self.raw[place]}{inside}", end

    def bracketed(self, place: int) -> tuple[str, int]:
        """The operand at a place, with its brackets if it has any."""
        body, end = self.operand(place)
        return (f"({body})" if self.word(place) == "(" else body), end

    def known(self, agents: str, place: int, letter: str = "K") -> tuple[str, int]:
        """What somebody knows, whose operand begins at a place."""
        body, end = self.operand(place)
        return f"{letter}({agents}, {body})", end

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
            raise _OtherText
        return agents[0]

    def index(self, place: int) -> tuple[list[str], int] | None:
        """The players in `1`, `_1`, `{1,2}` or `_{1,2}`, and where that ends."""
        word = self.word(place)
        if self.is_player(word.removeprefix("_")):
            return [word.removeprefix("_")], place + 1
        place += word == "_"
        if self.word(place) not in ("{", "["):
            return None
        closing, members = CLOSING[self.word(place)], []
        while self.word(place) != closing:
            if not self.is_player(self.word(place + 1)):
                return None
            members.append(self.word(place + 1))
            place += 2
            if self.word(place) not in (",", closing):
                return None
        return members, place + 1

    def boxed(self, place: int) -> tuple[str, int] | None:
        """`[1]F`, `<1>F`, `[]F`, `<>F`, and boxes with an index or without."""
        word = self.word(place)
        if word in _BOXES:
            found = self.index(place + 1)
            agents, end = found or ([self.somebody()], place + 1)
            return (
                self.known(agents[0], end, _BOXES[word]) if agents[1:] == [] else None
            )
        closing = {"[": "]", "<": ">"}.get(word)
        letter = "K" if word == "[" else "M"
        if closing is None:
            return None
        if self.word(place + 1) == closing:
            return self.known(self.somebody(), place + 2, letter)
        if self.is_player(self.word(place + 1)) and self.word(place + 2) == closing:
            if self.word(place + 3) in ("=", "!=", ",", ")", END):
                return None
            return self.known(self.word(place + 1), place + 3, letter)
        return None

    def indexed(self, place: int) -> tuple[str, int] | None:
        """`K_1 F`, `K1 F`, `K 1 F`, `K{1} F`, `K(1) F`, `E{1,2} F` and the like."""
        word = self.word(place)
        head = _HEADED.fullmatch(word)
        if head and self.is_player(head[2] or head[3]):
            return self.of(head[1], [head[2] or head[3]], place + 1)
        letter = word.removesuffix("_")
        if letter not in (*_OF_PLAYER, *_OF_GROUP):
            return None
        if self.word(place + 1) == "(":
            alone = self.is_player(self.word(place + 2)) and self.word(place + 3) == ")"
            begins = is_word(self.word(place + 4)) or self.word(place + 4) in "(~!"
            if not (alone and begins and self.word(place + 4)):
                return None
            return self.of(letter, [self.word(place + 2)], place + 4)
        found = self.index(place + 1)
        return self.of(letter, *found) if found else None

    def of(self, letter: str, members: list[str], place: int) -> tuple[str, int] | None:
        """The operator of this letter for these players, of the operand at a place."""
        if letter in _OF_GROUP:
            return self.known(f"[{','.join(members)}]", place, letter)
        return self.known(members[0], place, letter) if len(members) == 1 else None

    def grouped(self, place: int) -> tuple[str, int] | None:
        """`C(F)`, `E(F)` and `D(F)`, of all players."""
        if self.word(place) not in _OF_GROUP or self.word(place + 1) != "(":
            return None
        inside, end = self.deeper(partial(self.row, place + 2, (",", ")")))
        if self.word(end) != ")" or not inside:
            return None
        return f"{self.word(place)}(players, {inside})", end + 1

    def quantified(self, place: int) -> tuple[str, int] | None:
        """`forall x. F`, `forall x (F)`, `forall x: F` and `forall x in cards. F`."""
        word, name = self.word(place), self.word(place + 1)
        if word not in ("forall", "exists") or not is_word(name):
            return None
        domain, end = _SETS, place + 2
        if self.word(end) == "in":
            domain, end = self.word(end + 1), end + 2
            if not is_word(domain) or self.word(end) in (":", ","):
                return None
        elif is_word(self.word(end)) and self.word(end + 1) != "(":
            return None
        self.quantifiers += domain == _SETS
        self.bound.add(name)
        head = f"{word} {name} in {domain}: "
        if self.word(end) == "(":
            body, end = self.operand(end)
            alone = self.word(end) in (")", "]", END, ",")
            return (f"{head}{body}" if alone else f"({head}{body})"), end
        end += self.word(end) in (".", ":", ",")
        body, end = self.deeper(partial(self.row, end, (")", "]", ",", "!")))
        return (f"{head}{body}", end) if body else None

    def atom(self, place: int) -> tuple[str, int] | None:
        """`holds(2,s1)`, `h2s1`, `h_{2,s1}` and `s1_2`; in models `muddy1` as well."""
        word, behind = self.word(place), self.word(place + 1)
        if behind != "(":
            if word + behind == f"{DEAL.written}_{{" and self.word(place + 3) == ",":
                found = holding_atom(
                    self.word(place + 2), self.word(place + 4), self.words
                )
                closed = self.word(place + 5) == "}"
                return (found, place + 6) if found and closed else None
            found = atom_in(word, self.words)
            return (found, place + 1) if found else None
        if word not in HOLDS or isinstance(self.words, ModelWords):
            return None
        inside, end = self.copied(place + 1)
        return f"{DEAL.written}{inside}", end
