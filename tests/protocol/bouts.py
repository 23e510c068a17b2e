"""Play a game between existing players to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from mystpy.game.game import Game
from mystpy.play.game_state import GameState
from mystpy.play.player import Player
from mystpy.play.referee import RefereedGame


def ended(
    table: GameState, players: Sequence[Player], streams: Sequence[Random]
) -> RefereedGame:
    def sitting(player: Player) -> Callable[[Game, int], Player]:
        return lambda _game, _seat: player

    bout = RefereedGame(table, [sitting(player) for player in players], streams)
    bout.play()
    return bout
