"""Places for cards, and what conditions say of them: sets of cells as bit masks.

A *place* takes a fixed number of cards: a player's hand, the pile, or, where cards
come in sorts, the pile's place for one sort. So that the sizes and the sorts are
respected is the same thing for every place. A *cell* is a card at a place. A set of
cells is one number: bit ``place * c + card``, with c the number of cards; so a deal
is a set of cells, two cards change places by one exclusive or, and a *clause*, a set
of cells of which a deal has at least one, is met if a bitwise and is not zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from mystpy.engines.deals import Condition, Holds, mask_of
from mystpy.game import Game


class Places:
    """The places of a game: whose they are, how many cards they take, and which."""

    def __init__(self, game: Game) -> None:
        self.c = game.c
        self.deck = (1 << game.c) - 1
        sorts = [mask_of(cards, game) for _, cards in game.sorts]
        players = range(1, game.p + 1)
        piles = [(0, 1, sort) for sort in sorts] or [(0, game.sizes[0], self.deck)]
        rows = [*piles, *((k, game.sizes[k], self.deck) for k in players)]
        self.holders = tuple(holder for holder, _, _ in rows)
        self.sizes = tuple(size for _, size, _ in rows)
        self.number = range(len(rows))
        self.all = self.joined([cards for _, _, cards in rows])
        self.hand_sizes = game.sizes

    def joined(self, cards: Iterable[int]) -> int:
        """Return the cells of these cards, given as one mask for each place."""
        cells = 0
        for place, mask in enumerate(cards):
            cells |= mask << place * self.c
        return cells

    def split(self, cells: int) -> list[int]:
        """Return the cards of the cells, one mask for each place."""
        return [cells >> place * self.c & self.deck for place in self.number]

    def cells(self, holder: int, cards: int) -> int:
        """Return the cells of these cards with a holder."""
        of_holder = (cards if k == holder else 0 for k in self.holders)
        return self.joined(of_holder) & self.all

    def cards(self, cells: int) -> int:
        """Return the cards of which there is a cell, wherever it is."""
        union = 0
        for mask in self.split(cells):
            union |= mask
        return union

    def hands(self, cells: int) -> tuple[int, ...]:
        """Return the cards of the cells, one mask for each holder."""
        found = [0] * len(self.hand_sizes)
        for holder, mask in zip(self.holders, self.split(cells), strict=True):
            found[holder] |= mask
        return tuple(found)

    def column(self, cards: int) -> int:
        """Return the cells of these cards, at every place."""
        return self.joined([cards] * len(self.number)) & self.all

    def place(self, clause: int) -> int | None:
        """Return the place of which all cells of a clause are, or None."""
        place = ((clause & -clause).bit_length() - 1) // self.c
        return place if clause >> place * self.c <= self.deck else None

    def read(self, conditions: Iterable[Condition]) -> tuple[int, list[int]]:
        """Return the cells that conditions bar, and their clauses."""
        barred, clauses = 0, []
        for condition in conditions:
            holder, cards = condition.holder, condition.cards
            match condition.holds:
                case Holds.NONE:
                    barred |= self.cells(holder, cards)
                case Holds.SOME:
                    clauses.append(self.cells(holder, cards))
                case Holds.EXACTLY:
                    hand = self.cells(holder, cards)
                    barred |= self.cells(holder, self.deck) ^ hand
                    barred |= self.column(cards) ^ hand
                case Holds.NOT_EXACTLY if cards.bit_count() == self.hand_sizes[holder]:
                    # Not all of them: one of the cards is with somebody else.
                    clauses.append(self.column(cards) & ~self.cells(holder, cards))
        return barred, clauses


@lru_cache(maxsize=16)
def places_of(game: Game) -> Places:
    """Return the places of a game."""
    return Places(game)
