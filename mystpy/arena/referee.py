"""One game, played by the rules: what became of it, and of who did not keep to them.

A player who does what is not possible, breaks down, or takes too long has lost: the
game ends there, he is last, and the others who are still in share the win. So nobody
gains by it, and nobody pays for it but he.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from mystpy.arena.design import Match
from mystpy.errors import IllegalActionError, QueryError
from mystpy.play.belief import Belief
from mystpy.play.player import Player, chosen, turns
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Offer, Table
from mystpy.players.roster import KINDS, Kind
from mystpy.situations.deed import Deed

Clock = Callable[[], float]


class Fault(NamedTuple):
    """What a player did against the rules: the seat, why, and by which axiom."""

    seat: int
    why: str
    axiom: str | None = None


class Score(NamedTuple):
    """What became of a game: seats are numbers, from 1 on.

    `out` are those who guessed wrongly, in their order, `known` the turn in which each
    seat could first know the pile.
    """

    number: int
    seats: tuple[str, ...]
    winner: int | None
    out: tuple[int, ...]
    turns: int
    actions: int
    fault: Fault | None = None
    known: tuple[int | None, ...] | None = None

    def ranks(self) -> list[list[int]]:
        """The seats from the best on; those who are equal stand together."""
        last = [] if self.fault is None else [self.fault.seat]
        apart = {self.winner, *self.out, *last}
        others = [k for k in range(1, len(self.seats) + 1) if k not in apart]
        first = [] if self.winner is None else [[self.winner]]
        groups = [*first, others, *([k] for k in reversed(self.out)), last]
        return [group for group in groups if group]

    def points(self) -> dict[int, float]:
        """The part of the win that each seat has, if it has one."""
        if self.winner is not None:
            return {self.winner: 1.0}
        if self.fault is None:
            return {}
        lost = {self.fault.seat, *self.out}
        share = [k for k in range(1, len(self.seats) + 1) if k not in lost]
        return {k: 1 / len(share) for k in share}

    def as_object(self) -> dict[str, object]:
        """The game as a line of results, without what there is nothing to tell of."""
        told = self._asdict()
        fault = self.fault
        told["fault"] = None if fault is None else fault._asdict()
        kept = ("number", "seats", "winner", "out", "turns", "actions")
        return {k: v for k, v in told.items() if k in kept or v is not None}

    @classmethod
    def of(cls, told: Mapping[str, object]) -> Score:
        """The game of such a line. Raises TypeError for other lines."""
        values = {k: tuple(v) if isinstance(v, list) else v for k, v in told.items()}
        if isinstance(fault := values.get("fault"), dict):
            values["fault"] = Fault(**fault)
        return cls(**values)  # type: ignore[arg-type]


class Bout:
    """A game while it is played: the table, and the fault if there was one."""

    def __init__(
        self,
        match: Match,
        *,
        kinds: Mapping[str, Kind] = KINDS,
        clock: Clock = time.perf_counter,
    ) -> None:
        self.match = match
        self.table = Table(match.game, match.deal)
        self.fault: Fault | None = None
        self.players: list[_Watched] = []
        self._kinds = kinds
        self._clock = clock

    def deeds(self) -> Iterator[Deed]:
        """What is done, one after the other, until nobody can do anything."""
        at = 0
        try:
            for at, entrant in enumerate(self.match.seats, 1):
                sit = self._kinds[entrant.kind].sit
                player = sit(self.match.game, at, **dict(entrant.options))
                self.players.append(_Watched(player, self.match, self._clock))
            at = 0
            streams, most = self.match.streams(), self.match.terms.actions
            yield from turns(self.table, self.players, streams, most=most)
        except Exception as error:
            seat = at or self.table.offers()[0].player
            self.fault = Fault(seat, *_told(error))

    def reason(self, deed: Deed) -> str | None:
        """Why the last thing was done, if the one who did it can say so."""
        actor = deed.key[1]
        why = getattr(self.players[actor - 1].player, "why", None)
        if why is None:
            return None
        seen = Seen.at(self.table, actor)
        return str(why(seen._replace(events=seen.events[:-1], won=False), deed))

    def score(self) -> Score:
        """What became of the game."""
        table = self.table
        outcome = table.outcome
        guesses = [deed for deed in table.done if deed.key[0] == "guess"]
        wrong = guesses[:-1] if table.won else guesses
        if table.game.generalized:
            wrong = [deed for deed in table.done if deed.key[0] == "wrong"]
        return Score(
            self.match.number,
            tuple(entrant.name for entrant in self.match.seats),
            outcome.winner if outcome else None,
            tuple(deed.key[1] for deed in wrong),
            _turns(table.done),
            len(table.done),
            self.fault,
            known(table) if self.match.terms.known else None,
        )


def played(match: Match, *, clock: Clock = time.perf_counter) -> Score:
    """What becomes of a game."""
    bout = Bout(match, clock=clock)
    for _ in bout.deeds():
        pass
    return bout.score()


class _Watched:
    """A player whose choice is timed, and who acts for nobody else."""

    def __init__(self, player: Player, match: Match, clock: Clock) -> None:
        self.player = player
        self._seconds = match.terms.seconds
        self._clock = clock

    def act(self, seen: Seen, offers: Sequence[Offer], rng: Random) -> Deed:
        start = self._clock()
        deed = chosen(self.player.act(seen, offers, rng), rng)
        if self._seconds is not None and self._clock() - start > self._seconds:
            raise QueryError(f"took longer than {self._seconds:g} seconds")
        if deed.key[1] != seen.player:
            raise QueryError(f"acted for player {deed.key[1]}")
        return deed


def _told(error: Exception) -> tuple[str, str | None]:
    """What is wrong, and the axiom against it."""
    if isinstance(error, IllegalActionError):
        return str(error), error.axiom
    if isinstance(error, QueryError):
        return str(error), None
    return f"{type(error).__name__}: {error}", None


def _turns(done: Sequence[Deed]) -> int:
    """How many turns were begun."""
    ended = sum(deed.key[0] == "endturn" for deed in done)
    return ended + bool(done and done[-1].key[0] != "endturn")


def known(table: Table) -> tuple[int | None, ...]:
    """The turn, from 1 on, in which each player could first know the pile.

    None stands for those who could not before the game was over.
    """
    before = table.done[:-1] if table.won else table.done
    return tuple(
        _known(Belief(Seen(table.game, i, table.hands[i])), before)
        for i in range(1, table.game.p + 1)
    )


def _known(belief: Belief, done: Sequence[Deed]) -> int | None:
    for step, deed in enumerate(done):
        if belief.pile is not None:
            return max(1, _turns(done[:step]))
        belief = belief.then(deed)
    return None if belief.pile is None else _turns(done)
