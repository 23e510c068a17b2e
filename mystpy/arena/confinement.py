"""Built-in players in a process of their own, which is killed if one takes too long.

In the field: process isolation with a watchdog.

A choice may never return: then only its process can be killed. One process has all
players of a game, except for programs; it is used for the next game, too, as long as no
player is too slow. The choices are the same as in this process, by the same random
numbers. `python -m mystpy.arena.confinement` is that process: it reads calls, and
answers each.
"""

from __future__ import annotations

import os
import signal
import sys
from base64 import b64decode, b64encode
from collections.abc import Sequence
from contextlib import suppress
from pickle import dumps, loads
from random import Random
from threading import get_ident
from typing import Any

from mystpy.errors import EngineFailed, QueryError
from mystpy.game.game import Game
from mystpy.play.game_state import LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import Player, draw_action
from mystpy.play.referee import PlayerFactory
from mystpy.processes import launch
from mystpy.protocol.wire import PATIENCE, Wire, of_command
from mystpy.situations.event import Event

_MODULE = "mystpy.arena.confinement"

_NOBODY = 0
"""A seat that is not used: a request for it only checks that the process answers."""
_STARTING = 600
"""Seconds without an answer after which a process counts as hanging."""

_lines: dict[int, Wire] = {}
"""The connection to the other process of each thread that has started one."""


class SubprocessPlayer:
    """A player in the other process, with a limit of seconds for each action."""

    def __init__(
        self, sit: PlayerFactory, game: Game, player: int, *, seconds: float
    ) -> None:
        """Create the player there. Raises as `sit`, and QueryError if too slow."""
        require_process()
        self._seconds = seconds
        self._seat = player
        self._sent: int | None = None
        _answered((player, sit, game), max(seconds, PATIENCE))

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the player's action. Raises as the player, and QueryError if too slow.

        The random stream is sent with the first action, and is used there.
        """
        stream = rng if self._sent is None else None
        news = seen.events[self._sent or 0 :]
        update = seen._replace(game=None, events=news)  # type: ignore[arg-type]
        found = _answered((self._seat, update, legal_actions, stream), self._seconds)
        self._sent = len(seen.events)
        assert isinstance(found, Event)
        return found


def require_process() -> None:
    """Start the other process of this thread if there is none.

    Raises EngineFailed if it cannot be started: this is no player's fault.
    """
    if get_ident() in _lines:
        return
    try:
        words = launch.python(_MODULE)
        _lines[get_ident()] = of_command(words, launch.safe_environment())
        _answered((_NOBODY,), _STARTING)
    except QueryError as error:
        raise EngineFailed(
            f"the process of the players cannot be started: {error}",
            hint="raise the limits of processes and memory (ulimit -a), or play "
            "without seconds",
        ) from None


def _answered(call: tuple[Any, ...], seconds: float) -> object:
    """Return the other process's answer; it is killed if it does not answer in time."""
    line = _lines[get_ident()]
    line.send(_packed(call))
    try:
        found = loads(b64decode(line.receive(seconds)))
    except QueryError:
        del _lines[get_ident()]
        line.close(at_once=True)
        raise
    if isinstance(found, Exception):
        raise found
    return found


def _packed(thing: object) -> bytes:
    return b64encode(dumps(thing)) + b"\n"


class _PlayerHost:
    """The players in this process, with their information states and random streams."""

    def __init__(self) -> None:
        self._players: dict[int, tuple[Player, InformationState]] = {}
        self._streams: dict[int, Random] = {}

    def answer(self, seat: int, *call: Any) -> object:
        """Create a player, or act; for nobody there is no answer."""
        if seat == _NOBODY:
            return None
        if len(call) == 2:
            sit, game = call
            self._players[seat] = sit(game, seat), InformationState(game, seat, 0)
            return None
        update, legal_actions, stream = call
        player, before = self._players[seat]
        events = before.events + update.events
        seen = update._replace(game=before.game, events=events)
        self._players[seat] = player, seen
        rng = self._streams[seat] = stream or self._streams[seat]
        return draw_action(player.act(seen, legal_actions, rng), rng)


def main() -> None:
    """Answer calls until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for who began this one
    answers = os.fdopen(os.dup(1), "wb", 0)
    os.dup2(2, 1)  # what a player prints is no answer
    table = _PlayerHost()
    for call in sys.stdin.buffer:
        try:
            found = _packed(table.answer(*loads(b64decode(call))))
        except Exception as error:
            found = _failed(error)
        answers.write(found)


def _failed(error: Exception) -> bytes:
    """Return an error as an answer, or a similar one if it cannot be sent."""
    with suppress(Exception):
        packed = _packed(error)
        loads(b64decode(packed))
        return packed
    return _packed(RuntimeError(f"{type(error).__name__}: {error}"))


if __name__ == "__main__":
    main()
