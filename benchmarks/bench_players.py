"""Games a second of the strong player's levels, beside the player who does anything.

Each kind plays with copies of itself, the same deals for all kinds, in turns in one
run; so the ratios mean something where the machine is busy.
"""

from __future__ import annotations

from random import Random

from harness import medians, table

from mystpy.game.game import Game
from mystpy.play.player import play_on
from mystpy.play.tabletop import Table
from mystpy.players.roster import KINDS, kind
from mystpy.situations.play import random_deal

GAMES = {"Clue, 3 players": Game.clue(3), "Clue, 6 players": Game.clue(6)}
DEALS = 4
RUNS = 3


def played(name: str, game: Game) -> int:
    """Play some games of one kind; the number of questions asked."""
    asked = 0
    everybody = range(1, game.p + 1)
    for seed in range(DEALS):
        board = Table(game, random_deal(game, Random(seed)))
        players = [kind(name).sit(game, i) for i in everybody]
        play_on(board, players, [Random(f"{seed} {i}") for i in everybody])
        asked += sum(deed.key[0] == "asks" for deed in board.done)
    return asked


def rows(label: str) -> list[list[object]]:
    """Measure all kinds at one game."""
    game = GAMES[label]
    names = [name for name in KINDS if name.startswith("strong-")]
    asked = [played(name, game) for name in names]
    times = medians([lambda name=name: played(name, game) for name in names], RUNS)
    return [
        [label, name, f"{DEALS / taken:.1f}", f"{number / DEALS:.1f}", taken / times[0]]
        for name, number, taken in zip(names, asked, times, strict=True)
    ]


def main() -> str:
    """Return the table."""
    head = ("game", "player", "games a second", "questions a game", "time/strong-a")
    return table(head, [row for label in GAMES for row in rows(label)])


if __name__ == "__main__":
    print(main())
