"""One game of a tournament: its players, and its result.

In the field: scoring with forfeits.

A player who does something impossible, fails, or takes too long has lost: the game ends
there, this player is last, and the others who are still in share the win. So nobody
gains by it, and nobody else is punished for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from mystpy.arena.confinement import SubprocessPlayer, require_process
from mystpy.arena.design import Entrant, Match
from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import EndTurn, Guess, Wrong, action_text
from mystpy.play.belief import BeliefState
from mystpy.play.game_state import GameState
from mystpy.play.information_state import InformationState
from mystpy.play.player import Player
from mystpy.play.referee import PlayerFactory, RefereedGame, RuleViolation
from mystpy.players.registry import KINDS, PlayerKind
from mystpy.progress import require_duration
from mystpy.protocol.guests.transcript_file import TranscriptFile
from mystpy.protocol.message import file_name
from mystpy.situations.event import Event


class Score(NamedTuple):
    """The result of a game: seats are numbers, from 1 on.

    `out` are the players who guessed wrongly, in their order, `known` the turn in which
    each seat could first know the pile. `history` has the actions of a game with
    guests, who need not do the same again, `usage` the requests and tokens of models by
    seat.
    """

    number: int
    seats: tuple[str, ...]
    winner: int | None
    out: tuple[int, ...]
    turns: int
    actions: int
    fault: RuleViolation | None = None
    known: tuple[int | None, ...] | None = None
    history: tuple[str, ...] | None = None
    usage: Mapping[str, Mapping[str, float]] | None = None

    def ranks(self) -> list[list[int]]:
        """Return the seats, the best first, in groups of equal ones."""
        last = [] if self.fault is None else [self.fault.seat]
        apart = {self.winner, *self.out, *last}
        others = [k for k in range(1, len(self.seats) + 1) if k not in apart]
        first = [] if self.winner is None else [[self.winner]]
        groups = [*first, others, *([k] for k in reversed(self.out)), last]
        return [group for group in groups if group]

    def points(self) -> dict[int, float]:
        """Return the share of the win that each seat has, if it has one."""
        if self.winner is not None:
            return {self.winner: 1.0}
        if self.fault is None:
            return {}
        lost = {self.fault.seat, *self.out}
        share = [k for k in range(1, len(self.seats) + 1) if k not in lost]
        return {k: 1 / len(share) for k in share}

    def as_object(self) -> dict[str, object]:
        """Return the game as a line of results, without empty fields."""
        row = self._asdict()
        fault = self.fault
        row["fault"] = None if fault is None else fault._asdict()
        kept = ("number", "seats", "winner", "out", "turns", "actions")
        return {k: v for k, v in row.items() if k in kept or v is not None}

    @classmethod
    def of(cls, row: Mapping[str, object]) -> Score:
        """Return the game of such a line. Raises TypeError for other lines."""
        values = {k: tuple(v) if isinstance(v, list) else v for k, v in row.items()}
        if isinstance(fault := values.get("fault"), dict):
            values["fault"] = RuleViolation(**fault)
        return cls(**values)  # type: ignore[arg-type]


class MatchHost(NamedTuple):
    """The kinds of players that are available, and the folder for guests' messages.

    Without `kinds` those of the registry are available.
    """

    kinds: Mapping[str, PlayerKind] | None = None
    transcripts: Path | None = None

    def kind(self, entrant: Entrant) -> PlayerKind:
        """Return the kind of an entrant."""
        return (KINDS if self.kinds is None else self.kinds)[entrant.kind]

    def has_guests(self, match: Match) -> bool:
        """Return whether some player is a guest."""
        return any(self.kind(each).guest for each in match.seats)


HERE = MatchHost()
"""Games of this process alone, between players of the registry."""


def referee_game(
    match: Match, host: MatchHost = HERE, *, confined: bool = False
) -> RefereedGame:
    """Return the game of a match, before it is played.

    Guests have the same time for a message as other players for an action. If the game
    is `confined`, other players are also stopped when they take too long.
    """
    terms = match.terms
    sittings = [
        _sitting(match, seat, host, confined) for seat in range(1, match.game.p + 1)
    ]
    table = GameState(match.game, match.deal)
    seconds = None if confined else terms.seconds
    return RefereedGame(
        table, sittings, match.streams(), most=terms.actions, seconds=seconds
    )


def _sitting(match: Match, seat: int, host: MatchHost, confined: bool) -> PlayerFactory:
    entrant, limit = match.seats[seat - 1], match.terms.seconds
    kind, options = host.kind(entrant), dict(entrant.options)
    if kind.guest == "connects":
        options.setdefault("called", entrant.name)
    if kind.guest and limit is not None:
        own = options.get("seconds", limit)
        options["seconds"] = min(require_duration(own), limit)
    made: PlayerFactory = partial(kind.sit, **options)
    if kind.guest and host.transcripts is not None:
        path = host.transcripts / transcript_name(match, seat)
        return partial(_with_transcript, made, path)
    if limit is None or kind.guest or not confined:
        return made
    return partial(SubprocessPlayer, made, seconds=limit)


def transcript_name(match: Match, seat: int) -> str:
    """Return the name of the file with the messages from and to a guest in a seat."""
    name = file_name(match.seats[seat - 1].name)
    return f"game-{match.number:06}-seat-{seat}-{name}.jsonl"


def _with_transcript(
    made: PlayerFactory, path: Path, game: Game, player: int
) -> Player:
    found = made(game, player)
    found.transcript = TranscriptFile(path)  # type: ignore[attr-defined]
    return found


def play_game(match: Match, host: MatchHost = HERE) -> Score:
    """Return the result of a game; a player who takes too long is stopped.

    Raises EngineFailed if no process can be started for such players, and QueryError if
    a transcript cannot be written.
    """
    if match.terms.seconds is not None:
        require_process()
    refereed_game = referee_game(match, host, confined=True)
    refereed_game.play()
    for player in refereed_game.players:
        if (kept := getattr(player, "transcript", None)) is not None:
            kept.require_written()
    score = score_of(refereed_game, match)
    if not host.has_guests(match):
        return score
    done = refereed_game.table.history().actions
    texts = tuple(action_text(action, match.game) for action in done)
    return score._replace(history=texts, usage=_usage(refereed_game.players) or None)


def _usage(players: Sequence[Player]) -> dict[str, Mapping[str, float]]:
    """Return the requests, tokens and costs of the models in a game, by seat."""
    return {
        str(seat): found
        for seat, player in enumerate(players, 1)
        if (found := getattr(player, "usage", None)) is not None
    }


def score_of(refereed_game: RefereedGame, match: Match) -> Score:
    """Return the result of the game."""
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
    """Return the turn, from 1 on, in which each player could first know the pile.

    It is None for players who could not before the game was over.
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
