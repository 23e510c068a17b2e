"""The nine conditions over all true states, with the same decks in each of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import product
from random import Random

import numpy as np

from mystpy.compilation import dataclass
from mystpy.kripke.faults import ModelError
from mystpy.kripke.my_number.board import QUESTIONS, board
from mystpy.kripke.my_number.model import Magic
from mystpy.kripke.my_number.play import Choice, PlayCondition, Simulation, SplitRule
from mystpy.kripke.partition import Mask, Numbers
from mystpy.processes.workers import spread

STATES = 7560
SEED = 2013
_PIECE = 945
"""Games a process plays before it reports: an eighth of a condition."""

Progress = Callable[[int, int], None]
"""Told how many of how many games have been played."""


def conditions(rule: SplitRule = SplitRule.MOST) -> list[PlayCondition]:
    """The source's nine conditions, in its order, with a rule for Kooi's choice."""
    return [
        PlayCondition(magic, way, rule)
        if way is not Choice.STANDARD
        else PlayCondition(magic, way)
        for magic, way in product(Magic, Choice)
    ]


def all_conditions() -> list[PlayCondition]:
    """The conditions with every rule: 27, since the standard game has no rule."""
    found = [c for rule in SplitRule for c in conditions(rule)]
    found.sort(key=lambda c: c.choice is not Choice.STANDARD)
    return list(dict.fromkeys(found))


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
