"""The words of SMCDEL's text format, each with its place."""

from __future__ import annotations

import re

from mystpy.compilation import dataclass, pattern
from mystpy.errors import SourceText
from mystpy.files.json_text import MAX_DIGITS

_SAME = {
    **dict.fromkeys(("¬", "Not", "not"), "~"),
    **dict.fromkeys(("∧",), "&"),
    **dict.fromkeys(("∨",), "|"),
    **dict.fromkeys(("→",), "->"),
    "ForAll": "Forall",
}
_KEYWORDS = {
    *("VARS", "LAW", "OBS", "TRUE?", "VALID?", "WHERE?", "Top", "Bot", "iff"),
    *("AND", "OR", "XOR", "ONEOF", "Forall", "Exists", "K", "Kw"),
}
_TOKEN = pattern(
    r"""(?P<blank>\s+|--[^\n]*)
    |(?P<knows>(?:knows|comknow|distknow)[ ]+(?:that|whether)(?![A-Za-z0-9]))
    |(?P<ask>(?:TRUE|VALID|WHERE)\?)
    |(?P<word>[A-Za-z][A-Za-z0-9]*)
    |(?P<number>[0-9]+)
    |(?P<sign>->|[:,()\[\]{}<>!?~¬&∧|∨→])""",
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class StructureWord:
    """A word: its kind (key, name, number or end), its text, and where it begins."""

    kind: str
    text: str
    place: int


def words(source: SourceText) -> list[StructureWord]:
    """The words of a text. Raises ParseError for signs that are none of the format."""
    found, place = [], 0
    while place < len(source.text):
        match = _TOKEN.match(source.text, place)
        if match is None:
            raise source.fault(f"{source.text[place]!r} has no meaning here", place)
        text = _SAME.get(match[0], match[0])
        if match.lastgroup == "number":
            if len(text) > MAX_DIGITS:
                message = f"a number has more than {MAX_DIGITS} digits"
                raise source.fault(message, place)
            found.append(StructureWord("number", text, place))
        elif match.lastgroup == "word" and text == match[0] and text not in _KEYWORDS:
            found.append(StructureWord("name", text, place))
        elif match.lastgroup != "blank":
            found.append(StructureWord("key", " ".join(text.split()), place))
        place = match.end()
    return [*found, StructureWord("end", "", len(source.text))]
