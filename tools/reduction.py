"""Measure the savings from indistinguishable cards: sequences with and without names.

    python tools/reduction.py

writes the table into solving.md. The tree of the game with named cards is not built:
the continuations of a public position are counted once for all equivalent positions,
and multiplied by their number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import floor, inf
from operator import sub
from pathlib import Path

from mystpy.engines.transition_system.states import EventKey, Transition
from mystpy.engines.transition_system.system import transition_system_of
from mystpy.game.game import Game
from mystpy.solve.extensive.action_space import (
    PICKING,
    ActionSpace,
    GameVariant,
    PublicNode,
    node_after,
)
from mystpy.solve.extensive.classes import (
    SHOWN,
    CardClass,
    Classes,
    Counts,
    Met,
    Split,
    deals_of,
    hands,
    number_of_draws,
    sizes_of,
    sorts_of,
)
from mystpy.solve.extensive.tree_builder import TreeBuilder

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "solving.md"
HEAD = "<!-- what is saved by counting is written by tools/reduction.py -->"
FOOT = "<!-- so much on counting -->"
CARDS = 7
MANY = 100_000
"""After a tree with more sequences the next one is not built."""

Hands = frozenset[Counts]
Number = tuple[int, int]
"""The numbers of sequences of player 1 and of player 2."""


class NamedCards:
    """Counts the sequences of a game whose cards have names.

    A sequence is a choice where there are two actions or more, without the guesses
    that can only be wrong; the empty sequence counts as one. Unless players are
    `prompt`, who knows the pile need not guess it. Raises as `TreeBuilder`.
    """

    def __init__(
        self, game: Game, variant: GameVariant, *, prompt: bool = True
    ) -> None:
        TreeBuilder(game, variant)
        self._game = game
        self._sorts = sorts_of(game)
        self._action_space = ActionSpace(variant, self._sorts)
        self._action_space.prompt = self._action_space.prompt and prompt
        self._system = transition_system_of(2, game.rule_set)
        self._known: dict[object, Number] = {}

    def sequences(self, turns: int) -> Number:
        """Return the numbers if the game is cut off after a number of turns."""
        classes = tuple(CardClass(k, s.size) for k, s in enumerate(self._sorts))
        one, two = (frozenset(hands(classes, k)) for k in self._game.sizes[1:])
        one, two = self._fitting(classes, (one, two))
        found = self._from(_node(self._system.start, classes), (one, two), turns)
        return 1 + found[0], 1 + found[1]

    def _from(self, node: PublicNode, may: tuple[Hands, Hands], left: int) -> Number:
        """Return the numbers from a public position on, with a number of turns left."""
        if not left:
            return 0, 0
        key = node.state, node.classes, node.poser, node.open, may, left
        if key not in self._known:
            self._known[key] = self._counted(node, may, left)
        return self._known[key]

    def _counted(self, node: PublicNode, may: tuple[Hands, Hands], left: int) -> Number:
        classes, moves = node.classes, self._system.moves(node.state)
        player, asks = next(iter(moves))[1], list[Counts]()
        if any(key[0] == "asks" for key in moves):
            asks = self._action_space.questions(classes, player)
            if not asks:
                return 0, 0
        found = [0, 0]
        ahead: dict[tuple[EventKey, Counts], tuple[Split, set[Counts]]] = {}
        own_hands, others = may[player - 1], may[2 - player]
        piles: Met = {}
        if ("guess", player) in moves:
            piles = self._action_space.piles(classes, player, own_hands, others)
        sizes = sizes_of(classes)
        for hand, options in self._action_space.options(
            node, own_hands, piles, moves, asks
        ):
            rest, choices = tuple(map(sub, sizes, hand)), 0
            for key, cards, own in options:
                if key[0] == "guess":
                    choices += number_of_draws(rest, cards)
                    continue
                split = self._action_space.split(sizes, cards)
                after, ways = split[hand][own]
                choices += ways
                ahead.setdefault((key, cards), (split, set()))[1].add(after)
            if choices > 1:
                found[player - 1] += choices * number_of_draws(sizes, hand)
        for (key, _), (split, mine) in ahead.items():
            theirs = frozenset(h for k in others for h, _ in split[k].values())
            both = (frozenset(mine), theirs)
            both = both if player == 1 else both[::-1]
            more = self._after(node, key, moves, split, both, left)
            found = [a + split.parts * b for a, b in zip(found, more, strict=True)]
        return found[0], found[1]

    def _after(
        self,
        node: PublicNode,
        key: EventKey,
        moves: Mapping[EventKey, Transition],
        split: Split,
        may: tuple[Hands, Hands],
        left: int,
    ) -> Number:
        """Return the same after an action, whose classes have their own order."""
        picked = split if key[0] in PICKING else None
        after = node_after(node, key, moves[key], picked)
        classes: Sequence[CardClass] = after.classes
        if key[0] == "endturn":
            left -= 1
            answered = any(cards.mark == SHOWN for cards in classes)
            forget_unused = self._action_space.forget_unused
            classes = [forget_unused(c.after(node.poser, answered)) for c in classes]
        one, two = self._fitting(after.classes, may)
        columns = (tuple(zip(*sorted(some), strict=True)) for some in (one, two))
        rows = sorted(zip(classes, *columns, range(len(classes)), strict=True))
        order = [row[-1] for row in rows]
        one, two = (
            frozenset(tuple(hand[k] for k in order) for hand in some)
            for some in (one, two)
        )
        fresh = _node(after.state, tuple(classes[k] for k in order))
        if key[0] != "endturn":
            fresh = fresh._replace(poser=after.poser, open=after.open)
        return self._from(fresh, (one, two), left)

    def _fitting(self, classes: Classes, may: tuple[Hands, Hands]) -> list[Hands]:
        """The hands that go with some hand of the other."""
        deals = deals_of(self._action_space.fit(classes), *may)
        return [frozenset(deal[k] for deal in deals) for k in (0, 1)]


def _node(state: int, classes: Classes) -> PublicNode:
    return PublicNode(state, classes, tuple(range(len(classes))))


def rows() -> Iterator[str]:
    """Yield the lines of the table: games of this size, as far as they are counted."""
    for n in range(1, CARDS // 2 + 1):
        m = CARDS - 2 * n
        for q in range(1, m + n + 2):
            for asked in ("any", "useful"):
                found = compared(Game.myst(m, n, 2, q), GameVariant(questions=asked))
                yield f"| MYST({m},{n},2,{q}) | {asked} | {' | '.join(found)} |"


def compared(game: Game, variant: GameVariant) -> tuple[str, ...]:
    """Return turns, the counts with classes and with names, and their ratios.

    The counts are those when there are many, or after as many turns as there are cards.
    The second ratio is the smallest of all turns.
    """
    growth, least = TreeBuilder(game, variant), inf
    named = NamedCards(game, variant, prompt=False)
    for turns in range(1, game.c + 1):
        form = growth.form(turns)
        ours, theirs = sum(form.counts), sum(named.sequences(turns))
        least = min(least, theirs / ours)
        if ours > MANY or not form.unfinished:
            break
    last = turns, ours, theirs, floor(theirs / ours), floor(least)
    return tuple(f"{number:,}" for number in last)


def main() -> None:
    """Write the table into the page."""
    names = ("game", "questions", "turns", "counted", "named", "times", "at least")
    table = "\n".join((f"| {' | '.join(names)} |", "|---" * 7 + "|", *rows()))
    before, _, rest = PAGE.read_text("utf-8").partition(HEAD)
    _, _, after = rest.partition(FOOT)
    PAGE.write_text(f"{before}{HEAD}\n\n{table}\n\n{FOOT}{after}", "utf-8")


if __name__ == "__main__":
    main()
