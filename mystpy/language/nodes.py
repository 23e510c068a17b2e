"""Formulas as values: connectives, knowledge, quantifiers, and updates.

The values are those of `atoms` and of this module. Abbreviations (`Kw`, `E^k`, counts,
quantifiers) are replaced by the rest in `expand`.
"""

from __future__ import annotations

from typing import ClassVar

from mystpy.compilation import dataclass, field
from mystpy.errors import QueryError
from mystpy.language.atoms import (
    ActionTerm,
    AnsTurn,
    Atom,
    Domain,
    Equality,
    Falsity,
    GameOver,
    Group,
    H,
    Membership,
    Node,
    OpenAtom,
    PhaseIs,
    Player,
    PossAtom,
    Question,
    Sort,
    StillIn,
    Truth,
    Turn,
    sort_group,
)
from mystpy.language.numbers import Binder, Comparison, Number
from mystpy.language.temporal import Doing, FutureTime, PastTime


@dataclass(frozen=True, slots=True, repr=False)
class Not(Node):
    """`~F`."""

    body: Formula


@dataclass(frozen=True, slots=True, repr=False)
class NaryConnective(Node):
    """The base class of conjunctions and disjunctions: at least two parts."""

    parts: tuple[Formula, ...]
    what: ClassVar[str]

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            found = f"this one has {len(self.parts)}"
            raise QueryError(f"a {self.what} needs two parts, {found}")


class And(NaryConnective):
    """`F & G & ...`, of at least two parts; see `conjunction` for any number."""

    __slots__ = ()
    what: ClassVar[str] = "conjunction"


class Or(NaryConnective):
    """`F | G | ...`, of at least two parts; see `disjunction` for any number."""

    __slots__ = ()
    what: ClassVar[str] = "disjunction"


@dataclass(frozen=True, slots=True, repr=False)
class BinaryConnective(Node):
    """The base class of `->` and `<->`: two sides."""

    left: Formula
    right: Formula


class Implies(BinaryConnective):
    """`F -> G`."""

    __slots__ = ()


class Iff(BinaryConnective):
    """`F <-> G`."""

    __slots__ = ()


class Modal(Node):
    """The base class of formulas about knowledge: who knows, and what."""

    __slots__ = ()
    __match_args__ = ("knowers", "body")
    letter: ClassVar[str]
    body: Formula

    @property
    def knowers(self) -> Group:
        """Return the one player, or the group, whose knowledge it is about."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, repr=False)
class PlayerModal(Modal):
    """The base class of formulas about one player's knowledge."""

    agent: Player
    body: Formula

    @property
    def knowers(self) -> Group:
        """The one player."""
        return (self.agent,)


class Knows(PlayerModal):
    """`K(i,F)`: player i knows F."""

    __slots__ = ()
    letter = "K"


class KnowsWhether(PlayerModal):
    """`Kw(i,F)`: player i knows whether F."""

    __slots__ = ()
    letter = "Kw"


class Believes(PlayerModal):
    """`B(i,F)`: player i believes F, which may be false; in a game, knows F."""

    __slots__ = ()
    letter = "B"


class Considers(PlayerModal):
    """`M(i,F)`: player i considers F possible: for all i believes, F may be true."""

    __slots__ = ()
    letter = "M"


@dataclass(frozen=True, slots=True, repr=False)
class GroupModal(Modal):
    """The base class of formulas about a group: its members once, in order."""

    group: Group
    body: Formula

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


class Everyone(GroupModal):
    """`E([i,j],F)`: everybody in the group knows F."""

    __slots__ = ()
    letter = "E"


@dataclass(frozen=True, slots=True, repr=False)
class Iterated(GroupModal):
    """`E^k([i,j],F)`: everybody knows that everybody knows, k times, F."""

    letter: ClassVar[str] = "E"
    times: int


class Common(GroupModal):
    """`C([i,j],F)`: F is common knowledge in the group."""

    __slots__ = ()
    letter = "C"


class Distributed(GroupModal):
    """`D([i,j],F)`: the group would know F if its members told each other all."""

    __slots__ = ()
    letter = "D"


@dataclass(frozen=True, slots=True, repr=False)
class GroupAnnouncing(GroupModal):
    """`[{i,j}]F`, `<{i,j}>F`: F after all, or some, joint announcements of i and j."""

    every: bool


@dataclass(frozen=True, slots=True, repr=False)
class Announcing(Node):
    """`[F!]G`: if F is true, then G holds after F has been announced to all."""

    said: Formula
    body: Formula


class TrulyAnnouncing(Announcing):
    """`<F!>G`: F is true, and G holds after F has been announced to all."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, repr=False)
class After(Node):
    """`after A: F`: if action A is possible, F holds after it."""

    action: ActionTerm
    body: Formula


@dataclass(frozen=True, slots=True, repr=False)
class Next(Node):
    """`next F`: F holds after every possible action."""

    body: Formula


@dataclass(frozen=True, slots=True, repr=False)
class Quantified(Binder):
    """The base class of `forall` and `exists`: whether every instance must hold."""

    __match_args__ = ("every",)
    every: ClassVar[bool]
    var: str
    domain: Domain
    body: Formula
    sort: Sort = field(default="any", compare=False, repr=False)


class ForAll(Quantified):
    """`forall x in D: F`."""

    __slots__ = ()
    every: ClassVar[bool] = True


class Exists(Quantified):
    """`exists x in D: F`."""

    __slots__ = ()
    every: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, repr=False)
class CountOver(Binder):
    """`at least 2 of x in D: F`, or `exactly n of x in D: F`."""

    exact: bool
    number: Number
    var: str
    domain: Domain
    body: Formula
    sort: Sort = field(default="any", compare=False, repr=False)


@dataclass(frozen=True, slots=True, repr=False)
class CountOf(Node):
    """`at least 2 of (F, G, ...)`, or `exactly 2 of (F, G, ...)`."""

    exact: bool
    number: int
    parts: tuple[Formula, ...]


Public = StillIn | Turn | AnsTurn | Question | GameOver | PhaseIs
Plain = Truth | Falsity | Atom | OpenAtom | H | Equality | Membership | PossAtom
Atomic = Plain | Public | Comparison
Connective = Not | And | Or | Implies | Iff
Knowledge = PlayerModal | GroupModal
Dynamic = Announcing | Doing | After | Next | PastTime | FutureTime
Counted = ForAll | Exists | CountOver | CountOf
Formula = Atomic | Connective | Knowledge | Dynamic | Counted
"""A formula: the type of what `parse_formula` returns, for annotations.

`str()` of a formula is its text, which every command reads. Formulas are immutable and
can be compared. Source: Bart 2000, sections 2.5 and 2.6.

>>> import mystpy
>>> formula = mystpy.parse_formula("K(1, h(2,rope))", mystpy.Game.clue(3))
>>> isinstance(formula, mystpy.Formula), str(formula)
(True, 'K(1,h(2,rope))')
"""
