"""A game between players who are there already, played to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from mystpy.game.game import Game
from mystpy.play.player import Player
from mystpy.play.referee import Bout
from mystpy.play.tabletop import Table


def ended(table: Table, players: Sequence[Player], streams: Sequence[Random]) -> Bout:
    def sitting(player: Player) -> Callable[[Game, int], Player]:
        return lambda _game, _seat: player

    bout = Bout(table, [sitting(player) for player in players], streams)
    bout.play()
    return bout
