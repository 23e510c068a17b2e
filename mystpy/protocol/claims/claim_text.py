"""The text of a claim in a plain form: signs, asides and phrases that mean the same.

This is text normalization. A sign or an aside that may change what is said is not left
out: the claim is then refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from mystpy.compilation import pattern
from mystpy.errors import QueryError

POSSIBLE = frozenset(
    "may might could can possibly probably likely perhaps maybe unlikely seems seem"
    " think believe guess should would will possible probable presumably".split()
)
"""Words that say what is possible; a deduction is certain."""

NUMBERS = {"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}

_SAME = str.maketrans(
    dict.fromkeys("’‘ʼ`´′＇", "'")
    | dict.fromkeys("‐‑", "-")
    | dict.fromkeys("–—―", " , ")
    | dict.fromkeys("\xad\u200b\u200c\u200d\u2060\ufeff")
    | {"…": ". "}
)
_BULLET = pattern(r"^\s*(?:(?:[-*+•]|\(?\d{1,3}[.)])\s+)+")
_SIGN = pattern(r"[^\w\s.,;&/|:\"“”„«»'*{}#✓✔✅☑-]|(?<!\w)-|-(?!\w)")
_MARKS = pattern(r"\*+|#+")

_STOP = pattern(r"(\w+)\.(?=\s+\S)")
_TITLES = frozenset("mr mrs ms dr prof col rev".split())

_ASIDE = pattern(r"\(([^()]*)\)|\[([^\[\]]*)\]")
_WORD = pattern(r"[\w'-]+")
_JOINS = frozenset("and or nor but if iff unless except only".split())
_DOUBT = POSSIBLE | frozenset(
    "unsure uncertain unclear unconfirmed unproven speculation speculative assumption"
    " assumed assuming hypothesis tentative tentatively hopefully".split()
)
_CERTAIN = frozenset("sure certain clear confirmed known proven yet".split())
_SHORT_ASIDE = 3
"""A longer aside that doubts something is a reason, which is left out."""

_REASON = pattern(
    r"\b(?:because|since|given that|due to|as (?:he|she|they|it|we|i|nobody))\b.*",
    re.IGNORECASE | re.DOTALL,
)
_OPENING = pattern(
    r"\s*(?:so|thus|therefore|hence|now|then|also|clearly|we know|i know|it follows"
    r"|i conclude|we conclude|it is (?:certain|known|clear)|conclusion:?|that)\b,?",
    re.IGNORECASE,
)
_ASKS = pattern(
    r"\s*(?:does|do|did|can|could|would|will|should|who|which|what|where|whether)\b",
    re.IGNORECASE,
)
_NUMBER = rf"({'|'.join(NUMBERS)}|\d{{1,2}})\b"
_REPHRASED = tuple(
    (pattern(rf"\b{said}", re.IGNORECASE), meant)
    for said, meant in (
        (r"I've\b", "I have"),
        (r"cannot\b", "can not"),
        (r"(?:can|ca|could) not possibly\b", "not"),
        (r"(?:can|ca|could) not\b(?! only)", "not"),
        (r"(?:no other players?|none of the other players)\b", "nobody else"),
        (r"(?:no[ -]one|no players?|none of the players)\b", "nobody"),
        (r"(?:all|every|each)(?: of)?(?: the)? other players?\b", "everybody else"),
        (r"(?:all|every|each)(?: of)?(?: the)? players?\b", "everybody"),
        (r"some player\b", "somebody"),
        (r"(?:no|not) more than\b", "at most"),
        (r"(?:no|not) (?:fewer|less) than\b", "at least"),
        (r"one or both\b", "at least one"),
        (r"if and only if\b", "iff"),
    )
)
_NOT = pattern(r"(?<=\w)n't\b", re.IGNORECASE)
_OR_BOTH = pattern(r",?\s+or both\b", re.IGNORECASE)
_NOT_BOTH = pattern(r"[,;]?\s+but not both\b", re.IGNORECASE)
_MORE_THAN = pattern(rf"\bmore than {_NUMBER}", re.IGNORECASE)
_LESS_THAN = pattern(rf"\b(?:fewer|less) than {_NUMBER}", re.IGNORECASE)


def claim_text(said: str, is_name: Callable[[str], bool]) -> str:
    """Return a claim without its marks, openings and reasons, in plain phrases.

    `is_name` says whether a word names a card, a player or the pile. Raises QueryError
    for a question, and for signs and asides that may change what is said.
    """
    text = _without_outer(plain_start(said)).rstrip("!. ")
    text = _STOP.sub(_stopped, text)
    text = _ASIDE.sub(lambda found: _aside(found[1] or found[2] or "", is_name), text)
    text = _NOT.sub(" not", text)
    for phrase, meant in _REPHRASED:
        text = phrase.sub(meant, text)
    text = _MORE_THAN.sub(lambda found: f"at least {_number(found[1]) + 1}", text)
    text = _LESS_THAN.sub(lambda found: f"at most {_number(found[1]) - 1}", text)
    text = _OR_BOTH.sub(" orboth", _NOT_BOTH.sub(" notboth", _REASON.sub("", text)))
    text = plain_start(text)
    if "?" in text or _ASKS.match(text):
        raise QueryError("it is a question, and a deduction says what is so")
    text = text.replace(" - ", " , ")
    if wrong := _SIGN.search(text):
        raise QueryError(f"the sign {wrong[0]!r} is not understood: write it in words")
    return _MARKS.sub("", text)


def plain_start(said: str) -> str:
    """Return a claim with plain signs and spaces, and without what introduces it."""
    text = " ".join(unicodedata.normalize("NFC", said).translate(_SAME).split())
    text = _BULLET.sub("", text).lstrip("*#` ")
    while opening := _OPENING.match(text):
        text = text[opening.end() :]
    return text.strip()


def _stopped(found: re.Match[str]) -> str:
    """Return a word and its stop, which ends a sentence or a title."""
    return found[0] if found[1].lower() in _TITLES else f"{found[1]} ;"


def _without_outer(text: str) -> str:
    """Return a text without the parentheses around all of it."""
    inside = text.rstrip("!. ")
    if inside[:1] == "(" and inside[-1:] == ")" and not set("()") & set(inside[1:-1]):
        return inside[1:-1].strip()
    return text


def _aside(inside: str, is_name: Callable[[str], bool]) -> str:
    """Return what remains of an aside: names and what joins; a reason is left out.

    Raises QueryError for an aside that doubts the claim.
    """
    words = _WORD.findall(inside.lower())
    if "?" in inside or _is_doubt(words):
        raise QueryError(
            f"({inside.strip()[:40]}) says what is possible, and a deduction what is"
            " certain"
        )
    if words and words[0] == "not":
        return f" , {inside} "
    named = all(word in ("and", "or") or is_name(word) for word in words)
    return f" {inside} " if words and (words[0] in _JOINS or named) else " "


def _is_doubt(words: list[str]) -> bool:
    if words[:1] == ["not"] and _CERTAIN.intersection(words[1:2]):
        return True
    found = [place for place, word in enumerate(words) if word in _DOUBT]
    return bool(found) and (found[0] == 0 or len(words) <= _SHORT_ASIDE)


def _number(word: str) -> int:
    return NUMBERS[word.lower()] if word.lower() in NUMBERS else int(word)
