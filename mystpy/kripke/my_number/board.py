"""The 7560 states, the players' relations, and the answers to questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from mystpy.compilation import dataclass
from mystpy.kripke.partition import Mask, Numbers, Partition

NUMBERS = range(1, 10)
PLAYERS = range(3)

Hand = tuple[int, int]
"""Two numbers, ascending."""

State = tuple[Hand, Hand, Hand]
"""The boards of the players 1, 2 and 3."""


def _run(seen: list[int]) -> int:
    """The length of the longest run of consecutive numbers."""
    best = 1
    for low in seen:
        length = 1
        while low + length in seen:
            length += 1
        best = max(best, length)
    return best


def _odd(numbers: tuple[int, ...] | list[int]) -> int:
    return sum(number % 2 for number in numbers)


def _divisible(seen: list[int]) -> bool:
    return any(x != y and x > 1 and y % x == 0 for x in seen for y in seen)


Test = Callable[[Hand, Hand, list[int]], bool]

QUESTIONS: tuple[tuple[str, Test], ...] = (
    ("Do you see any two consecutive numbers?", lambda a, b, v: _run(v) >= 2),
    ("Is the sum less than 16?", lambda a, b, v: sum(v) < 16),
    ("Is the sum more than 20?", lambda a, b, v: sum(v) > 20),
    ("Do you see a board that is all even?", lambda a, b, v: 0 in (_odd(a), _odd(b))),
    ("Do you see a board that is all odd?", lambda a, b, v: 2 in (_odd(a), _odd(b))),
    ("Do you see only even numbers?", lambda a, b, v: _odd(v) == 0),
    ("Do you see only odd numbers?", lambda a, b, v: _odd(v) == 4),
    ("Do you see more even than odd numbers?", lambda a, b, v: _odd(v) < 2),
    ("Do you see more odd than even numbers?", lambda a, b, v: _odd(v) > 2),
    ("Do you see as many even as odd numbers?", lambda a, b, v: _odd(v) == 2),
    (
        "Do you see at least one multiple of 3?",
        lambda a, b, v: sum(x % 3 == 0 for x in v) >= 1,
    ),
    (
        "Do you see at least two multiples of 3?",
        lambda a, b, v: sum(x % 3 == 0 for x in v) >= 2,
    ),
    (
        "Do you see a number that another, not 1, divides?",
        lambda a, b, v: _divisible(v),
    ),
    ("Have both boards the same sum?", lambda a, b, v: sum(a) == sum(b)),
    (
        "Have both boards the same difference?",
        lambda a, b, v: a[1] - a[0] == b[1] - b[0],
    ),
    ("Do you see four consecutive numbers?", lambda a, b, v: _run(v) >= 4),
    ("Do you see three consecutive numbers?", lambda a, b, v: _run(v) >= 3),
    ("Do you see two consecutive numbers?", lambda a, b, v: _run(v) >= 2),
)
"""The questions 1 to 18, about two boards and the four numbers on them."""


def states() -> list[State]:
    """All states, in lexicographic order."""
    found = []
    for first in combinations(NUMBERS, 2):
        for second in combinations(sorted(set(NUMBERS) - set(first)), 2):
            left = sorted(set(NUMBERS) - set(first) - set(second))
            found += [(first, second, third) for third in combinations(left, 2)]
    return found


def seen_by(state: State, player: int) -> tuple[Hand, Hand]:
    """The boards that a player (0, 1 or 2) sees."""
    one, two = (state[other] for other in PLAYERS if other != player)
    return one, two


def answer(question: int, seen: tuple[Hand, Hand]) -> bool:
    """The true answer to question 0..17 of somebody who sees these boards."""
    return QUESTIONS[question][1](*seen, sorted(seen[0] + seen[1]))


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The states and what is known of them, as arrays.

    `relations` are the players' partitions of the states; `members` has shape
    (players, classes, 10), the ten states of each class; `answers` has shape
    (players, 18, 7560), the answer of a player who is to move. States in which a
    player gives the same answers to all questions are of one kind for that player:
    `kinds` has for each player the partition, `of_kinds` the answers, (18, kinds).
    """

    states: tuple[State, ...]
    relations: tuple[Partition, ...]
    members: npt.NDArray[np.int64]
    answers: Mask
    kinds: tuple[Partition, ...]
    of_kinds: tuple[npt.NDArray[np.int64], ...]

    @property
    def classes(self) -> list[Numbers]:
        """For each player the class number of each state."""
        return [relation.numbers for relation in self.relations]


@cache
def board() -> Board:
    """The board of the game; it is made once."""
    found = tuple(states())
    views = [[seen_by(state, player) for state in found] for player in PLAYERS]
    relations = tuple(Partition.of_keys(view) for view in views)
    answers = np.array([_answers(view) for view in views])
    members = np.array([relation.classes() for relation in relations])
    kinds = tuple(Partition.of_keys(zip(*rows, strict=True)) for rows in answers)
    return Board(
        found, relations, members, answers, kinds, tuple(map(_of_kinds, kinds, answers))
    )


def _of_kinds(kinds: Partition, answers: Mask) -> npt.NDArray[np.int64]:
    first = np.unique(kinds.numbers, return_index=True)[1]
    return answers[:, first].astype(np.int64)


def _answers(views: list[tuple[Hand, Hand]]) -> list[list[bool]]:
    known: dict[tuple[Hand, Hand], list[bool]] = {}
    for view in views:
        if view not in known:
            known[view] = [answer(number, view) for number in range(len(QUESTIONS))]
    return [[known[view][number] for view in views] for number in range(len(QUESTIONS))]


_MANY, _EARLY = 1000, 5
"""A point with `_MANY` worlds keeps the points after it, in the first `_EARLY` turns.

Later points are shared by few games, and would take gigabytes if no question removes
many worlds.
"""


class Magic(StrEnum):
    """The inference from the fact that nobody knows yet (the source's epistemagic)."""

    NONE = "none"
    ONCE = "once"
    STEADY = "until steady"


class TurnPoint:
    """The worlds that are left in the end of a turn, and of its stages.

    `stages` are the worlds, ascending, after the answer and after each pass; where a
    true state is not in the next stage, somebody knows there and the game has ended.
    The worlds depend on the questions, their answers and the passes only, so games that
    began alike share them: a point is kept while it has many worlds and is early.
    """

    def __init__(self, board: Board, magic: Magic, worlds: Numbers, turn: int) -> None:
        self.board = board
        self.magic = magic
        self.mover = turn % len(PLAYERS)
        self.turn = turn
        self.stages = [worlds, *self._passes(worlds)] if turn else [worlds]
        self.worlds = self.stages[-1]
        self._after: dict[tuple[int, bool], TurnPoint] = {}
        self._yes: Numbers | None = None

    @classmethod
    def start(cls, board: Board, magic: Magic) -> TurnPoint:
        """Before the first question: all worlds."""
        return cls(board, magic, np.arange(len(board.states)), 0)

    def after(self, question: int, answer: bool) -> TurnPoint:
        """The end of the next turn, in which the mover answers this."""
        if (found := self._after.get((question, answer))) is not None:
            return found
        kept = self.board.answers[self.mover, question][self.worlds] == answer
        # Where nothing goes the worlds are shared: thousands of points are kept.
        worlds = self.worlds if kept.all() else self.worlds[kept]
        found = TurnPoint(self.board, self.magic, worlds, self.turn + 1)
        if len(self.worlds) >= _MANY and self.turn < _EARLY:
            self._after[question, answer] = found
        return found

    def yes(self) -> Numbers:
        """In how many worlds the mover's answer to each question is yes; (18,)."""
        if self._yes is None:
            self._yes = count_yes(self.board, self.mover, self.worlds)
        return self._yes

    def _passes(self, worlds: Numbers) -> list[Numbers]:
        """The worlds after each pass, until it removes no more, or only one."""
        found: list[Numbers] = []
        if self.magic is Magic.NONE:
            return found
        while (known := known_in(self.board, worlds)).any():
            worlds = worlds[~known]
            found.append(worlds)
            if self.magic is Magic.ONCE:
                break
        return found


def known_in(board: Board, worlds: Numbers, players: Sequence[int] = PLAYERS) -> Mask:
    """Those of the worlds in which a player would know her numbers; (worlds,)."""
    found = np.zeros(len(worlds), np.bool_)
    for player in players:
        here = board.classes[player][worlds]
        found |= np.bincount(here)[here] == 1
    return found


def count_yes(board: Board, mover: int, worlds: Numbers) -> Numbers:
    """In how many of the worlds the mover's answer to each question is yes; (18,)."""
    kinds, of_kinds = board.kinds[mover], board.of_kinds[mover]
    found: Numbers = of_kinds @ np.bincount(
        kinds.numbers[worlds], minlength=kinds.count
    )
    return found
