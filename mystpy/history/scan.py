"""Reading the text of a history: from characters to actions not yet checked.

Two forms are read: a sequence of actions separated by white space or commas, in which
`#` starts a comment; and one situation term, `init0`, `do(A,S)` (newest action
outermost) or `do([A1,...,An],S)` (oldest first).

A single regular expression is the grammar of an action, and loops do the rest:
histories of 100,000 actions are read in linear time and without recursion. A text that
does not match is read again, slowly, to find the place and the reason.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from typing import NoReturn

from mystpy.axiom_folder.signature import CARD_SETS
from mystpy.compilation import NamedTuple, pattern
from mystpy.errors import LargeEnumerationWarning, SourceText, did_you_mean
from mystpy.game.names import RESERVED, SHAPES
from mystpy.history.actions import MEMBERS, action_names, action_pattern
from mystpy.progress import count_progress

_MANY, _A_SECOND = 200_000, 100_000
"""Longer histories are announced; `_A_SECOND` actions are read in about a second."""

_WANTED = {"player": "a player", "card": "a card, or _ for a card not seen"}
_WANTED["holder"] = "a player, or 0 for the pile"
_WANTED |= dict.fromkeys(CARD_SETS, "a set of cards such as {s1,s4}")

_WORD = pattern(r"\w+", re.ASCII)
_SPACE = pattern(r"\s*", re.ASCII)
_DO = pattern(r"do\s*\(\s*", re.ASCII)
_TERM = pattern(r"\s*(?:do|init0)\b", re.ASCII)
_OPENING = pattern(r"[{\[]|set\s*\(")
_CLOSING = pattern(r"(?:\s*\))*", re.ASCII)
_COMMENT = pattern(r"#[^\n]*")
_VERB = r"\b(?:suggests?|asks?|accuses?|guesses|pass(?:es|ed)?)\b"
NOTE = pattern(
    rf"""\s*("[^"\n]+"|(?-i:[^\Wa-z])[\w.'’-]*(?:[ ](?!{_VERB})\w[\w.'’-]*){{1,3}}
    (?=\s*(?::|{_VERB}))|\w[\w'’-]*)\s*
    (:|{_VERB}\s*:?)(.*)""",
    re.IGNORECASE | re.VERBOSE,
)
"""Table notes: who, does what, and what of; names may have quotes or a capital."""
EVENT_NOTE = pattern(
    r"""\s*(the\s+(?=(?:pile|table)\b))?("[^"\n]+"|\w[\w'’-]*)\s+
    (look(?:s|ed)?\s+at|(?:lays|laid|lay)\s+open|drop(?:s|ped)?
    |show(?:s|ed)?\s+(?:to\s+)?(?:all|everybody|everyone)
    |(?:saw|sees)\s+(?:it|the\s+card)(?:\s+too|\s+as\s+well)?)\b(.*)""",
    re.IGNORECASE | re.VERBOSE,
)
"""A line of table notes about an event besides questions: who, does what, of what."""


class RawAction(NamedTuple):
    """An action as written: its name, and its arguments still words.

    A set of cards is a tuple of words in the order written, so that a card
    named twice can still be seen.
    """

    name: str
    args: tuple[str | tuple[str, ...], ...]


Scanned = list[tuple[RawAction, int]]


def scan_history(text: str, source: str | None = None) -> Scanned:
    """The actions of a history's text, oldest first, each with its position.

    Raises ParseError with the position, what was expected there and, for a
    misspelt action, the nearest known one.
    """
    return _Scan(text, source).history()


def scan_at_length(text: str) -> Iterator[tuple[RawAction, int]]:
    """As `scan_history`, one by one, with progress; of many, a warning comes first."""
    scanned = scan_history(text)
    if len(scanned) > _MANY:
        seconds = max(1, round(len(scanned) / _A_SECOND))
        warnings.warn(
            f"{len(scanned):,} actions have to be read: about {seconds} s or more",
            LargeEnumerationWarning,
            stacklevel=2,
        )
    return count_progress("actions read", scanned)


def is_term(text: str) -> bool:
    """True if the text is a situation term rather than a sequence of actions."""
    return _TERM.match(_without_comments(text)) is not None


def is_table(text: str) -> bool:
    """Return whether a text is table notes: its first line describes a turn."""
    for line in _without_comments(text).split("\n"):
        if line.strip():
            if line.partition("(")[0].strip().isidentifier():
                return False  # an action, which needs no expression to be compiled
            found = NOTE.match(line)
            return bool((found and found[1] not in RESERVED) or EVENT_NOTE.match(line))
    return False


def argument_span(text: str, start: int, index: int) -> tuple[int, int]:
    """From where to where argument `index` of the action at `start` goes."""
    match = action_pattern().match(_without_comments(text), start)
    if match is None:
        return start, start
    groups = (group for group in range(2, 14) if match[group] is not None)
    return [match.span(group) for group in groups][index + 1]


def split_set(text: str) -> tuple[str, ...] | None:
    """The words of a set written `{..}`, `[..]`, `set(..)` or bare; None if not one."""
    opened = re.fullmatch(
        rf"\s*(?:\{{({MEMBERS})\}}|\[({MEMBERS})\]|set\s*\(({MEMBERS})\)|"
        rf"({MEMBERS}))\s*",
        text,
        re.ASCII,
    )
    if opened is None:
        return None
    return tuple(_WORD.findall(next(g for g in opened.groups() if g is not None)))


def _without_comments(text: str) -> str:
    # Blanks of the same length keep every position as it was.
    if "#" not in text:
        return text
    return _COMMENT.sub(lambda match: " " * len(match[0]), text)


def _raw(match: re.Match[str], shipped: Mapping[str, str]) -> RawAction:
    """The action of a match, by its name in the shipped axioms."""
    _, plain, who, shows, by, to, card, name, player, one, *sets = match.groups()
    if plain:
        return RawAction(shipped[plain], (who,))
    if shows:
        return RawAction(shipped[shows], (by, to, card))
    braced, listed, called = sets
    members = braced or listed or called or ""
    to = () if one is None else (one,)
    return RawAction(shipped[name], (player, *to, tuple(_WORD.findall(members))))


class _Scan(SourceText):
    """One reading of one text."""

    def __init__(self, original: str, source: str | None) -> None:
        super().__init__(original, source)
        self.bare = _without_comments(original)
        # Histories repeat themselves: each spelling is taken apart once.
        self.known: dict[str, RawAction] = {}
        self.shipped = dict(zip(action_names(), SHAPES, strict=True))

    def history(self) -> Scanned:
        if _TERM.match(self.bare):
            return self.term(self.skip(0))
        found, position = self.run(self.skip(0))
        if position < len(self.bare):
            if _TERM.match(self.bare, position):
                raise self.fault(
                    "a situation term has to be the whole history", position
                )
            self.explain(position)
        return found

    def term(self, position: int) -> Scanned:
        """A situation term from here on, newest action first."""
        newest: Scanned = []
        opened = 0
        while True:
            layers, position = self.run(position, r"do \s*\(\s*", r"\s*,\s*")
            newest += layers
            opened += len(layers)
            match = _DO.match(self.bare, position)
            if match is None:
                break
            opened += 1
            layer, position = self.layer(match.end())
            newest.extend(reversed(layer))
            position = self.need(",", position)
        self.close(self.initial(position), opened)
        newest.reverse()
        return newest

    def initial(self, position: int) -> int:
        word = _WORD.match(self.bare, position)
        if word is None or word[0] != "init0":
            hint = did_you_mean(word[0], ("init0", "do")) if word else None
            self.unexpected(position, "init0", "do(A,S)", hint=hint)
        return word.end()

    def layer(self, position: int) -> tuple[Scanned, int]:
        """Return the actions of one `do`: a list, or one in a wrong place."""
        if not self.bare.startswith("[", position):
            match = action_pattern().match(self.bare, position)
            if match is None:
                self.explain(position)
            return [(_raw(match, self.shipped), position)], match.end()
        found, position = self.run(self.skip(position + 1))
        if not self.bare.startswith("]", position):
            if _WORD.match(self.bare, position):
                self.explain(position)
            self.unexpected(position, "an action", "]")
        return found, position + 1

    def close(self, position: int, opened: int) -> None:
        match = _CLOSING.match(self.bare, position)
        end = match.end() if match else position
        closed = self.bare.count(")", position, end)
        rest = self.skip(end)
        if closed < opened:
            missing = opened - closed
            brackets = "bracket is" if missing == 1 else "brackets are"
            raise self.fault(f"{missing} {brackets} not closed", rest, expected=(")",))
        if closed > opened or rest < len(self.bare):
            for _ in range(opened):
                position = self.bare.index(")", position) + 1
            self.unexpected(self.skip(position), "the end of the situation term")

    def run(
        self, position: int, before: str = "", after: str = r"\s*,?\s*"
    ) -> tuple[Scanned, int]:
        """Return the longest sequence of actions from here, each between these."""
        found: Scanned = []
        match_step, known = action_pattern(before, after).match, self.known
        while match := match_step(self.bare, position):
            raw = known.get(match[1])
            if raw is None:
                raw = known[match[1]] = _raw(match, self.shipped)
            found.append((raw, match.start(1)))
            position = match.end()
        return found, position

    def skip(self, position: int) -> int:
        match = _SPACE.match(self.bare, position)
        return match.end() if match else position

    def need(self, mark: str, position: int) -> int:
        position = self.skip(position)
        if not self.bare.startswith(mark, position):
            self.unexpected(position, mark)
        return self.skip(position + len(mark))

    def explain(self, position: int) -> NoReturn:
        """Say why no action can be read here."""
        word = _WORD.match(self.bare, position)
        if word is None:
            self.unexpected(position, "an action")
        if word[0] not in self.shipped:
            hint = did_you_mean(word[0], self.shipped)
            hint = hint or f"the actions are {', '.join(self.shipped)}"
            raise self.fault(f"there is no action {word[0]!r}", position, hint=hint)
        position = self.need("(", word.end())
        for index, kind in enumerate(SHAPES[self.shipped[word[0]]]):
            position = self.need(",", position) if index else position
            if kind in ("player", "holder", "card"):
                position = self.word(position, _WANTED[kind])
            else:
                position = self.card_set(position, _WANTED[kind])
        self.unexpected(self.skip(position), ")")

    def word(self, position: int, wanted: str) -> int:
        word = _WORD.match(self.bare, position)
        if word is None:
            self.unexpected(position, wanted)
        return word.end()

    def card_set(self, position: int, wanted: str) -> int:
        opening = _OPENING.match(self.bare, position)
        if opening is None:
            self.unexpected(position, wanted)
        closing = {"{": "}", "[": "]"}.get(opening[0], ")")
        position = self.skip(opening.end())
        if self.bare.startswith(closing, position):
            return position + 1
        while True:
            position = self.skip(self.word(position, "a card"))
            if self.bare.startswith(closing, position):
                return position + 1
            if not self.bare.startswith(",", position):
                self.unexpected(position, ",", closing)
            position = self.skip(position + 1)

    def unexpected(
        self, position: int, *expected: str, hint: str | None = None
    ) -> NoReturn:
        word = _WORD.match(self.bare, position)
        if word:
            message = f"unexpected {word[0][:40]!r}"
        elif position < len(self.bare):
            message = f"unexpected {self.bare[position]!r}"
        else:
            message = "the text ends too early"
        raise self.fault(message, position, expected=expected, hint=hint)
