"""Measurements of the players of 2003: tables for docs/explanation/players.md.

Psychotic's threshold is lost in the text of the source, so that it is varied; and the
end game, to which the source owes its games with two players, is left out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from mystpy.arena.design import Entrant, Tournament
from mystpy.arena.schedule import run_tournament
from mystpy.arena.standings import Standings
from mystpy.game.game import Game
from tools.measures import Table, share_of, table

OFTEN = (1, 3, 6, 9, 12, 24)
"""Questions to the open players before Psychotic guesses; the default is 3."""

SIZES = {(3, 1): 360, (3, 2): 360, (3, 4): 240, (3, 8): 180, (5, 2): 120, (5, 4): 120}
"""The numbers of games by players and cards."""


def _game(players: int, cards: int) -> Game:
    rules = {"rules": "generalized", "m": cards, "n": cards, "p": players}
    return Game.from_dict(rules)


def _played(game: Game, entrants: Sequence[Entrant], games: int) -> Standings:
    played = Tournament((game,), tuple(entrants), seed=37)
    jobs = os.cpu_count() or 1
    return run_tournament(played, (), lambda _: None, games=games, processes=jobs)


def thresholds() -> Table:
    """Measure Psychotic by the number of interrogations after which it guesses."""
    head = ("players", "cards", "asked", "games", "psychotic", "crazy", "super-crazy")
    yield from table((*head, "psychotic guesses wrong"), _by_threshold())


def _by_threshold() -> Iterator[Sequence[object]]:
    for (players, cards), games in SIZES.items():
        for often in OFTEN:
            copies = 1 if players == 3 else 2
            entrants = [
                Entrant("psychotic", "psychotic", (("often", often),)),
                Entrant("crazy", "crazy", copies=copies),
                Entrant("super-crazy", "super-crazy", copies=copies),
            ]
            found = _played(_game(players, cards), entrants, games).players
            shares = [
                share_of(found[entrant.name].blocks, found[entrant.name].games)
                for entrant in entrants
            ]
            wrong = f"{found['psychotic'].wrong} of {found['psychotic'].games}"
            yield players, cards, often, games, *shares, wrong


def end_game() -> Table:
    """Measure the gain of Broomhead's end game against Broomhead without it."""
    rows = []
    for players, cards, games in (
        *((2, cards, 600) for cards in (1, 2, 4, 8)),
        *((3, cards, 300) for cards in (2, 4)),
    ):
        without = (("end_game", False),)
        entrants = [
            Entrant("end game", "broomhead"),
            Entrant("open game", "broomhead", without, players - 1),
        ]
        found = _played(_game(players, cards), entrants, games).players
        one = found["end game"]
        fair = f"{1 / players:.3f}"
        rows.append((players, cards, games, fair, share_of(one.blocks, one.games)))
    yield from table(("players", "cards", "games", "fair", "with the end game"), rows)


BROOMHEAD: dict[str, Callable[[], Table]] = {
    "psychotic-threshold": thresholds,
    "end-game": end_game,
}
"""The measures of the players of 2003, by the names in docs/players.toml."""
