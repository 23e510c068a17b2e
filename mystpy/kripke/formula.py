"""Formulas over the atoms of a model, and how they are printed.

The syntax is that of `mystpy.formulas`, with any atoms instead of the fluents of a
game, with D for distributed knowledge, and with announcements: `[F!]G` says that G
holds after the truth F has been announced to all, and is true where F is false.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mystpy.errors import QueryError

MAX_DEPTH = 200
"""How deep formulas may be nested; deeper ones are refused, not recursed into."""


class Node:
    """What all formulas share: `str()` prints the shared syntax."""

    __slots__ = ()

    def __str__(self) -> str:
        return show(self)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Atom(Node):
    """An atom of a model by its name, such as `p`, `muddy(2)` or `h(1,r)`."""

    name: str


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`true`: holds in every world."""


@dataclass(frozen=True, slots=True)
class Falsity(Node):
    """`false`: holds in no world."""


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`~F`."""

    body: Formula


@dataclass(frozen=True, slots=True)
class And(Node):
    """`F & G & ...`; see `conjunction` for any number of parts."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Or(Node):
    """`F | G | ...`; see `disjunction` for any number of parts."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Implies(Node):
    """`F -> G`."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Iff(Node):
    """`F <-> G`."""

    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Knows(Node):
    """`K(a,F)`: agent a knows F."""

    agent: str
    body: Formula


@dataclass(frozen=True, slots=True)
class Everyone(Node):
    """`E([a,b],F)`: everybody in the group knows F."""

    group: tuple[str, ...]
    body: Formula


@dataclass(frozen=True, slots=True)
class Common(Node):
    """`C([a,b],F)`: F is common knowledge in the group."""

    group: tuple[str, ...]
    body: Formula


@dataclass(frozen=True, slots=True)
class Distributed(Node):
    """`D([a,b],F)`: the group would know F if its members told each other all."""

    group: tuple[str, ...]
    body: Formula


@dataclass(frozen=True, slots=True)
class After(Node):
    """`[F!]G`: if F is true, then G holds after F has been announced to all."""

    said: Formula
    body: Formula


OfGroup = Everyone | Common | Distributed
Formula = (
    Atom | Truth | Falsity | Not | And | Or | Implies | Iff | Knows | OfGroup | After
)
LETTERS: dict[str, type[OfGroup]] = {"E": Everyone, "C": Common, "D": Distributed}


def conjunction(parts: Iterable[Formula]) -> Formula:
    """The conjunction of any number of formulas: of none it is `true`."""
    listed = tuple(parts)
    if len(listed) > 1:
        return And(listed)
    return listed[0] if listed else Truth()


def disjunction(parts: Iterable[Formula]) -> Formula:
    """The disjunction of any number of formulas: of none it is `false`."""
    listed = tuple(parts)
    if len(listed) > 1:
        return Or(listed)
    return listed[0] if listed else Falsity()


def knows_whether(agent: str, formula: Formula) -> Formula:
    """`K(a,F) | K(a,~F)`."""
    return Or((Knows(agent, formula), Knows(agent, Not(formula))))


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas right below this one, from left to right."""
    match formula:
        case And(parts) | Or(parts):
            return parts
        case Implies(left, right) | Iff(left, right) | After(left, right):
            return (left, right)
        case Not() | Knows() | Everyone() | Common() | Distributed():
            return (formula.body,)
    return ()


def refuse_deep(formula: Formula) -> None:
    """Raise QueryError if the formula is nested deeper than MAX_DEPTH."""
    level = [formula]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in children(node)]
        if not level:
            return
    raise QueryError(f"the formula is nested deeper than {MAX_DEPTH}")


_LOOSEST, _IMPLIES, _OR, _AND, _TIGHTEST = range(5)


def show(formula: Formula) -> str:
    """The formula in the shared syntax, with brackets only where they are needed."""
    refuse_deep(formula)
    return _show(formula, _LOOSEST)


def _show(f: Formula, level: int) -> str:
    match f:
        case Atom(name):
            return name
        case Truth() | Falsity():
            return "true" if isinstance(f, Truth) else "false"
        case Not(body):
            return f"~{_show(body, _TIGHTEST)}"
        case Knows(agent, body):
            return f"K({agent},{_show(body, _LOOSEST)})"
        case Everyone() | Common() | Distributed():
            letter = next(x for x, kind in LETTERS.items() if isinstance(f, kind))
            return f"{letter}([{','.join(f.group)}],{_show(f.body, _LOOSEST)})"
        case After(said, body):
            return f"[{_show(said, _LOOSEST)}!]{_show(body, _TIGHTEST)}"
    mark, own, levels = _operator(f)
    operands = zip(children(f), levels, strict=True)
    shown = mark.join([_show(part, below) for part, below in operands])
    return f"({shown})" if own < level else shown


def _operator(f: Iff | Implies | Or | And) -> tuple[str, int, list[int]]:
    """The mark, how tightly it binds, and the levels of the operands."""
    match f:
        case Iff():
            return " <-> ", _LOOSEST, [_LOOSEST, _IMPLIES]
        case Implies():
            return " -> ", _IMPLIES, [_OR, _IMPLIES]
        case Or(parts):
            return " | ", _OR, [_AND] * len(parts)
        case And(parts):
            return " & ", _AND, [_TIGHTEST] * len(parts)
