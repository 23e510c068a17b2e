"""Learn the values of the kind `learned` from self-play, and write its weights.

    python -m tools.learned [--seed N] [--games N] [--rounds N] [--out FILE]

In each round players with the present values play each other. They ask some random
questions among the most informative ones, and guess a little earlier or later than the
values say; in the first round at any level of certainty. The networks are trained on
the winners. The questions of the first round are left out as soon as there are others.
The same command with the same version of numpy gives the same file, which says how it
was made.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from mystpy import __version__
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.player import play_on
from mystpy.players.detective.belief_state import DetectiveBeliefState
from mystpy.players.detective.question_choice import Expectation
from mystpy.players.detective.sample import DealSample
from mystpy.players.learned.features import (
    QUESTION,
    SITUATION,
    of_situation,
)
from mystpy.players.learned.learned import WEIGHTS, Learned, LearnedValues
from mystpy.players.learned.value_network import ValueNetwork

GAMES = (
    Game.clue(3),
    Game.clue(6),
    Game.clue(4),
    Game.clue(3),
    Game.clue(5),
    Game.clue(6),
    Game.myst(2, 3, 3, 2),
)
"""The games that are played, in turn."""

HIDDEN = (24, 12)
"""The layers between features and output."""

NONE = LearnedValues(*[ValueNetwork(np.zeros(1), np.ones(1), [])] * 2)
"""No values."""

_RANDOM = 0.3
"""The probability that a question is drawn instead of chosen."""

_DOUBT = 0.15
"""The deliberate error of the value of waiting (a standard deviation)."""


class Experience(NamedTuple):
    """Features of questions and of decisions not to guess, each with who won."""

    asked: list[tuple[list[float], int]]
    waited: list[tuple[list[float], int]]


class Explorer(Learned):
    """Plays by values, if there are any, with random questions and guesses.

    `asked` and `waited` have the features of what was done.
    """

    def __init__(self, game: Game, player: int, values: LearnedValues | None) -> None:
        super().__init__(game, player)
        self.learned = values or NONE
        self.asked: list[list[float]] = []
        self.waited: list[list[float]] = []

    def of_asking(self, rows: Sequence[Sequence[float]]) -> list[float]:
        """The values of questions, or what they tell before there are any."""
        if self.values is NONE:
            return [gain - leak / 2 for *_, gain, leak, _ in rows]
        return super().of_asking(rows)

    def choose(
        self, found: Sequence[Expectation], rows: Sequence[list[float]], rng: Random
    ) -> int:
        """The best question, or any of the eight that tell most."""
        place = super().choose(found, rows, rng)
        if rng.random() < _RANDOM:
            place = rng.randrange(min(len(found), 8))
        self.asked.append(rows[place])
        return place

    def pays(self, here: DetectiveBeliefState, sample: DealSample, rng: Random) -> bool:
        """Return whether guessing wins more than waiting, about; at first at random."""
        waiting = rng.uniform(0.3, 1.0)
        if self.values is not NONE:
            waiting = self.of_waiting(here, sample) + rng.gauss(0, _DOUBT)
        if max(sample.piles().values()) > waiting:
            return True
        self.waited.append(of_situation(here, sample))
        return False


def played(values: LearnedValues | None, games: int, seed: int) -> Experience:
    """Return the experience of a number of games between players of these values."""
    notes = Experience([], [])
    for number in range(games):
        game = GAMES[number % len(GAMES)]
        table = GameState(game, random_deal(game, Random(f"{seed} {number}")))
        seats = range(1, game.p + 1)
        players = [Explorer(game, i, values) for i in seats]
        play_on(table, players, [Random(f"{seed} {number} {i}") for i in seats])
        outcome = table.outcome
        winner = outcome.winner if outcome else None
        for i, player in zip(seats, players, strict=True):
            won = int(winner == i)
            notes.asked.extend((row, won) for row in player.asked)
            notes.waited.extend((row, won) for row in player.waited)
        if number % 50 == 49:
            print(f"{number + 1} of {games} games", file=sys.stderr, flush=True)
    return notes


def trained(
    pairs: Sequence[tuple[list[float], int]], seed: int
) -> tuple[ValueNetwork, float]:
    """A network of some experience, and its loss."""
    rows = np.array([row for row, _ in pairs])
    won = np.array([float(each) for _, each in pairs])
    rng = np.random.default_rng(seed)
    network = ValueNetwork.untrained(rows, HIDDEN, rng)
    return network, network.fit(rows, won, rng)


def main(words: Sequence[str]) -> None:
    """Play, learn, and write the weights."""
    parser = argparse.ArgumentParser(description="learn the values of `learned`")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    given = parser.parse_args(words)
    values: LearnedValues | None = None
    notes = Experience([], [])
    loss = {}
    for number in range(given.rounds):
        more = played(values, given.games, 1000 * given.seed + number)
        asked = more.asked if number == 1 else notes.asked + more.asked
        notes = Experience(asked, notes.waited + more.waited)
        asking, loss["asking"] = trained(notes.asked, given.seed)
        waiting, loss["waiting"] = trained(notes.waited, given.seed)
        values = LearnedValues(asking, waiting)
    assert values is not None, "there is one round at least"
    table = {
        "command": f"python -m tools.learned --seed {given.seed} --games {given.games}"
        f" --rounds {given.rounds}",
        "version": __version__,
        "numpy": np.__version__,
        "features": {"situation": SITUATION, "question": QUESTION},
        "situations": {"asked": len(notes.asked), "waited": len(notes.waited)},
        "loss": {name: round(each, 4) for name, each in loss.items()},
        "asking": values.asking.as_table(),
        "waiting": values.waiting.as_table(),
    }
    given.out.write_text(json.dumps(table) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
