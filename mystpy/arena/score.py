"""One game of a tournament: who sits there, and what became of it.

In the field: scoring with forfeits.

A player who does what is not possible, breaks down, or takes too long has lost: the
game ends there, he is last, and the others who are still in share the win. So nobody
gains by it, and nobody pays for it but he.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from mystpy.arena.confinement import SubprocessPlayer, require_process
from mystpy.arena.design import Entrant, GameLimits, Match
from mystpy.compilation import NamedTuple
from mystpy.history.actions import EndTurn, Guess, Wrong
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.play.referee import PlayerFactory, RefereedGame, RuleViolation
from mystpy.players.registry import KINDS, PlayerKind
from mystpy.progress import require_duration
from mystpy.protocol.remote_player import ProgramPlayer
from mystpy.situations.event import Event


class Score(NamedTuple):
    """What became of a game: seats are numbers, from 1 on.

    `out` are those who guessed wrongly, in their order, `first_knowable_turn` the turn
    in which each seat could first know the pile.
    """

    number: int
    seats: tuple[str, ...]
    winner: int | None
    out: tuple[int, ...]
    turns: int
    actions: int
    fault: RuleViolation | None = None
    known: tuple[int | None, ...] | None = None

    def ranks(self) -> list[list[int]]:
        """The seats from the best on; those who are equal are together."""
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
        row = self._asdict()
        fault = self.fault
        row["fault"] = None if fault is None else fault._asdict()
        kept = ("number", "seats", "winner", "out", "turns", "actions")
        return {k: v for k, v in row.items() if k in kept or v is not None}

    @classmethod
    def of(cls, row: Mapping[str, object]) -> Score:
        """The game of such a line. Raises TypeError for other lines."""
        values = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
        if isinstance(fault := values.get("fault"), dict):
            values["fault"] = RuleViolation(**fault)
        return cls(**values)  # type: ignore[arg-type]


def referee_game(
    match: Match, kinds: Mapping[str, PlayerKind] = KINDS, *, confined: bool = False
) -> RefereedGame:
    """The game of a match, before it is played.

    Programs have no more seconds for a message than anybody has. Other players, too,
    are ended when they take too long if they are `confined`.
    """
    terms = match.terms
    sittings = [_sitting(one, terms, kinds, confined) for one in match.seats]
    table = GameState(match.game, match.deal)
    seconds = None if confined else terms.seconds
    return RefereedGame(
        table, sittings, match.streams(), most=terms.actions, seconds=seconds
    )


def _sitting(
    entrant: Entrant, terms: GameLimits, kinds: Mapping[str, PlayerKind], confined: bool
) -> PlayerFactory:
    options = dict(entrant.options)
    sit = kinds[entrant.kind].sit
    is_program: bool = sit is ProgramPlayer
    if is_program and terms.seconds is not None:
        own = options.get("seconds", terms.seconds)
        options["seconds"] = min(require_duration(own), terms.seconds)
    made: PlayerFactory = partial(kinds[entrant.kind].sit, **options)
    if terms.seconds is None or is_program or not confined:
        return made
    return partial(SubprocessPlayer, made, seconds=terms.seconds)


def play_game(match: Match) -> Score:
    """What becomes of a game; who takes too long is ended, if time is limited.

    Raises EngineFailed if there can be no process for those who may take too long.
    """
    if match.terms.seconds is not None:
        require_process()
    refereed_game = referee_game(match, confined=True)
    refereed_game.play()
    return score_of(refereed_game, match)


def score_of(refereed_game: RefereedGame, match: Match) -> Score:
    """What became of the game."""
    table = refereed_game.table
    outcome = table.outcome
    guesses = [event for event in table.done if event.key[0] == Guess.name]
    wrong = guesses[:-1] if table.won else guesses
    if table.game.generalized:
        wrong = [event for event in table.done if event.key[0] == Wrong.name]
    return Score(
        match.number,
        tuple(entrant.name for entrant in match.seats),
        outcome.winner if outcome else None,
        tuple(event.key[1] for event in wrong),
        _turns(table.done),
        len(table.done),
        refereed_game.fault,
        first_knowable_turn(table) if match.terms.known else None,
    )


def _turns(done: Sequence[Event]) -> int:
    ended = sum(event.key[0] == EndTurn.name for event in done)
    return ended + bool(done and done[-1].key[0] != EndTurn.name)


def first_knowable_turn(table: GameState) -> tuple[int | None, ...]:
    """The turn, from 1 on, in which each player could first know the pile.

    None is for those who could not before the game was over.
    """
    before = table.done[:-1] if table.won else table.done
    return tuple(
        _known(BeliefState(InformationState(table.game, i, table.hands[i])), before)
        for i in range(1, table.game.p + 1)
    )


def _known(belief: BeliefState, done: Sequence[Event]) -> int | None:
    for step, event in enumerate(done):
        if belief.pile is not None:
            return max(1, _turns(done[:step]))
        belief = belief.then(event)
    return None if belief.pile is None else _turns(done)
