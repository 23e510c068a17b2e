"""One game of a tournament: who sits there, and what became of it.

In the field: scoring with forfeits.

A player who does what is not possible, breaks down, or takes too long has lost: the
game ends there, he is last, and the others who are still in share the win. So nobody
gains by it, and nobody pays for it but he.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from mystpy.arena.confinement import Confined, require_process
from mystpy.arena.design import Entrant, Match, Terms
from mystpy.compilation import NamedTuple
from mystpy.history.actions import EndTurn, Guess, Wrong
from mystpy.play.belief import Belief
from mystpy.play.referee import Bout, Fault, Sitting
from mystpy.play.seen import Seen
from mystpy.play.tabletop import Table
from mystpy.players.roster import KINDS, Kind
from mystpy.progress import require_duration
from mystpy.protocol.guest import Process
from mystpy.situations.deed import Deed


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


def bout_of(
    match: Match, kinds: Mapping[str, Kind] = KINDS, *, confined: bool = False
) -> Bout:
    """The game of a match, before it is played.

    Programs have no more seconds for a message than anybody has. Other players, too,
    are ended when they take too long if they are `confined`.
    """
    terms = match.terms
    sittings = [_sitting(one, terms, kinds, confined) for one in match.seats]
    table = Table(match.game, match.deal)
    seconds = None if confined else terms.seconds
    return Bout(table, sittings, match.streams(), most=terms.actions, seconds=seconds)


def _sitting(
    entrant: Entrant, terms: Terms, kinds: Mapping[str, Kind], confined: bool
) -> Sitting:
    """What sits down for an entrant, with the time that it has."""
    options = dict(entrant.options)
    sit = kinds[entrant.kind].sit
    is_program: bool = sit is Process
    if is_program and terms.seconds is not None:
        own = options.get("seconds", terms.seconds)
        options["seconds"] = min(require_duration(own), terms.seconds)
    made: Sitting = partial(kinds[entrant.kind].sit, **options)
    if terms.seconds is None or is_program or not confined:
        return made
    return partial(Confined, made, seconds=terms.seconds)


def played(match: Match) -> Score:
    """What becomes of a game; who takes too long is ended, if time is limited.

    Raises EngineFailed if there can be no process for those who may take too long.
    """
    if match.terms.seconds is not None:
        require_process()
    bout = bout_of(match, confined=True)
    bout.play()
    return score_of(bout, match)


def score_of(bout: Bout, match: Match) -> Score:
    """What became of the game."""
    table = bout.table
    outcome = table.outcome
    guesses = [deed for deed in table.done if deed.key[0] == Guess.name]
    wrong = guesses[:-1] if table.won else guesses
    if table.game.generalized:
        wrong = [deed for deed in table.done if deed.key[0] == Wrong.name]
    return Score(
        match.number,
        tuple(entrant.name for entrant in match.seats),
        outcome.winner if outcome else None,
        tuple(deed.key[1] for deed in wrong),
        _turns(table.done),
        len(table.done),
        bout.fault,
        known(table) if match.terms.known else None,
    )


def _turns(done: Sequence[Deed]) -> int:
    """How many turns were begun."""
    ended = sum(deed.key[0] == EndTurn.name for deed in done)
    return ended + bool(done and done[-1].key[0] != EndTurn.name)


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
