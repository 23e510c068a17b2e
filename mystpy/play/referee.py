"""One game with its rules enforced: a player who breaks them loses, and the game ends.

In the field: a game server's referee, with forfeits.

Every game is played here, with built-in players, other people's programs, or people. A
player loses if she does something impossible, fails, or takes too long. Players with
`over` learn how the game ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random

from mystpy.compilation import NamedTuple
from mystpy.errors import IllegalActionError, MystError, QueryError
from mystpy.game.game import Game
from mystpy.play.game_state import GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import MOST, Player, draw_action, turns
from mystpy.situations.event import Event

Clock = Callable[[], float]

PlayerFactory = Callable[[Game, int], Player]
"""Creates a player of a game with this number."""


class RuleViolation(NamedTuple):
    """A violation of the rules: the seat, the reason, the axiom, and the kind."""

    seat: int
    why: str
    axiom: str | None = None
    how: str | None = None

    @classmethod
    def of(cls, seat: int, error: Exception) -> RuleViolation:
        """Return the violation of a seat that caused an error."""
        illegal = isinstance(error, IllegalActionError)
        axiom = error.axiom if isinstance(error, IllegalActionError) else None
        how = "illegal" if illegal else getattr(error, "how", "error")
        if not isinstance(error, MystError):
            return cls(seat, f"{type(error).__name__}: {error}", how=how)
        hint = f" ({error.hint})" if error.hint else ""
        return cls(seat, f"{error}{hint}", axiom, how)

    def message_to(self, player: int) -> str:
        """Return the reason in words for this player; only the offender gets any.

        The failing conjuncts of an axiom may be about hidden cards.
        """
        if player != self.seat:
            return ""
        if self.axiom:
            return f"what you did is not possible now, by ({self.axiom})"
        return self.why


class RefereedGame:
    """A game while it is played: its state, and the fault if there was one."""

    def __init__(
        self,
        table: GameState,
        sittings: Sequence[PlayerFactory],
        streams: Sequence[Random],
        *,
        most: int = MOST,
        seconds: float | None = None,
        clock: Clock = time.perf_counter,
    ) -> None:
        """Set the players 1, 2, ..., each with a random stream.

        The game is stopped after `most` actions; a player who takes more than this
        number of `seconds` for one has lost.
        """
        self.table = table
        self.fault: RuleViolation | None = None
        self.players: list[Player] = []
        self._sittings, self._streams, self._most = sittings, streams, most
        self._seconds, self._clock = seconds, clock

    def events(self) -> Iterator[Event]:
        """Yield the actions, one after the other, until none is possible."""
        at = 0
        try:
            for at, sit in enumerate(self._sittings, 1):
                self.players.append(sit(self.table.game, at))
            at = 0
            timed = [
                _TimedPlayer(one, self._seconds, self._clock) for one in self.players
            ]
            yield from turns(self.table, timed, self._streams, most=self._most)
        except Exception as error:
            self.fault = RuleViolation.of(
                at or self.table.legal_actions()[0].player, error
            )
        self._tell()

    def play(self) -> None:
        """Play to the end."""
        for _ in self.events():
            pass

    def reason(self, event: Event) -> str | None:
        """Return the reason of the last action, if its player can give one."""
        actor = event.key[1]
        why = getattr(self.players[actor - 1], "why", None)
        if why is None:
            return None
        seen = InformationState.at(self.table, actor)
        return str(why(seen._replace(events=seen.events[:-1], won=False), event))

    def _tell(self) -> None:
        """Inform the players how the game ended."""
        outcome = None if self.fault else self.table.outcome
        lost = self.fault.seat if self.fault else 0
        for seat, player in enumerate(self.players, 1):
            over = getattr(player, "over", None)
            if over is not None:
                why = self.fault.message_to(seat) if self.fault else ""
                with suppress(MystError):  # perhaps it does not listen any more
                    over(InformationState.at(self.table, seat), outcome, lost, why)


class _TimedPlayer:
    """A player whose choice is timed, and who may act only for her own seat."""

    def __init__(self, player: Player, seconds: float | None, clock: Clock) -> None:
        self._player, self._seconds, self._clock = player, seconds, clock

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        start = self._clock()
        event = draw_action(self._player.act(seen, legal_actions, rng), rng)
        if self._seconds is not None and self._clock() - start > self._seconds:
            raise QueryError(f"took longer than {self._seconds:g} seconds")
        if event.key[1] != seen.player:
            raise QueryError(f"acted for player {event.key[1]}")
        return event
