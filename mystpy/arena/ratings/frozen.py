"""Opponents that play today as they did when they were frozen, and a test of that.

In the field: regression testing by golden traces.

A frozen opponent is a kind of player with its options, the version of mystpy in which
it was frozen, and a fingerprint: a hash of its actions in games with fixed seeds. If
its code is changed so that it plays differently, the fingerprint changes as well. Then
the current player is another opponent, which gets an id of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.file import read_entrant, require_kind
from mystpy.arena.score import referee_game
from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError
from mystpy.files.table import TomlFile
from mystpy.game.game import Game
from mystpy.history.actions import action_text

POOL = Path(__file__).with_name("pool.toml")
"""The frozen opponents that come with mystpy."""

GAMES = 8
"""The number of games of a fingerprint against itself, and against others."""

_SEED = 2014


class FrozenOpponent(NamedTuple):
    """An opponent of the list: its id, its player, and the version that froze it."""

    entrant: Entrant
    version: str
    fingerprint: str

    @property
    def name(self) -> str:
        """Return the id, such as `exact@1`."""
        return self.entrant.name


class OpponentPool(NamedTuple):
    """The games of a rating list, and its frozen opponents."""

    games: tuple[Game, ...]
    opponents: tuple[FrozenOpponent, ...]

    @property
    def by_name(self) -> Mapping[str, FrozenOpponent]:
        """Return the opponents by their ids."""
        return {each.name: each for each in self.opponents}


@cache
def shipped_pool() -> OpponentPool:
    """Return the games and opponents that mystpy includes."""
    return read_pool(POOL.read_text("utf-8"), POOL.name)


def read_pool(text: str, name: str) -> OpponentPool:
    """Return the games and opponents of a file. Raises QueryError for other files."""
    file = TomlFile(text, name, what="pool of opponents")
    table = file.table()
    file.only(table, ("game", "opponent"), "a pool", needed=("game", "opponent"))
    games = tuple(file.with_location(Game.from_dict, row) for row in table["game"])
    found = []
    for row in file.rows(table, "opponent"):
        words = [file.needed(row, key, "[[opponent]]") for key in _KEYS]
        entrant = read_entrant({k: row[k] for k in row if k not in _KEYS}, file)
        file.with_location(require_kind, entrant, games[0])
        found.append(FrozenOpponent(entrant, *words))
    return OpponentPool(games, tuple(found))


_KEYS = ("version", "fingerprint")


def fingerprint(entrant: Entrant, game: Game) -> str:
    """Return the hash of an entrant's actions in games with fixed seeds.

    It plays against itself, and against random players.
    """
    own = entrant._replace(name="own", copies=1)
    others = Entrant("others", "random", copies=game.p - 1)
    mixed = Tournament((game,), (own, others), seed=_SEED)
    all_seats = own._replace(copies=game.p)
    alone = Tournament((game,), (all_seats,), rotate=False, seed=_SEED)
    digest = blake2b(digest_size=10)
    for played in (alone, mixed):
        for k in range(GAMES):
            refereed = referee_game(played.match(k))
            refereed.play()
            done = refereed.table.history().actions
            texts = [action_text(action, game) for action in done]
            digest.update(" ".join(texts).encode() + b"\n")
    return digest.hexdigest()


def require_frozen(opponent: FrozenOpponent, game: Game) -> None:
    """Raise QueryError if an opponent plays differently than when it was frozen."""
    found = fingerprint(opponent.entrant, game)
    if found != opponent.fingerprint:
        name, _, number = opponent.name.rpartition("@")
        raise QueryError(
            f"{opponent.name} plays differently than in version {opponent.version}:"
            f" its fingerprint is {found}, not {opponent.fingerprint}",
            hint=f"it is another opponent now: mystpy ratings freeze makes it"
            f" {name}@{int(number) + 1}",
        )


def refrozen(pool: OpponentPool, version: str) -> OpponentPool:
    """Return the pool with a new opponent for each that plays differently now."""
    found = []
    for opponent in pool.opponents:
        now = fingerprint(opponent.entrant, pool.games[0])
        if now != opponent.fingerprint:
            name, _, number = opponent.name.rpartition("@")
            again = int(number) + bool(opponent.fingerprint)
            entrant = opponent.entrant._replace(name=f"{name}@{again}")
            opponent = FrozenOpponent(entrant, version, now)
        found.append(opponent)
    return pool._replace(opponents=tuple(found))


def pool_text(pool: OpponentPool) -> str:
    """Return the file of a pool."""
    lines = [*_HEAD, f"game = [{', '.join(_inline(g.to_dict()) for g in pool.games)}]"]
    for each in pool.opponents:
        row: dict[str, Any] = {"name": each.name, "kind": each.entrant.kind}
        row |= dict(each.entrant.options)
        row |= {"version": each.version, "fingerprint": each.fingerprint}
        lines += ["", "[[opponent]]", *(f"{k} = {_value(v)}" for k, v in row.items())]
    return "\n".join(lines) + "\n"


_HEAD = (
    "# The games and the frozen opponents of ratings.md. `mystpy ratings check`",
    "# compares the fingerprints; `mystpy ratings freeze` renews those that changed.",
    "",
)


def _inline(row: Mapping[str, object]) -> str:
    return "{ " + ", ".join(f"{k} = {_value(v)}" for k, v in row.items()) + " }"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)
