"""CountingLogic: the holders of cards, as far as they follow by counting.

In the field: constraint propagation to a fixpoint, on cardinality constraints.

Source: Ayzenshtat, Feng and Lee 2003. It is sound, and not complete: each clue is
examined separately.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.hands import Condition, ConditionKind
from mystpy.errors import NoWorldFits
from mystpy.game.game import Game
from mystpy.play.game_state import sort_masks


class InvalidClue(NoWorldFits):
    """A clue that cannot be satisfied: the knowledge about the deal is inconsistent."""


class Clue(NamedTuple):
    """A clue: a holder has at least and at most these numbers of some cards (a mask).

    Source: CountingLogic (Ayzenshtat, Feng and Lee 2003).
    """

    cards: int
    holder: int
    least: int
    most: int

    @classmethod
    def of(cls, condition: Condition, size: int) -> Clue:
        """Return a condition on a hand of this size as a clue."""
        holder, holds, cards = condition
        number = cards.bit_count()
        match holds:
            case ConditionKind.NONE:
                return cls(cards, holder, 0, 0)
            case ConditionKind.SOME:
                return cls(cards, holder, 1, min(number, size))
            case ConditionKind.EXACTLY:
                return cls(cards, holder, number, number)
        return cls(cards, holder, 0, number - 1)

    def reduced(self, held: int, lacked: int) -> Clue:
        """Return the same about the cards that are not known to be held or lacked.

        Raises InvalidClue if these cannot satisfy it.
        """
        cards, holder, least, most = self
        known = (cards & held).bit_count()
        cards &= ~(held | lacked)
        number, least, most = cards.bit_count(), least - known, most - known
        if least > number or most < 0 or least > most:
            raise InvalidClue(f"holder {holder} cannot have these cards")
        return Clue(cards, holder, max(least, 0), min(most, number))

    def follows(self, size: Clue) -> bool:
        """Return whether the holder's number of cards, reduced, implies this clue.

        This remains true with more knowledge: such a clue can be dropped.
        """
        number = self.cards.bit_count()
        others = (size.cards & ~self.cards).bit_count()
        least, most = max(size.least - others, 0), min(size.most, number)
        return least >= self.least and most <= self.most


class CountingLogic:
    """A matrix of holders and cards, with entries +, - and 0, and unresolved clues.

    `held` and `lacked` have for each holder the cards whose entry is + or -, as masks.
    There is one copy of each card, so a + makes the other entries of a card -, and the
    last entry that is not - is +. The number of cards of a holder is a clue, too.
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
        """Return the knowledge about the deal before the first observation."""
        logic = cls(game.sizes, (1 << game.c) - 1)
        logic.add(Clue(sort, 0, 1, 1) for sort in sort_masks(game))
        return logic

    def copy(self) -> CountingLogic:
        """Return a copy; clues that are added to one are not added to the other."""
        other = CountingLogic.__new__(CountingLogic)
        other.cards = self.cards
        other.held, other.lacked = list(self.held), list(self.lacked)
        other.clues = list(self.clues)
        return other

    @property
    def unresolved(self) -> list[Clue]:
        """Return the clues that are not resolved, without the numbers of cards."""
        return [clue for clues in self.clues for clue in clues[1:]]

    def add(self, clues: Iterable[Clue]) -> None:
        """Add clues, and what follows by counting.

        Raises InvalidClue if they cannot be satisfied; then the matrix is of no use.
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
        """Examine rows and columns until nothing new follows."""
        while deductions:
            for k in deductions:
                self._row(k)
            deductions = self._columns()

    def _row(self, k: int) -> None:
        """Reduce the clues of a holder until nothing new follows."""
        held, lacked, known = self.held[k], self.lacked[k], -1
        if held & lacked:
            raise InvalidClue(f"holder {k} has a card and does not have it")
        clues: Sequence[Clue] = self.clues[k]
        while known != held | lacked:
            known = held | lacked
            kept: list[Clue] = []
            for clue in clues:
                left = clue.reduced(held, lacked) if clue[0] & known else clue
                cards, _, least, most = left
                if least == cards.bit_count():
                    held |= cards
                elif not most:
                    lacked |= cards
                if not kept or not left.follows(kept[0]):
                    kept.append(left)
            clues = kept
        self.held[k], self.lacked[k] = held, lacked
        self.clues[k] = tuple(dict.fromkeys(clues))

    def _columns(self) -> list[int]:
        """Give each card one holder, and return the holders with new entries."""
        held = once = twice = 0
        whole = self.cards
        for mine, lacked in zip(self.held, self.lacked, strict=True):
            if held & mine:
                raise InvalidClue("two holders have one card")
            held |= mine
            may = whole & ~lacked
            twice |= once & may
            once |= may
        if once != whole:
            raise InvalidClue("nobody has a card")
        deductions = []
        single = once & ~twice
        for k, (mine, lacked) in enumerate(zip(self.held, self.lacked, strict=True)):
            only = single & ~lacked
            others = held & ~mine
            if only & ~mine or others & ~lacked:
                self.held[k] |= only
                self.lacked[k] |= others
                deductions.append(k)
        return deductions


Cell = tuple[int, int]
"""A holder and a card, as a mask."""


def apply_trials(logic: CountingLogic) -> CountingLogic:
    """Return the same with the results of trials.

    Raises InvalidClue if both opposites fail.
    """
    while more := _after_trials(logic):
        logic = more
    return logic


def _after_trials(logic: CountingLogic) -> CountingLogic | None:
    """Return the knowledge after the first trial with a result, or None."""
    for holder, card in _cells(logic):
        having = _supposed(logic, holder, card, 0)
        lacking = _supposed(logic, holder, 0, card)
        if not having and not lacking:
            raise InvalidClue(f"holder {holder} cannot have a card, nor lack it")
        if not having or not lacking:
            return having or lacking
        held = [x & y for x, y in zip(having.held, lacking.held, strict=True)]
        lacked = [x & y for x, y in zip(having.lacked, lacking.lacked, strict=True)]
        if (held, lacked) != (logic.held, logic.lacked):
            more = logic.copy()
            more.enter(held, lacked)
            return more
    return None


def _cells(logic: CountingLogic) -> Iterator[Cell]:
    clues = logic.unresolved
    least = min((clue.cards.bit_count() for clue in clues), default=0)
    met = [0] * len(logic.held)
    for clue in clues:
        if clue.cards.bit_count() == least:
            for card in bits(clue.cards & ~met[clue.holder]):
                yield clue.holder, card
            met[clue.holder] |= clue.cards


def _supposed(
    logic: CountingLogic, holder: int, held: int, lacked: int
) -> CountingLogic | None:
    """Return the consequences if a holder has or lacks a card; None if impossible."""
    case = logic.copy()
    rows = range(len(logic.held))
    try:
        case.enter(
            [held * (k == holder) for k in rows], [lacked * (k == holder) for k in rows]
        )
    except InvalidClue:
        return None
    return case
