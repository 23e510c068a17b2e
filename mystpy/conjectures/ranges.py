"""Ranges of games: every game with constants within bounds, smallest first."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, count, islice, product
from math import comb, prod

from mystpy.compilation import pattern
from mystpy.errors import QueryError, did_you_mean
from mystpy.game.game import Game

KEYS = ("m", "n", "p", "q")
_RANGED = (*KEYS, "c", "rules", "where", "sorts")
_OF_CLUE = ("sorts", "p", "c")
_FEW_CARDS = 6
_LEAST = {"m": 1, "n": 1, "p": 2, "q": 1, "c": 3, "sorts": 1}
_MYST = pattern(r"MYST\( *(\d{1,12}) *, *(\d{1,12}) *, *(\d{1,12}) *, *(\d{1,12}) *\)")
_RANGE = pattern(r"\s*(\d{0,12})\s*(\.\.)?\s*(\d{0,12})\s*")
_MOST_CARDS = 30_000_000
"""The largest number of cards in all games of a range together."""


_NAMES = ("m", "n", "p", "q", "c")
_SIGNS: Mapping[type[ast.AST], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_COMPARED: Mapping[type[ast.AST], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def games_in(given: object) -> tuple[Game, ...]:
    """Return the games of a game object, of a list of them, or of ranges of constants.

    A game of MYST may be written `MYST(1,1,3,2)`, too. Ranges are written `"1..3"`,
    `"2.."` or `"..8"`, and a number means exactly this number. `c` is the number of
    cards, `where` a condition such as `"q = m+n+1"`. For Clue, ranges are allowed for
    `p`, `c` and `sorts`, the number of sorts. Games are in ascending order of cards,
    players, and length of questions. Raises QueryError for ranges without a game, and
    GameError for invalid games.
    """
    if isinstance(given, str) and (constants := _MYST.fullmatch(given.strip())):
        m, n, p, q = map(int, constants.groups())
        return (Game.myst(m, n, p, q),)
    if isinstance(given, Sequence) and not isinstance(given, str):
        found = tuple(game for each in given for game in games_in(each))
    elif isinstance(given, Mapping) and _is_range(given):
        of_clue = given.get("rules") == "clue"
        found = tuple((_clue_in_ranges if of_clue else _in_ranges)(given))
    elif isinstance(given, Mapping):
        found = (Game.from_dict(given),)
    else:
        raise QueryError(f"games must be a table or a list of tables, not {given!r}")
    if not found:
        raise QueryError(
            "the range has no game, so nothing could be said",
            hint="with m, n >= 1 and p >= 2 a game has c = m + n p >= max(3, q) cards",
        )
    return tuple(sorted(found, key=size_of))


def first_games(given: object) -> tuple[tuple[Game, ...], frozenset[str]]:
    """Return the first games of ranges, and the names of the ranges without an end.

    If all ranges have an end, these are all games. Raises QueryError and GameError as
    `games_in`.
    """
    without = _without_end(given)
    if not without or not isinstance(given, Mapping):
        return games_in(given), frozenset()
    least = {key: _bounds(key, given.get(key, ".."), _LEAST[key]) for key in _LEAST}
    needed = least["m"][0] + least["n"][0] * (least["p"][1] or least["p"][0])
    fewest = max(least["c"][0], needed, least["q"][0])
    for most in range(max(fewest, _FEW_CARDS), fewest + _FEW_CARDS):
        try:
            return games_in({**given, "c": f"{least['c'][0]}..{most}"}), without
        except QueryError as error:
            wrong = error
    raise wrong


def _without_end(given: object) -> frozenset[str]:
    if not isinstance(given, Mapping) or not _is_range(given):
        return frozenset()
    keys = _OF_CLUE if given.get("rules") == "clue" else (*KEYS, "c")
    found = {
        key
        for key in keys
        if _bounds(key, given.get(key, ".."), _LEAST[key])[1] is None
    }
    return frozenset(found) if found - {"c"} and "c" in found else frozenset()


def size_of(game: Game) -> tuple[int, ...]:
    """Return the key by which games are sorted: the smallest first."""
    return game.c, game.p, game.q, game.sizes[0]


def myst_games(
    c: int, p: int, *, q: int | None = None, least_p: int = 2
) -> tuple[Game, ...]:
    """Return all MYST games of at most c cards, p players and questions of q cards."""
    ranges = {"c": f"..{c}", "p": f"{least_p}..{p}", "q": f"1..{q or c}"}
    return tuple(sorted(_in_ranges(ranges), key=size_of))


def _is_range(given: Mapping[str, object]) -> bool:
    ranges = any(isinstance(given.get(key), str) for key in KEYS)
    return ranges or "c" in given or "where" in given or "rules" not in given


def _only(given: Mapping[str, object], known: Sequence[str]) -> None:
    for key in given:
        if key not in known:
            hint = did_you_mean(str(key), known)
            raise QueryError(
                f"a range of games has no key {key!r}", hint=hint, word=key
            )


def _clue_in_ranges(given: Mapping[str, object]) -> Iterator[Game]:
    """Yield Clue games with two or more cards per sort, sorts in ascending order."""
    _only(given, ("rules", *_OF_CLUE))
    bounds = {key: _bounds(key, given.get(key, ".."), _LEAST[key]) for key in _OF_CLUE}
    fewest, most = bounds["c"]
    if most is None:
        raise QueryError("the range of c has no end", hint='give c = "..8"')
    first, last = bounds["sorts"]
    players = range(bounds["p"][0], min(bounds["p"][1] or most, most) + 1)
    numbers, looked_at = range(first, min(last or most, most // 2) + 1), 0
    for kinds in numbers:
        looked_at += comb(most + kinds - 2, kinds)
        _look_at(looked_at, most)
    for kinds in numbers:
        for sizes in combinations_with_replacement(range(2, most + 1), kinds):
            if fewest <= sum(sizes) <= most:
                left = sum(sizes) - kinds
                yield from (_of_sorts(sizes, p) for p in players if p <= left)


def _of_sorts(sizes: Sequence[int], p: int) -> Game:
    """Return Clue with sorts of these sizes, the cards s1, s2, ... in their order."""
    cards = (f"s{number}" for number in count(1))
    sorts = {f"sort{k}": list(islice(cards, size)) for k, size in enumerate(sizes, 1)}
    return Game.clue(p, sorts)


def _in_ranges(given: Mapping[str, object]) -> list[Game]:
    if given.get("rules", "myst") != "myst":
        raise QueryError(
            "ranges are for the rules myst and clue",
            hint="list the games of other rules",
        )
    _only(given, [key for key in _RANGED if key != "sorts"])
    bounds = {
        key: _bounds(key, given.get(key, ".."), _LEAST[key]) for key in (*KEYS, "c")
    }
    fewest, most = bounds["c"]
    ranges = []
    for key in KEYS:
        least, last = bounds[key]
        if last is None and most is None:
            raise QueryError(
                f"the range of {key} has no end", hint='give c = "..8", or an end'
            )
        ranges.append(range(least, min(x for x in (last, most) if x is not None) + 1))
    if most is None:
        m, n, p, _ = (each.stop - 1 for each in ranges)
        most = m + n * p
    _look_at(prod(max(each.stop - each.start, 0) for each in ranges), most)
    found = [
        Game.myst(m, n, p, q)
        for m, n, p, q in product(*ranges)
        if max(q, fewest) <= m + n * p <= most
    ]
    where = given.get("where")
    if where is None:
        return found
    if not isinstance(where, str):
        raise QueryError(f"where is a condition in a text, not {where!r}")
    return list(filter(condition(where), found))


def _look_at(number: int, most: int) -> None:
    """Raise QueryError if this number of games, with their cards, is too large."""
    if number * most > _MOST_CARDS:
        raise QueryError(
            f"the ranges are of up to {number:,} games of up to {most:,} cards, which "
            "are more than can be looked at",
            hint='give narrower ranges, or fewer cards: c = "..8"',
        )


def _bounds(key: str, given: object, least: int) -> tuple[int, int | None]:
    """Return the least and the last value of `3`, `"3"`, `"1..3"`, `"..3"`, `"1.."`."""
    if isinstance(given, int) and not isinstance(given, bool):
        given = str(given)
    match = _RANGE.fullmatch(given) if isinstance(given, str) else None
    if match is None or not (match[1] or match[2]):
        raise QueryError(
            f"{key} = {given!r} is no range", hint=f'write {key} = "1..3"', word=key
        )
    first = int(match[1]) if match[1] else least
    last = int(match[3]) if match[3] else None
    if not match[2]:
        last = first
    if first < least or (last is not None and last < first):
        raise QueryError(
            f"{key} = {given!r} is an empty range",
            hint=f"{key} is at least {least}, see (2.1)",
            word=key,
        )
    return first, last


def condition(text: str) -> Callable[[Game], bool]:
    """Return the condition of a text: comparisons of sums and products, with `&`.

    Raises QueryError for anything else.
    """
    parts = [_comparison(part.strip()) for part in text.split("&")]
    for part in parts:
        _holds(part, dict.fromkeys(_NAMES, 1))  # so that what is wrong is reported now

    def holds(game: Game) -> bool:
        m, n = game.sizes[:2]
        values = {"m": m, "n": n, "p": game.p, "q": game.q, "c": game.c}
        return all(_holds(part, values) for part in parts)

    return holds


def _comparison(text: str) -> ast.Compare:
    plain = text.replace("<=", "≤").replace(">=", "≥").replace("!=", "≠")
    plain = plain.replace("=", "==").replace("≤", "<=").replace("≥", ">=")
    try:
        read = ast.parse(plain.replace("≠", "!="), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _refused(text[:80]) from None
    if not isinstance(read, ast.Compare):
        raise _refused(text)
    return read


def _holds(part: ast.Compare, values: Mapping[str, int]) -> bool:
    terms = [_value(term, values) for term in (part.left, *part.comparators)]
    for sign, one, other in zip(part.ops, terms[:-1], terms[1:], strict=True):
        if type(sign) not in _COMPARED:
            raise _refused(ast.unparse(part))
        if not _COMPARED[type(sign)](one, other):
            return False
    return True


def _value(term: ast.expr, values: Mapping[str, int]) -> int:
    match term:
        case ast.Name(id=name) if name in values:
            return values[name]
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return number
        case ast.BinOp(left, sign, right) if type(sign) in _SIGNS:
            return _SIGNS[type(sign)](_value(left, values), _value(right, values))
    raise _refused(ast.unparse(term))


def _refused(text: str) -> QueryError:
    return QueryError(
        f"{text!r} is no condition on the constants of a game",
        hint="compare sums of m, n, p, q, c and numbers: q = m+n+1, 1 < q <= m",
        word=text,
    )
