"""Formulas as values: connectives, knowledge, quantifiers, and what happens next.

The values are those of `atoms` and of this module. What is only another way of saying
something (`Kw`, `E^k`, counts, quantifiers) `expand` replaces by the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from mystpy.errors import QueryError
from mystpy.language.atoms import (
    Act,
    AnsTurn,
    Atom,
    Domain,
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
    sort_group,
    sort_of,
)


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


class Modal(Node):
    """What formulas share that speak of knowledge: who knows, and what."""

    __slots__ = ()
    __match_args__ = ("knowers", "body")
    body: Formula

    @property
    def knowers(self) -> Group:
        """The one player, or the group, of whose knowledge it speaks."""
        raise NotImplementedError


class OfPlayer(Modal):
    """What formulas share that speak of one player's knowledge."""

    __slots__ = ()
    agent: Player

    @property
    def knowers(self) -> Group:
        """The one player."""
        return (self.agent,)


@dataclass(frozen=True, slots=True)
class Knows(OfPlayer):
    """`K(i,F)`: player i knows F."""

    agent: Player
    body: Formula


@dataclass(frozen=True, slots=True)
class Whether(OfPlayer):
    """`Kw(i,F)`: player i knows whether F."""

    agent: Player
    body: Formula


class OfGroup(Modal):
    """What formulas share that speak of a group: its members once, in order."""

    __slots__ = ()
    group: Group

    @property
    def knowers(self) -> Group:
        """The group."""
        return self.group

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
class Announcing(Node):
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


class Quantified(OfVariable):
    """What `forall` and `exists` share: whether every instance must hold."""

    __slots__ = ()
    __match_args__ = ("every",)
    every: ClassVar[bool]
    var: str
    body: Formula


@dataclass(frozen=True, slots=True)
class ForAll(Quantified):
    """`forall x in D: F`."""

    every: ClassVar[bool] = True
    var: str
    domain: Domain
    body: Formula
    sort: Sort = field(default="any", compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Exists(Quantified):
    """`exists x in D: F`."""

    every: ClassVar[bool] = False
    var: str
    domain: Domain
    body: Formula
    sort: Sort = field(default="any", compare=False, repr=False)


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


Public = StillIn | Turn | AnsTurn | Question | GameOver | PhaseIs
Atomic = Truth | Falsity | Atom | OpenAtom | H | Public | Same | Member | Possible
Connective = Not | And | Or | Implies | Iff
Knowledge = Knows | Whether | Everyone | Iterated | Common | Distributed
Dynamic = Announcing | After | Next
Formula = (
    Atomic | Connective | Knowledge | Dynamic | ForAll | Exists | CountOver | CountOf
)


def _at_least_two(parts: Sequence[Formula], what: str) -> None:
    if len(parts) < 2:
        raise QueryError(f"a {what} needs two parts, this one has {len(parts)}")
