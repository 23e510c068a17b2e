"""Measure the games a second of the referee, and the cost of refereeing.

Peer in the same run: the same games by `play_on` alone, with the same players and
streams, without times, faults and scores. `exact` keeps an exact grid for each player.
"""

from __future__ import annotations

from harness import medians, table

from mystpy.arena.design import Entrant, Match, Tournament
from mystpy.arena.score import play_game
from mystpy.game.game import Game
from mystpy.play.game_state import GameState
from mystpy.play.player import play_on
from mystpy.players.registry import kind

GAMES = {
    "MYST(1,2,3,2)": (Game.myst(1, 2, 3, 2), 60),
    "Clue, 3 players": (Game.clue(3), 6),
    "Clue, 6 players": (Game.clue(6), 6),
}
KINDS = ("random", "exact")


def plainly(match: Match) -> GameState:
    """Play a game without a referee."""
    game = match.game
    sat = enumerate(match.seats, 1)
    players = [kind(each.kind).sit(game, seat) for seat, each in sat]
    at = GameState(game, match.deal)
    play_on(at, players, match.streams())
    return at


def row(name: str, of_kind: str) -> list[object]:
    """Measure one game between players of one kind."""
    game, number = GAMES[name]
    everybody = Entrant(of_kind, of_kind, copies=game.p)
    tournament = Tournament((game,), (everybody,), rotate=False)
    matches = [tournament.match(k) for k in range(number)]
    lengths = [play_game(match).actions for match in matches]
    assert lengths == [len(plainly(match).done) for match in matches]
    here, plain = medians(
        [
            lambda: [play_game(match) for match in matches],
            lambda: [plainly(match) for match in matches],
        ],
        5,
    )
    rates = [f"{number / taken:,.0f}" for taken in (here, plain)]
    return [name, of_kind, f"{sum(lengths) / number:.0f}", *rates, here / plain]


def main() -> str:
    """Return the table."""
    head = ("game", "players", "actions a game", "games a second")
    head += ("play_on", "referee/play_on")
    return table(head, [row(name, each) for name in GAMES for each in KINDS])
