"""Measure the actions a second that are checked in a game with all cards open.

`GameState.do` walks through the public transition system that is computed from the
axioms. Peers in the same run: SWI-Prolog by progression, one call for the whole
history, and the explicit engine's judgement of the whole history.

Then what `BeliefState` saves against the same composed plainly: the grids of all
players after each action, with the constraints read off the history and one `ViewGrid`
for each player.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from harness import medians, table

from mystpy.engines import get_engine
from mystpy.engines.symbolic.grid.grid import ViewGrid, view
from mystpy.engines.symbolic.public_constraints import constraint_sets
from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import Deal, GameState, LegalAction
from mystpy.play.information_state import InformationState
from mystpy.play.player import any_of
from mystpy.situations.event import Event
from mystpy.views import given_cards

GAMES = {
    "MYST(1,1,5,2)": Game.myst(m=1, n=1, p=5, q=2),
    "MYST(2,3,3,2)": Game.myst(m=2, n=3, p=3, q=2),
    "Clue, 3 players": Game.clue(3),
    "Clue, 6 players": Game.clue(6),
}
ACTIONS = 2_000
TURNS = 120

Masks = tuple[int, ...]


def walked(game: Game, deal: Deal, events: Sequence[Event]) -> GameState:
    """Do all actions, each checked."""
    table = GameState(game, deal)
    for event in events:
        table.do(event)
    return table


def row(name: str) -> list[object]:
    """Measure one game."""
    game = GAMES[name]
    deal = random_deal(game, Random(1))
    played = at_random(game, deal)
    whole, number = played.history(), len(played.done)
    push, prolog, worlds = medians(
        [
            lambda: walked(game, deal, played.done),
            lambda: get_engine("prolog").judge(whole),
            lambda: get_engine("worlds").judge(whole),
        ],
        9,
    )
    rates = [f"{number / taken:,.0f}" for taken in (push, prolog, worlds)]
    return [name, number, *rates, prolog / push]


class Dice:
    """Does anything but guess."""

    def act(
        self, seen: InformationState, legal_actions: Sequence[LegalAction], rng: Random
    ) -> Event:
        """Any action that may be done."""
        while (legal := legal_actions[int(rng.random() * len(legal_actions))]).key[
            0
        ] == "guess":
            pass
        return any_of(legal, seen.game, rng)


def at_random(game: Game, deal: Deal) -> GameState:
    """Play at random at a table."""
    rng = Random(1)
    table, dice = GameState(game, deal), Dice()
    seen = InformationState.at(table, 1)
    while len(table.done) < ACTIONS:
        table.do(dice.act(seen, table.legal_actions(), rng))
    return table


def believed(game: Game, deal: Deal, events: Sequence[Event]) -> list[Masks]:
    """Follow what all players believe."""
    table = GameState(game, deal)
    beliefs = [
        BeliefState.of(InformationState.at(table, i)) for i in range(1, game.p + 1)
    ]
    for event in events:
        table.do(event)
        beliefs = [belief.then(event) for belief in beliefs]
        found = [belief.may for belief in beliefs]
    return found


def composed(game: Game, deal: Deal, events: Sequence[Event]) -> list[Masks]:
    """Return the same with the other methods."""
    table = GameState(game, deal)
    grids = [ViewGrid(game) for _ in range(game.p)]
    for event in events:
        table.do(event)
        history = table.history()
        (constraints,), seen = constraint_sets(history), given_cards(history)
        found = [
            grid.update(view(constraints, seen, i)) for i, grid in enumerate(grids, 1)
        ]
    return found


def table_row(name: str) -> list[object]:
    """Measure a table of one game."""
    game = GAMES[name]
    deal = random_deal(game, Random(1))
    events = at_random(game, deal).done[:TURNS]
    assert believed(game, deal, events) == composed(game, deal, events)
    here, belief, compose = medians(
        [
            lambda: at_random(game, deal),
            lambda: believed(game, deal, events),
            lambda: composed(game, deal, events),
        ],
        5,
    )
    rate = f"{ACTIONS / here:,.0f}"
    each = [taken * 1e3 / len(events) for taken in (belief, compose)]
    return [name, rate, *each, compose / belief]


def main() -> str:
    """Return the tables."""
    head = (
        "game",
        "actions",
        "do, a second",
        "prolog",
        "worlds",
        "do/prolog",
    )
    first = table(head, [row(name) for name in GAMES])
    head = (
        "game",
        "at random, actions a second",
        "all beliefs, ms an action",
        "composed",
        "composed/beliefs",
    )
    return f"{first}\n\n{table(head, [table_row(name) for name in GAMES])}"
