"""A player of ours at somebody else's table, by messages.

In the field: a client of a game server.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from mystpy.bits import mask_of
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.play.player import chosen
from mystpy.play.referee import Sitting
from mystpy.play.seen import Seen
from mystpy.protocol import message, offers
from mystpy.protocol.message import Message
from mystpy.protocol.wire import Wire


def visit(line: Wire, sit: Sitting, name: str) -> Iterator[Message]:
    """What became of each game that was played over a line, until it is closed.

    Raises QueryError if the referee speaks another version, breaks off in a game, or
    says what is none; GameError, ParseError if the game or an action is none.
    """
    try:
        message.met(line.receive())
        line.send(message.written(message.hello(name)))
        while told := _next(line):
            yield _played(line, told, sit)
    except MystError as error:
        line.send(message.written(message.error(error)))
        raise


def _next(line: Wire) -> Message | None:
    """The next game, or None when the line is closed between games."""
    came = line.receive_or_end()
    return None if came is None else message.read(came, "game")


def _played(line: Wire, told: Message, sit: Sitting) -> Message:
    """Play a game to its end: what the referee says then."""
    seen = opened(told)
    player, rng = sit(seen.game, seen.player), Random(told["seed"])
    while True:
        told = message.read(line.receive(), "game", "event", "turn", "over")
        if told["type"] == "game":
            seen, rng = opened(told), Random(told["seed"])
            player = sit(seen.game, seen.player)
        elif told["type"] == "event":
            seen = continued(seen, told)
        elif told["type"] == "turn":
            offered = offers.offered(told["offers"], seen.game)
            deed = chosen(player.act(seen, offered, rng), rng)
            action = offers.text_of(deed, seen.game)
            line.send(message.written({"type": "act", "action": action}))
        else:
            return told


def opened(told: Message) -> Seen:
    """What a player has seen when a game begins. Raises QueryError if it is none."""
    game = Game.from_dict(told["game"])
    player = game.player(told["player"])
    hand = [game.card(card) for card in told["hand"]]
    if fault := game.hand_fault(player, hand):
        raise QueryError(f"game: {fault}")
    return Seen(game, player, mask_of(hand, game))


def continued(seen: Seen, told: Message) -> Seen:
    """What a player has seen after an event. Raises QueryError if one is left out."""
    if told["step"] != len(seen.events):
        raise QueryError(f"event: step {told['step']}; expected {len(seen.events)}")
    deed = offers.deed_of(told["action"], seen.game)
    return seen.then(deed, won=bool(told.get("won")))
