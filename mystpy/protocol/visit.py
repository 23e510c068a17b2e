"""A player of ours at somebody else's table, by messages.

In the field: a client of a game server.

The referee may be faulty: what it says is held to the rules of the game before our
player sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import TypeVar

from mystpy.bits import mask_of
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.play.player import chosen
from mystpy.play.referee import Sitting
from mystpy.play.seen import Seen
from mystpy.protocol import message, offers
from mystpy.protocol.followed import FollowedGame
from mystpy.protocol.message import Message
from mystpy.protocol.wire import Wire
from mystpy.situations.deed import Deed

Found = TypeVar("Found")

_QUOTED = 80
"""So many bytes of a message are quoted."""


def visit(
    line: Wire,
    sit: Sitting,
    name: str,
    *,
    token: str | None = None,
    wait: float | None = None,
) -> Iterator[Message]:
    """What became of each game that was played over a line, until it is closed.

    Each message is waited for at most `wait` seconds. Raises QueryError if the referee
    is slower, speaks another version, breaks off in a game, or says what is not
    possible.
    """
    try:
        message.met(line.receive(wait))
        line.send(message.written(message.hello(name, token=token)))
        while (came := line.receive_or_end(wait)) is not None:
            yield _played(line, came, sit, wait)
    except MystError as error:
        line.send(message.written(message.error(error)))
        raise


def _played(line: Wire, came: bytes, sit: Sitting, wait: float | None) -> Message:
    """Play a game, which begins with this message, to its end: its last message."""
    told = message.read(came, "game")
    game = _quoting(came, partial(_Game, told, sit))
    while True:
        came = line.receive(wait)
        told = message.read(came, "game", "event", "turn", "over")
        if told["type"] == "over":
            return told
        if told["type"] == "game":
            game = _quoting(came, partial(_Game, told, sit))
        elif told["type"] == "event":
            _quoting(came, partial(game.event, told))
        else:
            line.send(message.written(_quoting(came, partial(game.turn, told))))


def _quoting(came: bytes, heard: Callable[[], Found]) -> Found:
    """What comes of a message of the referee. Raises QueryError, which quotes it."""
    try:
        return heard()
    except MystError as error:
        said = came[:_QUOTED].decode("utf-8", "replace")
        dots = "..." if len(came) > _QUOTED else ""
        told = f"the referee says {said!r}{dots}: {error}"
        raise QueryError(told, hint=error.hint) from None


class _Game:
    """A game as a referee tells it, and the player of ours in it."""

    def __init__(self, told: Message, sit: Sitting) -> None:
        seen = opened(told)
        self._followed = FollowedGame(seen)
        self._player = sit(seen.game, seen.player)
        self._rng = Random(told["seed"])

    def event(self, told: Message) -> None:
        """Follow an event. Raises QueryError if it is not possible."""
        deed = event_of(self._followed.seen, told)
        self._followed.follow(deed, won=bool(told.get("won")))

    def turn(self, told: Message) -> Message:
        """What our player does. Raises QueryError if it is not its turn."""
        seen = self._followed.seen
        if told["step"] != len(seen.events):
            raise QueryError(f"turn: step {told['step']}; expected {len(seen.events)}")
        offered = offers.offered(told["offers"], seen.game)
        self._followed.require_offers(offered)
        deed = chosen(self._player.act(seen, offered, self._rng), self._rng)
        return {"type": "act", "action": offers.text_of(deed, seen.game)}


def opened(told: Message) -> Seen:
    """What a player has seen when a game begins. Raises QueryError if it is none."""
    game = Game.from_dict(told["game"])
    if [*game.cards] != told["cards"] or [*game.sizes] != told["sizes"]:
        raise QueryError("game: the cards or the sizes are not those of the game")
    player = game.player(told["player"])
    hand = [game.card(card) for card in told["hand"]]
    if fault := game.hand_fault(player, hand):
        raise QueryError(f"game: {fault}")
    return Seen(game, player, mask_of(hand, game))


def continued(seen: Seen, told: Message) -> Seen:
    """What a player has seen after an event. Raises QueryError if one is left out."""
    return seen.then(event_of(seen, told), won=bool(told.get("won")))


def event_of(seen: Seen, told: Message) -> Deed:
    """The action of an event. Raises QueryError if it is none, or not the next."""
    if told["step"] != len(seen.events):
        raise QueryError(f"event: step {told['step']}; expected {len(seen.events)}")
    return offers.deed_of(told["action"], seen.game)
