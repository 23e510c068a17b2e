"""CountingLogic: who has which card, as far as counting tells.

In the field: constraint propagation to a fixpoint, on cardinality constraints.

Source: Ayzenshtat, Feng and Lee 2003. It is sound, and not complete: each clue is
looked at by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mystpy.game.game import Game
from mystpy.play.game_state import sort_masks
from mystpy.players.note_sheet.clues import Clue, InvalidClue


class CountingLogic:
    """A matrix of holders and cards, with entries +, - and 0, and unresolved clues.

    `held` and `lacked` have for each holder the cards whose entry is + or -, as masks.
    There is one copy of each card, so a + makes the other entries of a card -, and the
    last that is not - is +. How many cards a holder has, is a clue as the others.
    """

    __slots__ = ("cards", "clues", "held", "lacked")

    def __init__(self, sizes: Sequence[int], cards: int) -> None:
        """Begin with the number of cards of each holder, and the deck as a mask."""
        self.cards = cards
        self.held = [0] * len(sizes)
        self.lacked = [0] * len(sizes)
        self.clues: list[tuple[Clue, ...]] = [
            (Clue(cards, k, size, size),) for k, size in enumerate(sizes)
        ]
        self._settle(range(len(sizes)))

    @classmethod
    def of(cls, game: Game) -> CountingLogic:
        """What is known of the deal before anything is seen."""
        logic = cls(game.sizes, (1 << game.c) - 1)
        logic.add(Clue(sort, 0, 1, 1) for sort in sort_masks(game))
        return logic

    def copy(self) -> CountingLogic:
        """The same once more: what is added to one is not added to the other."""
        other = CountingLogic.__new__(CountingLogic)
        other.cards = self.cards
        other.held, other.lacked = list(self.held), list(self.lacked)
        other.clues = list(self.clues)
        return other

    @property
    def unresolved(self) -> list[Clue]:
        """The clues that still say something, but for the numbers of cards."""
        return [clue for clues in self.clues for clue in clues[1:]]

    def add(self, clues: Iterable[Clue]) -> None:
        """Take clues in, and what follows by counting.

        Raises InvalidClue if nothing satisfies them; what is known is of no use then.
        """
        deductions = set()
        for clue in clues:
            if clue not in self.clues[clue.holder]:
                self.clues[clue.holder] += (clue,)
                deductions.add(clue.holder)
        self._settle(deductions)

    def enter(self, held: Sequence[int], lacked: Sequence[int]) -> None:
        """Set further entries to + and -. Raises InvalidClue as `add`."""
        deductions = []
        for k, (some, none) in enumerate(zip(held, lacked, strict=True)):
            if some & ~self.held[k] or none & ~self.lacked[k]:
                self.held[k] |= some
                self.lacked[k] |= none
                deductions.append(k)
        self._settle(deductions)

    def _settle(self, deductions: Iterable[int]) -> None:
        """Look at rows and columns until nothing follows."""
        while deductions:
            for k in deductions:
                self._row(k)
            deductions = self._columns()

    def _row(self, k: int) -> None:
        """Reduce the clues of a holder until nothing follows."""
        held, lacked, known = self.held[k], self.lacked[k], -1
        if held & lacked:
            raise InvalidClue(f"holder {k} has a card and does not have it")
        size, *clues = self.clues[k]
        while known != held | lacked:
            known = held | lacked
            kept: list[Clue] = []
            for deductions in (size, *clues):
                clue = (
                    deductions.reduced(held, lacked)
                    if deductions.cards & known
                    else deductions
                )
                if clue.all_held:
                    held |= clue.cards
                elif clue.none_held:
                    lacked |= clue.cards
                if not kept or not clue.follows(kept[0]):
                    kept.append(clue)
            size, *clues = kept
        self.held[k], self.lacked[k] = held, lacked
        self.clues[k] = (size, *dict.fromkeys(clues))

    def _columns(self) -> list[int]:
        """Have one holder for each card, and return the holders of whom that tells."""
        held = once = twice = 0
        for mine, lacked in zip(self.held, self.lacked, strict=True):
            may = self.cards & ~lacked
            if held & mine:
                raise InvalidClue("two holders have one card")
            held |= mine
            twice |= once & may
            once |= may
        if once != self.cards:
            raise InvalidClue("nobody has a card")
        deductions = []
        for k, (mine, lacked) in enumerate(zip(self.held, self.lacked, strict=True)):
            only = self.cards & ~lacked & ~twice
            others = held & ~mine
            if only & ~mine or others & ~lacked:
                self.held[k] |= only
                self.lacked[k] |= others
                deductions.append(k)
        return deductions
