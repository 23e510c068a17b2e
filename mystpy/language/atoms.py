"""Terms and atoms: what formulas say of one world, without connectives.

The letters are the thesis's: h(i,x) and the fluents of section 2.5. A variable of a
quantifier stands as `Var` where a card, a player, a holder, a set or a group stands.
Players are numbers; the agents of a model of possible worlds are words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Literal

from mystpy.errors import QueryError

Sort = Literal["player", "holder", "card", "set", "group", "name", "any"]
"""What a variable stands for; `name` in a model, `any` where nothing is ranged over."""


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
    written: ClassVar[Callable[[Node], str]]
    """How a formula is printed: printing stands above the nodes and hands it in."""

    def __str__(self) -> str:
        return type(self).written(self)


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
"""Whatever may stand beside `=` or in an action."""

Value = int | str | frozenset[str] | tuple[int | str, ...]
"""What a variable may be replaced by."""


@dataclass(frozen=True, slots=True)
class Truth(Node):
    """`true`: holds in every world."""


@dataclass(frozen=True, slots=True)
class Falsity(Node):
    """`false`: holds in no world."""


@dataclass(frozen=True, slots=True)
class Atom(Node):
    """An atom of a model by its name, such as `p`, `muddy(2)` or `h(1,r)`."""

    name: str


@dataclass(frozen=True, slots=True)
class OpenAtom(Node):
    """An atom of a model with variables in its places, such as `muddy(i)`."""

    name: str
    places: tuple[str | Var, ...]


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

    cards: Cards


@dataclass(frozen=True, slots=True)
class GameOver(Node):
    """`GameOver`: the game is over."""


@dataclass(frozen=True, slots=True)
class PhaseIs(Node):
    """`askphase` .. `endphase`: it is that phase."""

    phase: Phase


@dataclass(frozen=True, slots=True)
class Same(Node):
    """`i = j`, `x = y`, `Q = R`: both terms stand for the same."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`x in Q`, `i in G`: a card is in a set, a player in a group."""

    item: int | str | Var
    of: Cards | Group


@dataclass(frozen=True, slots=True)
class Act:
    """An action with its arguments in the order of section 2.4."""

    kind: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Possible(Node):
    """`possible(A)`: the action can be done, (2.15) to (2.21)."""

    action: Act


FLUENTS: dict[str, type[StillIn | Turn | AnsTurn]] = {
    "In": StillIn,
    "Turn": Turn,
    "AnsTurn": AnsTurn,
}
"""The fluents of one player by the thesis's names."""

ACTIONS: dict[str, tuple[Sort, ...]] = {
    "asks": ("player", "set"),
    "no": ("player",),
    "yes": ("player",),
    "shows": ("player", "player", "card"),
    "guess": ("player", "set"),
    "noguess": ("player",),
    "endturn": ("player",),
}
"""The sorts of the arguments of each action, section 2.4."""

DOMAINS: dict[str, Sort] = {
    "players": "player",
    "holders": "holder",
    "cards": "card",
    "questions": "set",
    "guesses": "set",
    "sets": "set",
    "groups": "group",
}
"""What a quantifier may range over in a game, and the sort of its variable."""


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
