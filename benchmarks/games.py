"""Games for the benchmarks: dealt and played at random, cleverly, or to be hard.

Each game goes round the table: the player in turn asks, the others answer in order
until one shows a card, and nobody guesses. All cards shown are in the history; the part
that a player has seen is `mystpy.views.seen_by(history, player)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from mystpy.engines.symbolic.public_constraints import (
    PublicConstraints,
    constraint_sets,
)
from mystpy.engines.symbolic.sat.session import SatSession
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, EndTurn, No, NoGuess, Shows, Yes
from mystpy.history.history import History
from mystpy.play.dealing import random_deal, random_set
from mystpy.play.game_state import Deal
from mystpy.views import GivenCards, given_cards, seen_by

Question = Callable[[int, History], frozenset[str]]
"""Return a player's question, given the history up to here with all hands."""


def random_game(game: Game, rng: Random, turns: int) -> tuple[Deal, History]:
    """Return a deal and a game in which everybody asks for random cards."""
    deal = random_deal(game, rng)
    return deal, _play(game, deal, rng, turns, lambda *_: random_set(game, rng, game.q))


def stress_game(game: Game, rng: Random, turns: int) -> tuple[Deal, History]:
    """Return a deal and a game in which the next player always has a card to show.

    There are hardly any no's, so that what was shown stays open.
    """
    deal = random_deal(game, rng)

    def ask(player: int, history: History) -> frozenset[str]:
        held = deal[player % game.p + 1]
        while True:
            asked = random_set(game, rng, game.q)
            if asked & held or not held:
                return asked

    return deal, _play(game, deal, rng, turns, ask)


def smart_game(game: Game, rng: Random, turns: int) -> tuple[Deal, History]:
    """Return a deal and a Clue game in which players ask for what may be in the pile.

    It ends, before so many turns, when the player at turn knows the pile.
    """
    deal = random_deal(game, rng)
    sessions: dict[int, SatSession] = {}

    def ask(player: int, history: History) -> frozenset[str]:
        view = seen_by(history, player)
        (constraints,) = constraint_sets(view)
        session = sessions.setdefault(player, SatSession(constraints))
        session.update_constraints(constraints)
        pile = session.cells(given_cards(view))[0]
        open_cards = [
            [card for card in cards if pile[card] != "no"] for _, cards in game.sorts
        ]
        if all(len(cards) == 1 for cards in open_cards):
            return frozenset()
        return frozenset(map(rng.choice, open_cards))

    return deal, _play(game, deal, rng, turns, ask)


def _play(game: Game, deal: Deal, rng: Random, turns: int, ask: Question) -> History:
    """Play so many turns, or until somebody asks for nothing."""
    history = History(game, deal)
    for turn in range(turns):
        player = turn % game.p + 1
        asked = ask(player, history)
        if not asked:
            break
        history = history.then(_turn(game, deal, rng, player, asked))
    return history


def _turn(
    game: Game, deal: Deal, rng: Random, player: int, asked: frozenset[str]
) -> list[Action]:
    actions: list[Action] = [Asks(player, asked)]
    others = [(player + k - 1) % game.p + 1 for k in range(1, game.p)]
    for other in others:
        held = sorted(asked & deal[other])
        if held:
            actions += [Yes(other), Shows(other, player, rng.choice(held))]
            break
        actions.append(No(other))
    return [*actions, NoGuess(player), EndTurn(player)]


KINDS = {"random": random_game, "smart": smart_game, "stress": stress_game}
"""The kinds of games by name."""


def turns_seen(
    history: History, viewer: int | None
) -> Iterator[tuple[PublicConstraints, GivenCards]]:
    """Yield the constraints and what a viewer has seen, after each turn."""
    seen = seen_by(history, viewer)
    for number, action in enumerate(seen.actions, 1):
        if isinstance(action, EndTurn):
            part = seen.prefix(number)
            (constraints,) = constraint_sets(part)
            yield constraints, given_cards(part)
