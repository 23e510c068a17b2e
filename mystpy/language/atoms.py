"""Terms and atoms: the parts of formulas about one world, without connectives.

The letters are the thesis's: h(i,x) and the fluents of section 2.5. A variable of a
quantifier is a `Var` in place of a card, a player, a holder, a set or a group. Players
are numbers; the agents of a model of possible worlds are words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import ClassVar, Literal

from mystpy.axiom_folder.signature import CHANGING, DEAL, FLUENTS, PHASES
from mystpy.compilation import dataclass
from mystpy.errors import QueryError
from mystpy.representation import brief_repr

Sort = Literal["player", "holder", "card", "set", "group", "name", "any"]
"""The values of a variable; `name` in a model, `any` if no domain is given."""


class Phase(StrEnum):
    """The five phases of a turn (section 2.2)."""

    ASK = PHASES[0]
    ANS = PHASES[1]
    SHOW = PHASES[2]
    GUESS = PHASES[3]
    END = PHASES[4]


@dataclass(frozen=True, slots=True, repr=False)
class Node:
    """The base class of all formulas: `str()` prints the shared syntax.

    Nodes that are alike except for their meaning share one dataclass: constructing one
    takes half a millisecond of every start.
    """

    written: ClassVar[Callable[[Node], str]]
    """The printing function, passed in because printing is above the nodes."""

    def __str__(self) -> str:
        return type(self).written(self)

    __repr__ = brief_repr


@dataclass(frozen=True, slots=True)
class Var:
    """A variable bound by a quantifier."""

    name: str

    def __str__(self) -> str:
        return self.name


Player = int | str | Var
"""A player by number, an agent of a model by name, or a variable."""

Holder = int | Var
CardTerm = str | Var
Cards = frozenset[CardTerm] | Var
"""A set of cards, written out or a variable."""

Group = tuple[Player, ...] | Var | Literal["players"]
"""Players written out, a variable, or all players of the game."""

Term = int | str | Var | frozenset[CardTerm] | tuple[Player, ...]
"""A term beside `=` or in an action."""

Domain = str | Var | tuple[int | str | Var, ...]
"""A named set such as `cards`, a variable for a set or a group, or a listed set."""

Value = int | str | frozenset[str] | tuple[int | str, ...]
"""The possible values of a variable."""


class Constant(Node):
    """The base class of formulas that hold everywhere or nowhere."""

    __slots__ = ()
    __match_args__ = ("value",)
    value: ClassVar[bool]


class Truth(Constant):
    """`true`: holds in every world."""

    __slots__ = ()
    value: ClassVar[bool] = True


class Falsity(Constant):
    """`false`: holds in no world."""

    __slots__ = ()
    value: ClassVar[bool] = False


class Fluent(Node):
    """The base class of formulas that hold in all worlds of a situation, or in none.

    `name` is the thesis's name, `predicate` that of the axiom files, and `arg` the
    argument besides the situation.
    """

    __slots__ = ()
    __match_args__ = ("name", "arg")
    name: ClassVar[str]
    predicate: ClassVar[str]

    @property
    def arg(self) -> Term | None:
        """Return the player, or the set of cards, that the fluent is about."""
        return None


@dataclass(frozen=True, slots=True, repr=False)
class Atom(Node):
    """An atom of a model by its name, such as `p`, `muddy(2)` or `h(1,r)`."""

    name: str


@dataclass(frozen=True, slots=True, repr=False)
class OpenAtom(Node):
    """An atom of a model with variables in its places, such as `muddy(i)`."""

    name: str
    places: tuple[str | Var, ...]


@dataclass(frozen=True, slots=True, repr=False)
class H(Node):
    """`h(i,x)`: holder i holds card x; h(0,x): the card is in the pile."""

    name: ClassVar[str] = DEAL.written
    predicate: ClassVar[str] = DEAL.name
    holder: Holder
    card: CardTerm


@dataclass(frozen=True, slots=True, repr=False)
class PlayerFluent(Fluent):
    """The base class of fluents about one player."""

    player: Player

    @property
    def arg(self) -> Term:
        """The player."""
        return self.player


class StillIn(PlayerFluent):
    """`In(i)`: player i has not been defeated by a wrong guess."""

    __slots__ = ()
    name: ClassVar[str] = FLUENTS["S2.5.1"].written
    predicate: ClassVar[str] = FLUENTS["S2.5.1"].name


class Turn(PlayerFluent):
    """`Turn(i)`: it is player i's turn."""

    __slots__ = ()
    name: ClassVar[str] = FLUENTS["S2.5.4"].written
    predicate: ClassVar[str] = FLUENTS["S2.5.4"].name


class AnsTurn(PlayerFluent):
    """`AnsTurn(j)`: it is player j's turn to answer the question."""

    __slots__ = ()
    name: ClassVar[str] = FLUENTS["S2.5.5"].written
    predicate: ClassVar[str] = FLUENTS["S2.5.5"].name


@dataclass(frozen=True, slots=True, repr=False)
class Question(Fluent):
    """`Question(Q)`: Q is the question most recently asked."""

    name: ClassVar[str] = FLUENTS["S2.5.2"].written
    predicate: ClassVar[str] = FLUENTS["S2.5.2"].name
    cards: Cards

    @property
    def arg(self) -> Term:
        """The set of cards."""
        return self.cards


class GameOver(Fluent):
    """`GameOver`: the game is over."""

    __slots__ = ()
    name: ClassVar[str] = FLUENTS["S2.5.3"].written
    predicate: ClassVar[str] = FLUENTS["S2.5.3"].name


@dataclass(frozen=True, slots=True, repr=False)
class PhaseIs(Fluent):
    """`askphase` .. `endphase`: it is that phase."""

    phase: Phase

    @property
    def name(self) -> str:  # type: ignore[override]
        """Return the letters of the phase."""
        return self.phase.value

    @property
    def predicate(self) -> str:  # type: ignore[override]
        """Return the name: the axiom files name the phases as the thesis does."""
        return self.phase.value


@dataclass(frozen=True, slots=True, repr=False)
class Equality(Node):
    """`i = j`, `x = y`, `Q = R`: both terms denote the same."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True, repr=False)
class Membership(Node):
    """`x in Q`, `i in G`: a card is in a set, a player in a group."""

    item: int | str | Var
    of: Cards | Group


@dataclass(frozen=True, slots=True)
class ActionTerm:
    """An action with its arguments in the order of section 2.4."""

    kind: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True, repr=False)
class PossAtom(Node):
    """`possible(A)`: the action can be done, (2.15) to (2.21)."""

    action: ActionTerm


OF_PLAYERS: dict[str, type[StillIn | Turn | AnsTurn]] = {
    kind.name: kind for kind in (StillIn, Turn, AnsTurn)
}
"""The fluents of one player by the thesis's names."""

PREDICATES = {row.written: row.name for row in CHANGING} | {x: x for x in PHASES}
"""The predicates of the axiom files for the fluents, by the thesis's names."""

ARITIES = {row.name: 1 + len(row.sorts) for row in CHANGING} | dict.fromkeys(PHASES, 1)
"""How many arguments each of these predicates has, the situation included."""

DOMAINS: dict[str, Sort] = {
    "players": "player",
    "holders": "holder",
    "cards": "card",
    "questions": "set",
    "guesses": "set",
    "sets": "set",
    "groups": "group",
}
"""The domains of a quantifier in a game, and the sort of its variable."""


def sort_group(group: Iterable[Player]) -> tuple[Player, ...]:
    """A group without repetition: numbers ascending, then names, then variables.

    Names keep the order in which they are given, which is that of their model.
    Raises QueryError for an empty group.
    """
    members = dict.fromkeys(group)
    if not members:
        raise QueryError("a group of players must not be empty")
    numbers = sorted(i for i in members if isinstance(i, int))
    names = [i for i in members if isinstance(i, str)]
    variables = sorted((v for v in members if isinstance(v, Var)), key=str)
    return (*numbers, *names, *variables)


def sort_of(domain: Domain) -> Sort:
    """Return the sort of a variable over this domain; `any` if it is not determined."""
    if isinstance(domain, str):
        return DOMAINS.get(domain, "name")
    members = [] if isinstance(domain, Var) else domain
    if any(isinstance(x, str) for x in members):
        return "card"
    if any(isinstance(x, int) for x in members):
        return "holder" if 0 in members else "player"
    return "any"
