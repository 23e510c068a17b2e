"""Records made of a tournament's results, whose games are played again.

Results say only how games ended; the seed and the number of a game determine the rest.
A game that is played again has to end in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mystpy import __version__
from mystpy.arena.design import Entrant, GameLimits, Tournament
from mystpy.arena.score import Score, referee_game, score_of
from mystpy.axioms import fingerprint
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.records.format.record import GameRecord
from mystpy.records.importers.json_lines import numbered_objects
from mystpy.records.played_games import (
    event_of,
    record_of_game,
    require_replayable,
)


def of_tournament(
    text: str, name: str, _players: Sequence[str]
) -> Iterator[GameRecord]:
    """Yield the record of each game.

    Raises QueryError for results of another version or other axioms, of players who
    cannot play again, and of a game that ends in another way.
    """
    rows = numbered_objects(text, name)
    _, head = next(rows)
    tournament = tournament_of_head(head, name)
    event = event_of(tournament)
    for line, row in rows:
        if "number" not in row:
            continue  # the last line, which sums up
        try:
            score = Score.of({k: x for k, x in row.items() if k != "hash"})
            match = tournament.match(score.number)
        except (TypeError, ValueError):
            raise QueryError(f"{name}, line {line} is no result of a game") from None
        refereed = referee_game(match)
        refereed.play()
        found = score_of(refereed, match)
        if found[:6] != score[:6]:
            hint = f"it was played by another version than mystpy {__version__}"
            message = f"game {score.number} ends in another way when it is played again"
            raise QueryError(f"{name}, line {line}: {message}", hint=hint)
        said = {"event": event, "round": score.number}
        yield record_of_game(refereed, match, said)


def tournament_of_head(head: Mapping[str, Any], name: str) -> Tournament:
    """Return the tournament that the first line of results describes."""
    try:
        version, axioms = head["tournament"], head["axioms"]
        games = tuple(Game.from_dict(each) for each in head["games"])
        entrants = tuple(_entrant(row) for row in head["players"])
        limits = {k: head[k] for k in GameLimits._fields if k in head}
        rotate, seed = head["seats"] == "rotate", int(head["seed"])
    except (KeyError, TypeError, ValueError) as error:
        message = f"{name}: the first line does not describe a tournament: {error}"
        raise QueryError(message) from None
    if version != __version__ or axioms != fingerprint():
        message = f"{name} was played by mystpy {version} with axioms {axioms}"
        hint = "its games can be played again by the same version and axioms only"
        raise QueryError(message, hint=hint)
    found = Tournament(games, entrants, rotate, seed, GameLimits(**limits))
    require_replayable(found)
    return found


def _entrant(row: Mapping[str, Any]) -> Entrant:
    options = tuple(dict(row["options"]).items())
    return Entrant(row["name"], row["kind"], options, row.get("copies", 1))
