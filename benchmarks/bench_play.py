"""How many actions a second are checked in a game played with all cards on the table.

`Play.push` walks through the diagram of public states that is computed from the axioms.
Peers in the same run: SWI-Prolog by progression, one call for the whole history, and
the explicit engine's judgement of the whole history.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from harness import medians, table

from mystpy.engines import get_engine
from mystpy.game.game import Game
from mystpy.history.actions import Action
from mystpy.history.history import History
from mystpy.situations.play import Deal, Play, random_play

GAMES = {
    "MYST(1,1,5,2)": Game.myst(m=1, n=1, p=5, q=2),
    "MYST(2,3,3,2)": Game.myst(m=2, n=3, p=3, q=2),
    "Clue, 3 players": Game.clue(3),
    "Clue, 6 players": Game.clue(6),
}
ACTIONS = 2_000


def walked(game: Game, deal: Deal, actions: Sequence[Action]) -> Play:
    """Push all actions, each checked."""
    play = Play(game, deal)
    for action in actions:
        play.push(action)
    return play


def row(name: str) -> list[object]:
    """Measure one game."""
    game = GAMES[name]
    history, deal = random_play(
        game, Random(1), ACTIONS, wrong_guesses=0, right_guesses=0
    )
    whole = History(game, deal, history.actions)
    number = len(whole)
    push, prolog, worlds = medians(
        [
            lambda: walked(game, deal, whole.actions),
            lambda: get_engine("prolog").judge(whole),
            lambda: get_engine("worlds").judge(whole),
        ],
        9,
    )
    rates = [f"{number / taken:,.0f}" for taken in (push, prolog, worlds)]
    return [name, number, *rates, prolog / push]


def main() -> str:
    """Return the table."""
    head = ("game", "actions", "Play.push, a second", "prolog", "worlds", "push/prolog")
    return table(head, [row(name) for name in GAMES])
