"""The nine conditions over all true states, with the same decks in each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from random import Random

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError
from mystpy.kripke.my_number.board import (
    PLAYERS,
    QUESTIONS,
    Board,
    Magic,
    TurnPoint,
    board,
    count_yes,
)
from mystpy.kripke.my_number.play_condition import Choice, PlayCondition, SplitRule
from mystpy.kripke.my_number.sheets import number_sheets
from mystpy.kripke.partition import Mask, Numbers
from mystpy.processes.workers import spread


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
        sheets = number_sheets(self.board, truth, self.condition.crossing)
        while left:
            question = left.pop(self._place(point, near, left, truth))
            asked.append(question)
            answer = bool(self.board.answers[point.mover, question, truth])
            for sheet in sheets:
                sheet.hear(point.mover, question, answer)
            point = point.after(question, answer)
            if winners := tuple(each.player + 1 for each in sheets if each.knows):
                return GameEnding(tuple(asked), winners)
            for worlds in point.stages:
                near = common(near, worlds)
                winners = () if sheets else self.knowing(truth, near)
                if winners:
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


STATES = 7560
SEED = 2013
_PIECE = 945
"""Games a process plays before it reports: an eighth of a condition."""

Progress = Callable[[int, int], None]
"""Takes how many of how many games have been played."""


@cache
def deals(seed: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The order in which the true states are used, and a deck for each state."""
    random = Random(seed)
    order = list(range(STATES))
    random.shuffle(order)
    decks = []
    for _ in range(STATES):
        deck = list(range(len(QUESTIONS)))
        random.shuffle(deck)
        decks.append(tuple(deck))
    return tuple(order), tuple(decks)


@dataclass(frozen=True, slots=True, eq=False)
class ExperimentGames:
    """The games of one condition, in the order of play.

    `turns` has shape (games,): the answered questions, 18 where nobody won. `winners`
    has the same shape: how many won.
    """

    condition: PlayCondition
    turns: Numbers
    winners: Numbers

    @property
    def decided(self) -> Mask:
        """For each game whether somebody won."""
        found: Mask = self.winners > 0
        return found


def run(
    wanted: Sequence[PlayCondition],
    *,
    games: int = STATES,
    seed: int = SEED,
    processes: int = 1,
    progress: Progress = lambda done, total: None,
) -> list[ExperimentGames]:
    """Play some games, at most one per true state, under each of these conditions.

    Results do not depend on the number of processes. Raises ModelError if `games` is
    not in 1..7560.
    """
    if not 1 <= games <= STATES:
        raise ModelError(f"there are 1 to {STATES} games, not {games}")
    starts = range(0, games, _PIECE)
    pieces = [
        (condition, seed, start, min(start + _PIECE, games))
        for condition in wanted
        for start in starts
    ]
    found: dict[_Piece, list[tuple[int, int]]] = {}
    done, total = 0, games * len(wanted)
    todo = {piece: piece for piece in pieces}
    for piece, outcomes in spread(play_games, todo, processes, alone=0):
        found[piece] = outcomes
        done += len(outcomes)
        progress(done, total)
    return [_gathered(c, [found[p] for p in pieces if p[0] == c]) for c in wanted]


_Piece = tuple[PlayCondition, int, int, int]


def _gathered(
    condition: PlayCondition, parts: list[list[tuple[int, int]]]
) -> ExperimentGames:
    turns, winners = np.array([row for part in parts for row in part]).T
    return ExperimentGames(condition, turns, winners)


def play_games(piece: _Piece) -> list[tuple[int, int]]:
    """The turns and the number of winners of some games of a condition."""
    condition, seed, start, end = piece
    order, decks = deals(seed)
    table = _table(condition)
    found = []
    for state in order[start:end]:
        outcome = table.play(state, decks[state])
        found.append((outcome.turns, len(outcome.winners)))
    return found


@lru_cache(maxsize=1)
def _table(condition: PlayCondition) -> Simulation:
    return Simulation(board(), condition)
