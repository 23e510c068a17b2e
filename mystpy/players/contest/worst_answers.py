"""The open entries of a sheet after the answers to a question, and the worst answer.

In the field: minimax with a transposition table, and pruning by an upper bound.

Many questions share answers: if the first player shows some card, this has the same
meaning for all questions. Each answer is therefore evaluated once. An answer need not
be evaluated at all if its own entries, before propagation, leave no more open than
another answer does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf

from mystpy.bits import bits
from mystpy.compilation import NamedTuple
from mystpy.engines.transition_system.states import EventKey
from mystpy.game.game import Game
from mystpy.history.actions import No, Shows, Yes
from mystpy.players.contest.answer_paths import ANSWERS, AnswerPath, answer_paths
from mystpy.players.counting_logic import Clue, CountingLogic, InvalidClue
from mystpy.players.counting_sheet import CountingSheet
from mystpy.situations.event import Event

Left = tuple[float, ...]
"""The remaining uncertainty; earlier numbers are more important."""


class OpenEntries(NamedTuple):
    """The open entries of a sheet: each holder's open cards, and the number of them.

    `clauses` is the number of clues that are not resolved.
    """

    game: Game
    cards: tuple[int, ...]
    rooms: tuple[int, ...]
    clauses: int

    @classmethod
    def of(cls, logic: CountingLogic, game: Game) -> OpenEntries:
        """Return the open entries of a matrix."""
        pairs = zip(logic.held, logic.lacked, strict=True)
        cards = tuple([logic.cards & ~(held | lacked) for held, lacked in pairs])
        rows = zip(game.sizes, logic.held, strict=True)
        rooms = tuple([size - held.bit_count() for size, held in rows])
        return cls(game, cards, rooms, sum(map(len, logic.clues)) - len(logic.clues))


def answers(sheet: CountingSheet) -> Iterator[CountingSheet]:
    """Yield the sheets after each possible answer to the question just asked."""
    if not ANSWERS & {key[0] for key in sheet.moves}:
        yield sheet
    for key in sheet.moves:
        if key[0] in (No.name, Yes.name):
            if (after := sheet.then(Event(key))).is_possible:
                yield from answers(after)
        elif key[0] == Shows.name:
            for card in bits(sheet.may[key[1]] & sheet.question_mask):
                if (after := sheet.then(Event(key, card))).is_possible:
                    yield after


class _Answer(NamedTuple):
    """An answer, reduced to the information that is not on the sheet yet.

    `shower` has the `card`, if that is not 0; each of the `lacking` lacks some cards,
    each of the `having` has one of some.
    """

    shower: int
    card: int
    lacking: tuple[tuple[int, int], ...]
    having: tuple[tuple[int, int], ...]

    def clues(self, sizes: tuple[int, ...]) -> Iterator[Clue]:
        """Yield the same as clues."""
        for holder, cards in self.lacking:
            yield Clue(cards, holder, 0, 0)
        for holder, cards in self.having:
            most = min(cards.bit_count(), sizes[holder])
            yield Clue(cards, holder, 1, most)
        if self.card:
            yield Clue(self.card, self.shower, 1, 1)

    def entered(self, entries: OpenEntries) -> OpenEntries:
        """Return an upper bound of the open entries: without any propagation."""
        cards, rooms = list(entries.cards), list(entries.rooms)
        if self.card:
            cards = [open_ & ~self.card for open_ in cards]
            rooms[self.shower] -= 1
        for holder, lacked in self.lacking:
            cards[holder] &= ~lacked
        clauses = entries.clauses + len(self.having)
        return OpenEntries(entries.game, tuple(cards), tuple(rooms), clauses)


def paths_seen(sheet: CountingSheet, key: EventKey) -> tuple[AnswerPath, ...] | None:
    """Return the possible paths of answers; None if each answer has to be followed.

    It is None if trials give more information, or if a shown card is hidden from the
    asker.
    """
    system, public, sight = sheet.observed_state
    found = None if sheet.trial else answer_paths(system, public.state, key)
    shows = [(path.shower, key[1]) for path in found or () if path.shower]
    hidden = any(sight.hides(sheet.player, Shows.name, *show) for show in shows)
    return None if hidden else found


class WorstAnswers:
    """An evaluator of the worst answers to questions, for one sheet.

    `measure` gives the remaining uncertainty of entries. If it is `monotone`, so that
    more knowledge never increases it, bounds are used.
    """

    def __init__(
        self,
        sheet: CountingSheet,
        measure: Callable[[OpenEntries], Left],
        *,
        monotone: bool,
    ) -> None:
        self._sheet = sheet
        self._measure = measure
        self._monotone = monotone
        self._logic = sheet.logic
        self._entries = OpenEntries.of(self._logic, sheet.game)
        self._paths: dict[EventKey, tuple[AnswerPath, ...] | None] = {}
        self._left: dict[_Answer, Left] = {}

    def worst(self, question: Event, least: Left = (inf,)) -> Left:
        """Return the uncertainty after the worst answer.

        The search stops as soon as an answer leaves as much as `least`.
        """
        paths = self._paths_of(question.key)
        if paths is None:
            return self._followed(question, least)
        worst: Left = ()
        for path in paths:
            for answer in self._answers(path, question.cards):
                left = self._left.get(answer)
                if left is None:
                    left = self._left_after(answer, worst)
                if left > worst:
                    worst = left
                    if worst >= least:
                        return worst
        return worst

    def _paths_of(self, key: EventKey) -> tuple[AnswerPath, ...] | None:
        """Return the possible paths of answers, the least informative ones first."""
        if key not in self._paths:
            found = paths_seen(self._sheet, key)
            if found is not None:
                found = tuple(sorted(found, key=lambda path: len(path.lacking)))
            self._paths[key] = found
        return self._paths[key]

    def _followed(self, question: Event, least: Left) -> Left:
        """Return the same, move by move."""
        worst: Left = ()
        for after in answers(self._sheet.then(question)):
            left = self._measure(OpenEntries.of(after.logic, after.game))
            worst = max(worst, left)
            if worst >= least:
                break
        return worst

    def _answers(self, path: AnswerPath, asked: int) -> Iterator[_Answer]:
        """Yield the answers along a path that the entries do not rule out."""
        logic = self._logic
        lacking: tuple[tuple[int, int], ...] = ()
        having: tuple[tuple[int, int], ...] = ()
        for holder in path.lacking:
            if asked & logic.held[holder]:
                return
            if cards := asked & ~logic.lacked[holder]:
                lacking += ((holder, cards),)
        for holder in path.having:
            open_ = asked & ~logic.lacked[holder]
            if not open_:
                return
            if holder != path.shower and not asked & logic.held[holder]:
                having += ((holder, open_),)
        if not path.shower:
            yield _Answer(0, 0, lacking, having)
            return
        known = asked & logic.held[path.shower]
        for card in bits(asked & ~logic.lacked[path.shower] & ~known):
            yield _Answer(path.shower, card, lacking, having)
        if known:
            yield _Answer(path.shower, 0, lacking, having)

    def _left_after(self, answer: _Answer, worst: Left) -> Left:
        """Return the uncertainty after an answer; empty if at most `worst`."""
        if self._monotone and worst:
            bound = self._measure(answer.entered(self._entries))
            if bound <= worst:
                return ()
        left = self._left[answer] = self._worked_out(answer)
        return left

    def _worked_out(self, answer: _Answer) -> Left:
        """Return the uncertainty after propagation; empty if impossible."""
        logic = self._logic.copy()
        try:
            logic.add(answer.clues(self._sheet.game.sizes))
        except InvalidClue:
            return ()
        return self._measure(OpenEntries.of(logic, self._sheet.game))
