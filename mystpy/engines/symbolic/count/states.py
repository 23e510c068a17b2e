"""The memory needed while cards are dealt one after the other.

A *state* is one number. For each place it has a field for the cards that the place
still takes. Next to it are a bit for each clause of the place that is not yet
satisfied, and a field for each weighted show: how many of its cards the place has. A
clause of several places has a bit after all of these.

A *step* deals one card. The states that it leads to are *dead* if some place cannot
fill its room or satisfy its clauses from there.
"""

from __future__ import annotations

from collections.abc import Sequence

from mystpy.bits import bits
from mystpy.compilation import NamedTuple, dataclass
from mystpy.engines.symbolic.grid.residue import Residue


@dataclass(frozen=True, slots=True)
class ShowWeight:
    """A show with the weight one over the number of cards that could be shown.

    These cards are `sure` and those of the `cells` in the deal; `times` says how often
    the show was seen.
    """

    cells: int
    sure: int
    times: int


class CardMove(NamedTuple):
    """A card goes to a place: (state - take) & keep, if there is room in the state."""

    cell: int
    place: int
    room: int
    take: int
    keep: int


class CloseShow(NamedTuple):
    """A weighted show is closed: a factor by the field, which is then cleared."""

    place: int
    shift: int
    field: int
    factors: tuple[int, ...]


class PlaceCapacity(NamedTuple):
    """Cells at a place, and the field for the cards that the place still takes."""

    place: int
    cells: int
    mask: int
    shift: int


class AlikeCards(NamedTuple):
    """The last cards, if they are equivalent: their number, and where they may go.

    Only the room is remembered about them, so the ways to deal them are multinomial
    coefficients.
    """

    cards: int
    rooms: tuple[PlaceCapacity, ...]


Dead = tuple[int, int, frozenset[int]]
"""A shift, a mask, and the shifted and masked values for which a state is dead."""


@dataclass(frozen=True, slots=True)
class CountingStep:
    """A card is dealt, then shows are weighted, and then some states are dead."""

    moves: tuple[CardMove, ...]
    close: tuple[CloseShow, ...]
    dead: tuple[Dead, ...]


class StateFields:
    """The positions of the fields in a state.

    `met` has for each place, by the number of the card, which of its clauses a card
    satisfies; these bits begin at the place's field for its room.
    """

    def __init__(self, residue: Residue, weights: Sequence[ShowWeight]) -> None:
        places = residue.places
        self.places = places
        self.clauses = residue.clauses
        self.weights = weights
        fixed = places.split(residue.fixed)
        pairs = zip(places.sizes, fixed, strict=True)
        self.rooms = [size - cards.bit_count() for size, cards in pairs]
        self.of_place: list[int] = []
        self.shift: list[int] = []
        self.met: list[dict[int, int]] = []
        self.seen: dict[int, int] = {}
        self.start = 0
        self._width = 0
        of_place: list[list[int]] = [[] for _ in range(len(places))]
        several: list[int] = []
        for clause in residue.clauses:
            place = places.place(clause)
            (several if place is None else of_place[place]).append(clause)
        for place, clauses in enumerate(of_place):
            self._add_place(place, clauses)
        self.several = [(1 << self._field(1), clause) for clause in several]
        self.start += sum(bit for bit, _ in self.several)

    def _add_place(self, place: int, clauses: Sequence[int]) -> None:
        room = self.rooms[place]
        begin = self._field(room.bit_length())
        self.shift.append(begin)
        self.start += room << begin
        met: dict[int, int] = {}
        shift = self.places.shifts[place]
        for clause in clauses:
            bit = 1 << self._field(1)
            self.start += bit
            for card in bits(clause >> shift):
                number = card.bit_length() - 1
                met[number] = met.get(number, 0) | bit >> begin
        self.met.append(met)
        for number, weight in enumerate(self.weights):
            if self.places.place(weight.cells) == place:
                width = weight.cells.bit_count().bit_length()
                self.seen[number] = self._field(width)
        self.of_place.append((1 << self._width) - (1 << begin))

    def _field(self, width: int) -> int:
        self._width += width
        return self._width - width

    def room(self, place: int) -> int:
        """Return the mask of the field for the cards that a place still takes."""
        return (1 << self.rooms[place].bit_length()) - 1 << self.shift[place]

    def take(self, place: int, card: int) -> int:
        """Return what a card, by its number, subtracts from the fields of a place."""
        take = 1 << self.shift[place]
        cell = 1 << place * self.places.c + card
        for weight, shift in self.seen.items():
            if self.weights[weight].cells & cell:
                take -= 1 << shift
        return take

    def move(self, place: int, card: int) -> CardMove:
        """Return the effect of a card at a place, both by number, on a state."""
        cell = 1 << place * self.places.c + card
        met = self.met[place].get(card, 0) << self.shift[place]
        met += sum(bit for bit, clause in self.several if clause & cell)
        return CardMove(cell, place, self.room(place), self.take(place, card), ~met)

    def close(self, number: int, scale: int) -> CloseShow:
        """Return how a weighted show is closed; factors are in units of 1/scale."""
        weight = self.weights[number]
        place = self.places.place(weight.cells)
        assert place is not None, "a show is weighted by cards of one place"
        count = weight.cells.bit_count()
        counts = range(weight.sure, weight.sure + count + 1)
        factors = tuple(scale // n**weight.times for n in counts)
        shift = self.seen[number]
        field = (1 << count.bit_length()) - 1
        return CloseShow(place, shift, field << shift, factors)

    def tail(self, cards: int, column: int) -> AlikeCards:
        """Return the tail of cards that may be at the same places: in these cells."""
        rooms = [
            PlaceCapacity(place, here << place * self.places.c, self.room(place), shift)
            for place, (here, shift) in enumerate(
                zip(self.places.split(column), self.shift, strict=True)
            )
            if here
        ]
        return AlikeCards(cards.bit_count(), tuple(rooms))
