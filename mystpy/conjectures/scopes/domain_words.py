"""The domain of a sentence in words: "all games of two players with q = 1"."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mystpy.compilation import pattern
from mystpy.conjectures.scopes.constraints import CONSTANTS

_NUMBERS = ("one", "two", "three", "four", "five", "six")
_RANGE = pattern(r"(.*)\.\.(.*)")
_AT_LEAST = pattern(r">= (\d+)")
_OTHER_WORDS = {
    ("sorts", "any"): "with or without sorts",
    ("guesses", False): "without guesses",
    ("example", "the one of the paper"): "the example of the paper",
    ("example", "one situation"): "one situation",
}


def games_in_words(given: Mapping[str, object], *, other: bool) -> str:
    """Return the games of a domain; only the constants if it is not about games.

    `other` says that the domain names something other than sizes, too.
    """
    games = given.get("games")
    if games is not None:
        return ", ".join(games) if isinstance(games, list) else str(games)
    limits = list(_limits(given))
    sizes_alone = other or {*CONSTANTS[:2]} <= given.keys()
    if sizes_alone and not {"p", "where", "sorts"} & given.keys():
        return ", ".join(limits)
    p = given.get("p")
    head = f"all games of {_number(p)} players" if isinstance(p, int) else "all games"
    return head + (f" with {_listed(limits)}" if limits else "")


def other_in_words(given: Mapping[str, object]) -> Iterator[str]:
    """Yield the parts of a domain that are not sizes."""
    for key, value in given.items():
        text = str(value)
        if words := _OTHER_WORDS.get((key, value if value is False else text)):
            yield words
        elif isinstance(value, list):
            yield f"{', '.join(map(str, value))} {key}"
        elif text == "all" or text.partition(",")[0] == "any":
            yield f"{text[:3]} {key}{text[3:]}"
        elif text.startswith("any "):
            yield text
        elif text.startswith("of "):
            yield f"{key} {text}"
        else:
            yield _amount(key, value)


def _limits(given: Mapping[str, object]) -> Iterator[str]:
    """Yield the restrictions of the constants in a domain, one by one."""
    for key, value in given.items():
        if key == "p" and not isinstance(value, int):
            yield _amount("players", value)
        elif key in CONSTANTS and key != "p":
            yield _limit(key, value)
    if "where" in given:
        yield from str(given["where"]).split(" & ")


def _limit(key: str, value: object) -> str:
    """Return a constant and its range, as `1 <= q <= m`."""
    if found := _RANGE.fullmatch(str(value)):
        least, most = (part.strip() for part in found.groups())
        return (f"{least} <= " if least else "") + key + (f" <= {most}" if most else "")
    return f"{key} {value}" if str(value)[0] in "<>" else f"{key} = {value}"


def _amount(key: str, value: object) -> str:
    """Return a number of things in words: `at least three players`, `52 cards`."""
    if len(key) <= len("n1"):  # a number, and no noun
        return _limit(key, value)
    if found := _AT_LEAST.fullmatch(str(value)):
        return f"at least {_number(int(found[1]))} {key}"
    if found := _RANGE.fullmatch(str(value)):
        least, most = found.groups()
        return f"{least} to {most} {key}"
    return f"{value} {key}"


def _number(value: object) -> str:
    """Return a small number as a word."""
    if isinstance(value, int) and 0 < value <= len(_NUMBERS):
        return _NUMBERS[value - 1]
    return str(value)


def _listed(parts: list[str]) -> str:
    *before, last = parts
    return f"{', '.join(before)} and {last}" if before else last
