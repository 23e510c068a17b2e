"""The value of the best response to a fixed strategy in a game of two players.

In the field: best responses, by dynamic programming over information sets.

One player, the leader, follows a strategy, which may be mixed. The other player
responds optimally: she knows the strategy, but of the deal she knows only what a player
sees. The result is exact: the probability with which the leader wins. So a strategy of
player 1 gives a lower bound on the value of the game, and one of player 2 an upper
bound. The legal actions are read from the public transition system, which is computed
from the axioms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm, prod
from operator import itemgetter
from random import Random

from mystpy.bits import bits, mask_of
from mystpy.compilation import NamedTuple, dataclass, field
from mystpy.engines.deals import Deals
from mystpy.engines.edited.relied_on import require_known_effects
from mystpy.engines.transition_system.states import PublicGameState
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, EndTurn, Guess, ResultTold, Shows
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import Chances, Player
from mystpy.situations.event import Event
from mystpy.solve.extensive.classes import require_seen_by_both


class LegalActions(NamedTuple):
    """The legal actions: their kinds, and the state after each but a correct guess."""

    legal_actions: list[LegalAction]
    actions: dict[Event, PublicGameState]


class MoveGenerator:
    """A generator of the legal actions in positions of a game; it caches them."""

    def __init__(self, game: Game) -> None:
        require_seen_by_both(game)
        require_known_effects(game.rule_set)
        self._system = transition_system_of(game.p, game.rule_set)
        self.start = PublicGameState(self._system.start)
        self._sets = {
            Asks.name: [mask_of(cards, game) for cards in game.questions()],
            Guess.name: [mask_of(cards, game) for cards in game.guesses()],
        }
        self._found: dict[tuple[PublicGameState, int], LegalActions] = {}
        self._players: dict[int, int] = {}

    def player(self, public: PublicGameState) -> int:
        """Return the player to act, who is public."""
        if public.state not in self._players:
            keys = self._system.moves(public.state)
            (self._players[public.state],) = {key[1] for key in keys}
        return self._players[public.state]

    def moves(self, public: PublicGameState, hand: int) -> LegalActions:
        """Return the legal actions of the player to act, with this hand as a mask."""
        if (public, hand) not in self._found:
            self._found[public, hand] = self._moves(public, hand)
        return self._found[public, hand]

    def _moves(self, public: PublicGameState, hand: int) -> LegalActions:
        hands, asked = (0, hand, hand), public.question_mask
        player, found = self.player(public), LegalActions([], {})
        for key, move in self._system.moves(public.state).items():
            assert all(guard.player == player for guard in move.guards)
            cards = move.showable(hands, asked) if key[0] == Shows.name else 0
            sets = bits(cards) if key[0] == Shows.name else self._sets.get(key[0], [0])
            events = [Event(key, one) for one in sets if move.holds(hands, asked, one)]
            if events and key[0] != ResultTold.name:  # others see that
                found.legal_actions.append(LegalAction(key, cards))
                for event in events:
                    found.actions[event] = public.after(move, event.cards)
        return found


_RNG = Random(1)
"""The random generator for a player who draws nothing: a strategy returns its chances.
"""

Limits = Callable[[InformationState, Event], bool]
"""Which actions the responding player may choose; all if there are no limits."""

Imposed = Callable[[InformationState, Sequence[LegalAction]], Chances | None]
"""The chances imposed on the responding player here; None leaves the choice free."""

Weights = Mapping[int, int]
"""The likelihood of each hand of the leader, a mask, up to a common factor."""

Orbit = list[tuple[Event, PublicGameState]]
"""Actions that differ only in the names of cards."""


class _Node(NamedTuple):
    """A node of the tree as the responding player sees it.

    `classes` are sets of cards that this player cannot distinguish.
    """

    hand: int
    position: PublicGameState
    done: tuple[Event, ...]
    classes: tuple[int, ...]

    def after(self, event: Event, position: PublicGameState) -> _Node:
        """Return the node after an action."""
        parts = (
            part
            for cards in self.classes
            for part in (cards & event.cards, cards & ~event.cards)
            if part
        )
        return _Node(self.hand, position, (*self.done, event), tuple(parts))

    def size(self, event: Event) -> int:
        """Return the number of actions that equal this one up to the names of cards."""
        return prod(
            comb(cards.bit_count(), (cards & event.cards).bit_count())
            for cards in self.classes
        )

    def orbits(
        self, actions: Iterable[tuple[Event, PublicGameState]]
    ) -> Iterable[Orbit]:
        """Return groups of actions that differ only in the names of cards."""
        found: dict[tuple[object, ...], Orbit] = {}
        for event, position in actions:
            counts = ((cards & event.cards).bit_count() for cards in self.classes)
            found.setdefault((event.key, *counts), []).append((event, position))
        return found.values()


@dataclass(slots=True)
class BestResponse:
    """The best response to a strategy of `leader`.

    After a wrong guess the other player counts as the winner. A player who is left
    alone can ask until the pile is known, as long as q is at most m + n + 1 (Theorem
    3.2). The strategy has to guess at some time, whatever the other player does:
    endless plays are not examined. If a number of `turns` is given, a game that is not
    over after them is lost for the strategy.

    All cards are `alike` if the strategy, `allowed` and `imposed` do not depend on
    their names, so that renaming cards renames the actions. Then only one of the hands,
    and of the actions, that differ in names is examined. QueryError is raised if the
    chances show that the cards are not alike. A response that `helps` the leader is the
    worst one instead of the best one. `nodes` counts the visited nodes; `tick` is
    called now and then, and may raise an error.
    """

    game: Game
    leader: int
    strategy: Player
    allowed: Limits | None = None
    imposed: Imposed | None = None
    alike: bool = False
    helps: bool = False
    nodes: int = 0
    turns: int | None = None
    tick: Callable[[], None] = lambda: None
    _generator: MoveGenerator = field(init=False)

    def value(self) -> Fraction:
        """Return the leader's probability to win against the best response."""
        self._generator = MoveGenerator(self.game)
        same: dict[int, dict[int, int]] = {}
        for hands in Deals(self.game, ()):
            same.setdefault(hands[3 - self.leader], {})[hands[self.leader]] = 1
        one = int(self.alike and not self.game.sorts)
        chosen = sorted(same.items(), key=itemgetter(0))[-one:]
        won = sum((self._from(hand, held) for hand, held in chosen), Fraction())
        return won / sum(len(held) for _, held in chosen)

    def _from(self, hand: int, held: Weights) -> Fraction:
        every = (1 << self.game.c) - 1
        sorts = [mask_of(cards, self.game) for _, cards in self.game.sorts] or [every]
        parts = (part for cards in sorts for part in (cards & hand, cards & ~hand))
        classes = tuple(filter(None, parts)) if self.alike else ()
        return self._worth(_Node(hand, self._generator.start, (), classes), held)

    def _worth(self, node: _Node, held: Weights) -> Fraction:
        """Return the weight with which the leader wins in games that look the same.

        They look the same to the responding player. The weights are the chances of the
        deals times the chances of the leader's actions.
        """
        self.nodes += 1
        if self.nodes % 512 == 0:
            self.tick()
        if self.turns is not None and _turns(node) >= self.turns:
            return Fraction()
        player = self._generator.player(node.position)
        if player == self.leader:
            return self._led(node, held)
        moves = self._generator.moves(node.position, node.hand)
        seen = InformationState(self.game, player, node.hand, node.done)
        imposed = self.imposed and self.imposed(seen, moves.legal_actions)
        if imposed is not None:
            _check(imposed, moves)
            drawn = [(hand, weight, imposed) for hand, weight in held.items()]
            return self._mixed(node, drawn, moves.actions)
        options = (
            some[0]
            for some in self._orbits(node, moves.actions.items())
            if self.allowed is None or self.allowed(seen, some[0][0])
        )
        each = (self._done(node, held, *option) for option in options)
        return max(each) if self.helps else min(each)

    def _led(self, node: _Node, held: Weights) -> Fraction:
        actions: dict[Event, PublicGameState] = {}
        drawn = []
        for hand, weight in held.items():
            moves = self._generator.moves(node.position, hand)
            seen = InformationState(self.game, self.leader, hand, node.done)
            choice = self.strategy.act(seen, moves.legal_actions, _RNG)
            chances = {choice: Fraction(1)} if isinstance(choice, Event) else choice
            _check(chances, moves)
            drawn.append((hand, weight, chances))
            actions |= {event: moves.actions[event] for event in chances}
        return self._mixed(node, drawn, actions)

    def _orbits(
        self, node: _Node, actions: Iterable[tuple[Event, PublicGameState]]
    ) -> Iterable[Orbit]:
        """Return classes of equivalent actions; all actions if cards are not alike."""
        if self.alike:
            return node.orbits(actions)
        return ([each] for each in actions)

    def _mixed(
        self,
        node: _Node,
        drawn: Sequence[tuple[int, int, Chances]],
        actions: Mapping[Event, PublicGameState],
    ) -> Fraction:
        """Return the value if the actions are drawn as in `drawn`."""
        whole = lcm(*(x.denominator for *_, each in drawn for x in each.values()))
        parts: dict[Event, dict[int, int]] = {}
        for hand, weight, chances in drawn:
            for event, chance in chances.items():
                if chance:
                    share = chance.numerator * (whole // chance.denominator)
                    parts.setdefault(event, {})[hand] = weight * share
        won = Fraction()
        for some in self._orbits(node, ((each, actions[each]) for each in parts)):
            event, position = some[0]
            weights = {sum(parts[each].values()) for each, _ in some}
            if self.alike and (len(weights), len(some)) != (1, node.size(event)):
                raise QueryError("this strategy distinguishes cards by name")
            won += len(some) * self._done(node, parts[event], event, position)
        return won / whole

    def _done(
        self, node: _Node, held: Weights, event: Event, position: PublicGameState
    ) -> Fraction:
        if event.key[0] != Guess.name:
            return self._worth(node.after(event, position), held)
        rest = (1 << self.game.c) - 1 & ~node.hand & ~event.cards
        right = held.get(rest, 0) if not node.hand & event.cards else 0
        if event.key[1] == self.leader:
            return Fraction(right)
        return Fraction(sum(held.values()) - right)


def _turns(node: _Node) -> int:
    """Return how many turns are over."""
    return sum(event.key[0] == EndTurn.name for event in node.done)


def _check(chances: Chances, moves: LegalActions) -> None:
    """Raise QueryError for an action that is not possible."""
    assert sum(chances.values()) == 1, "chances add up to 1"
    for event in chances:
        if event not in moves.actions:
            raise QueryError(f"a strategy chose {event}, which is not possible")
