"""The domain of a sentence, and whether the scope of a result covers all of it.

A domain is given as ranges, like the games of a formula: `{p = 2, q = "m+n+1"}` means
all games of two players with such questions, `{games = "MYST(1,1,3,1)"}` is one game,
and `{}` means all sizes. Any other key names another subject of the sentence, such as
`{example = "the one of the paper"}`. With `some = true` the sentence asserts existence.
With `practice = true` it is about practice, which is measured and not proved.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from mystpy.compilation import dataclass, field, pattern
from mystpy.conjectures.ranges import games_in
from mystpy.conjectures.scopes.constraints import (
    ANY,
    CONSTANTS,
    Constraint,
    comparisons,
    constraints_of,
    implied,
    of_every_game,
    satisfied,
)
from mystpy.errors import QueryError

HISTORIES = ("depth", "turns", "histories", "guesses")
SIZES = (*CONSTANTS, "where", "games")
_NAMED = pattern(r"MYST\((\d+),(\d+),(\d+),(\d+)\)")
_PLAIN = pattern(r"\d+|\d*\.\.\d*")

Sizes = Mapping[str, int]
"""The constants of a game by their names, and the number of its cards."""


class _UnreadableScope(Exception):
    """A part of a scope restricts it in a way that cannot be compared."""


@dataclass(frozen=True, slots=True)
class Extent:
    """The sizes in a scope or a domain: constraints, or games by name."""

    constraints: tuple[Constraint, ...]
    games: tuple[Sizes, ...] | None = None

    def has(self, sizes: Sizes) -> bool:
        """Return whether it contains a game."""
        named = self.games is None or sizes in self.games
        return named and satisfied(self.constraints, sizes)


@dataclass(frozen=True)
class Domain:
    """The domain of a sentence, as given in its entry."""

    given: Mapping[str, object] = field(default_factory=dict)

    @property
    def some(self) -> bool:
        """Return whether the sentence asserts existence: one example is enough."""
        return bool(self.given.get("some"))

    @property
    def practice(self) -> bool:
        """Return whether the sentence is about what happens in practice."""
        return bool(self.given.get("practice"))

    @property
    def of_sizes(self) -> bool:
        """Return whether the sentence is about games and their sizes only."""
        return not self._others or any(key in SIZES for key in self.given)

    @property
    def _others(self) -> dict[str, object]:
        known = (*SIZES, *HISTORIES, "some", "practice")
        return {key: each for key, each in self.given.items() if key not in known}

    @cached_property
    def extent(self) -> Extent:
        """Return the sizes in the domain.

        Raises QueryError for a value that is no range.
        """
        found: list[Constraint] = []
        for key, value in self.given.items():
            if key not in (*CONSTANTS, "where"):
                continue
            where = key == "where"
            rows = comparisons(str(value)) if where else constraints_of(key, value)
            if rows is None:
                raise QueryError(f"{key} = {value!r} is no range", word=key)
            found += rows
        return Extent(tuple(found), _named(self.given.get("games")))

    def has(self, game: Mapping[str, object]) -> bool:
        """Return whether it contains a game, given by its constants."""
        if not {"m", "n", "p", "q"} <= set(game) or not self.of_sizes:
            return True
        m, n, p, q = (int(str(game[key])) for key in ("m", "n", "p", "q"))
        sizes = _sizes(m, n, p, q)
        return self.extent.has(sizes)

    def covered_by(self, scope: Mapping[str, object]) -> bool:
        """Return whether a result with this scope covers the whole domain.

        Words in a scope that cannot be compared count as a restriction.
        """
        if self.some:
            return True
        if self.practice or not scope:
            return False
        try:
            return self._covered_by(_split(scope))
        except _UnreadableScope:
            return False

    def _covered_by(self, scope: Mapping[str, object]) -> bool:
        sizes = {key: each for key, each in scope.items() if key in SIZES}
        others = {key: each for key, each in scope.items() if key not in SIZES}
        if any(not self._allows(key, each) for key, each in others.items()):
            return False
        if any(key not in others for key in self._others):
            return False
        return not self.of_sizes or self._covers(sizes)

    def _allows(self, key: str, value: object) -> bool:
        """Return whether a part of a scope does not restrict the domain."""
        if key == "guesses" and value is True:
            return True
        return str(value) in ANY or _plain(value) == _plain(self.given.get(key))

    def _covers(self, scope: Mapping[str, object]) -> bool:
        found, games = _extent_of(scope), self._finite
        if games is not None:
            return all(found.has(game) for game in games)
        p = self.given.get("p")
        rows = of_every_game(p if isinstance(p, int) else None)
        rows += self.extent.constraints
        return found.games is None and all(
            implied(rows, row) for row in found.constraints
        )

    @cached_property
    def _finite(self) -> tuple[Sizes, ...] | None:
        """Return the games in the domain, or None if they have no end."""
        if self.extent.games is not None:
            return tuple(g for g in self.extent.games if self.extent.has(g))
        ranges, where = dict[str, object](), list[str]()
        for key, value in self.given.items():
            if key == "where":
                where.append(str(value))
            elif key in CONSTANTS and _PLAIN.fullmatch(str(value)):
                ranges[key] = value
        if not {"m", "n", "p", "q"} <= set(ranges) and "c" not in ranges:
            return None
        try:
            games = games_in(ranges or {"c": ".."})
        except QueryError:
            return None
        found = (_sizes(g.sizes[0], g.sizes[1], g.p, g.q) for g in games)
        return tuple(g for g in found if self.extent.has(g))

    def __str__(self) -> str:
        from mystpy.conjectures.scopes.domain_words import (
            games_in_words,
            other_in_words,
        )

        if self.practice:
            return "practice"
        others = self._others
        parts = [games_in_words(self.given, other=bool(others))] * self.of_sizes
        guesses = {"guesses": False} if self.given.get("guesses") is False else {}
        text = ", ".join((*parts, *other_in_words({**others, **guesses})))
        if self.some:
            return "one example" + ("" if text == "all games" else f" among {text}")
        return text


def domain_of(given: Mapping[str, object]) -> Domain:
    """Return the domain of an entry. Raises QueryError for a value that is no range."""
    domain = Domain(given)
    try:
        _ = domain.extent
    except _UnreadableScope as error:
        raise QueryError(f"{given['games']!r} names no games") from error
    return domain


def _split(scope: Mapping[str, object]) -> dict[str, object]:
    """Return a scope with one constant for each key: `"m, n": "any"` has two."""
    return {key: each for keys, each in scope.items() for key in keys.split(", ")}


def _extent_of(scope: Mapping[str, object]) -> Extent:
    """Return the sizes in a scope.

    A number of cards is an upper bound, and so is a number of players next to it.
    """
    found: list[Constraint] = []
    ranges: dict[str, object] = {}
    for key, each in scope.items():
        if key == "games":
            continue
        upper = key in ("c", "p") and isinstance(scope.get("c"), int)
        value = f"..{each}" if upper and isinstance(each, int) else each
        rows = constraints_of(key, value)
        if rows is None:
            raise _UnreadableScope
        found += rows
        ranges[key] = value
    games = scope.get("games")
    if isinstance(games, int):
        if not _are_all(games, ranges):
            raise _UnreadableScope
        games = None
    return Extent(tuple(found), _named(games))


def _are_all(number: int, ranges: Mapping[str, object]) -> bool:
    """Return whether some ranges contain exactly this number of games."""
    try:
        return len(games_in(ranges)) == number
    except QueryError:
        return False


def _named(games: object) -> tuple[Sizes, ...] | None:
    """Return the games of a text such as `MYST(1,1,2,1), MYST(1,1,3,1)`, or a list."""
    if games is None:
        return None
    text = ", ".join(games) if isinstance(games, list) else str(games)
    named = _NAMED.findall(text.replace(", ", " ").replace(" ", ""))
    if not named or _NAMED.sub("", text).strip(", "):
        raise _UnreadableScope
    return tuple(_sizes(*map(int, each)) for each in named)


def _sizes(m: int, n: int, p: int, q: int) -> Sizes:
    return {"m": m, "n": n, "p": p, "q": q, "c": m + n * p}


def _plain(value: object) -> object:
    """Return a value as JSON has it, with numbers as texts."""
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, bool | Mapping):
        return value
    return str(value)
