"""Programs and people who connect to a tournament, and play whenever it is their turn.

It is a lobby of a game server.

A guest shows the token of the tournament and uses the name of an entrant. It keeps its
connection from game to game, and may connect again before the next one.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random

from mystpy.errors import MystError, QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.play.game_state import GameOutcome, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.progress import require_duration
from mystpy.protocol import wire
from mystpy.protocol.admission import Admission
from mystpy.protocol.guests.guest_fault import GuestFault, fault_of
from mystpy.protocol.guests.program_player import require_own
from mystpy.protocol.guests.transcript_file import TranscriptFile
from mystpy.protocol.handshake import Hello, LineHandshake, with_token
from mystpy.protocol.remote_player import NAME, RemotePlayer
from mystpy.situations.event import Event

WAIT_SECONDS = 600.0
"""The default number of seconds in which a guest connects before a game."""

PERSON_SECONDS = 600.0
"""Seconds that a person may take for an action."""


class _NamedHandshake(LineHandshake):
    """The hello of somebody who is expected."""

    def __init__(self, token: str | None, names: Sequence[str]) -> None:
        super().__init__(NAME, token)
        self._names = names

    def read(self, came: bytes) -> Hello | None:
        """The hello. Raises MystError for a name that no entrant has, too."""
        hello = super().read(came)
        if hello is not None and hello.name not in self._names:
            near = did_you_mean(hello.name, self._names)
            listed = f"those who connect are {', '.join(self._names)}"
            text = f"nobody called {hello.name!r} plays here"
            raise QueryError(text, hint=near or listed)
        return hello


class Lobby:
    """Where guests connect; `names` are those of the entrants who do.

    It listens once the first of them is needed. `tell` then gets the address, with the
    token if that is `shown`, and later the names for which the next game waits.
    """

    def __init__(
        self,
        tell: Callable[[str], object],
        *,
        port: int = 0,
        token: str | None = None,
        shown: bool = True,
    ) -> None:
        self.names: Sequence[str] = ()
        self._tell, self._port, self._token, self._shown = tell, port, token, shown
        self._admission: Admission | None = None
        self._idle: defaultdict[str, list[RemotePlayer]] = defaultdict(list)

    def open(self) -> None:
        """Listen. Raises QueryError if that cannot be."""
        if self._admission is None:
            self._admission = Admission(
                (wire.HOST, self._port),
                _NamedHandshake(self._token, self.names),
                refused=lambda why: self._tell(f"a connection was refused: {why}"),
            )
            place = f"{wire.HOST}:{self._admission.port}"
            shown = self._token if self._shown else None
            self._tell(f"players may connect to {with_token(place, shown)}")

    def close(self) -> None:
        """End all connections, and listen no more."""
        for guests in self._idle.values():
            for guest in guests:
                if guest.line is not None:
                    guest.line.close()
        self._idle.clear()
        if self._admission is not None:
            self._admission.close()

    def take(self, name: str, wait: float) -> RemotePlayer:
        """A guest with this name, who is there or connects within `wait` seconds.

        Raises GuestFault if none does.
        """
        while self._idle[name]:
            guest = self._idle[name].pop()
            assert guest.line is not None
            if not guest.line.has_ended:
                return guest
            guest.line.close(at_once=True)
        self.open()
        assert self._admission is not None
        deadline = time.monotonic() + wait
        self._tell(f"the next game waits for {name}")

        def check() -> None:
            if time.monotonic() > deadline:
                text = f"{name} did not connect within {wait:g} seconds"
                raise GuestFault(text, "absent")

        came = self._admission.next(name, check)
        line = wire.of_socket(came.sock, received=came.received)
        line.greeted = True
        guest = RemotePlayer(lambda: line)
        guest.greet()
        return guest

    def give_back(self, name: str, guest: RemotePlayer) -> None:
        """Keep a guest for the next game."""
        self._idle[name].append(guest)


class ConnectingPlayer:
    """The guest of an entrant for one game; it is sent away after a fault.

    It is `called` as the entrant, may take `seconds` for an action with `tries`
    attempts, and connects within `wait` seconds.
    """

    def __init__(
        self,
        lobby: Lobby,
        game: Game,
        player: int,
        *,
        called: str = "",
        seconds: float = wire.PATIENCE,
        tries: int = 1,
        wait: float = WAIT_SECONDS,
    ) -> None:
        require_duration(seconds, "the seconds of a player")
        require_duration(wait, "the seconds in which a player connects")
        self._lobby, self._name, self._wait = lobby, called, wait
        self._seconds, self._tries = seconds, tries
        self._guest: RemotePlayer | None = None
        self._faulty = False
        self.transcript: TranscriptFile | None = None

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the guest's action. Raises GuestFault, which says what happened."""
        try:
            return require_own(self._present().act(seen, legal_actions, rng), seen)
        except MystError as error:
            self._faulty = True
            raise fault_of(error) from None

    def _present(self) -> RemotePlayer:
        if self._guest is None:
            guest = self._guest = self._lobby.take(self._name, self._wait)
            guest.seconds, guest.tries = self._seconds, self._tries
            if self.transcript is not None:
                assert guest.line is not None
                guest.line.trail = self.transcript.note
        return self._guest

    def over(
        self, seen: InformationState, outcome: GameOutcome | None, lost: int, why: str
    ) -> None:
        """Report the end of the game; after a fault the connection is closed."""
        guest = self._guest
        if guest is None or guest.line is None:
            return
        try:
            guest.over(seen, outcome, lost, why)
        finally:
            guest.line.trail = None
            if self.transcript is not None:
                self.transcript.close()
            if self._faulty or lost == seen.player:
                guest.line.close()
            else:
                self._lobby.give_back(self._name, guest)
