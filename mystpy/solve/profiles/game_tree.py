"""The tree of a MYST game of any number of players, up to the names of cards.

In the field: an extensive form, reduced by the symmetry of its chance moves (Gilpin and
Sandholm 2007).

Renaming the cards turns deals into each other, so one deal represents all, and a player
chooses only how many cards of each indistinguishable kind to take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import or_

from mystpy.bits import members
from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import EventKey
from mystpy.errors import EngineFailed, QueryError
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.history.actions import Asks, Guess, NoGuess, Shows
from mystpy.play.game_state import GameState
from mystpy.play.information_state import seen_of
from mystpy.progress import count_progress
from mystpy.solve.extensive.classes import require_recall
from mystpy.solve.profiles.chance_outcomes import (
    ProfileActions,
    Trace,
    go_on,
    kinds_of,
    outcomes,
)

View = tuple[int, tuple[EventKey, ...], tuple[tuple[Trace, int], ...]]
"""A player's view: the kinds of the events, and how many cards have each trace."""

MOST = 2_000_000
"""The most positions that fit into the memory of a small machine."""


class ProfileAction(NamedTuple):
    """An action of a player: its kind, and how many cards of each kind of card."""

    kind: str
    cards: ProfileActions = ()


class DecisionSet(NamedTuple):
    """An information set: the player to choose, her view, and the options."""

    player: int
    view: View
    picks: tuple[ProfileAction, ...]

    @property
    def kinds(self) -> tuple[EventKey, ...]:
        """Return the earlier events, without cards."""
        return self.view[1]


class TreeNode(NamedTuple):
    """A position of the tree: its information set, and the following positions.

    `after` has for each pick the positions that chance may lead to, with their chances.
    At the end `decision` is -1. For an unfinished game `winner` is 0, and `still_in`
    has the players left.
    """

    decision: int
    after: tuple[tuple[tuple[int, Fraction], ...], ...] = ()
    winner: int = 0
    still_in: tuple[int, ...] = ()


class GameTree(NamedTuple):
    """The positions of a game that ends after some turns, by level."""

    game: Game
    turns: int
    idle: bool
    decisions: list[DecisionSet]
    nodes: list[TreeNode]
    levels: list[int]


def views(
    table: GameState, player: int, league: Collection[int] = ()
) -> tuple[list[Trace], View]:
    """Return the trace of each card, and the events, seen by a player or league."""
    group = sorted(league) if player in league else [player]
    events = [[seen_of(event, i, table.sight) for i in group] for event in table.done]
    named = [reduce(or_, (event.cards for event in some)) for some in events]
    own = {i: k for k, i in enumerate([player, *group], 1) if i != player or k == 1}
    traces = [
        (
            next((k for i, k in own.items() if table.hands[i] >> card & 1), 0),
            tuple(k for k, cards in enumerate(named) if cards >> card & 1),
        )
        for card in range(table.game.c)
    ]
    kinds = tuple(some[0].key for some in events)
    return traces, (player, kinds, tuple(sorted(Counter(traces).items())))


def game_tree(
    game: Game,
    turns: int,
    *,
    idle: bool = True,
    league: Collection[int] = (),
    most: int = MOST,
    tick: Callable[[], None] = lambda: None,
) -> GameTree:
    """Return the tree of a game that ends before turn `turns` + 1.

    Without `idle`, where q is 1, nobody asks for a card that was shown, or that she has
    asked for before: she knows the answer. A member of the `league` sees what the other
    members see.

    Raises QueryError for cards in sorts or left over, for hands of different sizes, and
    for q > m + n + 1, where the last player may never know the pile. Raises
    EngineFailed if there would be more positions than `most`.
    """
    return GameTreeBuilder(game, turns, idle, league, most, tick).grow()


class GameTreeBuilder:
    """A builder of a tree, one choice after the other. Raises as `game_tree`."""

    def __init__(
        self,
        game: Game,
        turns: int,
        idle: bool,
        league: Collection[int],
        most: int,
        tick: Callable[[], None],
    ) -> None:
        check_carried(game, "a solution")
        require_recall(game)
        if game.sorts or game.table or len(set(game.sizes[1:])) != 1:
            raise QueryError(
                "for three or more players, solve takes only games such as MYST",
                hint="solve takes --game 'MYST(1,1,3,2)', for example, or Clue of two",
            )
        if game.q > game.sizes[0] + game.sizes[1] + 1:
            raise QueryError(
                "the last player left may never know the pile: q > m + n + 1"
            )
        self._turns, self._idle, self._league = turns, idle, league
        self._most, self._tick = most, tick
        self.tree = GameTree(game, turns, idle, [], [], [0])

    def grow(self) -> GameTree:
        """Return the whole tree."""
        level = self.start()
        while level:
            level = self._level(level)
            self.tree.levels.append(len(self.tree.nodes))
        return self.tree

    def start(self) -> list[GameState]:
        """Return the first positions: one deal represents all."""
        game = self.tree.game
        cards, ends = iter(sorted(game.cards, key=game.deck.__getitem__)), game.sizes
        deal = tuple(frozenset(next(cards) for _ in range(k)) for k in ends)
        table = GameState(game, deal)
        go_on(table)
        return [table]

    def seen(self, table: GameState, player: int) -> tuple[list[Trace], View]:
        """Return what a player sees of each card, and of events."""
        return views(table, player, self._league)

    def outcomes(
        self, table: GameState, traces: Sequence[Trace], pick: ProfileAction
    ) -> Iterator[tuple[GameState, Fraction]]:
        """Yield the positions that an action may lead to, with their chances."""
        return outcomes(table, traces, pick.kind, pick.cards)

    def _level(self, tables: Sequence[GameState]) -> list[GameState]:
        """Enter the positions of a level; return those after one more choice."""
        nodes, decisions = self.tree.nodes, self.tree.decisions
        winners = [self._winner(table) for table in tables]
        seen: dict[int, tuple[list[Trace], View]] = {
            k: self.seen(tables[k], tables[k].legal_actions()[0].player)
            for k, winner in enumerate(winners)
            if winner is None
        }
        alike: dict[View, list[int]] = {}
        for k, (_, view) in seen.items():
            alike.setdefault(view, []).append(k)
        numbers = {}
        for view, some in alike.items():
            numbers[view] = len(decisions)
            picks = self.picks([(tables[k], seen[k][0]) for k in some])
            decisions.append(
                DecisionSet(tables[some[0]].legal_actions()[0].player, view, picks)
            )
        ahead: list[GameState] = []
        start = len(nodes) + len(tables)
        for k, table in enumerate(count_progress("positions", tables)):
            self._tick()
            if k not in seen:
                still_in = () if winners[k] else table.state.still_in
                nodes.append(TreeNode(-1, (), winners[k] or 0, still_in))
                continue
            traces, view = seen[k]
            after = []
            for pick in decisions[numbers[view]].picks:
                reached = list(self.outcomes(table, traces, pick))
                ends = enumerate(reached, start + len(ahead))
                after.append(tuple((number, share) for number, (_, share) in ends))
                ahead += [one for one, _ in reached]
            nodes.append(TreeNode(numbers[view], tuple(after)))
            self._check(start + len(ahead))
        return ahead

    def _check(self, size: int) -> None:
        if size > self._most:
            raise EngineFailed(
                f"the tree has more than {self._most:,} positions",
                hint="give fewer --turns, or --force it",
            )

    def _winner(self, table: GameState) -> int | None:
        if table.won:
            return table.done[-1].key[1]
        still_in = table.state.still_in
        if len(still_in) == 1:
            return still_in[0]
        asked = sum(event.key[0] == Asks.name for event in table.done)
        ended = asked == self._turns and table.legal_actions()[0].key[0] == Asks.name
        return 0 if ended else None

    def picks(
        self, alike: Sequence[tuple[GameState, list[Trace]]]
    ) -> tuple[ProfileAction, ...]:
        """Return the options in positions that the player to act cannot distinguish."""
        table, traces = alike[0]
        legal_actions = table.legal_actions()
        if legal_actions[0].key[0] == Asks.name:
            return tuple(self._questions(table, traces))
        if legal_actions[0].key[0] == Shows.name:
            kinds = sorted({traces[card] for card in members(legal_actions[0].cards)})
            return tuple(ProfileAction(Shows.name, ((kind, 1),)) for kind in kinds)
        piles = {kinds_of(traces, members(table.hands[0])) for table, traces in alike}
        guesses = tuple(ProfileAction(Guess.name, pile) for pile in sorted(piles))
        counts = Counter(traces)
        if len(piles) == 1 and all(counts[kind] == k for kind, k in guesses[0].cards):
            return guesses
        return (ProfileAction(NoGuess.name), *guesses)

    def _questions(
        self, table: GameState, traces: list[Trace]
    ) -> Iterator[ProfileAction]:
        counts = sorted(Counter(traces).items())
        player = table.legal_actions()[0].player
        informed = {
            k for k, event in enumerate(table.done) if event.key[0] == Shows.name
        }
        informed |= {
            k for k, x in enumerate(table.done) if x.key == (Asks.name, player)
        }
        ranges = [range(min(k, self.tree.game.q) + 1) for _, k in counts]
        for numbers in product(*ranges):
            if sum(numbers) == self.tree.game.q:
                pick = tuple(
                    (kind, k) for (kind, _), k in zip(counts, numbers, strict=True) if k
                )
                (((_, named), _), *_rest) = pick
                if self._idle or self.tree.game.q > 1 or not informed & set(named):
                    yield ProfileAction(Asks.name, pick)
