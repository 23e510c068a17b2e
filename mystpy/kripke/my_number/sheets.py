"""The worlds or numbers that a player without epistemagic crosses off."""

from __future__ import annotations

from enum import StrEnum

from mystpy.kripke.my_number.board import PLAYERS, Board


class CrossingOff(StrEnum):
    """The things that a player who does not reason about others crosses off.

    The report says that players cross off possible numbers until only two are left, and
    speaks of worlds elsewhere. `WORLDS`: boards of two numbers, so that a player
    remembers which pairs are left. `NUMBERS`: single numbers, by each answer when it is
    given. `AGAIN`: single numbers, and all answers are used again whenever a number has
    gone.
    """

    WORLDS = "worlds"
    NUMBERS = "numbers"
    AGAIN = "numbers, again"


class NumberSheet:
    """The numbers that a player has not crossed off for her own board (`left`).

    A number is crossed off by an answer if no other number that is left makes with it a
    board that fits the answer. The mover's own answer tells the mover nothing.
    """

    def __init__(self, board: Board, player: int, truth: int, *, again: bool) -> None:
        """Begin with the numbers that the player (0, 1 or 2) does not see."""
        self.board, self.player = board, player
        self.again = again
        states = board.members[player, board.classes[player][truth]]
        self.pairs = [(_mask(board.states[w][player]), int(w)) for w in states]
        self.heard: list[tuple[int, int, bool]] = []
        self.left = 0
        for pair, _ in self.pairs:
            self.left |= pair

    @property
    def knows(self) -> bool:
        """Whether only two numbers are left."""
        return self.left.bit_count() == 2

    def hear(self, mover: int, question: int, answer: bool) -> None:
        """Cross off numbers by the mover's answer to a question."""
        if mover == self.player:
            return
        said = mover, question, answer
        self.heard = [*self.heard, said] if self.again else [said]
        before = 0
        while self.left != before:
            before = self.left
            for each in self.heard:
                self._cross_off(*each)

    def _cross_off(self, mover: int, question: int, answer: bool) -> None:
        answers, fitting = self.board.answers[mover, question], 0
        for pair, world in self.pairs:
            if not pair & ~self.left and answers[world] == answer:
                fitting |= pair
        self.left = fitting


def _mask(numbers: tuple[int, ...]) -> int:
    return sum(1 << number for number in numbers)


def number_sheets(board: Board, truth: int, crossing: CrossingOff) -> list[NumberSheet]:
    """A sheet for each player; none where worlds are crossed off."""
    if crossing is CrossingOff.WORLDS:
        return []
    again = crossing is CrossingOff.AGAIN
    return [NumberSheet(board, player, truth, again=again) for player in PLAYERS]
