"""Measure the speed of players of the sources, and the facts that beliefs miss.

Whole games between players of one kind or a mix run in one process. Random players, in
the same run, play as many actions of the same game, so that the ratio is the cost of
choosing. The agents' own program took minutes a game.

The second table compares beliefs in games without guesses. It has the share of the
holders that the exact belief knows and that counting, counting with trials and the
thesis's array miss. It also has the cost of an action if the belief is read after each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from harness import medians, table

from mystpy.game.game import Game
from mystpy.play.belief import BeliefState
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.information_state import BeliefApproximation, InformationState
from mystpy.play.player import any_of, play_on
from mystpy.players.counting_sheet import CountingSheet, TernaryArray
from mystpy.players.registry import kind

GAMES = 20
ACTIONS = 120


def sorts(*numbers: int) -> dict[str, list[str]]:
    """Sorts of cards, so many of each."""
    return {f"x{k}": [f"x{k}y{i}" for i in range(n)] for k, n in enumerate(numbers)}


FOUR, SIX = Game.clue(4, sorts(6, 6, 7)), Game.clue(6, sorts(6, 7, 8))
THREE = Game.myst(3, 3, 3, 6)

MIXES: Sequence[tuple[str, Game, tuple[str, ...]]] = (
    ("orders, 4 players", FOUR, ("order-2", "order-2", "order-1", "order-0")),
    ("exact orders, 4 players", FOUR, ("order-2-exact",) * 2 + ("order-0-exact",) * 2),
    ("orders, 6 players", SIX, ("order-2", "order-1", "order-0") * 2),
    ("broomhead, MYST(3,3,3,6)", THREE, ("broomhead",) * 3),
    ("crazy, MYST(3,3,3,6)", THREE, ("crazy",) * 3),
    ("naive, 4 players", FOUR, ("naive",) * 4),
    ("exact, 4 players", FOUR, ("exact",) * 4),
    ("minimax, 4 players", FOUR, ("minimax",) * 4),
)


def played(game: Game, names: Sequence[str]) -> int:
    """Play some games; the number of actions."""
    actions = 0
    for seed in range(GAMES):
        at = GameState(game, random_deal(game, Random(seed)))
        players = [kind(name).sit(game, i) for i, name in enumerate(names, 1)]
        streams = [Random(f"{seed} {i}") for i in range(game.p)]
        play_on(at, players, streams, most=500)
        actions += len(at.done)
    return actions


def at_random(game: Game, actions: int) -> list[GameState]:
    """Play so many actions at random, without guesses."""
    rng, tables = Random(1), []
    for start in range(0, actions, ACTIONS):
        at = GameState(game, random_deal(game, rng))
        tables.append(at)
        while len(at.done) < min(ACTIONS, actions - start):
            legal_actions = [
                legal for legal in at.legal_actions() if legal.key[0] != "guess"
            ]
            at.do(any_of(rng.choice(legal_actions), game, rng))
    return tables


def row(name: str, game: Game, names: Sequence[str]) -> list[object]:
    """Measure one mix."""
    actions = played(game, names)
    mine, dice = medians(
        [lambda: played(game, names), lambda: at_random(game, actions)], 3
    )
    return [name, f"{GAMES / mine:.0f}", actions // GAMES, mine / dice]


def known(belief: BeliefApproximation, cards: int) -> int:
    """The number of entries that are not open."""
    whole = (1 << cards) - 1
    pairs = zip(belief.may, belief.sure, strict=True)
    return sum((sure | whole & ~may).bit_count() for may, sure in pairs)


BELIEFS: dict[str, Callable[[InformationState], BeliefApproximation]] = {
    "exact": BeliefState,
    "counting": CountingSheet,
    "with trials": lambda seen: CountingSheet(seen, trial=True),
    "array": TernaryArray,
}


def followed(
    tables: Sequence[GameState], make: Callable[[InformationState], BeliefApproximation]
) -> int:
    """Look at a belief of player 1 after each action; the entries known, in all."""
    found = 0
    for at in tables:
        belief = make(InformationState(at.game, 1, at.hands[1]))
        for event in at.done:
            belief = belief.then(event)
            found += known(belief, at.game.c)
    return found


def belief_row(name: str, game: Game) -> list[object]:
    """Measure the beliefs in one game."""
    tables = at_random(game, 10 * ACTIONS)
    entries = {each: followed(tables, make) for each, make in BELIEFS.items()}
    exact = entries.pop("exact")
    missed = [f"{100 * (exact - each) / exact:.2f} %" for each in entries.values()]
    works = [lambda make=make: followed(tables, make) for make in BELIEFS.values()]
    times = [f"{1e6 * each / (10 * ACTIONS):.0f}" for each in medians(works, 3)]
    return [name, *missed, *times]


def main() -> str:
    """Return the tables."""
    head = ("players", "games a second", "actions a game", "time/random")
    first = table(head, [row(*mix) for mix in MIXES])
    head = (
        "game",
        *(f"{name}, missed" for name in list(BELIEFS)[1:]),
        *(f"{name}, microseconds an action" for name in BELIEFS),
    )
    games = {
        "Clue, 3 players": Game.clue(3),
        "Clue, 6 players": Game.clue(6),
        "MYST(3,3,5,2)": Game.myst(3, 3, 5, 2),
        "MYST(2,4,4,3)": Game.myst(2, 4, 4, 3),
    }
    return f"{first}\n\n{table(head, [belief_row(*each) for each in games.items()])}"
