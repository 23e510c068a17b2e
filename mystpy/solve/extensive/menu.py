"""What a player can do in a game of two players, told by how many cards of each class.

What is possible, and what it needs of the cards, is read off the public diagram, which
is computed from the axioms.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import product
from operator import mul
from typing import NamedTuple

from mystpy.engines.diagram.diagram import Transition
from mystpy.engines.diagram.states import NEW, OLD, Key
from mystpy.solve.extensive.classes import (
    ASKED,
    SHOWN,
    Cards,
    Classes,
    Counts,
    Sort,
    Step,
    drawn,
    picking,
    pile_of,
    questions,
    staying,
    ways,
)

QUESTIONS = ("any", "unlocated", "useful")
"""Which questions may be asked, by name."""


class Variant(NamedTuple):
    """Which game is played.

    `bluffers` may ask for own cards only. An `unlocated` question has no card that the
    other has shown; a `useful` one has, besides, one that the other may have for all he
    has told. Who has no such question left knows the pile and has won. Where questions
    are useful, who knows the pile guesses it, if all may guess. Where knowledge is
    `announced`, only who knows the pile may guess it.
    """

    bluffers: frozenset[int] = frozenset({1, 2})
    questions: str = "any"
    announced: bool = False


class PublicNode(NamedTuple):
    """A public position within a turn: the state of the diagram, the classes of cards.

    `whence` has for each class the one that it was part of when the turn began. There
    is a `poser` once a question was asked, which is `open` until it is answered.
    """

    state: int
    classes: Classes
    whence: tuple[int, ...]
    poser: int = 0
    open: bool = False

    @property
    def asked(self) -> list[bool]:
        """Which classes are in the question."""
        return [self.open and cards.mark > 0 for cards in self.classes]


class Option(NamedTuple):
    """What a player may do: the kind of action, and how many cards of each class.

    Of those, `own` are in the player's hand, which the other does not see.
    """

    key: Key
    cards: Counts
    own: Counts


class Menu:
    """What can be done, by the rules of a variant, with cards of these sorts.

    Who is `prompt` guesses a pile that he knows, and does nothing else.
    """

    def __init__(self, variant: Variant, sorts: Sequence[Sort]) -> None:
        self.variant = variant
        self.prompt = variant.questions == "useful" and not variant.announced
        self._sorts = sorts

    def questions(self, classes: Classes, player: int) -> list[Counts]:
        """How many cards of each class a question may have here."""
        found = list(questions(classes, self._sorts))
        if self.variant.questions == "any":
            return found
        shown = [cards.shown_to == player for cards in classes]
        found = [counts for counts in found if not any(map(min, counts, shown))]
        if self.variant.questions == "unlocated":
            return found
        news = [not (c.shown_to or c.lacking & player) for c in classes]
        return [counts for counts in found if any(map(min, counts, news))]

    def told(self, cards: Cards) -> Cards:
        """A class, without what was told of it that is of no use to later questions."""
        if self.variant.questions == "useful":
            return cards
        shown_to = cards.shown_to * (self.variant.questions == "unlocated")
        return Cards(cards.sort, cards.size, shown_to)

    def options(
        self,
        node: PublicNode,
        hand: Counts,
        piles: Collection[Counts],
        moves: Mapping[Key, Transition],
        asks: Sequence[Counts],
    ) -> Iterator[Option]:
        """What a player may do with this hand, who holds these piles possible."""
        if self.prompt and knows(node.classes, hand, piles):
            guess = next(key for key in moves if key[0] == "guess")
            return iter([Option(guess, next(iter(piles)), (0,) * len(hand))])
        return self._free(node, hand, piles, moves, asks)

    def _free(
        self,
        node: PublicNode,
        hand: Counts,
        piles: Collection[Counts],
        moves: Mapping[Key, Transition],
        asks: Sequence[Counts],
    ) -> Iterator[Option]:
        """The same for who need not guess."""
        nothing = (0,) * len(hand)
        asked = node.asked if node.open else nothing
        for key, move in moves.items():
            if key[0] == "asks":
                for cards in asks:
                    yield from self._picked(node, key, hand, cards)
            elif key[0] == "guess":
                if self.variant.announced and not knows(node.classes, hand, piles):
                    continue
                yield from (Option(key, pile, nothing) for pile in sorted(piles))
            elif key[0] == "shows":
                for k, held in enumerate(hand):
                    if held and asked[k]:
                        one = (*nothing[:k], 1, *nothing[k + 1 :])
                        yield Option(key, one, one)
            elif _allows(move, key[1], hand, asked):
                yield Option(key, nothing, nothing)

    def piles(
        self, classes: Classes, player: int, hand: Counts, others: Collection[Counts]
    ) -> set[Counts]:
        """The piles that a player holds possible, if the other has one of the hands."""
        pairs = ((hand, h) if player == 1 else (h, hand) for h in others)
        fit = (pair for pair in pairs if ways(classes, *pair, self._sorts))
        return {pile_of(classes, *pair) for pair in fit}

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


def knows(classes: Classes, hand: Counts, piles: Collection[Counts]) -> bool:
    """Whether a player knows the pile, of those that he holds possible.

    Then it has as many cards of each class in all cases, all that are left.
    """
    if len(piles) != 1:
        return False
    rest = tuple(c.size - own for c, own in zip(classes, hand, strict=True))
    return drawn(rest, *piles) == 1


def step_of(node: PublicNode, option: Option) -> Step:
    """What an option does to the classes."""
    if option.key[0] in ("asks", "shows"):
        mark = ASKED if option.key[0] == "asks" else SHOWN
        return picking(node.classes, option.cards, mark)
    return staying(node.classes)


def picks(node: PublicNode, hand: Counts, option: Option) -> int:
    """In how many ways the cards of an option can be picked, all of them alike."""
    if not any(option.cards):
        return 1
    rest = tuple(c.size - h for c, h in zip(node.classes, hand, strict=True))
    foreign = tuple(k - own for k, own in zip(option.cards, option.own, strict=True))
    return drawn(hand, option.own) * drawn(rest, foreign)


def node_after(node: PublicNode, key: Key, move: Transition, step: Step) -> PublicNode:
    """Where a move leads within a turn, step being what becomes of the classes."""
    return PublicNode(
        move.after[0],
        step.classes,
        tuple(node.whence[k] for k in step.whence),
        key[1] if key[0] == "asks" else node.poser,
        move.question in (OLD, NEW),
    )


def _allows(move: Transition, player: int, hand: Counts, asked: Sequence[int]) -> bool:
    """Whether a hand is what the guards of a move ask for."""
    some = any(map(mul, hand, asked))
    for guard in move.guards:
        assert guard.player == player
        if guard.some is not some:
            return False
    return True
