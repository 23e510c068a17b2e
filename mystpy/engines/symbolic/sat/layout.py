"""Public constraints with numbers for the atoms of one of their worlds.

A world is one number: bit `holder * c + card` says that a holder has a card, and bit
`(p + 1 + show) * c + card` that the card was shown at a show, with c the number of
cards. So a player's view of a world is the world restricted to a mask. A cube, a
conjunction of such bits and of negated ones, is a pair of masks.

Only those shows are part of a world whose asker is one of the `askers`, the players
whose knowledge occurs. Shows to anybody else make no difference: the player who showed
the card knows it, but everything about the deal that follows from it also follows from
the hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from mystpy.bits import mask_of, members
from mystpy.compilation import NamedTuple
from mystpy.engines.hands import PossibleHands, hands_of
from mystpy.engines.symbolic.public_constraints import PublicConstraints
from mystpy.language.atoms import H
from mystpy.thresholds import MIN_BITS_READ_AS_TEXT
from mystpy.views import GivenCards, Show


def numbers(mask: int) -> list[int]:
    """Return the places of the bits of a mask."""
    if mask.bit_length() > MIN_BITS_READ_AS_TEXT:
        return list(members(mask))
    if 3 * mask.bit_count() > mask.bit_length():  # most of a string's characters count
        return [k for k, bit in enumerate(f"{mask:b}"[::-1]) if bit == "1"]
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


class Cube(NamedTuple):
    """Bits that a world has, bits that it lacks, and sets that it lacks in part."""

    has: int
    lacks: int
    parts: tuple[int, ...] = ()

    def holds(self, world: int) -> bool:
        """Return whether a world satisfies the cube."""
        if self.has & ~world or self.lacks & world:
            return False
        return all(part & ~world for part in self.parts)


def conjunction(cubes: Iterable[Cube]) -> Cube:
    """Return the conjunction of cubes."""
    has = lacks = 0
    parts: dict[int, None] = {}
    for cube in cubes:
        has, lacks = has | cube.has, lacks | cube.lacks
        parts.update(dict.fromkeys(cube.parts))
    return Cube(has, lacks, tuple(parts))


class WorldLayout:
    """Public constraints, with the shows that matter for the knowledge of askers.

    `cells` are the bits of who holds what in some world of the constraints.
    """

    def __init__(
        self, constraints: PublicConstraints, askers: frozenset[int], cells: int
    ) -> None:
        self.constraints = constraints
        self.askers = askers
        self.cells = cells
        self.c = constraints.game.c
        self.deck = (1 << self.c) - 1
        self.holders = constraints.game.holders
        self.shows: dict[int, Show] = {
            e: show
            for e, show in enumerate(constraints.shows)
            if show.is_news_to(askers)
        }
        self._views: dict[tuple[int, ...], int] = {}

    @cached_property
    def sorts(self) -> tuple[int, ...]:
        """Return the sorts of cards as masks: the pile has one card of each."""
        return tuple(
            mask_of(cards, self.constraints.game)
            for _, cards in self.constraints.game.sorts
        )

    @cached_property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Return the holders with their possible cards; a pile once for each sort."""
        pile = [(0, sort) for sort in self.sorts] or [(0, self.deck)]
        return (*pile, *((k, self.deck) for k in self.holders[1:]))

    @cached_property
    def hands(self) -> tuple[PossibleHands, ...]:
        """Return the constraints on each holder's cards."""
        return hands_of(self.constraints.game, self.constraints.conditions)

    def may(self, holder: int) -> int:
        """Return the cards that a holder has in some world of the constraints."""
        return self.cells >> self.hand_at(holder) & self.deck

    def name(self, place: int) -> str:
        """Return the meaning of a place's bit: a card's holder, or a shown card."""
        row, card = divmod(place, self.c)
        text = self.constraints.game.cards[card]
        if row < len(self.holders):
            return f"{H.predicate}({row},{text})"
        return f"{text} shown at show {row - len(self.holders)}"

    def hand_at(self, holder: int) -> int:
        """Return the place of the first bit of a holder's hand."""
        return holder * self.c

    def show_at(self, show: int) -> int:
        """Return the place of the first bit of a show's card."""
        return (len(self.holders) + show) * self.c

    def hand(self, world: int, holder: int) -> int:
        """Return the cards that a holder has in a world."""
        return world >> self.hand_at(holder) & self.deck

    def shown(self, world: int, show: int) -> int:
        """Return the card that was shown."""
        return world >> self.show_at(show) & self.deck

    def view(self, group: tuple[int, ...]) -> int:
        """Return the mask of what some players together see of a world."""
        if group not in self._views:
            places = [self.hand_at(player) for player in group]
            for e, show in self.shows.items():
                if show.is_seen_in(group):
                    places.append(self.show_at(e))
            self._views[group] = sum(self.deck << place for place in places)
        return self._views[group]

    def given(self, given: GivenCards) -> int:
        """Return the bits that are given."""
        known = 0
        for holder, hand in given.hands:
            known |= hand << self.hand_at(holder)
        for e, card in given.shown:
            known |= card << self.hand_at(self.constraints.shows[e].by)
            if e in self.shows:
                known |= card << self.show_at(e)
        return known

    def is_given(self, group: Iterable[int], given: GivenCards) -> bool:
        """Return whether everything that some players see of a world is given.

        They see their hands and the cards of shows. A show counts if it is news to one
        of them or to an asker, and if more than one card is possible.
        """
        hands, shown = dict(given.hands), dict(given.shown)
        players = set(group)
        return players <= hands.keys() and all(
            e in shown
            for e, show in enumerate(self.constraints.shows)
            if show.is_seen_in(players)
            and show.is_news_to(players | self.askers)
            and (show.cards & self.may(show.by)).bit_count() > 1
        )


class WitnessWorld(NamedTuple):
    """One world of a witness: `player` cannot distinguish it from world `parent`.

    The first world has parent -1: it is consistent with the given cards. `hands` are
    masks by holder, `shown` masks by show.
    """

    parent: int
    player: int
    hands: tuple[int, ...]
    shown: tuple[int, ...]


def witness_world(
    scene: WorldLayout,
    world: int,
    parent: tuple[int, int, WitnessWorld | None],
    given: Mapping[int, int],
) -> WitnessWorld:
    """Return the world of a witness for a number.

    `parent` has the parent's number, the player of the link, and the parent itself. If
    nobody's knowledge depends on the card of a show, any card is used. It is a given
    one, or that of the parent if the player who showed it cannot distinguish the
    worlds, or else one held.
    """
    number, player, before = parent
    hands = tuple(scene.hand(world, k) for k in scene.holders)
    shown = []
    for e, show in enumerate(scene.constraints.shows):
        card = scene.shown(world, e) if e in scene.shows else 0
        if not card and player in (0, show.by):
            card = before.shown[e] if before else given.get(e, 0)
        choice = hands[show.by] & show.cards or show.cards
        shown.append(card or choice & -choice)
    return WitnessWorld(number, player, hands, tuple(shown))
