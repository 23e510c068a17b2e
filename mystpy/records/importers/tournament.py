"""Records made of a tournament's results, whose games are played again.

Results say only how games ended; the seed and the number of a game determine the rest.
Guests act as in the history of the results, and are not started. A game that is played
again has to end in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mystpy import __version__
from mystpy.arena.design import Entrant, GameLimits, Tournament
from mystpy.arena.score import Score
from mystpy.axioms import fingerprint
from mystpy.errors import QueryError
from mystpy.game.game import Game
from mystpy.players.policy.private_streams import secret_with
from mystpy.records.format.record import GameRecord
from mystpy.records.importers.json_lines import numbered_objects
from mystpy.records.played_games import record_of_score


def of_tournament(
    text: str, name: str, _players: Sequence[str]
) -> Iterator[GameRecord]:
    """Yield the record of each game.

    Raises QueryError for results of another version or other axioms, of another secret
    than that of MYSTPY_SECRET, and of a game that ends in another way.
    """
    rows = numbered_objects(text, name)
    _, head = next(rows)
    tournament = tournament_of_head(head, name)
    for line, row in rows:
        if "number" not in row:
            continue  # the last line, which sums up
        try:
            score = Score.of({k: x for k, x in row.items() if k != "hash"})
            tournament.match(score.number)
        except (TypeError, ValueError):
            raise QueryError(f"{name}, line {line} is no result of a game") from None
        try:
            yield record_of_score(tournament, score)
        except QueryError as error:
            message = f"{name}, line {line}: {error}"
            raise QueryError(message, hint=error.hint) from None


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
    secret = secret_with(head.get("secret"))
    return Tournament(games, entrants, rotate, seed, GameLimits(**limits), secret)


def _entrant(row: Mapping[str, Any]) -> Entrant:
    options = tuple(dict(row["options"]).items())
    return Entrant(row["name"], row["kind"], options, row.get("copies", 1))
