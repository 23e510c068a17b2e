"""Conditions on the constants of a game, such as `1 < q <= m+n+1`."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping

from mystpy.errors import QueryError
from mystpy.game.game import Game


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


def condition(text: str) -> Callable[[Game], bool]:
    """The condition that a text says: comparisons of sums and products, with `&`.

    Raises QueryError for anything else.
    """
    parts = [_comparison(part.strip()) for part in text.split("&")]
    for part in parts:
        _holds(part, dict.fromkeys(_NAMES, 1))  # so that what is wrong is told now

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
    except SyntaxError:
        raise _refused(text) from None
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
