"""Formulas as values: the nodes, and how to walk over them.

The letters are the thesis's: h(i,x), K, E and C, the fluents of section 2.5, the
connectives, and quantifiers bounded by the finite sorts of a game. A variable of
a quantifier stands as `Var` where a card, a player or a holder stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from mystpy.errors import QueryError

MAX_DEPTH = 200
"""How deep formulas may be nested; deeper ones are refused, not recursed into.

Functions that recurse over formulas use at most two Python frames a level, which
keeps them well below the interpreter's limit.
"""


class Phase(StrEnum):
    """The five phases of a turn (section 2.2)."""

    ASK = "askphase"
    ANS = "ansphase"
    SHOW = "showphase"
    GUESS = "guessphase"
    END = "endphase"


class Node:
    """What all formulas share: `str()` prints the shared syntax."""

    __slots__ = ()

    def __str__(self) -> str:
        # Printing stands above the nodes, so it is looked up when it is needed.
        from mystpy.formula_show import show_formula

        return show_formula(self)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Var:
    """A variable bound by a quantifier."""

    name: str

    def __str__(self) -> str:
        return self.name


Holder = int | Var
Player = int | Var
CardTerm = str | Var
Group = tuple[Player, ...]
Domain = Literal["cards", "players", "holders"] | tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`true`: holds in every world."""


@dataclass(frozen=True, slots=True)
class Falsity(Node):
    """`false`: holds in no world."""


@dataclass(frozen=True, slots=True)
class H(Node):
    """`h(i,x)`: holder i holds card x; h(0,x): the card is in the pile."""

    holder: Holder
    card: CardTerm


@dataclass(frozen=True, slots=True)
class StillIn(Node):
    """`In(i)`: player i has not been defeated by a wrong guess."""

    player: Player


@dataclass(frozen=True, slots=True)
class Turn(Node):
    """`Turn(i)`: it is player i's turn."""

    player: Player


@dataclass(frozen=True, slots=True)
class AnsTurn(Node):
    """`AnsTurn(j)`: it is player j's turn to answer the question."""

    player: Player


@dataclass(frozen=True, slots=True)
class Question(Node):
    """`Question(Q)`: Q is the question most recently asked."""

    cards: frozenset[CardTerm]


@dataclass(frozen=True, slots=True)
class GameOver(Node):
    """`GameOver`: the game is over."""


@dataclass(frozen=True, slots=True)
class PhaseIs(Node):
    """`askphase` .. `endphase`: it is that phase."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class Not(Node):
    """`~F`."""

    body: Formula


@dataclass(frozen=True, slots=True)
class And(Node):
    """`F & G & ...`, of at least two parts; see `conjunction` for any number."""

    parts: tuple[Formula, ...]

    def __post_init__(self) -> None:
        _at_least_two(self.parts, "conjunction")


@dataclass(frozen=True, slots=True)
class Or(Node):
    """`F | G | ...`, of at least two parts; see `disjunction` for any number."""

    parts: tuple[Formula, ...]

    def __post_init__(self) -> None:
        _at_least_two(self.parts, "disjunction")


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
    """`K(i,F)`: player i knows F."""

    player: Player
    body: Formula


@dataclass(frozen=True, slots=True)
class Everyone(Node):
    """`E([i,j],F)`: everybody in the group knows F."""

    group: Group
    body: Formula

    def __post_init__(self) -> None:
        object.__setattr__(self, "group", sort_group(self.group))


@dataclass(frozen=True, slots=True)
class Common(Node):
    """`C([i,j],F)`: F is common knowledge in the group."""

    group: Group
    body: Formula

    def __post_init__(self) -> None:
        object.__setattr__(self, "group", sort_group(self.group))


@dataclass(frozen=True, slots=True)
class ForAll(Node):
    """`forall x in D: F`."""

    var: str
    domain: Domain
    body: Formula


@dataclass(frozen=True, slots=True)
class Exists(Node):
    """`exists x in D: F`."""

    var: str
    domain: Domain
    body: Formula


Modal = Knows | Everyone | Common
Quantified = ForAll | Exists
Atom = Truth | Falsity | H | StillIn | Turn | AnsTurn | Question | GameOver | PhaseIs
Formula = Atom | Not | And | Or | Implies | Iff | Modal | Quantified


def _at_least_two(parts: tuple[Formula, ...], what: str) -> None:
    if len(parts) < 2:
        raise QueryError(f"a {what} needs two parts", hint=f"see {what}(parts)")


def sort_group(group: Iterable[Player]) -> Group:
    """A group ascending and without repetition, variables behind numbers."""
    members = set(group)
    if not members:
        raise QueryError("a group of players must not be empty")
    numbers = sorted(i for i in members if isinstance(i, int))
    variables = sorted((v for v in members if isinstance(v, Var)), key=str)
    return (*numbers, *variables)


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


def children(formula: Formula) -> tuple[Formula, ...]:
    """The formulas right below this one, from left to right."""
    match formula:
        case And(parts) | Or(parts):
            return parts
        case Implies(left, right) | Iff(left, right):
            return (left, right)
        case Not() | Knows() | Everyone() | Common() | ForAll() | Exists():
            return (formula.body,)
    return ()


def with_children(formula: Formula, parts: Sequence[Formula]) -> Formula:
    """The same node over other children, as many as it has."""
    match formula:
        case And() | Or():
            return type(formula)(tuple(parts))
        case Implies() | Iff():
            return type(formula)(*parts)
        case Not() | Knows() | Everyone() | Common() | ForAll() | Exists():
            return replace(formula, body=parts[0])
    return formula


def walk(formula: Formula) -> Iterator[Formula]:
    """The formula and all formulas in it, each before those below it."""
    waiting = [formula]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))


def depth(formula: Formula) -> int:
    """How deep the formula is nested; an atom has depth 1."""
    level, deepest = [formula], 0
    while level:
        deepest += 1
        level = [child for node in level for child in children(node)]
    return deepest


def refuse_deep(formula: Formula) -> None:
    """Raise QueryError if the formula is nested deeper than MAX_DEPTH."""
    if depth(formula) > MAX_DEPTH:
        raise QueryError(f"the formula is nested deeper than {MAX_DEPTH}")
