"""Places for cards, and what conditions say of them: sets of cells as bit masks.

A *place* takes a fixed number of cards: a player's hand, the pile, or, where cards
come in sorts, the pile's place for one sort. So to respect the sizes and the sorts is
the same thing for every place. A *cell* is a card at a place. A set of cells is one
number: bit `place * c + card`, with c the number of cards. So a deal is a set of
cells, and a *clause*, a set of cells of which a deal has at least one, is met if a
bitwise and is not zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from mystpy.bits import mask_of
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.game.game import Game


class Places:
    """The places of a game: whose they are, how many cards they take, and which."""

    def __init__(self, game: Game) -> None:
        self.c = game.c
        self.deck = (1 << game.c) - 1
        sorts = [mask_of(cards, game) for _, cards in game.sorts]
        piles = [(0, 1, sort) for sort in sorts] or [(0, game.sizes[0], self.deck)]
        players = [(k, game.sizes[k], self.deck) for k in game.holders[1:]]
        rows = piles + players
        self.holders = tuple(holder for holder, _, _ in rows)
        self.sizes = tuple(size for _, size, _ in rows)
        self.hand_sizes = game.sizes
        self.shifts = tuple(range(0, len(rows) * game.c, game.c))
        self.all = self.joined([cards for _, _, cards in rows])
        # A set of cards times these is the set at each place, or at those of a holder.
        self._firsts = self.joined([1] * len(rows))
        self._first = {
            holder: self.joined([int(k == holder) for k in self.holders])
            for holder in self.holders
        }
        self._columns = [self.column(1 << card) for card in range(game.c)]

    def __len__(self) -> int:
        return len(self.sizes)

    def joined(self, cards: Sequence[int]) -> int:
        """The cells of these cards, given as one mask for each place."""
        cells = 0
        for mask in reversed(cards):
            cells = cells << self.c | mask
        return cells

    def split(self, cells: int) -> list[int]:
        """The cards of the cells, one mask for each place."""
        deck = self.deck
        return [cells >> shift & deck for shift in self.shifts]

    def hands(self, cells: int) -> tuple[int, ...]:
        """The cards of the cells, one mask for each holder."""
        found = [0] * len(self.hand_sizes)
        for holder, mask in zip(self.holders, self.split(cells), strict=True):
            found[holder] |= mask
        return tuple(found)

    def cells(self, holder: int, cards: int) -> int:
        """The cells of these cards with a holder."""
        return cards * self._first.get(holder, 0) & self.all

    def cards(self, cells: int) -> int:
        """The cards of which there is a cell, wherever it is."""
        union = 0
        while cells:
            union |= cells & self.deck
            cells >>= self.c
        return union

    def column(self, cards: int) -> int:
        """The cells of these cards, at every place."""
        return cards * self._firsts & self.all

    def column_of(self, cell: int) -> int:
        """The cells of the card of a cell (of any card if there is no cell)."""
        return self._columns[(cell.bit_length() - 1) % self.c]

    def where(self, cell: int) -> tuple[int, int]:
        """The place of a cell, and the mask of its card."""
        place, card = divmod(cell.bit_length() - 1, self.c)
        return place, 1 << card

    def place(self, clause: int) -> int | None:
        """The place of which all cells of a clause are, or None."""
        place = ((clause & -clause).bit_length() - 1) // self.c
        return place if clause >> place * self.c <= self.deck else None

    def read(self, conditions: Iterable[Condition]) -> tuple[int, list[int]]:
        """The cells that conditions bar, and their clauses."""
        barred, clauses = 0, []
        for condition in conditions:
            holder, cards = condition.holder, condition.cards
            cells = self.cells(holder, cards)
            match condition.holds:
                case ConditionKind.NONE:
                    barred |= cells
                case ConditionKind.SOME:
                    clauses.append(cells)
                case ConditionKind.EXACTLY:
                    barred |= self.cells(holder, self.deck) ^ cells
                    barred |= self.column(cards) ^ cells
                case ConditionKind.NOT_EXACTLY if self._makes_hand(holder, cells):
                    # Not all of these cards: one of them is with another holder.
                    clauses.append(self.column(cards) ^ cells)
        return barred, clauses

    def _makes_hand(self, holder: int, cells: int) -> bool:
        rows = zip(self.holders, self.sizes, self.split(cells), strict=True)
        return all(m.bit_count() == size for k, size, m in rows if k == holder)


@lru_cache(maxsize=16)
def places_of(game: Game) -> Places:
    """The places of a game."""
    return Places(game)
