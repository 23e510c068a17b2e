"""Reading formulas: from the shared syntax, old and new, to the values of `nodes`.

In the field: operator precedence (Floyd 1963), its stack written out, so that no text
meets the limit of recursion. A frame of the stack is an operator that waits for what
stands right of it, or a bracket that waits to be closed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from mystpy.game.game import Game
from mystpy.language.atoms import Possible
from mystpy.language.nodes import (
    After,
    And,
    Announcing,
    Common,
    CountOf,
    CountOver,
    Distributed,
    Everyone,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Iterated,
    Knows,
    Next,
    Not,
    Or,
    Whether,
)
from mystpy.language.reading.atomic import Atomic
from mystpy.language.reading.names import Bound
from mystpy.language.reading.tokens import END
from mystpy.language.vocabulary import GameWords, Vocabulary

MOST_FRAMES = 10_000
"""How many brackets and operators may wait at once."""

_REACHES, _IFF, _IMPLIES, _OR, _AND, _TIGHT = range(-1, 5)
_LEVELS = {"<->": _IFF, "->": _IMPLIES, "|": _OR, "&": _AND}

Build = Callable[[list[Formula]], Formula]
_OF_GROUP: dict[str, Callable[..., Formula]]
_OF_GROUP = {"E": Everyone, "C": Common, "D": Distributed}


@dataclass(slots=True)
class _Frame:
    """What waits for an operand: an operator, or a bracket with its closing mark.

    `deep` is how deep the parts are nested so far, `adds` whether the whole is deeper,
    and `scope` the variables bound outside.
    """

    level: int
    build: Build
    scope: dict[str, Bound]
    start: int
    closing: str = ""
    adds: bool = True
    several: bool = False
    mark: str = ""
    parts: list[Formula] = field(default_factory=list)
    deep: int = 0


def read(
    text: str, words: Vocabulary | None = None, source: str | None = None
) -> Formula:
    """The formula of a text in the shared syntax, or with its Unicode signs.

    Without a vocabulary players are numbers and any name may be a card. Raises
    ParseError with the position, what was expected there, and the nearest known word.
    """
    return _Reader(text, words or GameWords(), source).whole()


def parse_formula(
    text: str, game: Game | None = None, source: str | None = None
) -> Formula:
    """The formula that a text says about a game, or about any game; as `read`."""
    return read(text, GameWords(game), source)


class _Reader(Atomic):
    """One reading of one text, from left to right."""

    def __init__(self, text: str, words: Vocabulary, source: str | None) -> None:
        super().__init__(text, words, source)
        self.stack: list[_Frame] = []
        self.deep = 0  # how deep the operand last read is nested

    def whole(self) -> Formula:
        """The formula of the whole text."""
        while True:
            found = self.operand()
            while found is not None:
                if self.word in _LEVELS:
                    self.joined(found)
                    break
                found = self.folded(found, _REACHES - 1)
                if not self.stack and self.word == END:
                    return found
                found = self.closed(found)

    def open(
        self, level: int, build: Build, *, closing: str = "", adds: bool = True
    ) -> _Frame:
        """A new frame on the stack. Raises ParseError for too many."""
        if len(self.stack) >= MOST_FRAMES:
            self.too_deep()
        start = self.tokens[self.place].start
        frame = _Frame(level, build, self.scope, start, closing, adds)
        self.stack.append(frame)
        return frame

    def too_deep(self) -> None:
        """Raise the ParseError for a formula nested too deeply."""
        self.fail(f"the formula is nested deeper than {self.words.deepest}")

    def done(self, frame: _Frame, last: Formula) -> Formula:
        """What a frame, taken from the stack, builds with its last part."""
        self.stack.pop()
        self.scope = frame.scope
        self.deep = max(frame.deep, self.deep) + frame.adds
        if self.deep > self.words.deepest:
            self.too_deep()
        return frame.build([*frame.parts, last])

    def folded(self, found: Formula, level: int) -> Formula:
        """The operand with all operators before it that bind tighter than the level."""
        while self.stack and not (frame := self.stack[-1]).closing:
            if frame.level <= level:
                break
            found = self.done(frame, found)
        return found

    def joined(self, left: Formula) -> None:
        """Go over a connective: what stands left of it waits for what stands right."""
        mark = self.word
        level = _LEVELS[mark]
        left = self.folded(left, level - (mark == "<->"))
        top = self.stack[-1] if self.stack else None
        if not (top and top.mark == mark and mark in "&|"):
            top = self.open(level, _CONNECTIVES[mark])
            top.mark = mark
        top.parts.append(left)
        top.deep = max(top.deep, self.deep)
        self.place += 1

    def closed(self, inside: Formula) -> Formula | None:
        """What the bracket around an operand is, now that it closes; or None.

        It is None where another operand has to follow: after a comma between parts,
        and after the announcement `[F!]`.
        """
        frame = self.stack[-1] if self.stack else None
        if frame and frame.several and self.word == ",":
            frame.parts.append(inside)
            frame.deep = max(frame.deep, self.deep)
            self.place += 1
            return None
        if frame is None or not self.take(frame.closing):
            closing = () if frame is None else (frame.closing,)
            self.unexpected("& | -> <->", *(closing or ("the end",)))
        if frame.closing != "!":
            return self.done(frame, inside)
        self.need("]")
        self.stack.pop()
        self.scope = frame.scope
        after = self.open(_TIGHT, lambda parts: Announcing(*parts))
        after.parts.append(inside)
        after.deep = self.deep
        return None

    def operand(self) -> Formula | None:
        """An atom; or None if something has begun that waits for an operand."""
        word = self.word
        if word == "~":
            self.open(_TIGHT, lambda parts: Not(parts[0]))
        elif word == "(":
            self.open(_TIGHT, lambda parts: parts[0], closing=")", adds=False)
        elif word == "[" and self.announces():
            self.open(_TIGHT, lambda parts: parts[0], closing="!", adds=False)
        elif begin := self.beginning(word):
            begin()
            return None
        else:
            return self.plain(word)
        self.place += 1
        return None

    def plain(self, word: str) -> Formula:
        """An atom, `possible(A)` included."""
        if word == "possible" and not self.is_name(word):
            self.place += 1
            self.need("(")
            action = self.action()
            self.need(")")
            found: Formula = Possible(action)
        else:
            found = self.atom()
        self.deep = 1 + isinstance(found, Not)
        return found

    def beginning(self, word: str) -> Callable[[], None] | None:
        """What goes over a beginning such as `K(i,`, if one stands here."""
        begins = {
            **dict.fromkeys(("forall", "exists"), self.quantified),
            **dict.fromkeys(("K", "E", "C", "D", "Kw"), self.modal),
            **dict.fromkeys(("at", "exactly"), self.counted),
            **dict.fromkeys(("after", "next"), self.dynamic),
        }
        old = word in ("forall", "exists", "K", "E", "C")
        return begins.get(word) if old or not self.is_name(word) else None

    def modal(self) -> None:
        """Go over `K(i,`, `Kw(i,`, `E(G,`, `E^2(G,`, `C(G,` or `D(G,`."""
        letter = self.word
        self.place += 1
        times = 0
        if letter == "E" and self.take("^"):
            times = self.number("a number")
            if not 1 <= times <= self.words.deepest:
                self.place -= 1
                self.fail(
                    f"everybody knows it {times} times: from 1 to 200 can be said"
                )
        self.need("(")
        kind: Callable[..., Formula]
        if letter in ("K", "Kw"):
            kind = partial(Knows if letter == "K" else Whether, self.player())
        elif times:
            kind = partial(Iterated, self.group(), times=times)
        else:
            kind = partial(_OF_GROUP[letter], self.group())
        self.need(",")
        self.open(_TIGHT, lambda parts: kind(parts[0]), closing=")")

    def quantified(self) -> None:
        """Go over `forall x in D, y in D:`; nested quantifiers wait for the body."""
        kind = ForAll if self.word == "forall" else Exists
        self.place += 1
        self.binds(kind)
        while self.take(","):
            self.binds(kind)
        self.need(":", ",")

    def binds(self, kind: Callable[..., Formula]) -> None:
        """Go over `x in D` and bind the variable."""
        frame = self.open(_REACHES, lambda parts: parts[0])
        name = self.variable()
        self.need("in")
        domain, bound = self.domain()
        frame.build = lambda parts: kind(name, domain, parts[0], sort=bound.sort)
        self.scope = {**self.scope, name: bound}

    def counted(self) -> None:
        """Go over `at least n of x in D:`, or `exactly 2 of (`."""
        exact = self.take("exactly")
        if not exact:
            self.place += 1
            self.need("least")
        number = self.count()
        self.need("of")
        if isinstance(number, int) and self.take("("):
            kind = partial(CountOf, exact, number)
            frame = self.open(_TIGHT, lambda parts: kind(tuple(parts)), closing=")")
            frame.several = True
            return
        self.binds(partial(CountOver, exact, number))
        self.need(":")

    def dynamic(self) -> None:
        """Go over `after A:` or `next`."""
        if self.take("next"):
            self.take(":")
            self.open(_TIGHT, lambda parts: Next(parts[0]))
            return
        self.place += 1
        action = self.action()
        self.need(":")
        self.open(_REACHES, lambda parts: After(action, parts[0]))


_CONNECTIVES: dict[str, Build] = {
    "&": lambda parts: And(tuple(parts)),
    "|": lambda parts: Or(tuple(parts)),
    "->": lambda parts: Implies(*parts),
    "<->": lambda parts: Iff(*parts),
}
