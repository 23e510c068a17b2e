"""Names as people write them, and the identifiers that both logic programs use.

`Zoë` is `zoe` in terms and formulas, `Mrs White` is `mrs_white`. If a letter has no
counterpart among a to z, as in `小明`, the identifier is generated: `p1` is the first
player, `c3` the third card. The original spelling is stored as well, and is shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container, Iterable, Mapping

from mystpy.compilation import pattern
from mystpy.errors import GameError

MOST_SIGNS = 40
"""The largest number of characters in a name."""

_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"}
)
"""Letters that are not a basic letter with an accent."""

_NAME = pattern(r"[a-z][A-Za-z0-9_]*", re.ASCII)
_MARKS = " _-'’."
"""The characters of a name other than letters and digits."""


def plain(name: str) -> str:
    """Return the identifier of a name: `Mrs White` is `mrs_white`, `José` is `jose`.

    Neither logic language has names that begin with a digit, so digits at the beginning
    go to the end of the name: `2c` is `c2`. A text that is a name already is returned
    unchanged. So is one with other characters than letters, digits, spaces, hyphens,
    apostrophes and full stops.
    """
    if not isinstance(name, str) or _NAME.fullmatch(name):
        return name
    composed = unicodedata.normalize("NFC", name)
    if not all(sign.isalnum() or sign in _MARKS for sign in composed):
        return name
    words = re.findall("[a-z0-9]+", re.sub("[^a-z0-9 _.-]", "", _latin(composed)))
    found = re.sub("^([0-9]+)(_?)(.+)", r"\3\2\1", "_".join(words))
    return found if _NAME.fullmatch(found) else name


def _latin(text: str) -> str:
    """Return a text in small letters without accents."""
    return unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))


def _transliterated(name: str) -> str | None:
    """Return the identifier of a name; None if a letter has no equivalent in a to z."""
    letters = (sign for sign in _latin(name) if sign.isalnum())
    found = plain(name) if all(map(str.isascii, letters)) else ""
    return found if _NAME.fullmatch(found) else None


def written_key(name: str) -> str:
    """Return the form that is equal for names that are read as the same name."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFC", folded).split())


def printable(text: str, most: int = MOST_SIGNS) -> str:
    """Return a text for a message: shortened, without invisible characters."""
    return "".join(x if x.isprintable() else repr(x)[1:-1] for x in text[:most])


def safe_text(text: str) -> str:
    """Return a text of somebody else for a terminal: control characters are escaped.

    The ends of lines and tabs stay.
    """
    return "".join(x if x.isprintable() or x in "\n\t" else repr(x)[1:-1] for x in text)


def written_fault(name: object) -> str | None:
    """Return why a value cannot be shown as a name, or None if it can.

    Characters that change the direction of a text, have no width, or end a line could
    make one name look like another, or change the line around it.
    """
    if not isinstance(name, str) or not name.strip():
        return f"{name!r} is not a name"
    if name[MOST_SIGNS:]:
        return f"{name[:12]!r}... is not a name: it has more than {MOST_SIGNS} signs"
    for sign in name:
        kind = unicodedata.category(sign)
        if sign.isalnum() or kind[0] == "M" or sign in _MARKS:
            continue
        what = unicodedata.name(sign, "").lower() or f"U+{ord(sign):04X}"
        return f"{name!r} is not a name: it has {sign!r} ({what})"
    if not any(sign.isalpha() for sign in name):
        return f"{name!r} is not a name: it has no letter"
    if sum(unicodedata.category(sign)[0] == "M" for sign in name) > len(name) // 2:
        return f"{name!r} is not a name: it has more marks than letters"
    return None


class NameTable:
    """The identifiers of the names of one game, and the original spelling of the names.

    `shown` has a row for each identifier that was written differently. Generated
    identifiers avoid those that `others` have. A name whose identifier would be one of
    the `reserved` words, such as `Do`, gets a generated one, too.
    """

    def __init__(
        self, others: Iterable[object] = (), reserved: Container[str] = ()
    ) -> None:
        self.shown: dict[str, str] = {}
        self._reserved = reserved
        self._taken = {plain(name) for name in others if isinstance(name, str)}
        self._by_key: dict[str, str] = {}

    def add(self, what: str, names: Iterable[str]) -> tuple[str, ...]:
        """Return the identifiers of names, of cards, players or sorts.

        Raises GameError for texts that cannot be shown, and for two names that have the
        same identifier.
        """
        listed = tuple(names)
        self._taken |= {plain(name) for name in listed if isinstance(name, str)}
        first: dict[str, str] = {}
        found = []
        for place, name in enumerate(listed, 1):
            identifier = self._identifier(what, name, place)
            if identifier in found and first[identifier] == name != identifier:
                raise GameError(f"the {what} {name!r} has the name of another")
            found.append(identifier)
            if (other := first.setdefault(identifier, name)) != name:
                raise GameError(
                    f"the {what}s {other!r} and {name!r} are both written {identifier}",
                    hint="give one of them another name",
                )
        return tuple(found)

    def add_sorts(
        self, sorts: Mapping[str, Iterable[str]]
    ) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return the identifiers of sorts, each with those of its cards."""
        named = self.add("sort", sorts)
        cards = (tuple(map(self.find, each)) for each in sorts.values())
        return tuple(zip(named, cards, strict=True))

    def _identifier(self, what: str, name: str, place: int) -> str:
        if not isinstance(name, str) or _NAME.fullmatch(name) or name.isdecimal():
            return name  # a number, or what the game says the fault of
        if fault := written_fault(name):
            raise GameError(
                f"a {what} cannot be called this: {fault}",
                hint="names have letters, digits, spaces, hyphens, apostrophes and "
                "full stops",
            )
        tidy = " ".join(unicodedata.normalize("NFC", name).split())
        key = written_key(tidy)
        identifier = _transliterated(tidy)
        if identifier is None or identifier in self._reserved:
            identifier = self._by_key.get(key)
        if identifier is None:
            identifier = self._made_up(what, place)
        self._taken.add(identifier)
        self._by_key.setdefault(key, identifier)
        if tidy != identifier:
            self.shown.setdefault(identifier, tidy)
        return identifier

    def _made_up(self, what: str, place: int) -> str:
        """Return `p1` for a player, `c3` for a card, with a suffix if that is taken."""
        begun = f"{'sort' if what == 'sort' else what[0]}{place}"
        found, number = begun, 1
        while found in self._taken:
            number += 1
            found = f"{begun}_{number}"
        return found

    def find(self, name: str) -> str:
        """Return the identifier of a name that was added, however it is written."""
        return self._by_key.get(written_key(name)) or plain(name)


def rows_shown(
    before: Mapping[str, str], wanted: object, names: Iterable[str]
) -> dict[str, str]:
    """Return the shown names: as before, or as wanted for an identifier.

    `names` are all existing identifiers. Raises GameError for a row about another one,
    for a text that cannot be shown, and for two that would be confused.
    """
    if not isinstance(wanted, Mapping):
        raise GameError(
            f"shown must say how names are shown, not {str(wanted)[:40]!r}",
            hint='for example shown = {plum = "Professor Plum"}',
        )
    known, rows = set(names), dict(before)
    for name, text in wanted.items():
        if name not in known:
            raise GameError(
                f"shown has {str(name)[:40]!r}, which is no card, player or sort",
                hint="write the identifier before =, and the shown name after it",
            )
        if fault := written_fault(text):
            raise GameError(f"{name} cannot be shown like this: {fault}")
        rows[name] = " ".join(unicodedata.normalize("NFC", text).split())
    keys: dict[str, str] = {}
    for name, text in rows.items():
        key = written_key(text)
        other = key if key in known else name
        if (other := keys.setdefault(key, other)) != name:
            raise GameError(
                f"{text!r} would be shown for {name} and be read as {other}",
                hint="give one of them another name",
            )
    return {name: text for name, text in rows.items() if name != text}


def identifier_shown_as(name: str, shown: Mapping[str, str]) -> str | None:
    """Return the identifier with this shown name, ignoring capitals and accents."""
    if not shown:
        return None
    key = written_key(name)
    return next((x for x, text in shown.items() if written_key(text) == key), None)
