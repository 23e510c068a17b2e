"""One game: questions answered in turn, passes, and who knows her numbers first."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.my_number.board import PLAYERS, Board
from mystpy.kripke.my_number.model import Magic, TurnPoint, count_yes
from mystpy.kripke.partition import Numbers


class Choice(StrEnum):
    """Where the question comes from.

    `STANDARD`: the top of the deck. Otherwise Kooi's choice: the mover takes from the
    whole deck the question whose answer splits the worlds as the rule says; over
    `POSSIBLE`, those that somebody considers possible in the true state, or over
    `FULL`, all worlds of the model.
    """

    STANDARD = "standard"
    POSSIBLE = "possible worlds"
    FULL = "full model"


class SplitRule(StrEnum):
    """Which split is taken; among equals the question that lies higher in the deck.

    `LEAST` and `MOST` information gain; `PARTS`: most parts, that is any question of
    which both answers are possible; `REMOVED`: least worlds that the true answer
    removes.
    """

    LEAST = "least"
    MOST = "most"
    PARTS = "parts"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class PlayCondition:
    """One way to play; the rule matters with Kooi's choice only."""

    magic: Magic
    choice: Choice
    rule: SplitRule = SplitRule.MOST

    def __str__(self) -> str:
        """For example `once, full model`."""
        return f"{self.magic}, {self.choice}"


@dataclass(frozen=True, slots=True)
class GameEnding:
    """How a game ended: answered questions, and the players (1..3) who know.

    `asked` are the questions 0..17 in order. Without winners the deck was exhausted.
    """

    asked: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def turns(self) -> int:
        """How many questions were answered."""
        return len(self.asked)


class Simulation:
    """Where games of one condition are played."""

    def __init__(self, board: Board, condition: PlayCondition) -> None:
        self.board = board
        self.condition = condition
        # Without passes nothing that nobody considers possible can matter.
        self.near_only = (
            condition.magic is Magic.NONE and condition.choice is not Choice.FULL
        )
        self.start = TurnPoint.start(board, condition.magic)

    def play(self, truth: int, deck: Sequence[int]) -> GameEnding:
        """Play the game of a true state (0..7559) with a deck, the top first.

        A turn is an answer, and where nobody knows then, with epistemagic, a pass or
        passes; the game ends as soon as somebody knows.
        """
        point, left, asked = self._beginning(truth), list(deck), list[int]()
        near = self.considered(truth, self.start.worlds)
        while left:
            question = left.pop(self._place(point, near, left, truth))
            asked.append(question)
            answer = bool(self.board.answers[point.mover, question, truth])
            point = point.after(question, answer)
            for worlds in point.stages:
                near = common(near, worlds)
                if winners := self.knowing(truth, near):
                    return GameEnding(tuple(asked), winners)
            near = self.considered(truth, near)
        return GameEnding(tuple(asked), ())

    def _beginning(self, truth: int) -> TurnPoint:
        if not self.near_only:
            return self.start
        near = self.considered(truth, self.start.worlds)
        return TurnPoint(self.board, self.condition.magic, near, 0)

    def considered(self, truth: int, worlds: Numbers) -> Numbers:
        """Those of the worlds that somebody considers possible in the true state."""
        if len(worlds) == len(self.board.states):
            classes = zip(self.board.members, self.board.classes, strict=True)
            return np.unique([members[of[truth]] for members, of in classes])
        same = [of[worlds] == of[truth] for of in self.board.classes]
        found: Numbers = worlds[same[0] | same[1] | same[2]]
        return found

    def knowing(self, truth: int, near: Numbers) -> tuple[int, ...]:
        """The players (1..3) who know their numbers, if these worlds are possible."""
        return tuple(
            player + 1
            for player, of in zip(PLAYERS, self.board.classes, strict=True)
            if np.count_nonzero(of[near] == of[truth]) == 1
        )

    def _place(
        self, point: TurnPoint, near: Numbers, left: Sequence[int], truth: int
    ) -> int:
        """Where in the deck the question lies that the mover takes."""
        choice, rule = self.condition.choice, self.condition.rule
        if choice is Choice.STANDARD:
            return 0
        if choice is Choice.FULL:
            size, yes = len(point.worlds), point.yes()[left]
        else:
            size, yes = len(near), count_yes(self.board, point.mover, near)[left]
        if rule is SplitRule.REMOVED:
            answers = self.board.answers[point.mover, left, truth]
            return int(np.argmin(np.where(answers, size - yes, yes)))
        # The gain of a split into two grows with its smaller part.
        gain = np.minimum(yes, size - yes)
        if rule is SplitRule.PARTS:
            gain = gain > 0
        return int(np.argmin(gain) if rule is SplitRule.LEAST else np.argmax(gain))


def common(some: Numbers, worlds: Numbers) -> Numbers:
    """Those of some worlds that are among others; both are ascending."""
    places = np.searchsorted(worlds, some)
    found: Numbers = some[worlds[np.minimum(places, len(worlds) - 1)] == some]
    return found
