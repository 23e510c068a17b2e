"""The players of a command: a tournament file, or the options with the same content."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, islice
from typing import Any, TypeVar

import click

from mystpy.arena.design import DEFAULT, Entrant, Tournament
from mystpy.arena.file import load_tournament, read_entrant, require_kind
from mystpy.cli.options import read_game, read_object
from mystpy.cli.source import file_read
from mystpy.compilation import replace
from mystpy.errors import QueryError
from mystpy.files.table import TomlFile
from mystpy.game.game import Game
from mystpy.players.policy.private_streams import VARIABLE
from mystpy.players.registry import KINDS, PlayerKind

F = TypeVar("F", bound=Callable[..., Any])


def entrant_options(command: F) -> F:
    """Add the options that can replace a tournament file."""
    for option in (
        click.option(
            "--seed",
            type=click.IntRange(0),
            help="The seed, in place of that of FILE, or of 1.",
        ),
        click.option(
            "--player",
            "players",
            multiple=True,
            metavar="KIND",
            help="A player, as KIND or, with options, as inline TOML; may be repeated. "
            "The remaining seats have the players of FILE, or more of the last "
            "kind.",
        ),
        click.option(
            "--game",
            metavar="GAME",
            help="The game, if there is no FILE: MYST(1,1,3,2), clue(3), JSON or TOML.",
        ),
        click.option(
            "--secret",
            envvar=VARIABLE,
            help="Derive deals and random choices from the seed and this text, so that"
            " nobody who knows only the seed can compute them. Also read from"
            f" {VARIABLE}.",
        ),
    ):
        command = option(command)
    return command


def tournament_of(
    file: str | None,
    given: Mapping[str, Any],
    kinds: Mapping[str, PlayerKind] = KINDS,
    *,
    fixed: bool = False,
) -> Tournament:
    """Return the tournament of FILE, or of `game`, `players`, `seed` and `secret`.

    Given players take the first seats, `fixed` in their order, or each kind is one
    entrant. Raises QueryError if FILE and --game each give a game, and as
    `load_tournament`.
    """
    game, seed, secret = given["game"], given["seed"], given["secret"] or ""
    named = [_entrant(player) for player in given["players"]]
    if file is None:
        rules = Game.clue(3) if game is None else read_game(game)
        likes_company = [one for one in named[-1:] if one.kind in KINDS]
        others = likes_company or [Entrant("exact", "exact")]
        terms, seed = DEFAULT, 1 if seed is None else seed
    elif game is not None:
        raise QueryError("FILE and --game each give a game", hint="give one")
    else:
        found = load_tournament(*file_read(file), seed, kinds)
        if not named:
            return replace(found, secret=secret)
        rules, others = found.games[0], found.seated
        terms, seed = found.terms, found.seed
    seats = _seats(named, rules, others)
    for entrant in seats:
        require_kind(entrant, rules, kinds)
    entrants = _apart(seats) if fixed else _together(seats)
    return Tournament((rules,), entrants, not fixed, seed, terms, secret)


def _entrant(player: str) -> Entrant:
    """Return the player of an option: a kind, or a table as in a file."""
    if "=" not in player:
        return Entrant(player, player)
    row = read_object(player, "--player")
    file = TomlFile("", "--player")
    file.only(row, row if isinstance(row, Mapping) else (), "--player")
    return read_entrant(row, file)


def _seats(
    named: Sequence[Entrant], game: Game, others: Sequence[Entrant]
) -> list[Entrant]:
    """Return the named players, each as often as there are copies, and then others."""
    first = [one for one in named for _ in range(one.copies)]
    if len(first) > game.p:
        text = f"there are {len(first)} players for the {game.p} seats of the game"
        raise QueryError(text, hint="give --player less often")
    return [*first, *islice(cycle(others), game.p - len(first))]


def _apart(seats: Sequence[Entrant]) -> tuple[Entrant, ...]:
    named = enumerate(seats, 1)
    return tuple(one._replace(name=f"{one.name}-{k}", copies=1) for k, one in named)


def _together(seats: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """Return equal players as copies of one entrant."""
    alike = Counter(one._replace(copies=1) for one in seats)
    return tuple(one._replace(copies=number) for one, number in alike.items())
