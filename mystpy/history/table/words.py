"""The words of table notes, and the names in them, which may be abbreviated."""

from __future__ import annotations

import re

from mystpy.compilation import pattern
from mystpy.history.printed.meaning import NoteWord as NoteWord
from mystpy.history.printed.meaning import card_meant as card_meant
from mystpy.history.printed.meaning import cards_meant as cards_meant
from mystpy.history.printed.meaning import player_meant as player_meant
from mystpy.names.printed import PrintedNames

WORD = pattern(r'"[^"\n]*"|\w+|->|=>|[?+-]|[^\w\s,.;]')
JOINED = pattern(r"\w+(?:['-]\w+)+")
ARROW = pattern(r"->|=>|→|\||;")
EVERYBODY = pattern(
    r"\s*(nobody|no[ \t]*-?[ \t]*one|all|everybody|everyone)\b(.*)",
    re.ASCII | re.IGNORECASE | re.DOTALL,
)
PASSES = frozenset("passes pass passed no denies none nothing - p pa pas".split())
SHOWS = frozenset("shows show showed yes + s sh sho".split())
ALL_DO = ("passes", "pass", "passed")
NOBODY_DOES = ("shows", "show", "showed", "answers", "answer", "answered")
UNSEEN = frozenset("? _ unseen something card".split())
ARTICLE = frozenset("a the".split())
TO = frozenset({"to"})
LINK = frozenset("and then but -> => → |".split())
FILLER = frozenset("a the and with in to".split())
VERDICT = frozenset("right wrong".split())
NO_QUESTION = frozenset("- – — passes pass passed".split())
"""The words in place of the cards if a turn passes without a question."""

END = "the end of the line"


def words_of(text: str, at: int, names: PrintedNames | None = None) -> list[NoteWord]:
    """The words of a part of the text that begins at this position.

    Each of the `names` is one word, though it has several.
    """
    raw = [(m[0], m.start()) for m in WORD.finditer(text)]
    if names is not None:
        raw = names.joined(text, raw)
    return [NoteWord(word.strip('"'), at + start) for word, start in raw]
