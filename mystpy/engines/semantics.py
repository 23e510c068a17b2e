"""What an engine has to say itself, and the answers that follow from that.

The odds and what announcements leave come from the list of worlds, nested and common
knowledge from a value for each cell. In small games these are the reference for the
symbolic methods.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
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


class PickledByName:
    """An engine that pickles and copies as its name: it is the same one wherever it is.

    What it keeps between questions is of use to its own process alone.
    """

    name: str
    by_name: ClassVar[Callable[[str], Engine]]
    """Return the engine of a name: `mystpy.engines.get_engine`, which sets it."""

    __repr__ = brief_repr

    def __reduce__(self) -> tuple[Any, ...]:
        """The call that makes this engine again: the one of its name."""
        return PickledByName.by_name, (self.name,)


@exclusive_methods
class Semantics(PickledByName, Engine):
    """An engine that has worlds and values; its other answers follow from these."""

    listing = "worlds"
    """The method of answers that Python finds in the worlds that this engine lists."""
    lists_worlds = True
    beyond_axioms = False
    all_worlds = 0
    """K is asked in all worlds of a public history that has at most so many.

    Otherwise it is asked only in the worlds that a player considers possible, of which
    Python says which they are.
    """
    alone = False
    """Whether no other method takes its place in small games."""
    other_situations = False
    """Whether it evaluates formulas about the past, and about what can be done."""

    def answers(self, history: History, phi: Formula) -> bool:
        """Whether to ask it, and not a symbolic method, for the value of a formula."""
        return True

    def scope(self, history: History, phi: Formula) -> tuple[History, bool]:
        """The history in whose worlds a formula is asked, and whether of a view."""
        from mystpy.engines.world_count import world_bound  # not for legality

        players, public = agents_in(phi), seen_by(history, None)
        whole = players and world_bound(history) <= self.all_worlds
        scope = public if whole else in_scope(history, phi)
        return scope, bool(players) and scope != public

    def sight(self, game: Game) -> Sight:
        """Who sees which card in the worlds that it lists."""
        return sight_of(game)

    def views(self, _history: History) -> dict[int, Sequence[int]]:
        """For players a number for what they see in each world, beside `sight`."""
        return {}

    def cells(self, history: History, player: int | None = None) -> Cells:
        """What the deals have in common that a player holds possible."""
        return self.grid(history, player).cells

    def weighted_odds(
        self, history: History, player: int | None, limit: int | None = None
    ) -> Shares:
        """The odds of each cell if responders show a random card."""
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
        """What the first player knows that the next knows, and so on."""

        def known(phi: Formula) -> Formula:
            for player in reversed(players):
                phi = Knows(player, phi)
            return phi

        return self._known_cells(history, known)

    def common_cells(self, history: History, group: tuple[int, ...]) -> Cells:
        """What is common knowledge of a group."""
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
    """Whether the last action is a guess that is right in a world."""
    last = history.actions[-1] if history.actions else None
    return isinstance(last, Guess) and last.cards == world.hands[0]


def _shows_seen(seen: History) -> Iterator[tuple[int, frozenset[str]]]:
    """For each show with a card who showed it, and the question's cards."""
    asked: frozenset[str] = frozenset()
    for action in seen.actions:
        if isinstance(action, Asks):
            asked = action.cards
        elif isinstance(action, Shows) and action.card is not None:
            yield action.player, asked


def require_agreement(name: str, found: object, progressed: object) -> None:
    """Raise EnginesDisagree unless an engine says of a sample what progression says.

    Of what is possible the order does not matter, nor of a refusal the conjuncts.
    """
    if _essence(found) != _essence(progressed):
        raise EnginesDisagree(
            f"of a sample {name} says {found}, a walk through the diagram {progressed}",
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
