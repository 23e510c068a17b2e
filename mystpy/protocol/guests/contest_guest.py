"""A program of the Speed Clue contest that is started for one game, and connects.

It is an adapter for an engine with another protocol.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Sequence
from functools import partial
from random import Random

from mystpy.compilation import pattern
from mystpy.errors import MystError, QueryError
from mystpy.game.game import Game
from mystpy.play.game_state import GameOutcome, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.processes import guarded
from mystpy.processes.confinement.guest_confinement import (
    CONFINEMENTS,
    GuestConfinement,
    GuestProtection,
    guest_protection,
)
from mystpy.processes.guarded import GuardedProgram
from mystpy.progress import require_duration
from mystpy.protocol import wire
from mystpy.protocol.admission import Admission
from mystpy.protocol.contest.abbreviations import PLAYERS, SECONDS, contest_game
from mystpy.protocol.contest.contestant import ContestPlayer
from mystpy.protocol.guests.guest_fault import GuestFault, fault_of
from mystpy.protocol.guests.program_player import (
    end_after,
    limits_of,
    listed,
)
from mystpy.protocol.guests.transcript_file import TranscriptFile
from mystpy.protocol.handshake import ContestHandshake, new_token, with_token
from mystpy.situations.event import Event

IDENTIFIER = pattern(r"\{([^{}]+)\}")
"""The name of a program in its command, as the contest's launch files have it."""

PORT = "%%"
"""The place of the port in a command."""


_SOME_PORT = 1
"""A placeholder for the port of the table, before there is one."""


class ContestGuest(ContestPlayer):
    """A program of the contest, which gets its name and the port of its own referee.

    In its command `%%` is the port, and `{NAME}` the name; a command without a name is
    that of a program that has one. It is confined as a `ProgramPlayer` is, but may
    connect to that port. Raises QueryError for another game than Speed Clue.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        command: str = "",
        seconds: float = SECONDS,
        memory: int = guarded.MEGABYTES,
        folder: str = "",
        scratch: bool = False,
        variables: str = "",
        confinement: str = CONFINEMENTS[0],
        network: bool = False,
        reads: str = "",
        writes: str = "",
    ) -> None:
        require_duration(seconds, "the seconds of a program")
        guarded.program_words(command, folder)
        if game.p not in PLAYERS or game != contest_game(game.p):
            raise QueryError(
                "programs of the contest play Speed Clue, for 3 to 6 players",
                hint='game = { rules = "clue", p = 3, speed = true }',
            )
        if PORT not in command:
            raise QueryError(
                "the command of a program of the contest says nothing of the port",
                hint='command = "java -jar AI.jar {NAME} %%"',
            )
        self._command = command
        confined = GuestConfinement(
            confinement, network, _SOME_PORT, listed(reads), listed(writes)
        )
        self._limits = limits_of(memory, folder, variables, confined, scratch=scratch)
        self._program: GuardedProgram | None = None
        self.transcript: TranscriptFile | None = None
        named = IDENTIFIER.search(command)
        identifier = named[1] if named else ""
        super().__init__(self._start, identifier=identifier, seconds=seconds)

    @property
    def protection(self) -> GuestProtection:
        """Return the resources that the program cannot reach."""
        return guest_protection(self._limits.confinement)

    def _start(self) -> wire.Wire:
        token = new_token() if self.name else None
        place = wire.HOST, 0
        admission = Admission(place, ContestHandshake(token))
        try:
            said = with_token(self.name, token)
            command = IDENTIFIER.sub(lambda _: said, self._command)
            command = command.replace(PORT, str(admission.port))
            confined = self._limits.confinement._replace(port=admission.port)
            limits = self._limits._replace(confinement=confined)
            program = GuardedProgram(command, limits, streams=False)
            self._program = program
            weakref.finalize(self, program.end, 0)
            deadline = time.monotonic() + wire.PATIENCE
            came = admission.next(self.name, partial(_require, program, deadline))
        finally:
            admission.close()
        line = wire.of_socket(came.sock, lines=False, received=came.received)
        weakref.finalize(self, line.close, at_once=True)
        if self.transcript is not None:
            line.trail = self.transcript.note
        return line

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Return the program's action; a program without one is ended.

        Raises GuestFault, which says what happened.
        """
        try:
            return super().act(seen, legal_actions, rng)
        except MystError as error:
            raise fault_of(error, end_after(error, self._program)) from None

    def over(
        self, seen: InformationState, outcome: GameOutcome | None, lost: int, why: str
    ) -> None:
        """Report the end of the game, have the program end, and end it."""
        at_fault = lost == seen.player
        try:
            if not at_fault:
                super().over(seen, outcome, lost, why)
                self.done()
        finally:
            if self.line is not None:
                self.line.close(at_once=at_fault)
            if self._program is not None:
                self._program.end(0 if at_fault else guarded.END_SECONDS)
            if self.transcript is not None:
                self.transcript.close()


def _require(program: GuardedProgram, deadline: float) -> None:
    """Raise GuestFault if a program has ended, or has not connected in time."""
    if program.has_ended:
        end = program.end(0)
        raise GuestFault(f"{end}, before it connected", end.how)
    if time.monotonic() > deadline:
        seconds = f"{wire.PATIENCE:g} seconds"
        raise GuestFault(f"the program did not connect within {seconds}", "absent")
