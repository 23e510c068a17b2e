"""A program that is started for one game, and exchanges messages over its streams.

It is an engine process with the interface of a policy.
"""

from __future__ import annotations

import os
import weakref
from collections.abc import Sequence
from random import Random

from mystpy.errors import MystError
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
from mystpy.processes.guarded import GuardedProgram, ProgramLimits
from mystpy.progress import require_duration
from mystpy.protocol import wire
from mystpy.protocol.guests.guest_fault import GuestFault, fault_of
from mystpy.protocol.guests.transcript_file import TranscriptFile
from mystpy.protocol.remote_player import RemotePlayer
from mystpy.situations.event import Event


def limits_of(
    memory: int,
    folder: str,
    variables: str,
    confinement: GuestConfinement,
    *,
    scratch: bool = False,
) -> ProgramLimits:
    """Return the limits given by the options of a program.

    Raises QueryError for no memory, and for a confinement that is not possible.
    """
    if not 0 < memory <= 10**9:
        raise GuestFault("memory is a number of megabytes, at least 1", "start")
    confinement.require()
    return ProgramLimits(
        memory,
        folder=folder,
        variables=listed(variables),
        confinement=confinement,
        scratch=scratch,
    )


def listed(text: str) -> tuple[str, ...]:
    """Return the parts of an option that are separated by commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def require_own(event: Event, seen: InformationState) -> Event:
    """The action of a guest. Raises GuestFault if it acts for somebody else."""
    if event.key[1] != seen.player:
        raise GuestFault(f"acted for player {event.key[1]}", "illegal")
    return event


class ProgramPlayer(RemotePlayer):
    """A program that is started with its first move, and ended when the game is over.

    It may take `seconds` for each message and use `memory` megabytes. It runs in a
    `folder`, or with `scratch` in a folder of its own, and has the named `variables` of
    the environment, separated by commas, besides those that are not secret. With the
    `confinement` `possible` it is kept from other files, the network and other
    processes as far as the system can; with `required` it does not play if that is not
    possible, and `off` does neither. It may use the `network` if that is set, and
    `reads` and `writes` paths besides, separated by commas. Raises QueryError if there
    is no such program.
    """

    def __init__(
        self,
        game: Game,
        player: int,
        *,
        command: str = "",
        seconds: float = wire.PATIENCE,
        tries: int = 1,
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
        self._command = command
        confined = GuestConfinement(
            confinement, network, 0, listed(reads), listed(writes)
        )
        self._limits = limits_of(memory, folder, variables, confined, scratch=scratch)
        self._program: GuardedProgram | None = None
        self.transcript: TranscriptFile | None = None
        super().__init__(self._start, seconds=seconds, tries=tries)

    @property
    def protection(self) -> GuestProtection:
        """Return the resources that the program cannot reach."""
        return guest_protection(self._limits.confinement)

    def _start(self) -> wire.Wire:
        if os.name == "posix":
            self._program = GuardedProgram(self._command, self._limits)
            line = wire.of_guarded(self._program)
        else:  # there a program has the limit of time alone
            line = wire.of_command(self._command)
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
            return require_own(super().act(seen, legal_actions, rng), seen)
        except MystError as error:
            raise fault_of(error, end_after(error, self._program)) from None

    def over(
        self, seen: InformationState, outcome: GameOutcome | None, lost: int, why: str
    ) -> None:
        """Report the end of the game, and end the program."""
        try:
            super().over(seen, outcome, lost, why)
        finally:
            if self.line is not None:
                self.line.close(at_once=lost == seen.player)
            if self.transcript is not None:
                self.transcript.close()


def end_after(
    error: MystError, program: GuardedProgram | None
) -> guarded.ProgramEnd | None:
    """How a program ended, if it is gone; after other faults it is ended."""
    if program is None:
        return None
    gone = isinstance(error, wire.ClosedLine)
    return program.end(guarded.END_SECONDS if gone else 0)
