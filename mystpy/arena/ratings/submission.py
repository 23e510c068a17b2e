"""Submitted results: a file of `mystpy tournament --out`, and its checks.

In the field: validation of untrusted input.

The file is not trusted: hashes, versions, axioms, players and seats are compared with
the tournament of its first line, and games are played again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import blake2b
from pathlib import Path
from random import Random
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from mystpy import __version__
from mystpy.arena.design import (
    Entrant,
    GameLimits,
    Match,
    Tournament,
    game_title,
)
from mystpy.arena.ratings.frozen import OpponentPool
from mystpy.arena.ratings.replay import disagreement
from mystpy.arena.score import Score
from mystpy.arena.scorebook import Scorebook
from mystpy.axioms import fingerprint
from mystpy.compilation import NamedTuple
from mystpy.errors import MystError, QueryError
from mystpy.files.json_text import json_value
from mystpy.game.game import Game
from mystpy.players.registry import KINDS

MAX_FILE_BYTES = 200_000_000
MAX_HEAD_BYTES = 100_000
MAX_PLAYERS = 50
MAX_NAME = 60
"""Larger files, first lines, tournaments and names are refused."""

CHECKED = 20
"""The default number of games of a file that are played again."""

GUEST_KINDS = ("program", "contest", "connect", "person")


class Submission(NamedTuple):
    """Results that were checked: the tournament, its blocks of games, and a hash."""

    tournament: Tournament
    version: str
    blocks: tuple[tuple[Score, ...], ...]
    digest: str
    checked: int

    @property
    def guests(self) -> list[str]:
        """Return the names of the players who are not built-in."""
        entrants = self.tournament.entrants
        return [each.name for each in entrants if each.kind in GUEST_KINDS]


def read_submission(
    path: Path, pool: OpponentPool, checked: int = CHECKED
) -> Submission:
    """Return the results in a file. Raises QueryError with the reason of a refusal."""
    try:
        return _read(path, pool, checked)
    except MystError as error:
        text = str(error)
        named = text if path.name in text else f"{path.name} is refused: {text}"
        raise QueryError(named, hint=error.hint) from None
    except (OSError, RecursionError, OverflowError) as error:
        raise QueryError(f"{path.name} is refused: {error}") from None


def _read(path: Path, pool: OpponentPool, checked: int) -> Submission:
    head, digest = _head(path)
    version = _text(head, "tournament")
    if head.get("axioms") != fingerprint():
        raise QueryError(
            "its games were played by other axioms",
            hint="play with the axioms that mystpy comes with",
        )
    if version != __version__:
        raise QueryError(
            f"its games were played by mystpy {version[:20]}, and this is"
            f" {__version__}: players may act differently",
            hint=f"play them by mystpy {__version__}, or add them by {version[:20]}",
        )
    tournament = _tournament(head, pool)
    scores = _scores(path, tournament)
    size = tournament.block
    if not scores or len(scores) % size:
        text = f"it has {len(scores)} games, which is no number of whole deals"
        raise QueryError(text, hint=f"a deal has {size} games; --resume completes it")
    for score in scores:
        _require_seats(tournament.match(score.number), score)
    drawn = Random(digest).sample(range(len(scores)), min(checked, len(scores)))
    suspect = [k for k, score in enumerate(scores) if _blames_ours(score, pool)]
    chosen = sorted({*drawn, *suspect})
    for number in chosen:
        if why := disagreement(tournament.match(number), scores[number]):
            raise QueryError(f"game {number} differs from its record: {why}")
    blocks = tuple(tuple(scores[k : k + size]) for k in range(0, len(scores), size))
    return Submission(tournament, version, blocks, digest, len(chosen))


def _blames_ours(score: Score, pool: OpponentPool) -> bool:
    """Return whether a built-in player has lost by a fault, which is always checked."""
    fault = score.fault
    return fault is not None and score.seats[fault.seat - 1] in pool.by_name


def _head(path: Path) -> tuple[Mapping[str, Any], str]:
    """Return the first line of a file, and the hash of the whole file."""
    if not path.is_file():
        raise QueryError(f"there is no file {path}")
    if path.stat().st_size > MAX_FILE_BYTES:
        raise QueryError(f"it has more than {MAX_FILE_BYTES:,} bytes")
    digest = blake2b(digest_size=16)
    with path.open("rb") as file:
        line = file.readline(MAX_HEAD_BYTES + 1)
        digest.update(line)
        while data := file.read(1 << 16):
            digest.update(data)
    if len(line) > MAX_HEAD_BYTES:
        raise QueryError(f"its first line has more than {MAX_HEAD_BYTES:,} bytes")
    try:
        head = json_value(line.decode("utf-8"))
    except ValueError:
        head = None
    if not isinstance(head, dict) or "tournament" not in head:
        raise QueryError(
            "its first line is not that of a tournament's results",
            hint="send what mystpy tournament --out wrote",
        )
    return head, digest.hexdigest()


def _text(head: Mapping[str, Any], key: str) -> str:
    value = head.get(key)
    if not isinstance(value, str):
        raise QueryError(f"{key} of its first line is no text")
    return value


def _tournament(head: Mapping[str, Any], pool: OpponentPool) -> Tournament:
    """Return the tournament of a first line. Raises QueryError if it is not rated."""
    games, players = head.get("games"), head.get("players")
    if not isinstance(games, list) or not isinstance(players, list):
        raise QueryError("its first line has no games or no players")
    if not 0 < len(players) <= MAX_PLAYERS or not 0 < len(games) <= len(pool.games):
        raise QueryError("it has too many games or players, or none")
    played = tuple(Game.from_dict(row) for row in games)
    for game in played:
        if game not in pool.games:
            raise QueryError(
                f"{game_title(game)} is not a game of the list",
                hint=f"rated are {', '.join(map(game_title, pool.games))}",
            )
    entrants = tuple(_entrant(row, pool) for row in players)
    terms = {key: head.get(key) for key in GameLimits._fields}
    seed, seats = head.get("seed"), head.get("seats")
    if type(seed) is not int or seats != "rotate" or type(terms["actions"]) is not int:
        raise QueryError("its seed is no number, or its seats were not rotated")
    return Tournament(played, entrants, True, seed, GameLimits(**terms))  # type: ignore[arg-type]


def _entrant(row: Any, pool: OpponentPool) -> Entrant:
    keys = {"name", "kind", "options", "copies"}
    if not isinstance(row, dict) or row.keys() != keys:
        raise QueryError("a player of its first line has other keys")
    name, kind, options = row["name"], row["kind"], row["options"]
    if not isinstance(name, str) or not isinstance(kind, str) or row["copies"] != 1:
        raise QueryError("a player of its first line has no name, or copies")
    if not 0 < len(name) <= MAX_NAME or not name.isprintable():
        raise QueryError(f"{name[:20]!r} is no name of at most {MAX_NAME} characters")
    if not isinstance(options, dict):
        raise QueryError(f"the options of {name} are none")
    found = Entrant(name, kind, tuple(options.items()))
    frozen = pool.by_name.get(name)
    if kind in GUEST_KINDS:
        if frozen is not None or "@" in name:
            raise QueryError(f"{name} is the name of a frozen opponent")
        return found
    if frozen is None or frozen.entrant != found:
        raise QueryError(
            f"{name} of the kind {kind[:20]} is no frozen opponent",
            hint=f"they are {', '.join(pool.by_name)}" if kind in KINDS else None,
        )
    return found


def _scores(path: Path, tournament: Tournament) -> list[Score]:
    """Return all games of a file, each with its hash."""
    head = tournament.head()
    with _copied(path) as copy, closing(Scorebook(copy, head, resume=True)) as book:
        if book.torn or book.damaged:
            line = book.damaged[0].line if book.damaged else 0
            why = f"line {line}: {book.damaged[0].why}" if line else "it was cut off"
            raise QueryError(f"it is damaged: {why}")
        if book.missing():
            raise QueryError(f"game {book.missing()[0].start} is missing")
        return list(book.found())


@contextmanager
def _copied(path: Path) -> Iterator[Path]:
    """Yield a copy in a folder of its own: the book removes what it can compute."""
    with TemporaryDirectory() as folder:
        found = Path(folder, path.name)
        copyfile(path, found)
        yield found


def _require_seats(match: Match, score: Score) -> None:
    """Raise QueryError if a game has other seats than its number determines."""
    seats = tuple(each.name for each in match.seats)
    if score.seats != seats:
        raise QueryError(f"game {score.number} has other seats than by its seed")
    last = [score.winner, *score.out]
    if len({*last}) < len(last):
        raise QueryError(f"game {score.number} has a player in two places")


def identity(tournament: Tournament) -> str:
    """Return a hash of the players, games and seed, without the commands of guests."""
    head = tournament.head()
    players = [(each.name, each.kind) for each in tournament.entrants]
    said = json.dumps([head["games"], players, head["seed"], head["tournament"]])
    return blake2b(said.encode(), digest_size=10).hexdigest()
