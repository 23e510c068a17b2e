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
    DEFAULT,
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
from mystpy.files.journal import VERSION
from mystpy.files.json_text import json_value
from mystpy.game.game import Game
from mystpy.players.policy.private_streams import secret_with
from mystpy.players.registry import KINDS
from mystpy.progress import require_duration

MAX_FILE_BYTES = 200_000_000
MAX_HEAD_BYTES = 100_000
MAX_PLAYERS = 50
MAX_NAME = 60
"""Larger files, first lines, tournaments and names are refused."""

CHECKED = 20
"""The default number of games of a file that are played again."""

GUEST_KINDS = ("program", "contest", "connect", "chat", "person")


class Submission(NamedTuple):
    """Results that were checked: the tournament, its blocks of games, and a hash."""

    tournament: Tournament
    version: str
    blocks: tuple[tuple[Score, ...], ...]
    digest: str
    checked: int


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
    suspect = [k for k, score in enumerate(scores) if _is_suspect(score, pool)]
    chosen = sorted({*drawn, *suspect})
    for number in chosen:
        if why := disagreement(tournament.match(number), scores[number]):
            raise QueryError(f"game {number} differs from its record: {why}")
    blocks = tuple(tuple(scores[k : k + size]) for k in range(0, len(scores), size))
    return Submission(tournament, version, blocks, digest, len(chosen))


def _is_suspect(score: Score, pool: OpponentPool) -> bool:
    """Return whether a game is always checked: with a guest, or lost by a fault."""
    return score.fault is not None or not pool.by_name.keys() >= {*score.seats}


def _head(path: Path) -> tuple[Mapping[str, Any], str]:
    """Return the first line of a file, and the hash of the whole file."""
    if path.exists() and not path.is_file():
        raise QueryError(f"{path} is a folder or a device, not a file of results")
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
    seed, seats = head.get("seed"), head.get("seats")
    if type(seed) is not int or seats != "rotate":
        raise QueryError("its seed is no number, or its seats were not rotated")
    secret = secret_with(head.get("secret"))
    found = Tournament(played, entrants, True, seed, _limits(head), secret)
    expected = {**found.head(), "journal": VERSION}
    for key in sorted(expected.keys() | head.keys()):
        if expected.get(key) != head.get(key):
            raise QueryError(
                f"{key[:40]!r} of its first line is not as mystpy writes it"
            )
    return found


def _limits(head: Mapping[str, Any]) -> GameLimits:
    """Return the limits of the games. Raises QueryError if the list has others."""
    limits = GameLimits(**{key: head.get(key) for key in GameLimits._fields})  # type: ignore[arg-type]
    if type(limits.actions) is not int or limits.actions != DEFAULT.actions:
        hint = f"leave out  actions  in the file, or write {DEFAULT.actions}"
        raise QueryError("its games have another limit of actions", hint=hint)
    if type(limits.known) is not bool:
        raise QueryError("known of its first line is neither true nor false")
    if limits.seconds is not None:
        if type(limits.seconds) not in (int, float):
            raise QueryError("seconds of its first line is no number")
        require_duration(limits.seconds)
    return limits


def _entrant(row: Any, pool: OpponentPool) -> Entrant:
    keys = {"name", "kind", "options", "copies"}
    if not isinstance(row, dict) or row.keys() != keys:
        raise QueryError("a player of its first line has other keys")
    name, kind, options = row["name"], row["kind"], row["options"]
    if not isinstance(name, str) or not isinstance(kind, str) or row["copies"] != 1:
        raise QueryError("a player of its first line has no name, or copies")
    if not 0 < len(name.strip()) == len(name) <= MAX_NAME or not name.isprintable():
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
    with _copied(path) as copy, closing(_book(copy, tournament)) as book:
        if book.torn or book.damaged:
            line = book.damaged[0].line if book.damaged else 0
            why = f"line {line}: {book.damaged[0].why}" if line else "it was cut off"
            raise QueryError(f"it is damaged: {why}")
        if book.missing():
            raise QueryError(f"game {book.missing()[0].start} is missing")
        return list(book.found())


def _book(copy: Path, tournament: Tournament) -> Scorebook:
    try:
        return Scorebook(copy, tournament.head(), resume=True)
    except QueryError:
        hint = "send the file of mystpy tournament --out without changes"
        raise QueryError("its first line was changed", hint=hint) from None


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
    said = json.dumps(
        [
            *(head["games"], players, head["seed"], head["tournament"]),
            *([head["secret"]] if tournament.secret else []),
        ]
    )
    return blake2b(said.encode(), digest_size=10).hexdigest()
