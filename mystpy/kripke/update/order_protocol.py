"""Order protocols: the order of kinds of steps, and whose turn it is.

The protocols are regular expressions, followed by partial derivatives (Antimirov 1996).

Section 7 of *Knowledge games* has such an order: show or noshow, then nowin, and so on;
the last show or noshow is followed by win. The asker says whether he has won, and the
next player asks. Steps that have happened follow a protocol if they are the beginning
of a word of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from mystpy.compilation import dataclass
from mystpy.kripke.update.knowledge_actions import Learn
from mystpy.kripke.update.product import Happen
from mystpy.kripke.update.steps import (
    Announce,
    Contract,
    Declare,
    Expect,
    GeneralQuestion,
    Request,
    Step,
    Tell,
)

PROTOCOLS: Mapping[str, str] = {
    "knowledge-games": "((show | noshow) nowin next)* (show | noshow) win",
    "guessing": "(nowin (show | noshow) next)* win",
}
"""The protocols with a name: those of section 7, without guesses and with them."""

KINDS = (
    *("show", "noshow", "win", "nowin", "ask", "announce"),
    *("tell", "whisper", "secret", "learn", "remove"),
)
"""The kinds of steps, besides the names of a file's actions; `ask` is general."""

NEXT = "next"
"""The step in which the turn passes to the next player."""

ANYBODY = "_"
"""The sign for any player, regardless of the turn."""


@dataclass(frozen=True, slots=True)
class StepKind:
    """`show(2)`, `show(_)` and `show`: of one player, of any, of the one in turn."""

    kind: str
    player: str | None = None

    def __str__(self) -> str:
        return self.kind if self.player is None else f"{self.kind}({self.player})"


@dataclass(frozen=True, slots=True)
class TurnPasses:
    """`next`: from here on the next player is in turn."""


@dataclass(frozen=True, slots=True)
class InOrder:
    """One part after the other; of no parts, the empty word."""

    parts: tuple[Order, ...] = ()


@dataclass(frozen=True, slots=True)
class Either:
    """One of some parts."""

    parts: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """A part any number of times, including zero."""

    part: Order


Order = StepKind | TurnPasses | InOrder | Either | Repeated

Turn = str | None
"""The player in turn; None as long as nobody has begun."""

Head = tuple[StepKind, Turn, Order]
"""A possible first step, whose turn it is then, and the order that follows."""


@dataclass(frozen=True, slots=True)
class OrderProtocol:
    """A protocol of some players, with its current position.

    `left` are its possible continuations: the player in turn, and the order that
    follows.
    """

    players: tuple[str, ...]
    left: frozenset[tuple[Turn, Order]]

    @classmethod
    def begun(cls, order: Order, players: Iterable[str]) -> OrderProtocol:
        """Return a protocol of which nothing has happened yet."""
        return cls(tuple(players), frozenset({(None, order)}))

    def expected(self) -> list[str]:
        """Return the possible next steps, with the player if that is known."""
        found = dict.fromkeys(_named(kind, turn) for kind, turn, _ in self._heads())
        return sorted(found)

    @property
    def complete(self) -> bool:
        """Return whether the steps so far are a whole word of the protocol."""
        return any(self._ends(order, turn) for turn, order in self.left)

    def after(self, kind: str, player: str | None) -> OrderProtocol | None:
        """Return the protocol after a player's step; None if the step violates it."""
        left = set()
        for head, turn, rest in self._heads():
            if player is None:
                fits = head.player in (None, ANYBODY)
            else:
                fits = (head.player or turn) in (None, ANYBODY, player)
            if head.kind == kind and fits:
                left.add((player if turn is None else turn, rest))
        return OrderProtocol(self.players, frozenset(left)) if left else None

    def _heads(self) -> Iterator[Head]:
        for turn, order in sorted(self.left, key=repr):
            yield from self._first(order, turn)

    def _first(self, order: Order, turn: Turn) -> Iterator[Head]:
        """Yield the possible first steps, with the order that follows."""
        match order:
            case StepKind():
                yield order, turn, InOrder()
            case Either(parts):
                for part in parts:
                    yield from self._first(part, turn)
            case InOrder((first, *others)):
                rest = InOrder(tuple(others))
                for kind, then, left in self._first(first, turn):
                    yield kind, then, _joined(left, rest)
                for then in sorted(self._ends(first, turn), key=str):
                    yield from self._first(rest, then)
            case Repeated(part):
                for then in sorted(self._ends(order, turn), key=str):
                    for kind, here, left in self._first(part, then):
                        yield kind, here, _joined(left, order)

    def _ends(self, order: Order, turn: Turn) -> set[Turn]:
        """Return the possible players in turn after an order that may end."""
        match order:
            case StepKind():
                return set()
            case TurnPasses():
                return {self._following(turn)}
            case Either(parts):
                return {t for part in parts for t in self._ends(part, turn)}
            case InOrder(parts):
                found = {turn}
                for part in parts:
                    found = {t for then in found for t in self._ends(part, then)}
                return found
            case Repeated(part):
                found, new = set[Turn](), {turn}
                while new:
                    found |= new
                    new = {t for then in new for t in self._ends(part, then)} - found
                return found

    def _following(self, turn: Turn) -> Turn:
        if turn is None or turn not in self.players:
            return turn
        place = self.players.index(turn) + 1
        return self.players[place % len(self.players)]


def _joined(first: Order, rest: Order) -> Order:
    """One order after another, without parts that are empty."""
    parts = [
        part
        for order in (first, rest)
        for part in (order.parts if isinstance(order, InOrder) else (order,))
    ]
    return parts[0] if len(parts) == 1 else InOrder(tuple(parts))


def _named(kind: StepKind, turn: Turn) -> str:
    if kind.player == ANYBODY or (kind.player is None and turn is None):
        return kind.kind
    return f"{kind.kind}({kind.player or turn})"


def kind_and_player(step: Step) -> tuple[str, str | None] | None:
    """Return the kind of a step, and its player if any; None if nothing happens."""
    match step:
        case Contract() | Expect():
            return None
        case Announce():
            return "announce", None
        case Tell():
            return step.word, None
        case Learn():
            return "learn", None
        case Request():
            return "noshow" if step.card is None else "show", step.asker
        case Declare():
            return "win" if step.wins else "nowin", step.player
        case GeneralQuestion():
            return "ask", step.asker
        case Happen():
            return step.name or "action", None
        case _:
            return "remove", None
