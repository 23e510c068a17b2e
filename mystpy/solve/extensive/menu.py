"""What a player can do in a game of two players, told by how many cards of each class.

What is possible, and what it needs of the cards, is read off the public diagram, which
is computed from the axioms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from mystpy.engines.diagram.diagram import Transition
from mystpy.engines.diagram.states import NEW, OLD, Key
from mystpy.solve.extensive.classes import (
    Cards,
    Classes,
    Counts,
    Sort,
    Step,
    asking,
    drawn,
    pile_of,
    questions,
    showing,
    staying,
    ways,
)


class Variant(NamedTuple):
    """Which game is played.

    `bluffers` may ask for own cards only. Without `idle`, a question has no card that
    the other has shown, and one of which the other has not been asked; who has no such
    question left knows the pile and has won. After `turns` turns the game is broken
    off.
    """

    bluffers: frozenset[int] = frozenset({1, 2})
    idle: bool = True
    turns: int | None = None


class PublicNode(NamedTuple):
    """A public position: the state of the diagram, the turn, and the classes of cards.

    `asked` says which classes are in the last question, `posers` who asked in each turn
    (there is no turn 0).
    """

    state: int
    turn: int
    classes: Classes
    asked: tuple[bool, ...]
    posers: tuple[int, ...] = (0,)

    def shown_to(self, player: int, cards: Cards) -> bool:
        """Whether cards were shown to a player."""
        return any(t < 0 and self.posers[-t] == player for t in cards.trace)

    def may_be_news(self, player: int, cards: Cards) -> bool:
        """Whether the other has not told a player to lack the cards, nor shown them."""
        answered = {-t for c in self.classes for t in c.trace if t < 0}
        mine = (t for t in cards.trace if t > 0 and self.posers[t] == player)
        return not cards.shown and all(t in answered for t in mine)


class Option(NamedTuple):
    """What a player may do: the kind of action, and how many cards of each class.

    Of those, `own` are in the player's hand, which the other does not see.
    """

    key: Key
    cards: Counts
    own: Counts


class Menu:
    """What can be done, by the rules of a variant, with cards of these sorts."""

    def __init__(self, variant: Variant, sorts: Sequence[Sort]) -> None:
        self.variant = variant
        self._sorts = sorts

    def questions(self, node: PublicNode, player: int) -> list[Counts]:
        """How many cards of each class a question may have here."""
        found = list(questions(node.classes, self._sorts))
        if self.variant.idle:
            return found
        shown = [node.shown_to(player, cards) for cards in node.classes]
        news = [node.may_be_news(player, cards) for cards in node.classes]
        return [
            counts
            for counts in found
            if not any(map(min, counts, shown)) and any(map(min, counts, news))
        ]

    def options(
        self,
        node: PublicNode,
        hand: Counts,
        others: Iterable[Counts],
        moves: Mapping[Key, Transition],
        asks: Sequence[Counts],
    ) -> Iterator[Option]:
        """What a player with this hand may do."""
        classes, nothing = node.classes, (0,) * len(hand)
        for key, move in moves.items():
            if key[0] == "asks":
                for cards in asks:
                    yield from self._picked(node, key, hand, cards)
            elif key[0] == "guess":
                own = key[1] == 1
                pairs = ((hand, h) if own else (h, hand) for h in others)
                piles = {
                    pile_of(classes, a, b)
                    for a, b in pairs
                    if ways(classes, a, b, self._sorts)
                }
                yield from (Option(key, pile, nothing) for pile in sorted(piles))
            elif key[0] == "shows":
                for k, held in enumerate(hand):
                    if held and node.asked[k]:
                        one = (*nothing[:k], 1, *nothing[k + 1 :])
                        yield Option(key, one, one)
            elif _allows(move, key[1], hand, node.asked):
                yield Option(key, nothing, nothing)

    def _picked(
        self, node: PublicNode, key: Key, hand: Counts, cards: Counts
    ) -> Iterator[Option]:
        """The ways to put a question together of own cards and others."""
        sizes = (c.size for c in node.classes)
        ranges = [
            range(max(0, k - (size - held)), min(k, held) + 1)
            for k, size, held in zip(cards, sizes, hand, strict=True)
        ]
        for own in product(*ranges):
            if own != cards or key[1] in self.variant.bluffers:
                yield Option(key, cards, own)


def step_of(node: PublicNode, option: Option) -> Step:
    """What an option does to the classes."""
    if option.key[0] == "asks":
        return asking(node.classes, option.cards, node.turn)
    if option.key[0] == "shows":
        shown = option.cards.index(1)
        return showing(node.classes, node.asked, shown, node.turn)
    return staying(node.classes, node.asked)


def picks(node: PublicNode, hand: Counts, option: Option) -> int:
    """In how many ways the cards of an option can be picked, all of them alike."""
    rest = tuple(c.size - h for c, h in zip(node.classes, hand, strict=True))
    foreign = tuple(k - own for k, own in zip(option.cards, option.own, strict=True))
    return drawn(hand, option.own) * drawn(rest, foreign)


def node_after(node: PublicNode, key: Key, move: Transition, step: Step) -> PublicNode:
    """Where a move leads, its cards being what a step has made of the classes."""
    asked = step.asked
    if move.question not in (OLD, NEW):
        asked = (False,) * len(asked)
    turn, posers = node.turn, node.posers
    if key[0] == "asks":
        posers = (*posers, key[1])
    elif key[0] == "endturn":
        posers += (0,) * (len(posers) == turn)  # nobody asked
        turn += 1
    return PublicNode(move.after[0], turn, step.classes, asked, posers)


def _allows(move: Transition, player: int, hand: Counts, asked: Sequence[bool]) -> bool:
    """Whether a hand is what the guards of a move ask for."""
    some = any(held and was for held, was in zip(hand, asked, strict=True))
    assert all(guard.player == player for guard in move.guards)
    return all(some is guard.some for guard in move.guards)
