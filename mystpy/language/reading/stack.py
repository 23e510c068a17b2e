"""The stack of a parser: operators and brackets that wait for the rest of a formula.

The method is operator precedence (Floyd 1963), so that no text meets the limit of
recursion. A frame of the stack is an operator that waits for its right operand, or a
bracket that waits to be closed.
"""

from __future__ import annotations

from collections.abc import Callable

from mystpy.compilation import dataclass, field
from mystpy.language.nodes import (
    And,
    Announcing,
    Formula,
    Iff,
    Implies,
    Or,
    TrulyAnnouncing,
)
from mystpy.language.reading.atomic import AtomReader
from mystpy.language.reading.names import VariableBinding
from mystpy.language.reading.tokens import END
from mystpy.language.vocabulary import Vocabulary

MOST_FRAMES = 10_000
"""The maximal number of brackets and operators that may wait at once."""

REACHES, _IFF, _IMPLIES, _OR, _AND, TIGHT = range(-1, 5)
_LEVELS = {"<->": _IFF, "->": _IMPLIES, "|": _OR, "&": _AND}

Build = Callable[[list[Formula]], Formula]
_CONNECTIVES: dict[str, Build] = {
    "&": lambda parts: And(tuple(parts)),
    "|": lambda parts: Or(tuple(parts)),
    "->": lambda parts: Implies(*parts),
    "<->": lambda parts: Iff(*parts),
}


@dataclass(slots=True)
class PendingOperator:
    """A frame of the stack: an operator, or a bracket with its closing mark.

    `deep` is how deep the parts are nested so far, `adds` whether the whole is deeper,
    and `scope` the variables bound outside.
    """

    level: int
    build: Build
    scope: dict[str, VariableBinding]
    start: int
    closing: str = ""
    adds: bool = True
    several: bool = False
    mark: str = ""
    parts: list[Formula] = field(default_factory=list)
    deep: int = 0


class Stack(AtomReader):
    """A place in a text, and the operators and brackets that wait there."""

    def __init__(self, text: str, words: Vocabulary, source: str | None) -> None:
        super().__init__(text, words, source)
        self.stack: list[PendingOperator] = []
        self.deep = 0  # how deep the operand last read is nested

    def whole(self, end: str = END) -> Formula:
        """The formula of the whole text, or up to an end."""
        while True:
            found = self.operand()
            while found is not None:
                if self.connective in _LEVELS:
                    self.joined(found)
                    break
                found = self.folded(found, REACHES - 1)
                if not self.stack and self.word == end:
                    return found
                found = self.closed(found)

    def open(
        self, level: int, build: Build, *, closing: str = "", adds: bool = True
    ) -> PendingOperator:
        """A new frame on the stack. Raises ParseError for too many."""
        if len(self.stack) >= MOST_FRAMES:
            self.too_deep()
        start = self.tokens[self.place].start
        frame = PendingOperator(level, build, self.scope, start, closing, adds)
        self.stack.append(frame)
        return frame

    def too_deep(self) -> None:
        """Raise the ParseError for a formula nested too deeply."""
        self.fail(f"the formula is nested deeper than {self.words.deepest}")

    def done(self, frame: PendingOperator, last: Formula) -> Formula:
        """Return the formula that a frame builds with its last part."""
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
        """Read a connective: its left operand waits for the right one."""
        mark = self.connective
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
        """Return the formula of the bracket that closes around an operand; or None.

        It is None if another operand has to follow: after a comma between parts, and
        after the announcement `[F!]` or `<F!>`, or `[!F]` and `<!F>` in SMCDEL.
        """
        frame = self.stack[-1] if self.stack else None
        if frame and frame.several and self.word == ",":
            frame.parts.append(inside)
            frame.deep = max(frame.deep, self.deep)
            self.place += 1
            return None
        if frame is None or not self.take(frame.closing):
            end = ")" if self.counting else "the end"
            closing = end if frame is None else frame.closing
            self.unexpected("& | -> <->", closing)
        if not frame.mark:
            return self.done(frame, inside)
        if frame.closing == "!":
            self.need(">" if frame.mark == "<" else "]")
        self.stack.pop()
        self.scope = frame.scope
        kind = TrulyAnnouncing if frame.mark == "<" else Announcing
        after = self.open(TIGHT, lambda parts: kind(*parts))
        after.parts.append(inside)
        after.deep = self.deep
        return None

    def counted_formula(self) -> Formula:
        """The formula in the brackets of a count, up to the closing one."""
        outer, self.stack = self.stack, []
        found = self.whole(")")
        self.stack = outer
        return found

    def operand(self) -> Formula | None:
        """An atom; or None if something has begun that waits for an operand."""
        raise NotImplementedError
