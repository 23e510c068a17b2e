"""The tree of a game of two players, built from the axioms in its sequence form.

In the field: the extensive form with information sets, reduced by card symmetry.

After a wrong guess the other player counts as the winner. A player who is left alone
can ask until the pile is known, if q is at most m + n + 1 (Theorem 3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from mystpy.engines.transition_system.states import EventKey
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import Asks, EndTurn, Guess
from mystpy.solve.extensive.action_space import (
    PICKING,
    AbstractAction,
    ActionSpace,
    GameVariant,
    Kept,
    PublicNode,
    knows,
    node_after,
)
from mystpy.solve.extensive.classes import (
    SHOWN,
    CardClass,
    Classes,
    Counts,
    Deals,
    JointHands,
    Met,
    Split,
    check_solved,
    deals_of,
    hands,
    met_by,
    number_of_draws,
    sizes_of,
    sorts_of,
)
from mystpy.solve.extensive.form import SequenceForm
from mystpy.solve.extensive.subgame import (
    Both,
    Decision,
    NodeArrival,
    NodeReach,
    NodeReaches,
    Subgame,
    SubgameLink,
    fitting,
    unfinished_parts,
)

_Pair = tuple[Collection[Counts], Collection[Counts]]
_Way = tuple[EventKey, Split | None, dict[Counts, NodeReach]]
"""An observable event, its effect on the classes, and the hands that may do it."""

NextChance = Callable[[Classes, int, Counts], Fraction | int]
"""The guaranteed chance of the next player to win, by the classes and her hand."""


class TreeBuilder:
    """A builder of the trees of a game that ends after a number of turns.

    The options at a node are those that are `kept`, by the number of turns before the
    end. The player who would ask next wins an unfinished game with `next_chance`.
    Raises QueryError for other than two players, and for q > m + n + 1.
    """

    def __init__(
        self,
        game: Game,
        variant: GameVariant,
        tick: Callable[[], None] = lambda: None,
        *,
        kept: Kept = lambda node, hand, options, turns: options,
        next_chance: NextChance = lambda classes, player, hand: 0,
    ) -> None:
        self.kept, self.next_chance = kept, next_chance
        check_solved(game)
        self._game, self._sorts, self._tick = game, sorts_of(game), tick
        self.action_space = ActionSpace(variant, self._sorts)
        self.system = transition_system_of(2, game.rule_set)
        self._grown: dict[tuple[object, ...], Subgame] = {}

    def form(self, turns: int) -> SequenceForm:
        """Return the sequence form of the game that ends after these turns."""
        classes = tuple(CardClass(k, s.size) for k, s in enumerate(self._sorts))
        one, two = (tuple(sorted(hands(classes, k))) for k in self._game.sizes[1:])
        deals = sum(deal.ways for deal in self.deals(classes, (one, two)))
        whole = self.subgame(self.system.start, classes, (one, two), turns)
        return SequenceForm(whole, turns, deals)

    def deals(self, classes: Classes, held: _Pair) -> Deals:
        """Return the compatible hands, with the number of deals."""
        return deals_of(self.action_space.fit(classes), *held)

    def subgame(
        self,
        state: int,
        classes: Classes,
        held: tuple[tuple[Counts, ...], tuple[Counts, ...]],
        turns: int,
    ) -> Subgame:
        """Return the subgame with this number of further turns, and these hands."""
        key = state, classes, held, turns
        if key not in self._grown:
            found = Subgame(classes, held)
            self.prepare(found, state, turns)
            self._grown[key] = found
        return self._grown[key]

    def prepare(self, found: Subgame, state: int, turns: int) -> None:
        """Build a subgame, which is empty."""
        self._tick()
        _Turn(self, found, turns).grow(state)


class _Turn:
    """A builder of a turn of a subgame with this number of turns."""

    def __init__(self, whole: TreeBuilder, found: Subgame, turns: int) -> None:
        self._whole = whole
        self._found = found
        self._turns = turns

    def grow(self, state: int) -> None:
        one, two = (
            {hand: NodeReach(k, k, 1) for k, hand in enumerate(held)}
            for held in self._found.hands
        )
        classes = self._found.classes
        node = PublicNode(state, classes, tuple(range(len(classes))))
        deals = self._whole.deals(classes, (one, two))
        if self._turns:
            self._from(node, (one, two), deals, 1)
        else:
            self._cut(node, (one, two), deals, 1)

    def _from(self, node: PublicNode, held: Both, deals: Deals, orbit: int) -> None:
        """Build the part after a node; `orbit` counts the equivalent games."""
        self._found.nodes += 1
        moves = self._whole.system.moves(node.state)
        (kind, player, *_), move = next(iter(moves.items()))
        if kind == EndTurn.name:
            assert len(moves) == 1, "a turn is over, or it is not"
            if self._turns == 1:
                self._cut(node, held, deals, orbit)
            else:
                self._next(move.after[0], node, fitting(held, deals), orbit)
            return
        met: Met = {}
        asks: Sequence[Counts] = ()
        if kind == self._whole.action_space.guesses_at:
            met = met_by(player, deals)
        if kind != Guess.name or not met:
            held = fitting(held, deals)
        if kind == Asks.name:
            asks = self._whole.action_space.questions(node.classes, player)
            if not asks:
                self._known(node, player, held, deals, orbit)
                return
        came = NodeArrival(player, held, met, moves, asks, orbit)
        for key, split, mine in self._ahead(node, came):
            others, parts = held[2 - player], orbit
            if split is not None:
                parts *= split.parts
                others = {
                    after: arrival
                    for hand, arrival in others.items()
                    for after, _ in split[hand].values()
                }
            after = node_after(node, key, moves[key], split)
            both = (mine, others) if player == 1 else (others, mine)
            if split is not None:
                left = self._whole.deals(after.classes, both)
            else:
                left = [deal for deal in deals if deal[player - 1] in mine]
            self._from(after, both, left, parts)

    def _known(
        self, node: PublicNode, player: int, held: Both, deals: Deals, orbit: int
    ) -> None:
        for hand, met in met_by(player, deals).items():
            assert knows(sizes_of(node.classes), hand, met)
        if player == 1:
            for one, two, ways, _ in deals:
                self._enter(held[0][one], held[1][two], orbit * ways, 1)

    def _classes_after(self, node: PublicNode) -> list[CardClass]:
        """Return the classes of a node at the end of its turn."""
        answered = any(cards.mark == SHOWN for cards in node.classes)
        forget_unused = self._whole.action_space.forget_unused
        return [forget_unused(c.after(node.poser, answered)) for c in node.classes]

    def _next(self, state: int, node: PublicNode, held: Both, orbit: int) -> None:
        # the classes of the game that follows have an order of their own
        classes = self._classes_after(node)
        columns = [tuple(zip(*sorted(one), strict=True)) for one in held]
        rows = zip(classes, *columns, range(len(classes)), strict=True)
        order = [row[-1] for row in sorted(rows)]

        def sorted_hands(one: NodeReaches) -> list[tuple[Counts, NodeReach]]:
            return sorted(
                [(tuple([hand[k] for k in order]), came) for hand, came in one.items()]
            )

        first, second = map(sorted_hands, held)
        game = self._whole.subgame(
            state,
            tuple([classes[k] for k in order]),
            (tuple([hand for hand, _ in first]), tuple([hand for hand, _ in second])),
            self._turns - 1,
        )
        came = [came for _, came in first], [came for _, came in second]
        whence = tuple([node.whence[k] for k in order])
        marks = tuple([node.classes[k].mark for k in order])
        self._found.following.append(SubgameLink(game, came, orbit, whence, marks))

    def _ahead(self, node: PublicNode, at: NodeArrival) -> Iterable[_Way]:
        """Return the observable events but guesses, with the hands that allow them."""
        action_space, held = self._whole.action_space, at.held[at.player - 1]
        sizes, ahead = sizes_of(node.classes), dict[tuple[EventKey, Counts], _Way]()
        hands = [hand for hand in held if hand in at.met] if at.met else held
        for hand, found in action_space.options(node, hands, at.met, at.moves, at.asks):
            found = self._whole.kept(node, hand, found, self._turns)
            came = held[hand]
            codes = self._codes(at.player, came, node, hand, found)
            whole = number_of_draws(sizes, hand) if at.met else 1
            for (key, cards, own), code in zip(found, codes, strict=True):
                if key[0] == Guess.name:
                    self._guessed(code, came, at, at.met[hand], cards, whole)
                    continue
                if (key, cards) not in ahead:
                    picking = key[0] in PICKING
                    split = action_space.split(sizes, cards) if picking else None
                    ahead[key, cards] = key, split, {}
                _, split, mine = ahead[key, cards]
                after, ways = (hand, 1) if split is None else split[hand][own]
                if code != came.code or ways != 1:
                    mine[after] = NodeReach(code, came.origin, came.picks * ways)
                else:
                    mine[after] = came
        return ahead.values()

    def _codes(
        self,
        player: int,
        came: NodeReach,
        node: PublicNode,
        hand: Counts,
        options: list[AbstractAction],
    ) -> Sequence[int]:
        if len(options) == 1 and options[0].key[0] != Guess.name:
            return (came.code,)
        if not options:
            raise QueryError("there is no question that may be asked")
        choice = Decision(came.code, node, hand, tuple(options))
        if len(options) > 1:
            return self._found.choose(player, choice)
        self._found.known[player - 1].append(choice)
        return (came.code,)

    def _guessed(
        self,
        code: int,
        came: NodeReach,
        at: NodeArrival,
        met: Mapping[Counts, JointHands],
        guess: Counts,
        whole: int,
    ) -> None:
        """Enter the value of a guess with a hand that is dealt in `whole` ways."""
        mine = came if code == came.code else NodeReach(code, *came[1:])
        hit = met[guess]
        piles = hit.ways // whole  # that look like the one that is guessed
        if at.player == 1:
            self._enter(mine, at.held[1][hit.two], at.orbit * hit.ways, piles)
            return
        for deal in met.values():
            if won := piles - (deal is hit):
                above = at.orbit * deal.ways * won
                self._enter(at.held[0][deal.one], mine, above, piles)

    def _cut(self, node: PublicNode, held: Both, deals: Deals, orbit: int) -> None:
        """Enter the deals of an unfinished game, with the next player's chance."""
        classes, player = tuple(self._classes_after(node)), 2 if node.poser == 1 else 1
        for one, two, ways, _ in deals:
            chance = self._whole.next_chance(classes, player, (one, two)[player - 1])
            for won, parts, cut in unfinished_parts(chance, player):
                self._enter(held[0][one], held[1][two], orbit * ways * won, parts, cut)

    def _enter(
        self, one: NodeReach, two: NodeReach, above: int, below: int, cut: bool = False
    ) -> None:
        """Add the chance of these hands as two numbers, whose ratio it is."""
        codes = one[0], two[0], one[1], two[1]
        self._found.ends.append((*codes, above, below * one[2] * two[2], cut))
