"""The referee's records of games that are played here, or played again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mystpy import __version__
from mystpy.arena.design import Entrant, Match, Tournament
from mystpy.arena.ratings.replay import (
    difference,
    first_guest,
    refereed_again,
    result_again,
)
from mystpy.arena.score import Score, referee_game
from mystpy.axiom_folder import named_folder
from mystpy.engines import get_engine
from mystpy.errors import QueryError
from mystpy.play.referee import RefereedGame
from mystpy.records.format.keys import FAULTY, LIMIT, UNFINISHED
from mystpy.records.format.record import Fields, GameRecord
from mystpy.records.outcome import outcome_of, result_fields


def require_shipped_axioms() -> None:
    """Raise QueryError under other axioms: a record does not name its axioms."""
    if named_folder():
        raise QueryError(
            "records are written of games by the shipped axioms",
            hint="play --save FILE.toml writes a query file, which names its axioms",
        )


def replayed_games(tournament: Tournament, games: int) -> Iterator[GameRecord]:
    """Yield the records of the first games of a tournament, each played again."""
    event = event_of(tournament)
    for number in range(games):
        yield play_record(tournament.match(number), {"event": event, "round": number})


def recorded_games(
    tournament: Tournament, scores: Iterable[Score]
) -> Iterator[GameRecord]:
    """Yield the records of games with guests, who act as in the results.

    Raises QueryError as `record_of_score`.
    """
    for score in scores:
        yield record_of_score(tournament, score)


def record_of_score(tournament: Tournament, score: Score) -> GameRecord:
    """Return the record of a game in the results, which is played again.

    Guests act as in the history of the results. Raises QueryError if there is none, and
    for a game that ends in another way.
    """
    match = tournament.match(score.number)
    refereed = refereed_again(match, score)
    if why := difference(result_again(refereed, match, score), score):
        raise QueryError(
            f"game {score.number} ends in another way when it is played again: {why}",
            hint=f"it was changed, or played by another version than {__version__}",
        )
    if refereed.fault is not None and score.fault is not None:
        refereed.fault = score.fault  # a guest's own reason
    said = {"event": event_of(tournament), "round": score.number}
    return record_of_game(refereed, match, said)


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
    if not entrant.options or first_guest([entrant]) is not None:
        return row  # commands of guests have paths of this machine
    return {**row, "_options": dict(entrant.options)}


def _fault(refereed: RefereedGame) -> Fields:
    fault = refereed.fault
    assert fault is not None
    row: Fields = {"player": fault.seat}
    row |= {} if fault.axiom is None else {"axiom": fault.axiom}
    return {**row, "why": fault.why}
