"""Situations and histories counted by their number of actions, as chess programs do.

In the field: perft, the number of paths of each length in a game tree.

The counts are made by the public transition system, which is computed from the axioms.
Histories after which the same deals are possible in the same public state go on alike:
they are followed once, and counted as often as there are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mystpy.bits import set_of
from mystpy.compilation import NamedTuple
from mystpy.engines.deals import Deals
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.engines.transition_system.deal_axioms import require_known_deals
from mystpy.engines.transition_system.states import EventKey, Transition
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.history.actions import ResultTold, Right, Shows, Wrong
from mystpy.perft.card_choices import CardChoices
from mystpy.progress import report_progress
from mystpy.views import sight_of

MAX_DEALS = 20_000
"""Games with more deals are refused: each state has a bit for each deal."""


class PerftCounts(NamedTuple):
    """The counts for one number of actions, `depth`; each is an exact integer.

    `histories` are the situations of the thesis that are legal in at least one deal:
    each names every card that was asked for, shown or guessed. `runs` are the pairs of
    a deal and a history that is legal in it. `public` are the histories as all players
    have seen them: without a card that one of them did not see, and with the result of
    a guess. `states` are the different sets of fluents of section 2.5 after them.
    """

    depth: int
    histories: int
    runs: int
    public: int
    states: int


class _Branch(NamedTuple):
    """A public state with the question, and the deals in which it is reached.

    `deals` is a bit set; `number` is that of the state in the transition system.
    """

    number: int
    question: int
    deals: int


_Node = tuple[_Branch, ...]
"""Where a history leads: to one state, or after a last guess to two."""


class Perft:
    """The counts of one game, level by level.

    Raises QueryError for a game with more than `MAX_DEALS` deals, and AxiomError if the
    axioms in force deal in another way than the shipped ones.
    """

    def __init__(self, game: Game) -> None:
        require_known_deals(game.rule_set)
        self.game = game
        self._system = transition_system_of(game.p, game.rule_set)
        self._deals = _all_deals(game)
        self.deals = len(self._deals)
        self._cards = CardChoices(game)
        self._fitting: dict[Condition, int] = {}

    def levels(self, depth: int) -> Iterator[PerftCounts]:
        """The counts for 0, 1, ..., `depth` actions."""
        start: _Node = (_Branch(self._system.start, 0, (1 << self.deals) - 1),)
        named, seen = Counter({start: 1}), Counter({start: 1})
        for number in range(depth + 1):
            if number:
                named = self._ahead(named, number, public=False)
                seen = self._ahead(seen, number, public=True)
            yield PerftCounts(
                number,
                sum(named.values()),
                sum(ways * _runs(node) for node, ways in named.items()),
                sum(seen.values()),
                len({branch[:2] for node in seen for branch in node}),
            )

    def _ahead(
        self, level: Counter[_Node], depth: int, *, public: bool
    ) -> Counter[_Node]:
        """The histories that are one action longer."""
        ahead: Counter[_Node] = Counter()
        name = f"depth {depth}, {'public' if public else 'legal'} histories"
        for done, (node, ways) in enumerate(level.items()):
            if done % 64 == 0:
                report_progress(name, done, len(level))
            for after in self._nodes(node, public=public):
                ahead[after] += ways
        return ahead

    def _nodes(self, node: _Node, *, public: bool) -> Iterator[_Node]:
        """Where each next action leads; after a public guess, each result."""
        found: dict[tuple[EventKey, int], list[_Branch]] = {}
        for branch in node:
            for key, move in self._system.moves(branch.number).items():
                for cards in self._choices(key, branch, public=public):
                    reached = self._after(branch, key, move, cards)
                    found.setdefault((key, cards), []).extend(reached)
        for branches in found.values():
            if public:
                yield from ((branch,) for branch in branches)
            elif branches:
                yield tuple(branches)

    def _choices(
        self, key: EventKey, branch: _Branch, *, public: bool
    ) -> Iterator[int]:
        """The cards that an action may name; -1 for those that somebody does not see.

        A result that only the player who guessed sees is `told` in public histories,
        and `right` or `wrong` in others.
        """
        kind, *holders = key
        if max(holders) not in self.game.holders:
            return  # the table, in a game without one
        if kind in (Right.name, Wrong.name, ResultTold.name):
            told = kind == ResultTold.name
            if public is not (told or not self._hidden(key)):
                return
            yield 0
        elif public and self._hidden(key):
            yield -1
        else:
            yield from self._cards.of(key, branch.question)

    def _hidden(self, key: EventKey) -> bool:
        return is_hidden(self.game, key)

    def _after(
        self, branch: _Branch, key: EventKey, move: Transition, cards: int
    ) -> Iterator[_Branch]:
        """The state that an action leads to, or the two after a guess."""
        fits = branch.deals
        for condition in move.conditions(branch.question, cards or -1):
            fits &= self._where(condition)
        if key[0] == Shows.name and cards > 0 and not cards & branch.question:
            return
        question = move.question_after(branch.question, max(cards, 0))
        right = 0
        if len(move.after) > 1:
            right = fits & self._where(Condition(0, ConditionKind.EXACTLY, cards))
        for number, deals in zip(move.after, (fits & ~right, right), strict=False):
            if deals:
                yield _Branch(number, question, deals)

    def _where(self, condition: Condition) -> int:
        """The deals in which a condition holds."""
        if condition not in self._fitting:
            holds = (condition.satisfied(hands) for hands in self._deals)
            self._fitting[condition] = set_of(holds)
        return self._fitting[condition]


def is_hidden(game: Game, key: EventKey) -> bool:
    """Whether some player does not see the card, or the result, of an action."""
    sight = sight_of(game)
    return any(sight.hides(player, *key) for player in range(1, game.p + 1))


def _runs(node: _Node) -> int:
    """The number of deals in which a history is legal."""
    return sum(branch.deals.bit_count() for branch in node)


def _all_deals(game: Game) -> list[tuple[int, ...]]:
    """Every deal of a game. Raises QueryError if there are too many."""
    if game.deal_count() > MAX_DEALS:  # a game with many cards is refused at once
        raise QueryError(
            f"perft lists all deals, and there are more than {MAX_DEALS:,}",
            hint="take a game with fewer cards",
        )
    return list(Deals(game, ()))
