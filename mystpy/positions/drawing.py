"""Games drawn at random for questions: a deal, and some turns without guesses.

The same seed gives the same games on every system.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random

from mystpy.compilation import NamedTuple
from mystpy.game.game import Game
from mystpy.history.actions import Action, Asks, Guess, No, Shows, Yes
from mystpy.history.history import History
from mystpy.history.sentences import cards_listed, name_of
from mystpy.history.turns import split_turns
from mystpy.play.dealing import random_deal
from mystpy.play.game_state import GameState
from mystpy.play.player import any_of
from mystpy.views import seen_by

NAMES = ("Ann", "Bob", "Cid", "Dan")
"""The players of drawn games, as many as play."""

_SUSPECTS = ("plum", "green", "white", "peacock")
_WEAPONS = ("rope", "knife", "pipe", "wrench")
_ROOMS = ("hall", "study", "kitchen", "lounge", "library")


class DrawnGame(NamedTuple):
    """A game that was played: all hands, and all actions with the cards shown."""

    history: History

    @property
    def game(self) -> Game:
        """Return the game that was played."""
        return self.history.game

    @property
    def turns(self) -> tuple[tuple[Action, ...], ...]:
        """Return the actions of each turn."""
        return tuple(split_turns(self.history.actions))

    def seen_by(self, player: int) -> History:
        """Return the history as a player has seen it, with the player's own hand."""
        seen = seen_by(self.history, player)
        hands = [
            hand if holder == player else None
            for holder, hand in enumerate(self.history.hands)
        ]
        return History(self.game, tuple(hands), seen.actions)


def deck_of(players: int, sorts: Sequence[int]) -> Game:
    """Return a game of Clue with these players, and numbers of cards of each sort."""
    names = ("suspect", "weapon", "room")
    cards = (_SUSPECTS, _WEAPONS, _ROOMS)
    return Game.clue(
        players=NAMES[:players],
        sorts={
            name: row[:number]
            for name, row, number in zip(names, cards, sorts, strict=False)
        },
    )


def stream(*key: object) -> Random:
    """Return a stream of random numbers for a key, the same on every system."""
    text = "/".join(map(str, key))
    return Random(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def draw_game(game: Game, turns: int, rng: Random) -> DrawnGame:
    """Deal, and play this number of turns at random, in which nobody guesses."""
    table = GameState(game, random_deal(game, rng))
    for _ in range(turns):
        _play_turn(table, rng)
    return DrawnGame(table.history())


def _play_turn(table: GameState, rng: Random) -> None:
    """Let the player in turn ask, the others answer, and the turn end."""
    asked = False
    while legal := table.legal_actions():
        if legal[0].key[0] == Asks.name and asked:
            return
        asked = True
        quiet = [one for one in legal if one.key[0] != Guess.name]
        table.do(any_of(quiet[0], table.game, rng))


def turn_sentence(turn: Sequence[Action], game: Game, reader: int | None) -> str:
    """Return a turn in plain English, as `reader` has seen it; None sees every card."""
    asks = turn[0]
    assert isinstance(asks, Asks)
    asker = name_of(asks.player, game)
    said = [f"{asker} asked for {cards_listed(asks.cards, game, 'or')}."]
    for action in turn[1:]:
        who = name_of(action.player, game)
        if isinstance(action, No):
            said.append(f"{who} had none of them.")
        elif isinstance(action, Shows):
            said.append(f"{who} showed {asker} {_shown(action, game, reader)}.")
    if not any(isinstance(action, Yes) for action in turn):
        said.append("Nobody showed a card.")
    return " ".join(said)


def _shown(action: Shows, game: Game, reader: int | None) -> str:
    if action.card is None:
        return "one of them, which nobody else saw"
    if reader in (action.player, action.to):
        return f"the card {game.shown_as(action.card)}"
    return f"the card {game.shown_as(action.card)}, which nobody else saw"
