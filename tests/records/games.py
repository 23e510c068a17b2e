"""Games that tests of records are about."""

from __future__ import annotations

from random import Random

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.records.format.record import GameRecord
from mystpy.records.outcome import outcome_of, result_fields

GAMES = (
    {"rules": "clue", "players": ["Zoë", "小明", "Mrs White's niece"]},
    {"rules": "clue", "p": 4, "board": True},
    {"rules": "clue", "p": 3, "speed": True},
    {"rules": "myst", "m": 1, "n": 2, "p": 3, "q": 2},
    {"rules": "generalized", "m": 1, "n": 2, "p": 3, "q": 2},
)


def random_record(index: int, seed: int, steps: int = 60) -> GameRecord:
    """The referee's record of a game with random actions, which may be cut off."""
    rng = Random(f"record {index} {seed}")
    game = Game.from_dict(GAMES[index])
    table = GameState(game, random_deal(game, rng))
    for _ in range(rng.randrange(steps)):
        events = list(table.events(every=False))
        if not events:
            break
        event = rng.choice(events)
        if event.key[0] in ("asks", "guess") and not event.cards:
            every = [x for x in table.events() if x.key == event.key]
            event = rng.choice(every[:400])
        table.do(event)
    history = table.history()
    result = result_fields(outcome_of(history, get_engine("auto")), history)
    return GameRecord.of(history, None, {"result": result} if result else None)
