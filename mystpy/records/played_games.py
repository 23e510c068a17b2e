"""The referee's records of games that are played here, or played again."""

from __future__ import annotations

from collections.abc import Iterator

from mystpy.arena.design import Entrant, Match, Tournament
from mystpy.arena.score import referee_game
from mystpy.axiom_folder import named_folder
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.play.referee import RefereedGame
from mystpy.players.registry import KINDS
from mystpy.records.format.keys import FAULTY, LIMIT, UNFINISHED
from mystpy.records.format.record import Fields, GameRecord
from mystpy.records.outcome import outcome_of, result_fields

_NOT_REPLAYED = ("program", "person")
"""The kinds of players who do not act by the seed alone."""


def require_shipped_axioms() -> None:
    """Raise QueryError under other axioms: a record does not name its axioms."""
    if named_folder():
        raise QueryError(
            "records are written of games by the shipped axioms",
            hint="play --save FILE.toml writes a query file, which names its axioms",
        )


def require_replayable(tournament: Tournament) -> None:
    """Raise QueryError if some player would not do the same again."""
    for entrant in tournament.entrants:
        if entrant.kind in _NOT_REPLAYED or entrant.kind not in KINDS:
            raise QueryError(
                f"{entrant.name}, of the kind {entrant.kind}, cannot play again",
                hint="serve --transcripts keeps what programs have seen",
            )


def replayed_games(tournament: Tournament, games: int) -> Iterator[GameRecord]:
    """Yield the records of the first games of a tournament, each played again."""
    event = event_of(tournament)
    for number in range(games):
        yield play_record(tournament.match(number), {"event": event, "round": number})


def event_of(tournament: Tournament) -> str:
    """Return the name of a tournament in records."""
    return f"tournament, seed {tournament.seed}"


def play_record(match: Match, said: Fields) -> GameRecord:
    """Play a game, and return its record."""
    refereed = referee_game(match)
    refereed.play()
    return record_of_game(refereed, match, said)


def record_of_game(
    refereed: RefereedGame, match: Match, said: Fields | None = None
) -> GameRecord:
    """Return the referee's record of a game that was played."""
    history = refereed.table.history()
    rows = [_player(entrant) for entrant in match.seats]
    found = outcome_of(history, get_engine("auto"))
    result = result_fields(found, history)
    if refereed.fault is not None:
        result["end"] = FAULTY
        result["fault"] = _fault(refereed)
    elif found.end == UNFINISHED and len(history) >= match.terms.actions:
        result["end"] = LIMIT
    return GameRecord.of(
        history, None, {**(said or {}), "result": result, "player": rows}
    )


def _player(entrant: Entrant) -> Fields:
    row: Fields = {"name": entrant.name, "kind": entrant.kind}
    return row | ({"_options": dict(entrant.options)} if entrant.options else {})


def _fault(refereed: RefereedGame) -> Fields:
    fault = refereed.fault
    assert fault is not None
    row: Fields = {"player": fault.seat}
    row |= {} if fault.axiom is None else {"axiom": fault.axiom}
    return {**row, "why": fault.why}
