"""Players who do not keep to the rules."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random

from mystpy.game.game import Game
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of
from mystpy.players import registry
from mystpy.players.registry import PlayerClass, PlayerKind
from mystpy.situations.event import Event


class Careless:
    """Does what is not possible, breaks down or sleeps as soon as it must ask."""

    def __init__(self, game: Game, player: int, *, how: str = "throws") -> None:
        if how == "never sits":
            raise OSError("there is no chair")
        self.how = how

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        if legal_actions[0].key[0] == "asks":
            other = seen.player % seen.game.p + 1
            match self.how:
                case "throws":
                    raise RuntimeError("a card fell down")
                case "illegal":
                    return Event(("endturn", seen.player))
                case "for another":
                    return Event(("no", other))
                case "no question":
                    return Event(legal_actions[0].key, 1)
                case "hangs":
                    while True:
                        pass
                case "sleeps":
                    time.sleep(3600)
        quiet = [each for each in legal_actions if each.key[0] != "guess"]
        return any_of(quiet[0], seen.game, rng)


@contextmanager
def kinds(**added: PlayerClass) -> Iterator[None]:
    """Let there be more kinds of players, in this process."""
    before = registry.KINDS
    assert isinstance(before, dict)
    before.update({name: PlayerKind("", made) for name, made in added.items()})
    try:
        yield
    finally:
        for name in added:
            del before[name]
