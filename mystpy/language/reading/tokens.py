"""The text of a formula as words, and a cursor in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NoReturn

from mystpy.axioms import name_in_force, names_in_force
from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import SourceText, did_you_mean

_SPELLINGS = {
    "~": r"¬ \neg \lnot",
    "&": r"∧ && /\ \land \wedge",
    "|": r"∨ || \/ \lor \vee",
    "->": r"→ ⊃ ⇒ ⟹ => ==> --> \to \rightarrow \supset \implies \Rightarrow",
    "<->": r"↔ ≡ ⇔ ⟺ <=> <==> <--> \leftrightarrow \equiv \iff \Leftrightarrow",
    "forall": r"∀ \forall",
    "exists": r"∃ \exists",
    "in": r"∈ \in",
    "true": r"⊤ \top",
    "false": r"⊥ \bot",
    "!=": r"≠ \ne \neq",
    "<=": r"≤ \le \leq",
    ">=": r"≥ \ge \geq",
    "*": r"· \cdot",
    "-": "−",
    ":": r"\colon",
    "#": r"\#",
    "{": r"\{",
    "}": r"\}",
    "<": r"\langle",
    ">": r"\rangle",
}
_SIGNS = {sign: ours for ours, signs in _SPELLINGS.items() for sign in signs.split()}
"""Foreign signs for signs of the language, regardless of their place."""

_SPACES = frozenset(
    (r"\left", r"\right", r"\,", r"\;", r"\:", r"\!", r"\ ", r"\quad", r"\qquad")
)
"""The commands that LaTeX sets as a space, or not at all."""

_AROUND = (("$", "$"), ("$$", "$$"), (r"\(", r"\)"), (r"\[", r"\]"))
"""The marks around a formula in LaTeX."""

_WORD = pattern(
    r"<==>|<-->|<=>|<->|==>|-->|=>|->|!=|[<>]=(?!>)|&&|\|\||/\\|\\/"
    r"|\$\$|\\[A-Za-z]+|\\[^A-Za-z]|\w+|[^\s\w]",
    re.ASCII,
)
CONNECTIVE_WORDS = {"and": "&", "or": "|", "implies": "->", "iff": "<->"}
CONNECTIVE_WORDS |= {word.upper(): sign for word, sign in CONNECTIVE_WORDS.items()}
"""Words that are read as connectives after a formula, where no name may be."""

NEGATIONS = ("~", "!", "not", "NOT")
"""Signs that are read as `~` before a formula; a name `not` of the vocabulary wins."""

_OTHER_SPELLINGS = {
    **CONNECTIVE_WORDS,
    "not": "~",
    "!": "~",
    "-": "~ or ->",
    "=": "<->",
    "==": "=",
}
_LONGEST_FIRST = sorted(_OTHER_SPELLINGS, key=len, reverse=True)
_FOREIGN = pattern("|".join(re.escape(x) for x in _LONGEST_FIRST if not x.isalpha()))

END = ""
"""The last word of every text."""


class Token(NamedTuple):
    """A word of the text and where it begins; the last one is the empty word."""

    text: str
    start: int


def tokens(text: str) -> list[Token]:
    """Return the words of a text, with foreign signs replaced.

    The dollar signs of LaTeX around the whole, and its spaces, are left out.
    """
    found = [
        Token(_SIGNS.get(match[0], match[0]), match.start())
        for match in _WORD.finditer(text)
        if match[0] not in _SPACES
    ]
    if len(found) > 2 and (found[0].text, found[-1].text) in _AROUND:
        found = found[1:-1]
    found.append(Token(END, len(text.rstrip())))
    return found


def raw(text: str, token: Token) -> str:
    """The word of a text as it is written there."""
    match = _WORD.match(text, token.start)
    return END if match is None or token.text == END else match[0]


def is_word(text: str) -> bool:
    """Whether this is a name or a number, and not a mark."""
    return text.isascii() and text.replace("_", "a").isalnum()


def other_spelling(found: str) -> str | None:
    """The hint for a sign that other languages write."""
    meant = _OTHER_SPELLINGS.get(found)
    return None if meant is None else f"did you mean {meant}?"


class Cursor(SourceText):
    """A place in a text, and the error if another word should be there."""

    def __init__(self, text: str, source: str | None) -> None:
        super().__init__(text, source)
        self.tokens = tokens(text)
        if names := names_in_force():
            shipped = {new: old for old, new in names.items()}
            found = [(shipped.get(x.text, x.text), x.start) for x in self.tokens]
            self.tokens = [Token(*each) for each in found]
        self.place = 0

    @property
    def word(self) -> str:
        """The word at this place."""
        return self.tokens[self.place].text

    @property
    def follows(self) -> str:
        """The word after the one at this place."""
        return self.tokens[min(self.place + 1, len(self.tokens) - 1)].text

    @property
    def connective(self) -> str:
        """The connective that a sign or a word means behind a formula, if one does."""
        return CONNECTIVE_WORDS.get(self.word, self.word)

    def take(self, word: str) -> bool:
        """Whether this word is here; if so, go over it."""
        if self.tokens[self.place].text != word:
            return False
        self.place += 1
        return True

    def need(self, word: str, *others: str) -> None:
        """Go over this word. Raises ParseError, telling it and others, if it is not."""
        if not self.take(word):
            self.unexpected(word, *others)

    def next_token(self, wanted: str) -> Token:
        """The name or number that must be here."""
        token = self.tokens[self.place]
        if not is_word(token.text):
            self.unexpected(wanted)
        self.place += 1
        return token

    def number(self, wanted: str) -> int:
        """The number that must be here, of at most nine digits."""
        token = self.tokens[self.place]
        if not token.text.isdigit() or len(token.text) > 9:
            self.unexpected(wanted)
        self.place += 1
        return int(token.text)

    def fail(
        self,
        message: str,
        position: int | None = None,
        *,
        hint: str | None = None,
        expected: Sequence[str] = (),
    ) -> NoReturn:
        """Raise the ParseError at a position of the text, if none is given at this."""
        start = self.tokens[self.place].start if position is None else position
        raise self.fault(message, start, expected=expected, hint=hint)

    def unexpected(self, *expected: str, known: Sequence[str] = ()) -> NoReturn:
        """Raise the ParseError for a word that cannot be at this place."""
        word, start = self.tokens[self.place]
        if word == END:
            self.fail("the text ends too early", expected=expected)
        if is_word(word):
            near = did_you_mean(word, known or expected)
            hint = other_spelling(word) or near
            shown = name_in_force(word)[:40]
            self.fail(f"unexpected {shown!r}", hint=hint, expected=expected)
        for sign in _FOREIGN.finditer(self.text):
            if sign.start() <= start < sign.end() and word not in ("->", "<->"):
                between = sign[0] == "==" and any("<->" in each for each in expected)
                hint = other_spelling("=" if between else sign[0])
                shown = f"unexpected {sign[0]!r}"
                self.fail(shown, sign.start(), hint=hint, expected=expected)
        shown = raw(self.text, self.tokens[self.place])
        self.fail(f"unexpected {shown!r}", expected=expected)
