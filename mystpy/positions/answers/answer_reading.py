"""Answers to questions about positions, as people, programs and models write them.

This is normalization of model output. An answer with two meanings is not read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from mystpy.compilation import pattern
from mystpy.errors import MystError
from mystpy.files.json_text import distinct_keys, json_value
from mystpy.game.game import Game
from mystpy.positions.record import PositionQuestion

_LABEL = pattern(r"(?i)\banswer\b[\s*_]*:[\s*_]*")
_TEX = pattern(r"\\(?:boxed|text|textbf|mathrm|mathbf)\s*\{([^{}]*)\}")
_DEPTH = 4
"""The most commands of TeX within each other that are removed."""

_MARKS = str.maketrans(dict.fromkeys('*`$"“”„‘’') | {"−": "-"})
_STRIPPED = " \t\r\n.!'<>"
_ASIDE = pattern(r"\([^()]*\)")

_WORD = pattern(r"[a-z]+")
_FIRST_WORD = pattern(r"\W*([a-z]+)(\W*)")
_REASON = pattern(r"(?:because|since|as|neither|not)\b")
_NEITHER = pattern(
    r"(?:it is |it's |the answer is )?"
    r"(?:neither(?: yes nor no| (?:of them |one )?follows)?|undetermined|undecided"
    r"|it depends|depends)"
)
_TRUTH = {"true": "yes", "false": "no"}
_WORDS = {"cell": "yes no open", "others": "yes no open", "mind": "yes no"}
"""The words that answer questions of a kind."""

_NUMBER = pattern(
    r"(?<![\w.,])(-?)(\d{1,3}(?:[,'\s]\d{3})+(?!\d)|\d+)([.,]\d+)?([%\w]?)"
)
_MOST_DIGITS = 18

_NUMBER_OF_TURNS = pattern(r"\b\d+ turns\b\s*[:(-]")
_RANGE = pattern(r"(\d+)\s*[-–—]\s*(\d+)")
_NO_TURNS = pattern(r"\d[.]\d|(?<![\w\s])-\d|(?:^|\s)-\d")
_AROUND_TURNS = frozenset("turn turns t and number numbers no the are is".split())

_PARTS = pattern(r"[,;\n]|\band\b")
_PAIR = pattern(
    r"(.+?)\s*(?:=>|->|→|⇒|=|:|\s[-–—]\s"
    r"|\bis (?:held by|with|in)\b|\bbelongs to\b|\bheld by\b)\s*(.+)"
)
_BULLET = pattern(r"^\s*(?:[-+•–—]|\d{1,3}[.)])\s+")
_THE = pattern(r"^(?:the )?(?:card )?")
_PILE = ("pile", "the pile", "in the pile")

_CHOICE = pattern(r"(?<![\w'])([B-Z]|A(?! (?!or\b|and\b|is\b)[a-z]))(?![\w'])")
_ONLY_CHOICE = pattern(r"\W*(?i:(?:option|question|choice|letter)\s*)?\W*([A-Za-z])\W*")
_NOT = pattern(r"(?i)\b(?:not|neither|nor|never|except)\b|n't\b")


def read_answer(question: PositionQuestion, given: object) -> object | None:
    """Return an answer in the form of the exact one; None if it is unclear.

    A text may end with a line "Answer: ...", which then is the answer, and it may be a
    JSON value, or an object with the key `answer`.
    """
    value = _from_json(_said(given) if isinstance(given, str) else given)
    return _READERS[question.kind](question, value)


def _said(reply: str) -> str:
    """Return what a reply says behind its last `Answer:`, or all of it, unmarked."""
    text = unicodedata.normalize("NFKC", reply)
    for _ in range(_DEPTH):
        text = _TEX.sub(r"\1", text)
    labels = list(_LABEL.finditer(text))
    lines = text[labels[-1].end() if labels else 0 :].strip().splitlines()
    if labels and lines:
        lines = _answer_lines(lines, begun="\n" in labels[-1][0])
    return "\n".join(lines).translate(_MARKS).strip(_STRIPPED)


def _answer_lines(lines: Sequence[str], *, begun: bool) -> list[str]:
    """Return the lines of an answer: one, or a list that ends at an empty line.

    The answer is a list if it is `begun` below its label, or if a line is unfinished.
    """
    found = [lines[0]]
    for line in lines[1:]:
        unfinished = found[-1].rstrip().endswith((",", ";", ":", "{", "["))
        if not line.strip() or not (begun or unfinished):
            break
        found.append(line)
    return found


def _from_json(given: object) -> object:
    """Return the JSON value of a text, and the answer in an object that has one."""
    if isinstance(given, str) and given[:1] in ("{", "["):
        try:
            given = json_value(given, distinct_keys)
        except ValueError:
            return given
    if isinstance(given, Mapping) and set(given) == {"answer"}:
        given = given["answer"]
    return given


def _word(question: PositionQuestion, given: object) -> str | None:
    """Return the one word of an answer that is meant."""
    words = _WORDS[question.kind].split()
    if isinstance(given, bool):
        return "yes" if given else "no"
    if not isinstance(given, str):
        return None
    text = given.lower()
    if "open" in words and _NEITHER.fullmatch(text):
        return "open"
    if text in _TRUTH:
        return _TRUTH[text]
    said = _WORD.findall(text)
    found = {word for word in said if word in words}
    if len(found) == 1:
        (word,) = found
        at = said.index(word)
        return None if at and said[at - 1] in ("not", "never", "nor") else word
    first = _FIRST_WORD.match(text)
    if first and first[1] in found and _REASON.match(text[first.end() :]):
        return first[1]
    return None


def _count(question: PositionQuestion, given: object) -> int | None:
    """Return the whole number that is meant."""
    if isinstance(given, float) and given.is_integer():
        given = int(given)
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    if not isinstance(given, str):
        return None
    text = _ASIDE.sub("", given).rpartition("=")[2]
    numbers = [found.groups() for found in _NUMBER.finditer(text)]
    if len(numbers) != 1:
        return None
    ((sign, whole, rest, unit),) = numbers
    digits = "".join(filter(str.isdecimal, whole))
    if unit or (rest or "").strip(".,0") or (rest or "").startswith(","):
        return None
    return int(f"{sign}{digits}") if len(digits) <= _MOST_DIGITS else None


def _turns(question: PositionQuestion, given: object) -> list[int] | None:
    """Return the numbers of turns, in order."""
    if isinstance(given, str):
        given = _turns_said(given)
    if not isinstance(given, list) or not given:
        return None
    found = [_count(question, one) for one in given]
    if any(number is None for number in found):
        return None
    return sorted({number for number in found if number is not None})


def _turns_said(text: str) -> list[str] | None:
    said = _NUMBER_OF_TURNS.sub(" ", _ASIDE.sub(" ", text))
    for first, last in _RANGE.findall(said):
        if len(first + last) > _MOST_DIGITS or int(last) != int(first) + 1:
            return None  # from 2 to 7, or 2 and 7
    said = _RANGE.sub(r"\1 \2", said)
    words = set(_WORD.findall(said.lower()))
    if _NO_TURNS.search(said) or not words <= _AROUND_TURNS:
        return None
    digits = "".join(x if x.isdecimal() else " " for x in said)
    return digits.split()


def _holders(question: PositionQuestion, given: object) -> dict[str, str] | None:
    """Return the holders of cards, by name."""
    if isinstance(given, str):
        if given.lower() in ("none", "none of them", "nothing", "no card", "no cards"):
            return {}
        given = list(_pairs_said(given))
    pairs = list(given.items()) if isinstance(given, Mapping) else given
    if not isinstance(pairs, list):
        return None
    found: dict[str, str] = {}
    for pair in pairs:
        if not isinstance(pair, tuple | list) or len(pair) != 2:
            return None
        try:
            card = question.game.card(_THE.sub("", str(pair[0]).strip().lower()))
            holder = _holder(str(pair[1]).strip(), question.game)
        except MystError:
            return None
        if found.setdefault(card, holder) != holder:
            return None
    return found


def _pairs_said(text: str) -> Iterator[tuple[str, ...] | None]:
    """Yield each card with its holder, as they are written; None for other parts."""
    for part in _PARTS.split(text.strip("{}[]")):
        said = _BULLET.sub("", part).strip()
        if said:
            pair = _PAIR.fullmatch(said)
            yield tuple(word.strip(" \"'") for word in pair.groups()) if pair else None


def _holder(name: str, game: Game) -> str:
    """Return the holder of a name. Raises QueryError if there is none."""
    if name.lower() in _PILE:
        return game.holder_names[0]
    return game.holder_names[game.player(name)]


def _letter(question: PositionQuestion, given: object) -> str | None:
    """Return the letter of the choice that is meant."""
    if not isinstance(given, str) or _NOT.search(given):
        return None
    if only := _ONLY_CHOICE.fullmatch(given):
        letters = {only[1].upper()}
    else:
        letters = set(_CHOICE.findall(given)) - {"I"}  # "A question" has an article
    letter = letters.pop() if len(letters) == 1 else ""
    return letter if letter in question.ask["choices"] else None


_READERS: dict[str, Callable[[PositionQuestion, object], object]] = {
    "cell": _word,
    "others": _word,
    "mind": _word,
    "count": _count,
    "reason": _turns,
    "holders": _holders,
    "question": _letter,
}
