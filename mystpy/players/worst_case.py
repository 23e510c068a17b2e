"""Players as programs in contests of Clue were described: the best of the worst cases.

In the field: minimax search, one question deep.

Source: public descriptions of such programs, in words; written anew. What a question
may lead to is read off the public diagram, and what follows from it by counting.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from math import comb, inf, prod
from random import Random

from mystpy.bits import bits
from mystpy.engines.transition_system.states import EventKey
from mystpy.game.game import Game
from mystpy.history.actions import Asks, No, NoGuess, Shows, Yes
from mystpy.play.game_state import sort_masks
from mystpy.play.information_state import InformationState
from mystpy.players.counting_sheet import CountingSheet
from mystpy.players.player_base import BeliefPlayer, draw_question, unknown
from mystpy.situations.event import Event

_ANSWERS = {No.name, Yes.name, Shows.name}


def answers(sheet: CountingSheet) -> Iterator[CountingSheet]:
    """What may be known once the question just asked is answered."""
    if not _ANSWERS & {key[0] for key in sheet.moves}:
        yield sheet
    for key in sheet.moves:
        if key[0] in (No.name, Yes.name):
            if (after := sheet.then(Event(key))).is_possible:
                yield from answers(after)
        elif key[0] == Shows.name:
            for card in bits(sheet.may[key[1]] & sheet.question_mask):
                if (after := sheet.then(Event(key, card))).is_possible:
                    yield after


def solutions(sheet: CountingSheet) -> int:
    """How many piles there may be, by the entries."""
    logic = sheet.logic
    open_ = logic.cards & ~(logic.held[0] | logic.lacked[0])
    if not sheet.game.sorts:
        left = sheet.game.sizes[0] - logic.held[0].bit_count()
        return comb(open_.bit_count(), left)
    counts = ((open_ & sort).bit_count() for sort in sort_masks(sheet.game))
    return prod(count or 1 for count in counts)


def hands(sheet: CountingSheet) -> int:
    """How many hands there may be, by the entries, each player for himself."""
    logic = sheet.logic
    return prod(
        comb((logic.cards & ~(held | lacked)).bit_count(), size - held.bit_count())
        for held, lacked, size in zip(
            logic.held[1:], logic.lacked[1:], sheet.game.sizes[1:], strict=True
        )
    )


def open_cells(sheet: CountingSheet) -> int:
    """How many entries are open."""
    logic = sheet.logic
    rows = zip(logic.held, logic.lacked, strict=True)
    return sum((logic.cards & ~(held | lacked)).bit_count() for held, lacked in rows)


class WorstCase(BeliefPlayer[CountingSheet]):
    """Asks what leaves least in the worst case; looks at `most` random questions.

    Guesses when certain, and shows any card.
    """

    def __init__(self, game: Game, player: int, *, most: int = 24) -> None:
        super().__init__(game, player, CountingSheet)
        self.most = most

    @abstractmethod
    def left(self, sheet: CountingSheet) -> tuple[float, ...]:
        """How much is left to find out; what comes first counts most."""

    def question(self, seen: InformationState, rng: Random) -> int:
        """The question whose worst answer leaves least, where nobody is chosen."""
        return self.choose_question(seen, [(Asks.name, self.player)], rng).cards

    def choose_question(
        self, seen: InformationState, keys: Sequence[EventKey], rng: Random
    ) -> Event:
        """The question whose worst answer leaves least, and whom."""
        sheet = self.belief(seen)
        quiet = sheet.sure[0] | seen.hand
        looked = {
            (
                rng.choice(keys),
                draw_question(self.game, (self._pool(sheet, quiet, rng), quiet), rng),
            )
            for _ in range(self.most)
        }
        first, *others = [Event(key, cards) for key, cards in sorted(looked)]
        best, least = first, self.worst(sheet, first)
        for event in others:
            worst = self.worst(sheet, event, least)
            if worst < least:
                best, least = event, worst
        return best

    def _pool(self, sheet: CountingSheet, quiet: int, rng: Random) -> int:
        """Cards that are not known, in half of the cases with others for cover."""
        return unknown(sheet) | quiet * rng.randrange(2)

    def worst(
        self, sheet: CountingSheet, question: Event, least: tuple[float, ...] = (inf,)
    ) -> tuple[float, ...]:
        """What is left after the worst answer.

        It is not looked further for worse than what `least` leaves.
        """
        worst: tuple[float, ...] = ()
        for after in answers(sheet.then(question)):
            worst = max(worst, self.left(after))
            if worst >= least:
                break
        return worst

    def why(self, seen: InformationState, event: Event) -> str:
        """The reason of an action, in words."""
        sheet = self.belief(seen)
        if event.key[0] == Asks.name:
            left = ", ".join(f"{each:g}" for each in self.worst(sheet, event))
            return f"the worst answer leaves {left}"
        if event.key[0] == NoGuess.name:
            return f"{solutions(sheet)} piles may be left"
        return super().why(seen, event)


class Minimax(WorstCase):
    """Leaves the fewest solutions in the worst case, and of these the fewest hands."""

    def left(self, sheet: CountingSheet) -> tuple[float, ...]:
        """Piles there may be, then hands."""
        return solutions(sheet), hands(sheet)


class Weighted(WorstCase):
    """Leaves the least weighted sum in the worst case.

    It is the sum of solutions, unresolved clauses and open cells; the weights are not
    public.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        most: int = 24,
        solution: float = 1.0,
        clause: float = 0.5,
        cell: float = 0.5,
    ) -> None:
        super().__init__(game, player, most=most)
        self.weights = solution, clause, cell

    def left(self, sheet: CountingSheet) -> tuple[float, ...]:
        """The weighted sum."""
        clauses = len(sheet.logic.unresolved)
        parts = solutions(sheet), clauses, open_cells(sheet)
        pairs = zip(self.weights, parts, strict=True)
        return (sum(weight * part for weight, part in pairs),)
