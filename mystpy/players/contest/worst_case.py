"""Players as programs in Clue contests were described: they minimize the worst case.

In the field: minimax search, one question deep.

Source: public descriptions of such programs, in words; the code is new. The possible
answers to a question are read from the public transition system, and their consequences
are counted.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from math import comb, prod
from random import Random

from mystpy.engines.transition_system.states import EventKey
from mystpy.game.game import Game
from mystpy.history.actions import Asks, NoGuess
from mystpy.play.game_state import sort_masks
from mystpy.play.information_state import InformationState
from mystpy.players.contest.worst_answers import Left, OpenEntries, WorstAnswers
from mystpy.players.counting_sheet import CountingSheet
from mystpy.players.player_base import BeliefPlayer, draw_question, unknown
from mystpy.situations.event import Event


def solutions(entries: OpenEntries) -> int:
    """Return the number of possible piles, by the entries."""
    game, open_ = entries.game, entries.cards[0]
    if not game.sorts:
        return comb(open_.bit_count(), entries.rooms[0])
    return prod([(open_ & sort).bit_count() or 1 for sort in sort_masks(game)])


def hands(entries: OpenEntries) -> int:
    """Return the number of possible hands, by the entries, each player separately."""
    rows = zip(entries.cards[1:], entries.rooms[1:], strict=True)
    return prod([comb(open_.bit_count(), room) for open_, room in rows])


def open_cells(entries: OpenEntries) -> int:
    """Return how many entries are open."""
    return sum([open_.bit_count() for open_ in entries.cards])


class WorstCase(BeliefPlayer[CountingSheet]):
    """A player who minimizes the worst case over at most `most` random questions.

    It guesses when certain, and shows any card.
    """

    def __init__(self, game: Game, player: int, *, most: int = 24) -> None:
        super().__init__(game, player, CountingSheet)
        self.most = most

    monotone = True
    """Whether more knowledge never increases the uncertainty."""

    @abstractmethod
    def left(self, entries: OpenEntries) -> Left:
        """Return the remaining uncertainty; earlier numbers are more important."""

    def question(self, seen: InformationState, rng: Random) -> int:
        """Return the question with the best worst answer."""
        return self.choose_question(seen, [(Asks.name, self.player)], rng).cards

    def choose_question(
        self, seen: InformationState, keys: Sequence[EventKey], rng: Random
    ) -> Event:
        """Return the question with the best worst answer, and whom to ask."""
        sheet = self.belief(seen)
        quiet, open_ = sheet.sure[0] | seen.hand, unknown(sheet)

        def pools() -> tuple[int, int]:
            """Return unknown cards, sometimes with others; then these others."""
            return open_ | quiet * rng.randrange(2), quiet

        looked = {
            (rng.choice(keys), draw_question(self.game, pools(), rng))
            for _ in range(self.most)
        }
        answers = WorstAnswers(sheet, self.left, monotone=self.monotone)
        first, *others = [Event(key, cards) for key, cards in sorted(looked)]
        best, least = first, answers.worst(first)
        for event in others:
            worst = answers.worst(event, least)
            if worst < least:
                best, least = event, worst
        return best

    def worst(self, sheet: CountingSheet, question: Event) -> Left:
        """Return the uncertainty after the worst answer."""
        answers = WorstAnswers(sheet, self.left, monotone=self.monotone)
        return answers.worst(question)

    def why(self, seen: InformationState, event: Event) -> str:
        """Return the reason of an action, in words."""
        sheet = self.belief(seen)
        if event.key[0] == Asks.name:
            left = ", ".join(f"{each:g}" for each in self.worst(sheet, event))
            return f"the worst answer leaves {left}"
        if event.key[0] == NoGuess.name:
            return (
                f"{solutions(OpenEntries.of(sheet.logic, self.game))} piles may be left"
            )
        return super().why(seen, event)


class Minimax(WorstCase):
    """A player who minimizes the solutions in the worst case, and then the hands."""

    def left(self, entries: OpenEntries) -> Left:
        """Return the possible piles, then the possible hands."""
        return solutions(entries), hands(entries)


class Weighted(WorstCase):
    """A player who minimizes a weighted sum in the worst case.

    It is the sum of solutions, unresolved clauses and open cells; the weights are our
    own. InferencePlayer of the Speed Clue contest weighs a solution by 1000, an open
    cell by 1, and a clause of one, two or three cards by -1360, -160 or -10.
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
        self.monotone = min(self.weights) >= 0

    def left(self, entries: OpenEntries) -> Left:
        """Return the weighted sum."""
        parts = solutions(entries), entries.clauses, open_cells(entries)
        pairs = zip(self.weights, parts, strict=True)
        return (sum(weight * part for weight, part in pairs),)
