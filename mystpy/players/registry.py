"""The kinds of players there are, by name, and how one of them sits down at a table.

In the field: a registry of policies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from mystpy.compilation import NamedTuple
from mystpy.errors import QueryError, did_you_mean
from mystpy.play.player import Player
from mystpy.players.broomhead.broomhead import Broomhead, Crazy
from mystpy.players.broomhead.opponent_models import Psychotic, SuperCrazy
from mystpy.players.contest.fewest_holders import FewestHolders
from mystpy.players.contest.worst_case import Minimax, Weighted
from mystpy.players.detective.detective import LEVELS, Detective
from mystpy.players.learned.learned import Learned
from mystpy.players.naive import Camouflage, Naive
from mystpy.players.orders import Agent
from mystpy.players.player_base import RandomPlayer
from mystpy.players.strategist import Strategist
from mystpy.players.tree_search.cfr import Cfr
from mystpy.players.tree_search.ismcts import IsMcts, MoIsMcts
from mystpy.players.tree_search.pimc import Pimc
from mystpy.protocol.chat.chat_player import ChatPlayer
from mystpy.protocol.guests.contest_guest import ContestGuest
from mystpy.protocol.guests.program_player import ProgramPlayer

Option = bool | int | float | str
"""The value of an option, as a tournament file gives it."""


PlayerClass = Callable[..., Player]
"""Makes a player of a game with a number; options of the kind are given by name."""


class PlayerKind(NamedTuple):
    """A kind of player, and what it does in a line; the options are `sit`'s by name.

    A `guest` is somebody else's: `program` is one that is started, `connects` one that
    comes by itself, `model` one behind an endpoint.
    """

    summary: str
    sit: PlayerClass
    guest: str = ""


KINDS: Mapping[str, PlayerKind] = {
    "random": PlayerKind("takes a random legal action", RandomPlayer),
    "program": PlayerKind(
        "a program, which `command` starts, by messages", ProgramPlayer, "program"
    ),
    "contest": PlayerKind(
        "a program of the Speed Clue contest, which `command` starts",
        ContestGuest,
        "program",
    ),
    "chat": PlayerKind(
        "a language model of a chat endpoint, in plain English", ChatPlayer, "model"
    ),
    # of the sources
    "naive": PlayerKind("asks for random unknown cards, and counts", Naive),
    "exact": PlayerKind(
        "asks for unknown cards, with exact knowledge",
        partial(Naive, belief="exact"),
    ),
    "ternary": PlayerKind(
        "asks for unknown cards, with the array of the thesis",
        partial(Naive, belief="ternary"),
    ),
    "broomhead": PlayerKind(
        "asks the player with most unknown cards, and counts", Broomhead
    ),
    "crazy": PlayerKind("broomhead with trials, who spares a player", Crazy),
    "super-crazy": PlayerKind(
        "crazy, and draws conclusions from first questions", SuperCrazy
    ),
    "psychotic": PlayerKind("crazy, and guesses by the questions of others", Psychotic),
    "camouflage": PlayerKind("asks a random useful question, as in 4.1", Camouflage),
    "minimax": PlayerKind("leaves few piles after the worst answer", Minimax),
    "weighted": PlayerKind("leaves few piles, clauses and cells", Weighted),
    "fewest-holders": PlayerKind(
        "asks for the cards that the fewest others may hold", FewestHolders
    ),
    **{
        f"order-{order}{'-exact' * exact}": PlayerKind(
            f"an agent of order {order} with {'exact' if exact else 'split'} models",
            partial(Agent, order=order, exact=exact),
        )
        for order in range(3)
        for exact in (False, True)
    },
    # kinds of this project
    "equilibrium": PlayerKind("plays the solution of a game of two", Strategist),
    "pimc": PlayerKind("simulates each action in drawn deals", Pimc),
    "ismcts": PlayerKind("searches a tree over its information sets", IsMcts),
    "mo-ismcts": PlayerKind(
        "searches a tree over each player's information sets", MoIsMcts
    ),
    "cfr": PlayerKind("minimizes regret on a subgame of drawn deals", Cfr),
    "learned": PlayerKind("uses values learned from self-play", Learned),
    "strong": PlayerKind("the strong player of level e", partial(Detective, level="e")),
    **{
        f"strong-{level}": PlayerKind(summary, partial(Detective, level=level))
        for level, summary in LEVELS.items()
    },
}


def kind(name: str, kinds: Mapping[str, PlayerKind] = KINDS) -> PlayerKind:
    """The kind of this name. Raises QueryError, with the nearest name, if none is."""
    if name not in kinds:
        raise QueryError(f"no kind of player {name!r}", hint=did_you_mean(name, kinds))
    return kinds[name]
