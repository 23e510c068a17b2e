"""A kind of player, as it is named on the command line, for a seat."""

from __future__ import annotations

from mystpy.arena.file import require_options
from mystpy.cli.options import read_object
from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.play.player import Player
from mystpy.play.referee import PlayerFactory
from mystpy.players.registry import kind


class SeatAssignment(NamedTuple):
    """A place at the table: its name, and what sits down there for each game."""

    name: str
    sit: PlayerFactory


def ours(word: str, name: str) -> SeatAssignment:
    """The seat of a kind of player, or of inline TOML with its options.

    Raises QueryError for unknown kinds, and for options that a kind does not have.
    """
    options = {"kind": word}
    if word.startswith("{") or "=" in word:
        options = dict(read_object(word, name))
    of_kind = str(options.pop("kind", None))
    known = kind(of_kind)
    require_options(of_kind, known, options)

    def sit(game: Game, player: int) -> Player:
        try:
            return known.sit(game, player, **options)
        except TypeError as error:
            raise QueryError(f"{of_kind} cannot play so: {error}") from None

    return SeatAssignment(of_kind, sit)
