"""The part of an engine that engines define themselves, and answers derived from it.

The odds, and what remains after announcements, are computed from the list of worlds.
Nested and common knowledge are computed from a value for each cell. In small games
these answers are the reference for the symbolic methods.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar

from mystpy.engines.base import (
    Cell,
    Cells,
    Engine,
    Judgement,
    PublicFluents,
    Shares,
    Value,
    World,
    no_deal,
)
from mystpy.engines.exclusive import exclusive_methods
from mystpy.errors import EnginesDisagree
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, Shows
from mystpy.history.history import History
from mystpy.language.atoms import H
from mystpy.language.nodes import Common, Formula, Knows, Not
from mystpy.language.subformulas import agents_in
from mystpy.representation import brief_repr
from mystpy.views import Sight, in_scope, seen_by, sight_of

if TYPE_CHECKING:
    from fractions import Fraction


Dealt = tuple[frozenset[str], ...]
"""The hands of a deal by holder; the first is the pile."""


class PickledByName:
    """An engine that is pickled and copied as its name.

    The results that it keeps between queries are useful only in its own process.
    """

    name: str
    by_name: ClassVar[Callable[[str], Engine]]
    """Return the engine of a name: `mystpy.engines.get_engine`, which sets it."""

    __repr__ = brief_repr

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call that makes this engine again: the one of its name."""
        return PickledByName.by_name, (self.name,)


@exclusive_methods
class Semantics(PickledByName, Engine):
    """An engine with worlds and values; its other answers follow from these."""

    listing = "worlds"
    """The method of answers that Python finds in the worlds that this engine lists."""
    lists_worlds = True
    beyond_axioms = False
    all_worlds = 0
    """The number of worlds of a public history up to which K is evaluated in all.

    Otherwise it is evaluated only in the worlds that a player considers possible, which
    Python computes.
    """
    alone = False
    """Whether no other method replaces it in small games."""
    other_situations = False
    """Whether it evaluates formulas about the past, and about possible actions."""

    def answers(self, history: History, phi: Formula) -> bool:
        """Return whether it, and not a symbolic method, evaluates a formula."""
        return True

    def scope(self, history: History, phi: Formula) -> tuple[History, bool]:
        """Return the history whose worlds evaluate a formula; whether it is a view."""
        from mystpy.engines.world_count import world_bound  # not for legality

        players, public = agents_in(phi), seen_by(history, None)
        whole = players and world_bound(history) <= self.all_worlds
        scope = public if whole else in_scope(history, phi)
        return scope, bool(players) and scope != public

    def sight(self, game: Game) -> Sight:
        """Return the players who see each card in the worlds that it lists."""
        return sight_of(game)

    def views(self, _history: History) -> dict[int, Sequence[int]]:
        """Return for players a number of their view in each world, besides `sight`."""
        return {}

    def deals(self, history: History) -> Collection[Dealt]:
        """Return the hands of each deal that fits, whatever card was shown in it."""
        return {world.hands for world in self.worlds(history)}

    def cells(self, history: History, player: int | None = None) -> Cells:
        """Return what the deals have in common that a player considers possible."""
        return self.grid(history, player).cells

    def weighted_odds(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """Return the odds of each cell if responders show a random card."""
        from fractions import Fraction  # seldom needed, and slow to load

        if player is not None:
            self.sight(history.game)  # or it is refused
        seen = history if player is None else seen_by(history, player)
        # Everybody sees the outcome of a last guess: it is among what is given.
        outcomes = {is_right(history, world) for world in self.worlds(history)}
        hands = {w.hands for w in self.worlds(seen) if is_right(seen, w) in outcomes}
        if not hands:
            raise no_deal()
        shows = list(_shows_seen(seen))
        total = Fraction(0)
        cells: dict[tuple[int, str], Fraction] = defaultdict(Fraction)
        for deal in hands:
            weight = Fraction(1, prod(len(deal[by] & cards) for by, cards in shows))
            total += weight
            for holder, hand in enumerate(deal):
                for card in hand:
                    cells[holder, card] += weight
        game = history.game
        return tuple({x: cells[k, x] / total for x in game.cards} for k in game.holders)

    def nested_cells(self, history: History, players: tuple[int, ...]) -> Cells:
        """Return what the first player knows that the next knows, and so on."""

        def known(phi: Formula) -> Formula:
            for player in reversed(players):
                phi = Knows(player, phi)
            return phi

        return self._known_cells(history, known)

    def common_cells(self, history: History, group: tuple[int, ...]) -> Cells:
        """Return the cells that are common knowledge of a group."""
        return self._known_cells(history, lambda phi: Common(group, phi))

    def _known_cells(
        self, history: History, known: Callable[[Formula], Formula]
    ) -> Cells:
        def cell(holder: int, card: str) -> Cell:
            held = H(holder, card)
            values = []
            for word, fact in ((Cell.YES, held), (Cell.NO, Not(held))):
                values.append(self.value(history, known(fact)).value)
                if values[-1] is Value.TRUE:
                    return word
            return Cell.DEPENDS if Value.UNDETERMINED in values else Cell.OPEN

        game = history.game
        return tuple({x: cell(k, x) for x in game.cards} for k in game.holders)


def is_right(history: History, world: World) -> bool:
    """Return whether the last action is a guess that is right in a world."""
    last = history.actions[-1] if history.actions else None
    return isinstance(last, Guess) and last.cards == world.hands[0]


def _shows_seen(seen: History) -> Iterator[tuple[int, frozenset[str]]]:
    """Yield for each show with a card who showed it, and the question's cards."""
    asked: frozenset[str] = frozenset()
    for action in seen.actions:
        if isinstance(action, Asks):
            asked = action.cards
        elif isinstance(action, Shows) and action.card is not None:
            yield action.player, asked


def require_agreement(name: str, found: object, progressed: object) -> None:
    """Raise EnginesDisagree unless an engine confirms the result of progression.

    For possible actions the order does not matter, and for refusals the conjuncts do
    not.
    """
    if _essence(found) != _essence(progressed):
        raise EnginesDisagree(
            f"for a sample {name} answers {found}, and progression {progressed}",
            hint="one of them is wrong: please report the query with both answers",
        )


def _essence(answer: object) -> object:
    match answer:
        case Judgement(verdict, step, axiom):
            return verdict, step, axiom
        case PublicFluents():
            return answer
        case tuple():
            return frozenset(answer)
    return answer
