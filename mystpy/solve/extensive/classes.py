"""Cards that look the same to both players, counted instead of named.

In the field: lossless abstraction of a game by the symmetry of its chance moves
(Gilpin and Sandholm 2007), with lazy dealing.

Between two players everything is public but the hands: each knows all questions and
answers, and sees all shows. So cards that were asked for in the same turns, and shown
in none, can change places, and a player loses nothing by treating them alike. A hand
is then known by how many cards of each class are in it. What is still to come depends
on less: on what was told of a class, not on when.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import comb, prod
from operator import sub
from typing import NamedTuple

from mystpy.game.game import Game

Counts = tuple[int, ...]
"""How many cards of each class, in the order of the classes."""


class Sort(NamedTuple):
    """A sort of cards: how many there are, are in the pile, and are in a question."""

    size: int
    pile: int
    asked: int


ASKED, SHOWN = 1, 2
"""The marks of cards that are in the question of the turn, or were shown in it."""


class Cards(NamedTuple):
    """A class of cards: their sort, how many they are, and what was told of them.

    They were shown to a player (0 if to none); `lacking` is 1 if player 1 was told that
    the other has none of them, 2 if player 2 was, 3 if both were. The mark is of the
    turn that is going on.
    """

    sort: int
    size: int
    shown_to: int = 0
    lacking: int = 0
    mark: int = 0

    def after(self, poser: int, answered: bool) -> Cards:
        """The class when the turn is over, in which a card was shown or not."""
        if self.mark == SHOWN:
            return Cards(self.sort, self.size, poser)
        if self.mark == ASKED and not answered and not self.shown_to:
            return Cards(self.sort, self.size, 0, self.lacking | poser)
        return Cards(*self[:4])


Classes = tuple[Cards, ...]


def sorts_of(game: Game) -> list[Sort]:
    """The sorts of cards of a game; one of all cards if they do not come in sorts."""
    if game.sorts:
        return [Sort(len(cards), 1, 1) for _, cards in game.sorts]
    return [Sort(game.c, game.sizes[0], game.q)]


Deals = list[tuple[Counts, Counts, int]]
"""Hands of both players that go together, and the number of deals with them."""


def deals_of(
    classes: Classes,
    ones: Iterable[Counts],
    twos: Collection[Counts],
    sorts: Sequence[Sort],
) -> Deals:
    """The hands that go together, of the sizes of the game.

    Where cards come in sorts, what is left of each must be what the pile has of it.
    """
    sizes = tuple([c.size for c in classes])
    found = []
    for one in ones:
        if first := drawn(sizes, one):
            rest = tuple(map(sub, sizes, one))
            for two in twos:
                if (ways := drawn(rest, two)) and (
                    len(sorts) == 1 or _in_pile(classes, map(sub, rest, two), sorts)
                ):
                    found.append((one, two, first * ways))
    return found


def _in_pile(classes: Classes, rest: Iterable[int], sorts: Sequence[Sort]) -> bool:
    """Whether so many cards of each class can be the pile."""
    left = [sort.pile for sort in sorts]
    for cards, count in zip(classes, rest, strict=True):
        left[cards.sort] -= count
    return not any(left)


def ways(classes: Classes, first: Counts, second: Counts, sorts: Sequence[Sort]) -> int:
    """In how many ways the cards can be dealt, if the hands have so many of each class.

    It is 0 if the rest cannot be the pile.
    """
    return sum(number for *_, number in deals_of(classes, [first], [second], sorts))


def pile_of(classes: Classes, first: Counts, second: Counts) -> Counts:
    """How many cards of each class are in the pile."""
    return tuple([c[1] - a - b for c, a, b in zip(classes, first, second, strict=True)])


Met = Mapping[Counts, Sequence[tuple[Counts, int, Counts]]]
"""For each hand, which ones the other may have, in how many deals, with which pile."""


def met_by(player: int, deals: Deals, classes: Classes) -> Met:
    """The hands that a player's hands may meet."""
    found: dict[Counts, list[tuple[Counts, int, Counts]]] = {}
    for one, two, number in deals:
        mine, other = (one, two) if player == 1 else (two, one)
        pile = pile_of(classes, one, two)
        found.setdefault(mine, []).append((other, number, pile))
    return found


def drawn(sizes: Iterable[int], chosen: Counts) -> int:
    """In how many ways so many cards can be drawn from so many."""
    return prod(map(comb, sizes, chosen))


def hands(classes: Classes, size: int) -> Iterator[Counts]:
    """The hands of so many cards."""
    for counts in product(*(range(min(c.size, size) + 1) for c in classes)):
        if sum(counts) == size:
            yield counts


def questions(classes: Classes, sorts: Sequence[Sort]) -> Iterator[Counts]:
    """How many cards of each class a question may have."""
    most = (min(c.size, sorts[c.sort].asked) for c in classes)
    for counts in product(*(range(k + 1) for k in most)):
        asked = [sort.asked for sort in sorts]
        for cards, count in zip(classes, counts, strict=True):
            asked[cards.sort] -= count
        if not any(asked):
            yield counts


class Step(NamedTuple):
    """What an action does to the classes, and to hands that are counted by them.

    `whence` has for each class after the action the one that it was part of, `parts` in
    how many ways the cards of the action can be picked if nothing is known of them;
    `picked` says which classes are made of cards that were picked.
    """

    classes: Classes
    whence: tuple[int, ...]
    picked: tuple[bool, ...]
    parts: int

    def hand(self, hand: Counts, own: Counts) -> Counts:
        """A hand afterwards, if so many of the cards picked of each class are in it."""
        left = tuple(map(sub, hand, own))
        pairs = zip(self.whence, self.picked, strict=True)
        return tuple([own[k] if picked else left[k] for k, picked in pairs])

    def hands(self, hand: Counts) -> Iterator[Counts]:
        """What a hand may be afterwards of who did not pick the cards."""
        least, most = list(hand), [0] * len(hand)
        for cards, k, picked in zip(
            self.classes, self.whence, self.picked, strict=True
        ):
            if picked:
                most[k] = min(hand[k], cards.size)
            else:
                least[k] -= cards.size
        ends = zip(least, most, strict=True)
        for own in product(*(range(max(0, low), high + 1) for low, high in ends)):
            yield self.hand(hand, own)


def picking(classes: Classes, chosen: Counts, mark: int) -> Step:
    """What becomes of the classes if so many of each are picked, to be marked."""
    found = []
    for place, (cards, count) in enumerate(zip(classes, chosen, strict=True)):
        sort, size, shown_to, lacking, old = cards
        if count:
            found.append((Cards(sort, count, shown_to, lacking, mark), place, True))
        if count < size:
            left = Cards(sort, size - count, shown_to, lacking, old)
            found.append((left, place, False))
    split, whence, picked = zip(*found, strict=True)
    return Step(split, whence, picked, drawn([c.size for c in classes], chosen))


def staying(classes: Classes) -> Step:
    """The classes after an action without cards."""
    size = len(classes)
    return Step(classes, tuple(range(size)), (False,) * size, 1)
