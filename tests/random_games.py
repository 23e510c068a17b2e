"""Games played at random, and the number of ways to go on from a game state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from mystpy.engines.transition_system.states import PublicGameState
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess
from mystpy.history.history import History
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import Deal, GameState, LegalAction
from mystpy.play.player import any_of
from mystpy.situations.event import Event, action_of
from mystpy.views import SHIPPED


def random_play(
    game: Game,
    rng: Random,
    length: int,
    *,
    wrong_guesses: float = 0.1,
    right_guesses: float = 0.01,
) -> tuple[History, Deal]:
    """Play at random; return the history, with shown cards but no hands, and the deal.

    `length` is the number of actions, fewer if the game is over before. A player
    who may guess does so, wrongly or rightly, with the given probabilities.
    """
    table = GameState(game, random_deal(game, rng), sight=SHIPPED)
    while len(table.done) < length and not table.over:
        table.do(_random_event(table, rng, wrong_guesses, right_guesses))
    hands = (None,) * len(game.holders)
    return History(game, hands, table.history().actions), table.deal


def _random_event(table: GameState, rng: Random, wrong: float, right: float) -> Event:
    legal_actions = list(table.events(every=False))
    guesses = [event for event in legal_actions if event.key[0] == Guess.name]
    others = [event for event in legal_actions if event.key[0] != Guess.name]
    chance = rng.random()
    if guesses and chance < right:
        return Event(guesses[0].key, table.hands[0])
    guessed = guesses and chance < right + wrong
    event = guesses[0] if guessed else rng.choice(others or guesses)
    if event.key[0] in (Asks.name, Guess.name):
        return any_of(LegalAction(event.key, 0), table.game, rng)
    return event


def play_through(game: Game, deal: Deal, actions: Iterable[Action]) -> GameState:
    """The game state after some actions, each of which is checked."""
    table = GameState(game, deal)
    for action in actions:
        table.do(Event.of(action, game))
    return table


def patterns(table: GameState) -> tuple[Action, ...]:
    """Return the possible actions; the empty set represents every possible set."""
    return tuple(action_of(event, table.game) for event in table.events(every=False))


def count_histories(game: Game, deal: Sequence[Iterable[str]], depth: int) -> list[int]:
    """How many histories of 0, 1, ..., `depth` actions are executable.

    Every question and every guess counts (after perft, which counts chess games).
    """
    return count_ahead(GameState(game, deal), depth)


def count_ahead(table: GameState, depth: int) -> list[int]:
    """In how many ways 0, 1, ..., `depth` actions may follow."""
    level, counts = {table.public: (table.copy(), 1)}, [1]
    for _ in range(depth):
        ahead: dict[PublicGameState, tuple[GameState, int]] = {}
        for before, ways in level.values():
            for event in tuple(before.events()):
                before.do(event)
                found, so_far = ahead.get(before.public) or (before.copy(), 0)
                ahead[before.public] = found, so_far + ways
                before.undo()
        level = ahead
        counts.append(sum(ways for _, ways in level.values()))
    return counts
