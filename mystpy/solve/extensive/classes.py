"""Classes of cards that neither player can distinguish: cards are counted, not named.

In the field: lossless abstraction of a game by the symmetry of its chance moves (Gilpin
and Sandholm 2007), with lazy dealing.

Between two players everything is public but the hands: each knows all questions and
answers, and sees all shown cards. So cards that were asked for in the same turns, and
were never shown, can be exchanged, and a player loses nothing by treating them alike. A
hand is then described by the number of its cards in each class. The rest of the game
depends on less: on the knowledge about a class, but not on when it was learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from math import comb, prod

from mystpy.compilation import NamedTuple
from mystpy.engines.edited.relied_on import require_known_effects
from mystpy.errors import QueryError
from mystpy.game.checks import check_carried
from mystpy.game.game import Game
from mystpy.sight import require_known_sight
from mystpy.views import sight_of

Counts = tuple[int, ...]
"""The number of cards of each class, in the order of the classes."""


class Sort(NamedTuple):
    """A sort of cards: how many exist, are in the pile, and are in a question."""

    size: int
    pile: int
    asked: int


ASKED, SHOWN = 1, 2
"""The marks of cards that are in the question of the turn, or were shown in it."""


class CardClass(NamedTuple):
    """A class of cards: their sort, their number, and the knowledge about them.

    They were shown to a player (0 if to none); `lacking` is 1 if player 1 has learnt
    that the other has none of them, 2 if player 2 has, 3 if both have. The mark is of
    the current turn.
    """

    sort: int
    size: int
    shown_to: int = 0
    lacking: int = 0
    mark: int = 0

    def after(self, poser: int, answered: bool) -> CardClass:
        """Return the class at the end of the turn, in which a card was shown or not."""
        if self.mark == SHOWN:
            return CardClass(self.sort, self.size, poser)
        if self.mark == ASKED and not answered and not self.shown_to:
            return CardClass(self.sort, self.size, 0, self.lacking | poser)
        return CardClass(*self[:4])


Classes = tuple[CardClass, ...]


def sizes_of(classes: Classes) -> Counts:
    """Return how many cards there are of each class."""
    return tuple([cards[1] for cards in classes])


def require_seen_by_both(game: Game) -> None:
    """Raise AxiomError if one of two players does not see a card that is shown."""
    sight = sight_of(game)
    if not all(sight.sees(k, j, 3 - j) for j in (1, 2) for k in (1, 2)):
        who = "a solution for two players, who both see each card that is shown,"
        require_known_sight(game.rule_set, who)


def require_recall(game: Game) -> None:
    """Raise AxiomError if a player does not see the card that she shows.

    Such a player forgets a choice.
    """
    sees, pairs = sight_of(game).sees, permutations(range(1, game.p + 1), 2)
    if not all(sees(by, by, to) for by, to in pairs):
        who = "a solution for players who remember what they did"
        require_known_sight(game.rule_set, who)


def check_solved(game: Game) -> None:
    """Raise QueryError unless the game is one of two players for one prize."""
    check_carried(game, "a solution")
    require_known_effects(game.rule_set)
    if game.p != 2:
        raise QueryError(
            "only games of two players are solved",
            hint="a game of three or more players has no single value",
        )
    require_seen_by_both(game)
    if game.board:
        raise QueryError(
            "only games with a question in each turn are solved",
            hint="on a board a turn may pass without one: leave out  board = true",
        )
    if game.table:
        raise QueryError("games with cards left over are not solved")
    if not game.sorts and game.q > game.sizes[0] + min(game.sizes[1:]) + 1:
        raise QueryError(
            "q is larger than m + n + 1: a wrong guess does not lose such a game",
            hint="the last player left may never know the pile (Theorem 3.2)",
        )


def sorts_of(game: Game) -> list[Sort]:
    """Return the sorts of cards of a game; one of all cards if they have no sorts."""
    if game.sorts:
        return [Sort(len(cards), 1, 1) for _, cards in game.sorts]
    return [Sort(game.c, game.sizes[0], game.q)]


class JointHands(NamedTuple):
    """Compatible hands, the number of deals with them, and the pile."""

    one: Counts
    two: Counts
    ways: int
    pile: Counts


Deals = list[JointHands]
Fit = Callable[[Counts, Counts], JointHands | None]
"""The deals with two hands, or None if the hands are not compatible."""


@cache
def _parts(size: int, one: int, two: int) -> tuple[int, int] | None:
    """Return a class's number of cards in the pile, and the ways to deal them."""
    if one + two > size:
        return None
    return size - one - two, comb(size, one) * comb(size - one, two)


def fit_of(classes: Iterable[tuple[int, int]], sorts: Sequence[Sort]) -> Fit:
    """Return a function that checks whether two hands are compatible.

    If cards have sorts, the remaining cards of each sort must be those of the pile.
    """
    kinds, sizes = zip(*classes, strict=True)

    @cache
    def fit(one: Counts, two: Counts) -> JointHands | None:
        parts = list(map(_parts, sizes, one, two))
        if None in parts:
            return None
        counts, ways = zip(*parts, strict=True)
        if len(sorts) > 1:
            left = [sort.pile for sort in sorts]
            for kind, count in zip(kinds, counts, strict=True):
                left[kind] -= count
            if any(left):
                return None
        return JointHands(one, two, prod(ways), counts)

    return fit


def deals_of(fit: Fit, ones: Iterable[Counts], twos: Collection[Counts]) -> Deals:
    """Return the compatible hands."""
    return [deal for one in ones for two in twos if (deal := fit(one, two))]


Met = Mapping[Counts, Mapping[Counts, JointHands]]
"""For each hand of a player and each pile, the deal with them."""


def met_by(player: int, deals: Deals) -> Met:
    """Return the deals by the player's hand, and by the pile."""
    found: dict[Counts, dict[Counts, JointHands]] = {}
    for deal in deals:
        hand = deal.one if player == 1 else deal.two
        found.setdefault(hand, {})[deal.pile] = deal
    return found


def number_of_draws(sizes: Iterable[int], chosen: Counts) -> int:
    """Return the number of ways to draw the chosen cards of each class."""
    return prod(map(comb, sizes, chosen))


def hands(classes: Classes, size: int) -> Iterator[Counts]:
    """Yield the hands of this size."""
    for counts in product(*(range(min(c.size, size) + 1) for c in classes)):
        if sum(counts) == size:
            yield counts


def questions(classes: Classes, sorts: Sequence[Sort]) -> Iterator[Counts]:
    """Yield how many cards of each class a question may have."""
    most = (min(c.size, sorts[c.sort].asked) for c in classes)
    for counts in product(*(range(k + 1) for k in most)):
        asked = [sort.asked for sort in sorts]
        for cards, count in zip(classes, counts, strict=True):
            asked[cards.sort] -= count
        if not any(asked):
            yield counts


@cache
def _shares(held: int, chosen: int, size: int) -> list[tuple[int, Counts, int]]:
    """Return how many cards picked of a class may be in a hand with `held` of it.

    Each comes with the hand's cards in the parts of the class, and the number of ways
    to pick them.
    """
    found = list[tuple[int, Counts, int]]()
    for own in range(max(0, held - size + chosen), min(held, chosen) + 1):
        parts = (own, held - own) if chosen < size else (own,)
        ways = comb(held, own) * comb(size - held, chosen - own)
        found.append((own, parts, ways))
    return found


class Split(dict[Counts, dict[Counts, tuple[Counts, int]]]):
    """The effect of picking some cards of each class.

    `whence` has for each class afterwards the one that it was part of, and `picked`
    says which of them have picked cards. `parts` is the number of ways to pick the
    cards if nothing is known about them. For a hand, the entries give the hand
    afterwards by the number of picked cards in it, and the number of ways to pick them.
    """

    def __init__(self, sizes: Counts, chosen: Counts) -> None:
        rows = [
            (place, picked, count)
            for place, (size, number) in enumerate(zip(sizes, chosen, strict=True))
            for picked, count in ((True, number), (False, size - number))
            if count
        ]
        self.whence, self.picked, self._counts = zip(*rows, strict=True)
        self._rows = [
            (place, number, sizes[place])
            for place, number in reversed([*enumerate(chosen)])
            if number
        ]
        self.parts = number_of_draws(sizes, chosen)

    def __missing__(self, hand: Counts) -> dict[Counts, tuple[Counts, int]]:
        found = [((0,) * len(hand), hand, 1)]
        for k, chosen, size in self._rows:
            found = [
                (
                    (*own[:k], mine, *own[k + 1 :]),
                    (*after[:k], *parts, *after[k + 1 :]),
                    ways * times,
                )
                for mine, parts, times in _shares(hand[k], chosen, size)
                for own, after, ways in found
            ]
        self[hand] = {own: (after, ways) for own, after, ways in found}
        return self[hand]

    def marked(self, classes: Classes, mark: int) -> Classes:
        """Return the classes afterwards, if the picked cards are to be marked."""
        old = [classes[k] for k in self.whence]
        return tuple(
            [
                CardClass(c[0], count, c[2], c[3], mark)
                if picked
                else c
                if count == c[1]
                else CardClass(c[0], count, *c[2:])
                for c, picked, count in zip(old, self.picked, self._counts, strict=True)
            ]
        )
