"""Tournament files: the games and the players, in TOML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from inspect import signature

from mystpy.arena.design import DEFAULT, Entrant, GameLimits, Tournament
from mystpy.errors import MystError, QueryError, did_you_mean
from mystpy.files.table import Table, TomlFile
from mystpy.game.game import Game
from mystpy.players.registry import KINDS, Option, PlayerKind, kind
from mystpy.progress import require_duration
from mystpy.protocol.message import MAX_NAME

KEYS = (
    *("title", "source", "game", "player", "seats", "seed"),
    *("seconds", "actions", "known"),
)
"""The keys of a tournament file."""

SEATS = ("rotate", "fixed")

MOST_COPIES = 100

_OF_PLAYERS = ("name", "kind", "copies")


def load_tournament(
    text: str,
    name: str | None,
    seed: int | None = None,
    kinds: Mapping[str, PlayerKind] = KINDS,
) -> Tournament:
    """The tournament of a file's text; `name` is that of the file.

    A seed that is given replaces the file's. Raises QueryError for unknown
    keys, kinds, options, and numbers of players; GameError for games that are none;
    ParseError for what is not TOML.
    """
    file = TomlFile(text, name, what="tournament")
    table = file.table()
    file.only(table, KEYS, "a tournament file", needed=("game", "player"))
    games = _games(table, file)
    rows = file.rows(table, "player")
    entrants = tuple(read_entrant(row, file) for row in rows)
    for entrant in entrants:
        for game in games:
            file.with_location(require_kind, entrant, game, kinds)
    rotate = file.choice(table.get("seats", SEATS[0]), SEATS, "seats") == SEATS[0]
    if seed is None:
        seed = file.number(table, "seed")
    seed = 1 if seed is None else seed
    terms = _terms(table, file)
    return file.with_location(Tournament, games, entrants, rotate, seed, terms)


def _games(table: Table, file: TomlFile) -> tuple[Game, ...]:
    given = table["game"]
    rows = given if isinstance(given, list) else [given]
    if not rows:
        raise file.fault("there is no game", 'game = {rules = "clue", p = 3}')
    return tuple(file.with_location(Game.from_dict, row) for row in rows)


def _terms(table: Table, file: TomlFile) -> GameLimits:
    actions = file.number(table, "actions")
    seconds = table.get("seconds")
    if seconds is not None:
        file.with_location(require_duration, seconds)
    most = DEFAULT.actions if actions is None else actions
    return GameLimits(most, seconds, file.flag(table, "known"))


def read_entrant(row: Table, file: TomlFile) -> Entrant:
    """The player of a table, whose kind may be unknown."""
    of_kind = file.needed(row, "kind", "[[player]]")
    name = of_kind if row.get("name") is None else file.word(row, "name") or ""
    if not 0 < len(name.strip()) == len(name) <= MAX_NAME or not name.isprintable():
        hint = f"a name has 1 to {MAX_NAME} printable characters, with no space around"
        raise file.fault(f"a player cannot be called {name[:MAX_NAME]!r}", hint)
    copies = file.number(row, "copies")
    if copies is not None and not 0 < copies <= MOST_COPIES:
        text = f"there cannot be {copies} copies of {name}"
        raise file.fault(text, "leave the player out" if copies == 0 else None)
    options = {key: row[key] for key in row if key not in _OF_PLAYERS}
    for key, value in options.items():
        if not isinstance(value, Option):
            text = f"{key} must be a number, a text, true or false, not {value!r}"
            raise file.fault(text, word=key)
    return Entrant(name, of_kind, tuple(options.items()), copies or 1)


def require_kind(
    entrant: Entrant, game: Game, kinds: Mapping[str, PlayerKind] = KINDS
) -> None:
    """Raise QueryError if there is no such kind, or it cannot play this game so."""
    found = kinds.get(entrant.kind) or kind(entrant.kind, kinds)
    require_options(entrant.kind, found, dict(entrant.options))
    try:
        found.sit(game, 1, **dict(entrant.options))
    except MystError:
        raise
    except Exception as error:
        text = f"{entrant.name} cannot play: {error}"
        raise QueryError(text, word=entrant.name) from None


def require_options(name: str, found: PlayerKind, options: Iterable[str]) -> None:
    """Raise QueryError for an option that a kind of players does not have."""
    known = options_of(found)
    for key in options:
        if key not in known:
            listed = f"its options are {', '.join(known)}" if known else None
            raise QueryError(
                f"a player of the kind {name} has no option {key!r}",
                hint=did_you_mean(key, known) or listed or "it has no options",
                word=key,
            )


def options_of(found: PlayerKind) -> tuple[str, ...]:
    """The names of the options of a kind of players."""
    return tuple(signature(found.sit).parameters)[2:]
