"""The language of conjectures as values: formulas over all situations of a game.

It is the language of formulas, and besides: quantifiers over questions, guesses,
card sets and groups, `x in Q`, `i = j`, `possible(A)`, `after A: F` and `next F`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Sort = Literal["player", "holder", "card", "set", "group"]

DOMAINS: dict[str, Sort] = {
    "players": "player",
    "holders": "holder",
    "cards": "card",
    "questions": "set",
    "guesses": "set",
    "sets": "set",
    "groups": "group",
}
"""What a quantifier may range over by name, and the sort of its variable."""

PHASES = ("askphase", "ansphase", "showphase", "guessphase", "endphase")

PREDICATES = {
    "In": "in",
    "Turn": "turn",
    "AnsTurn": "ans_turn",
    "Question": "question",
    "GameOver": "game_over",
} | {phase: phase for phase in PHASES}
"""The predicates of the axiom files for the public fluents, by the thesis's names."""

Word = str | int
"""A variable's name, a card's name, or the number of a player or the pile."""


@dataclass(frozen=True, slots=True)
class Var:
    """A variable that a quantifier binds."""

    name: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A listed group of players (`None` for all of them), or a listed set of cards."""

    members: tuple[Term, ...] | None
    group: bool = True


Term = Var | Word | Listed


@dataclass(frozen=True, slots=True)
class Act:
    """An action with its arguments in the order of section 2.4."""

    kind: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Constant:
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True, slots=True)
class Held:
    """`h(k,x)`."""

    holder: Term
    card: Term


@dataclass(frozen=True, slots=True)
class Fluent:
    """`In(i)`, `Turn(i)`, `AnsTurn(j)`, `Question(Q)`, `GameOver` or a phase."""

    name: str
    arg: Term | None = None


@dataclass(frozen=True, slots=True)
class Same:
    """`i = j`, `x = y`, `Q = R`."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Member:
    """`x in Q`, `i in G`."""

    item: Term
    of: Term


@dataclass(frozen=True, slots=True)
class Not:
    """`~F`."""

    body: Node


@dataclass(frozen=True, slots=True)
class And:
    """`F & G & ...`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """`F | G | ...`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Implies:
    """`F -> G`."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Iff:
    """`F <-> G`."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Quantified:
    """`forall x in D: F` or `exists x in D: F`; D is a name of DOMAINS, or a set."""

    every: bool
    var: str
    sort: Sort
    domain: str | Term
    body: Node


@dataclass(frozen=True, slots=True)
class Modal:
    """`K(i,F)`, `E(G,F)` or `C(G,F)`; the group of K is the one player."""

    kind: Literal["K", "E", "C"]
    group: Term
    body: Node


@dataclass(frozen=True, slots=True)
class Possible:
    """`possible(A)`."""

    action: Act


@dataclass(frozen=True, slots=True)
class After:
    """`after A: F`: if A is possible, F holds after it."""

    action: Act
    body: Node


@dataclass(frozen=True, slots=True)
class Next:
    """`next F`: F holds after every possible action."""

    body: Node


Node = (
    Constant
    | Held
    | Fluent
    | Same
    | Member
    | Not
    | And
    | Or
    | Implies
    | Iff
    | Quantified
    | Modal
    | Possible
    | After
    | Next
)


def children(node: Node) -> tuple[Node, ...]:
    """The formulas right below a formula."""
    match node:
        case And(parts) | Or(parts):
            return parts
        case Implies(left, right) | Iff(left, right):
            return (left, right)
        case Not() | Quantified() | Modal() | After() | Next():
            return (node.body,)
    return ()


def walk(node: Node) -> Iterator[Node]:
    """The formula and all formulas in it."""
    yield node
    for child in children(node):
        yield from walk(child)


def terms(node: Node) -> tuple[Term, ...]:
    """The terms right in a formula, those of its action included."""
    match node:
        case Held(holder, card):
            return (holder, card)
        case Fluent(_, arg):
            return () if arg is None else (arg,)
        case Same(left, right):
            return (left, right)
        case Member(item, of):
            return (item, of)
        case Modal(_, group):
            return (group,)
        case Possible(action) | After(action):
            return action.args
        case Quantified(domain=domain) if not isinstance(domain, str):
            return (domain,)
    return ()


def cards_named(node: Node) -> frozenset[str]:
    """The cards that the formula calls by their names."""
    return frozenset(word for word in _words(node) if isinstance(word, str))


def players_named(node: Node) -> frozenset[int]:
    """The players that the formula calls by their numbers."""
    return frozenset(word for word in _words(node) if isinstance(word, int) and word)


def _words(node: Node) -> Iterator[Word]:
    waiting = [term for part in walk(node) for term in terms(part)]
    while waiting:
        term = waiting.pop()
        if isinstance(term, str | int):
            yield term
        elif isinstance(term, Listed):
            waiting.extend(term.members or ())


def is_objective(node: Node) -> bool:
    """Whether the formula speaks of nobody's knowledge."""
    return not any(isinstance(part, Modal) for part in walk(node))


def is_static(node: Node) -> bool:
    """Whether the formula speaks of one situation only."""
    return not any(isinstance(part, Possible | After | Next) for part in walk(node))
