"""Formulas as values: connectives, knowledge, quantifiers, and what happens next.

The values are those of `atoms` and of this module. What is only another way of saying
something (`Kw`, `E^k`, counts, quantifiers) `expand` replaces by the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar, cast

from mystpy.errors import QueryError
from mystpy.language.atoms import (
    DOMAINS,
    Act,
    AnsTurn,
    Atom,
    Falsity,
    GameOver,
    Group,
    H,
    Member,
    Node,
    OpenAtom,
    PhaseIs,
    Player,
    Possible,
    Question,
    Same,
    Sort,
    StillIn,
    Truth,
    Turn,
    Var,
    sort_group,
)

Domain = str | Var | tuple[int | str | Var, ...]
"""A named set such as `cards`, a variable for a set or a group, or a listed set."""


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

    agent: Player
    body: Formula


@dataclass(frozen=True, slots=True)
class Whether(Node):
    """`Kw(i,F)`: player i knows whether F."""

    agent: Player
    body: Formula


class OfGroup(Node):
    """What formulas share that speak of a group: its members once, in order."""

    __slots__ = ()
    group: Group

    def __post_init__(self) -> None:
        if isinstance(self.group, tuple):
            object.__setattr__(self, "group", sort_group(self.group))

    @property
    def members(self) -> tuple[Player, ...]:
        """The members one by one. Raises QueryError if they are not written out."""
        if isinstance(self.group, tuple):
            return self.group
        raise QueryError(
            f"the group {self.group} is not written out", hint="expand(formula, words)"
        )

    @property
    def numbers(self) -> tuple[int, ...]:
        """The members by number; without those that have names or are variables."""
        return tuple(i for i in self.members if isinstance(i, int))


@dataclass(frozen=True, slots=True)
class Everyone(OfGroup):
    """`E([i,j],F)`: everybody in the group knows F."""

    group: Group
    body: Formula


@dataclass(frozen=True, slots=True)
class Iterated(OfGroup):
    """`E^k([i,j],F)`: everybody knows that everybody knows, k times, F."""

    times: int
    group: Group
    body: Formula


@dataclass(frozen=True, slots=True)
class Common(OfGroup):
    """`C([i,j],F)`: F is common knowledge in the group."""

    group: Group
    body: Formula


@dataclass(frozen=True, slots=True)
class Distributed(OfGroup):
    """`D([i,j],F)`: the group would know F if its members told each other all."""

    group: Group
    body: Formula


@dataclass(frozen=True, slots=True)
class Announced(Node):
    """`[F!]G`: if F is true, then G holds after F has been announced to all."""

    said: Formula
    body: Formula


@dataclass(frozen=True, slots=True)
class After(Node):
    """`after A: F`: if action A is possible, F holds after it."""

    action: Act
    body: Formula


@dataclass(frozen=True, slots=True)
class Next(Node):
    """`next F`: F holds after every possible action."""

    body: Formula


class OfVariable(Node):
    """What formulas share that bind a variable: the sort of what it stands for."""

    __slots__ = ()
    domain: Domain
    sort: Sort

    def __post_init__(self) -> None:
        if self.sort == "any":
            object.__setattr__(self, "sort", sort_of(self.domain))


@dataclass(frozen=True, slots=True)
class ForAll(OfVariable):
    """`forall x in D: F`."""

    var: str
    domain: Domain
    body: Formula
    sort: Sort = field(default="any", compare=False, repr=False)

    @property
    def every(self) -> bool:
        """Whether all instances must hold, and not only one."""
        return True


@dataclass(frozen=True, slots=True)
class Exists(OfVariable):
    """`exists x in D: F`."""

    var: str
    domain: Domain
    body: Formula
    sort: Sort = field(default="any", compare=False, repr=False)

    @property
    def every(self) -> bool:
        """Whether all instances must hold, and not only one."""
        return False


@dataclass(frozen=True, slots=True)
class CountOver(OfVariable):
    """`at least 2 of x in D: F`, or `exactly 2 of x in D: F`."""

    exact: bool
    number: int
    var: str
    domain: Domain
    body: Formula
    sort: Sort = field(default="any", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class CountOf(Node):
    """`at least 2 of (F, G, ...)`, or `exactly 2 of (F, G, ...)`."""

    exact: bool
    number: int
    parts: tuple[Formula, ...]


Quantified = ForAll | Exists
Modal = Knows | Whether | Everyone | Iterated | Common | Distributed
Fluent = StillIn | Turn | AnsTurn | Question | GameOver | PhaseIs
Atomic = Truth | Falsity | Atom | OpenAtom | H | Fluent | Same | Member | Possible
Connective = Not | And | Or | Implies | Iff
Formula = (
    Atomic
    | Connective
    | Modal
    | Announced
    | After
    | Next
    | Quantified
    | CountOver
    | CountOf
)


def sort_of(domain: Domain) -> Sort:
    """What a variable over this domain stands for; `any` if nothing tells."""
    if isinstance(domain, str):
        return DOMAINS.get(domain, "name")
    members = [] if isinstance(domain, Var) else domain
    if any(isinstance(x, str) for x in members):
        return "card"
    if any(isinstance(x, int) for x in members):
        return "holder" if 0 in members else "player"
    return "any"


def _at_least_two(parts: Sequence[Formula], what: str) -> None:
    if len(parts) < 2:
        raise QueryError(f"a {what} needs two parts, this one has {len(parts)}")


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
        case Implies(left, right) | Iff(left, right) | Announced(left, right):
            return (left, right)
        case CountOf():
            return formula.parts
        case Not() | OfGroup() | OfVariable() | Knows() | Whether() | After() | Next():
            return (cast("Not", formula).body,)
    return ()


F = TypeVar("F", bound=Node)


def with_children(formula: F, parts: Sequence[Formula]) -> F:
    """The same node over other children, as many as it has."""
    match formula:
        case And() | Or() | CountOf():
            return replace(formula, parts=tuple(parts))
        case Implies() | Iff():
            return replace(formula, left=parts[0], right=parts[1])
        case Announced():
            return replace(formula, said=parts[0], body=parts[1])
    if children(cast("Formula", formula)):
        return cast("F", replace(cast("Not", formula), body=parts[0]))
    return formula
