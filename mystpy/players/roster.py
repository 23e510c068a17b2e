"""The kinds of players there are, by name, and how one of them sits down at a table.

In the field: a registry of policies.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Protocol

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError, did_you_mean
from mystpy.game.game import Game
from mystpy.play.player import Player
from mystpy.players.broomhead.broomhead import Broomhead, Crazy
from mystpy.players.broomhead.psychotic import Psychotic
from mystpy.players.broomhead.super_crazy import SuperCrazy
from mystpy.players.camouflage import Camouflage
from mystpy.players.detective.detective import LEVELS, Detective
from mystpy.players.dice import Dice
from mystpy.players.naive import Naive
from mystpy.players.orders.orders import Agent
from mystpy.players.strategist import Strategist
from mystpy.players.worst_case import Minimax, Weighted
from mystpy.protocol.guest import Process

Option = bool | int | float | str
"""The value of an option, as a tournament file gives it."""


class Sit(Protocol):
    """Makes a player of a game: what a class of players is when it is called."""

    def __call__(self, game: Game, player: int, /) -> Player:
        """The player with this number; options of the kind are given by name."""


class Kind(NamedTuple):
    """A kind of player, and what it does in a line; the options are `sit`'s by name."""

    summary: str
    sit: Sit


def _naive(belief: str) -> Sit:
    return partial(Naive, belief=belief)


KINDS: Mapping[str, Kind] = {
    "random": Kind("does anything that may be done", Dice),
    "program": Kind("a program, which `command` begins, by messages", Process),
    # of the sources
    "naive": Kind("asks for any unknown cards, and counts", Naive),
    "exact": Kind(
        "asks for unknown cards, and knows all that follows", _naive("exact")
    ),
    "ternary": Kind(
        "asks for unknown cards, with the array of the thesis", _naive("ternary")
    ),
    "broomhead": Kind("asks who is least known, and counts", Broomhead),
    "crazy": Kind("broomhead with trials, who spares a player", Crazy),
    "super-crazy": Kind("crazy, and trusts first questions", SuperCrazy),
    "psychotic": Kind("crazy, and guesses by what others ask", Psychotic),
    "camouflage": Kind("asks any useful question, as in 4.1", Camouflage),
    "minimax": Kind("leaves few piles after the worst answer", Minimax),
    "weighted": Kind("leaves few piles, clauses and cells", Weighted),
    **{
        f"order-{order}{'-exact' * exact}": Kind(
            f"an agent of order {order} with {'exact' if exact else 'split'} models",
            partial(Agent, order=order, exact=exact),
        )
        for order in range(3)
        for exact in (False, True)
    },
    # ours
    "equilibrium": Kind("plays a game of two as its solution says", Strategist),
    **{
        f"strong-{level}": Kind(summary, partial(Detective, level=level))
        for level, summary in LEVELS.items()
    },
}


def kind(name: str) -> Kind:
    """The kind of this name. Raises QueryError, with the nearest name, if none is."""
    if name not in KINDS:
        raise QueryError(f"no kind of player {name!r}", hint=did_you_mean(name, KINDS))
    return KINDS[name]
